/* Races by what orders accesses: found in each run, and none where there is an order. */
#include "check.h"

#include "raced/raced.h"
#include "races.h"

#include <omp.h>
#include <sys/resource.h>

#ifdef TRI_HAS_RACES

static struct tri_race race_of(const struct raced *r)
{
    static int x[RACED];
    for (int i = 0; i < RACED; i++)
        x[i] = i % 32 * 0x01234567; /* 0 is a flag that is down, or a first value */
    const char *unknown = NULL;
    int levels = omp_get_max_active_levels();
    if (!tri_races_begin())
        cr_skip("the runtime does not tell of threads");
    raced_run(r, x);
    struct tri_race race = tri_races_end(&unknown);
    omp_set_max_active_levels(levels);
    cr_assert_null(unknown, "%s: %s", r->name, unknown);
    return race;
}

static bool has_race(const struct raced *r)
{
    bool any = false;
    for (int run = 0; run < TRI_RACE_RUNS && !any; run++) {
        any = race_of(r).where;
        if (!tri_races_had_tasks())
            break;
    }
    return any;
}

static void expect_verdicts(const struct raced *r)
{
    enum { TIMES = 20 };
    for (; r->name; r++)
        for (int i = 0; i < TIMES; i++)
            cr_expect_eq(has_race(r), r->is_race, "%s, run %d", r->name, i);
}

Test(races, are_found_whether_threads_meet_or_not)
{
    expect_verdicts(raced);
}

Test(races, of_tasks_are_found)
{
    expect_verdicts(tasked);
}

Test(races, what_lies_where_a_gpu_cannot_load_it_from)
{
    for (const struct raced *r = misaligned; r->name; r++) {
        race_of(r);
        cr_expect_eq(tri_accesses_misaligned().where != NULL, r->is_race, "%s", r->name);
    }
}

/* Each counts to RACED, if no other thread comes in between. */
Test(races, who_comes_in_between_two_atomics)
{
    enum { TIMES = 20 };
    for (const struct raced *r = between; r->name; r++)
        for (int i = 0; i < TIMES; i++) {
            int x[RACED] = { 0 };
            const char *unknown = NULL;
            cr_assert(tri_races_begin());
            raced_run(r, x);
            cr_expect_null(tri_races_end(&unknown).where, "%s", r->name);
            cr_expect_eq(tri_between_first() && x[0] != RACED, r->is_race, "%s, run %d: %d",
                         r->name, i, x[0]);
        }
}

/* Of memory that cannot be had, nothing is known: that is no "no race". */
Test(races, without_memory)
{
    static int x[RACED];
    const char *unknown = NULL;
    struct rlimit usual, none = { 0, RLIM_INFINITY };
    const struct raced *right = raced;
    while (right->is_race)
        right++;
    cr_assert(!has_race(right), "%s", right->name);
    getrlimit(RLIMIT_AS, &usual);
    none.rlim_max = usual.rlim_max;
    cr_assert(tri_races_begin());
    setrlimit(RLIMIT_AS, &none);
    right->run(x);
    setrlimit(RLIMIT_AS, &usual);
    tri_races_end(&unknown);
    cr_expect(unknown && strstr(unknown, "more memory than is watched"), "%s: %s", right->name,
              unknown ? unknown : "nothing is unknown");
}

#else

Test(races, are_not_watched)
{
    cr_skip_test("this compiler has no calls for each access");
}

#endif
