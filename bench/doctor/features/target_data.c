/* 4.0: target data keeps an array on the device, where the host's changes do not reach it. */
#include "probe.h"

int main(void)
{
    int host = 1, a[N];
    count_up(a, N);
    #pragma omp target data map(tofrom: a)
    {
        for (int i = 0; i < N; i++)
            a[i] = -1;
        #pragma omp target teams distribute parallel for map(tofrom: host)
        for (int i = 0; i < N; i++) {
            a[i] = 2 * a[i] + 1;
            if (i == N - 1)
                host = omp_is_initial_device();
        }
    }
    return probe_says(host, is_line(a, N, 2, 1));
}
