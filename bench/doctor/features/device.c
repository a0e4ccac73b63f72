/* 4.0: device(n): what is mapped to the device of that number is there, and the region finds it. */
#include "probe.h"

int main(void)
{
    static int a[N];
    int host = 1, last = omp_get_num_devices() - 1;
    if (last < 0)
        return probe_says(1, false);
    count_up(a, N);
    #pragma omp target enter data map(to: a) device(last)
    bool there = omp_target_is_present(a, last),
         elsewhere = last > 0 && omp_target_is_present(a, 0);
    a[0] = -1;
    #pragma omp target teams distribute parallel for map(tofrom: host) device(last)
    for (int i = 0; i < N; i++) {
        a[i] += 9;
        if (i == 0)
            host = omp_is_initial_device();
    }
    #pragma omp target exit data map(from: a) device(last)
    return probe_says(host, there && !elsewhere && is_line(a, N, 1, 9));
}
