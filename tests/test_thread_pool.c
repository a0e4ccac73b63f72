/* Threads: those of a pool, and work on all processors by one that is bound. */
#define _GNU_SOURCE /* sched_getaffinity */
#include "check.h"
#include "parts.h"
#include "process.h"

#include <omp.h>
#include <sched.h>

enum { PARTS = 3, ROUNDS = 2000 };

static struct {
    cpu_set_t processors;
    int device, calls, met;
} part[PARTS];

static struct tri_case whole;

/* Nothing runs on these devices. */
static struct tri_parts *divide(void)
{
    static const int device[PARTS] = { 2, 0, 1 };
    const struct tri_placement placement = { TRI_SIMD, PARTS, 0, PARTS, device, &tri_transport_here,
                                             0 };
    struct tri_error e;
    whole = case_of(tri_hotspot_named("vecadd", TRI_FLOAT), "n=1009");
    struct tri_parts *p = tri_parts_new(&whole, &placement, &e);
    cr_assert_not_null(p, "%s", e.text);
    return p;
}

static void end(struct tri_parts *p)
{
    tri_parts_free(p);
    tri_case_free(&whole);
}

static void look(struct tri_parts *p, size_t i)
{
    part[i].calls++;
    part[i].device = omp_get_default_device();
    sched_getaffinity(0, sizeof part[i].processors, &part[i].processors);
}

Test(thread_pool, works_once_with_its_device)
{
    struct tri_parts *p = divide();
    int before = omp_get_default_device();
    for (int round = 1; round <= ROUNDS; round++) {
        must(tri_parts_each(p, look, &failure));
        for (size_t i = 0; i < PARTS; i++)
            cr_assert(part[i].calls == round && part[i].device == p->part[i].device, "part %zu", i);
    }
    cr_expect(omp_get_default_device() == before);
    end(p);
}

/* Between two barriers a part may read what the others have written before the first one. */
static void meet(struct tri_parts *p, size_t i)
{
    for (int round = 1; round <= ROUNDS; round++) {
        part[i].met = round;
        tri_thread_pool_barrier(p);
        for (size_t k = 0; k < PARTS; k++)
            part[i].calls += part[k].met == round;
        tri_thread_pool_barrier(p);
    }
}

Test(thread_pool, waits_for_all)
{
    struct tri_parts *p = divide();
    must(tri_parts_each(p, meet, &failure));
    for (size_t i = 0; i < PARTS; i++)
        cr_expect(part[i].calls == PARTS * ROUNDS, "part %zu: %d", i, part[i].calls);
    end(p);
}

static void fail_one(struct tri_parts *p, size_t i)
{
    if (i > 0)
        p->failed[i] = !tri_fail(&p->error[i], TRI_FAILED, "part %zu", i);
}

Test(thread_pool, reports_the_first_failure)
{
    struct tri_parts *p = divide();
    cr_expect(!tri_parts_each(p, fail_one, &failure) && !strcmp(failure.text, "part 1"), "%s",
              failure.text);
    cr_expect(tri_parts_each(p, look, &failure));
    end(p);
}

/* bench binds threads, and ctest these.  Two that are bound to one processor would compute one after the other. */
Test(thread_pool, has_places_of_its_own)
{
    int places = omp_get_num_places();
    struct tri_parts *p = divide();
    cr_assert(places > 0 || !getenv("OMP_PROC_BIND"));
    must(tri_parts_each(p, look, &failure));
    for (size_t i = 1; i < PARTS && i < (size_t)places; i++)
        for (size_t k = 0; k < i; k++)
            cr_expect(!CPU_EQUAL(&part[k].processors, &part[i].processors),
                      "parts %zu and %zu have the same processors", k, i);
    end(p);
}

/* ---- Work on all processors, started by a thread that is bound to one ---- */

static void see_processors(void *data)
{
    sched_getaffinity(0, sizeof(cpu_set_t), data);
}

static void keep_first(cpu_set_t *set)
{
    int i = 0;
    while (!CPU_ISSET(i, set))
        i++;
    CPU_ZERO(set);
    CPU_SET(i, set);
}

/* LLVM's runtime reads the variable when it is first asked something, so here it has places; GCC's has
 * read it before main(), and may have none: then nothing is to happen. */
Test(unbound, for_the_work_and_no_longer)
{
    cpu_set_t all, one, there, after;
    cr_assert(sched_getaffinity(0, sizeof all, &all) == 0);
    cr_assert(setenv("OMP_PROC_BIND", "true", 1) == 0);
    bool places = omp_get_num_places() > 0;
    one = all;
    keep_first(&one);
    cr_assert(sched_setaffinity(0, sizeof one, &one) == 0);
    unbound(see_processors, &there);
    cr_assert(sched_getaffinity(0, sizeof after, &after) == 0);
    cr_expect(CPU_EQUAL(&there, places ? &all : &one));
    cr_expect(CPU_EQUAL(&after, &one));
}
