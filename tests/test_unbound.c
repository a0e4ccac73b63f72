/* Work on all processors, started by a thread that is bound to one. */
#define _GNU_SOURCE /* sched_getaffinity */
#include "unbound.h"

#include <criterion/criterion.h>
#include <omp.h>
#include <sched.h>
#include <stdlib.h>

static void look(void *data)
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
    unbound(look, &there);
    cr_assert(sched_getaffinity(0, sizeof after, &after) == 0);
    cr_expect(CPU_EQUAL(&there, places ? &all : &one));
    cr_expect(CPU_EQUAL(&after, &one));
}
