/* 5.1: has_device_addr: what has the device's address already is not mapped. */
#include "probe.h"

int main(void)
{
    static int a[N];
    int host = 1;
    count_up(a, N);
    #pragma omp target data map(tofrom: a)
    {
        a[0] = -1;
        #pragma omp target data use_device_addr(a)
        #pragma omp target teams distribute parallel for has_device_addr(a) map(tofrom: host)
        for (int i = 0; i < N; i++) {
            a[i] += 2;
            if (i == 0)
                host = omp_is_initial_device();
        }
    }
    return probe_says(host, is_line(a, N, 1, 2));
}
