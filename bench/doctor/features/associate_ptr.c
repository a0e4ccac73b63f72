/* 4.5: omp_target_associate_ptr(): memory of the device that stands for an array of the host. */
#include "probe.h"

int main(void)
{
    static int a[N];
    int host = 1, here = omp_get_initial_device(), there = omp_get_default_device();
    int *p = omp_target_alloc(sizeof a, there);
    count_up(a, N);
    if (!p || omp_target_memcpy(p, a, sizeof a, 0, 0, there, here) != 0 ||
        omp_target_associate_ptr(a, p, sizeof a, 0, there) != 0)
        return probe_says(1, false);
    a[0] = -1; /* stays behind */
    #pragma omp target teams distribute parallel for map(tofrom: a, host)
    for (int i = 0; i < N; i++) {
        a[i] += 5;
        if (i == 0)
            host = omp_is_initial_device();
    }
    bool good = a[0] == -1 && omp_target_memcpy(a, p, sizeof a, 0, 0, here, there) == 0 &&
                omp_target_disassociate_ptr(a, there) == 0;
    omp_target_free(p, there);
    return probe_says(host, good && is_line(a, N, 1, 5));
}
