/* The processors of OpenMP's places. */
#define _GNU_SOURCE /* cpu_set_t */
#include "places.h"

#include <omp.h>
#include <stdlib.h>

bool tri_place_add(int place, cpu_set_t *set)
{
    int n = omp_get_place_num_procs(place);
    int *processor = calloc((size_t)n, sizeof *processor);
    if (!processor)
        return false;
    omp_get_place_proc_ids(place, processor);
    for (int i = 0; i < n; i++)
        if (processor[i] >= 0 && processor[i] < CPU_SETSIZE)
            CPU_SET(processor[i], set);
    free(processor);
    return true;
}
