/* 5.2: linear(x: step(3)): each iteration has an x of its own, 3 above that of the one before. */
#include "probe.h"

int main(void)
{
    int host = 1, x = 5, a[N];
    #pragma omp target map(from: a) map(to: x) map(tofrom: host)
    {
        host = omp_is_initial_device();
        #pragma omp parallel for linear(x: step(3))
        for (int i = 0; i < N; i++)
            a[i] = x;
    }
    return probe_says(host, is_line(a, N, 3, 5));
}
