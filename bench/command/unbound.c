/* Lets a thread use all processors for a while. */
#define _GNU_SOURCE /* sched_setaffinity */
#include "process.h"

#include "places.h"

#include <omp.h>
#include <sched.h>

void unbound(void (*work)(void *data), void *data)
{
    cpu_set_t mine, all;
    CPU_ZERO(&all);
    bool known = sched_getaffinity(0, sizeof mine, &mine) == 0 && omp_get_num_places() > 0;
    for (int place = 0; known && place < omp_get_num_places(); place++)
        known = tri_place_add(place, &all);
    known = known && sched_setaffinity(0, sizeof all, &all) == 0;
    work(data);
    if (known)
        sched_setaffinity(0, sizeof mine, &mine);
}
