/* 5.0: use_device_addr: the device's address of a variable that is no pointer. */
#include "probe.h"

int main(void)
{
    static int a[N];
    int host = 1, *p;
    count_up(a, N);
    #pragma omp target data map(tofrom: a)
    {
        a[0] = -1;
        #pragma omp target data use_device_addr(a)
        p = a;
        #pragma omp target teams distribute parallel for is_device_ptr(p) map(tofrom: host)
        for (int i = 0; i < N; i++) {
            p[i] += 2;
            if (i == 0)
                host = omp_is_initial_device();
        }
    }
    return probe_says(host, is_line(a, N, 1, 2));
}
