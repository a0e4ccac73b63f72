/* Lets a thread use all processors for a while. */
#define _GNU_SOURCE /* sched_setaffinity */
#include "unbound.h"

#include <omp.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>

static bool add_place(int place, cpu_set_t *all)
{
    int n = omp_get_place_num_procs(place);
    int *processor = calloc((size_t)n, sizeof *processor);
    if (!processor)
        return false;
    omp_get_place_proc_ids(place, processor);
    for (int i = 0; i < n; i++)
        if (processor[i] >= 0 && processor[i] < CPU_SETSIZE)
            CPU_SET(processor[i], all);
    free(processor);
    return true;
}

void unbound(void (*work)(void *data), void *data)
{
    cpu_set_t mine, all;
    CPU_ZERO(&all);
    bool known = sched_getaffinity(0, sizeof mine, &mine) == 0 && omp_get_num_places() > 0;
    for (int place = 0; known && place < omp_get_num_places(); place++)
        known = add_place(place, &all);
    known = known && sched_setaffinity(0, sizeof all, &all) == 0;
    work(data);
    if (known)
        sched_setaffinity(0, sizeof mine, &mine);
}
