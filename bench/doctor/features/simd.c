/* 4.0: simd on the device, with a distance that it has to keep. */
#include "probe.h"

enum { DISTANCE = 4 };

int main(void)
{
    int host = 1, a[N];
    for (int i = 0; i < N; i++)
        a[i] = i < DISTANCE ? i : -1;
    #pragma omp target map(tofrom: a, host)
    {
        host = omp_is_initial_device();
        #pragma omp simd safelen(DISTANCE)
        for (int i = DISTANCE; i < N; i++)
            a[i] = a[i - DISTANCE] + DISTANCE;
    }
    return probe_says(host, is_line(a, N, 1, 0));
}
