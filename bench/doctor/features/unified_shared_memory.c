/* 5.0: requires unified_shared_memory: the host's memory is the device's, and nothing is mapped. */
#include "probe.h"

#include <stdlib.h>

#pragma omp requires unified_shared_memory

int main(void)
{
    int *a = malloc(N * sizeof *a), *host = malloc(sizeof *host);
    if (!a || !host)
        return 1;
    *host = 1;
    count_up(a, N);
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++) {
        a[i] += 2;
        if (i == 0)
            *host = omp_is_initial_device();
    }
    int status = probe_says(*host, is_line(a, N, 1, 2));
    free(a);
    free(host);
    return status;
}
