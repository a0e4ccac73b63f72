/* Races by what orders accesses: found in each run, and none where there is an order. */
#include "check.h"

#include "raced/raced.h"
#include "races.h"

#include <omp.h>

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
    r->run(x);
    struct tri_race race = tri_races_end(&unknown);
    omp_set_max_active_levels(levels);
    cr_assert_null(unknown, "%s: %s", r->name, unknown);
    return race;
}

Test(races, are_found_whether_threads_meet_or_not)
{
    enum { TIMES = 20 };
    for (const struct raced *r = raced; r->name; r++)
        for (int i = 0; i < TIMES; i++)
            cr_expect_eq(race_of(r).where != NULL, r->is_race, "%s, run %d", r->name, i);
}

#endif
