/* The threads that compute the parts of a case: each does its part's work once, they wait for each other, and none of them has
 * to share a processor. */
#define _GNU_SOURCE /* sched_getaffinity */
#include "check.h"

#include "data.h"
#include "parts.h"

#include <criterion/criterion.h>
#include <omp.h>
#include <sched.h>
#include <stdlib.h>

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
    struct tri_error e;
    int before = omp_get_default_device();
    for (int round = 1; round <= ROUNDS; round++) {
        cr_assert(tri_parts_each(p, look, &e));
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
    struct tri_error e;
    cr_assert(tri_parts_each(p, meet, &e));
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
    struct tri_error e;
    cr_expect(!tri_parts_each(p, fail_one, &e) && !strcmp(e.text, "part 1"), "%s", e.text);
    cr_expect(tri_parts_each(p, look, &e));
    end(p);
}

/* bench binds threads, and ctest these.  Two that are bound to one processor would compute one after the other. */
Test(thread_pool, has_places_of_its_own)
{
    int places = omp_get_num_places();
    struct tri_parts *p = divide();
    struct tri_error e;
    cr_assert(places > 0 || !getenv("OMP_PROC_BIND"));
    cr_assert(tri_parts_each(p, look, &e));
    for (size_t i = 1; i < PARTS && i < (size_t)places; i++)
        for (size_t k = 0; k < i; k++)
            cr_expect(!CPU_EQUAL(&part[k].processors, &part[i].processors),
                      "parts %zu and %zu have the same processors", k, i);
    end(p);
}
