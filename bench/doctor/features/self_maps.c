/* 6.0: requires self_maps: what is mapped is the host's own memory, at its own address. */
#include "probe.h"

#include <stdint.h>

#pragma omp requires self_maps

int main(void)
{
    int host = 1, a[N];
    uintptr_t there = 0;
    count_up(a, N);
    #pragma omp target teams distribute parallel for map(tofrom: a, there, host)
    for (int i = 0; i < N; i++) {
        a[i] += 5;
        if (i == 0) {
            there = (uintptr_t)a;
            host = omp_is_initial_device();
        }
    }
    return probe_says(host, there == (uintptr_t)a && is_line(a, N, 1, 5));
}
