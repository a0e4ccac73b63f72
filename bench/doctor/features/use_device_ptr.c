/* 4.5: use_device_ptr: the device's address of what is mapped, as a library of the device wants it. */
#include "probe.h"

int main(void)
{
    static int a[N];
    int host = 1, *p = a;
    count_up(a, N);
    #pragma omp target data map(tofrom: p[0 : N]) use_device_ptr(p)
    {
        a[0] = -1;
        #pragma omp target teams distribute parallel for is_device_ptr(p) map(tofrom: host)
        for (int i = 0; i < N; i++) {
            p[i] += 2;
            if (i == 0)
                host = omp_is_initial_device();
        }
    }
    return probe_says(host, is_line(a, N, 1, 2));
}
