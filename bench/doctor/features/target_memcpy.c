/* 4.5: omp_target_memcpy() to the device, on it, and from it. */
#include "probe.h"

int main(void)
{
    int host = 1, a[N], b[N], here = omp_get_initial_device(), there = omp_get_default_device();
    int *p = omp_target_alloc(sizeof a, there), *q = omp_target_alloc(sizeof a, there);
    for (int i = 0; i < N; i++) {
        a[i] = 2 * i;
        b[i] = -1;
    }
    if (!p || !q)
        return probe_says(1, false);
    bool good = omp_target_memcpy(p, a, sizeof a, 0, 0, there, here) == 0 &&
                omp_target_memcpy(q, p, sizeof a, 0, 0, there, there) == 0;
    #pragma omp target teams distribute parallel for is_device_ptr(q) map(tofrom: host)
    for (int i = 0; i < N; i++) {
        q[i] += 5;
        if (i == 0)
            host = omp_is_initial_device();
    }
    good = good && omp_target_memcpy(b, q, sizeof b, 0, 0, here, there) == 0;
    omp_target_free(p, there);
    omp_target_free(q, there);
    return probe_says(host, good && is_line(b, N, 2, 5));
}
