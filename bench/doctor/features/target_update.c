/* 4.0: target update copies a part of what is mapped, to the device and from it. */
#include "probe.h"

int main(void)
{
    int host = 1, a[N], b[N];
    for (int i = 0; i < N; i++)
        a[i] = b[i] = -1;
    #pragma omp target data map(to: a) map(alloc: b)
    {
        for (int i = 0; i < N; i++)
            a[i] = i;
        #pragma omp target update to(a[0 : N - 1])
        #pragma omp target teams distribute parallel for map(tofrom: host)
        for (int i = 0; i < N; i++) {
            b[i] = 3 * a[i];
            if (i == 0)
                host = omp_is_initial_device();
        }
        #pragma omp target update from(b[1 : N - 1])
    }
    return probe_says(host, b[0] == -1 && b[N - 1] == -3 && is_line(b + 1, N - 2, 3, 3));
}
