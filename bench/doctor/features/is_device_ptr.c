/* 4.5: is_device_ptr: a region works in memory of omp_target_alloc(). */
#include "probe.h"

int main(void)
{
    int host = 1, a[N], device = omp_get_default_device(), *p = omp_target_alloc(sizeof a, device);
    if (!p)
        return probe_says(1, false);
    #pragma omp target teams distribute parallel for is_device_ptr(p)
    for (int i = 0; i < N; i++)
        p[i] = 2 * i;
    #pragma omp target teams distribute parallel for is_device_ptr(p) map(from: a) map(tofrom: host)
    for (int i = 0; i < N; i++) {
        a[i] = p[i] + 1;
        if (i == 0)
            host = omp_is_initial_device();
    }
    omp_target_free(p, device);
    return probe_says(host, is_line(a, N, 2, 1));
}
