/* 5.2: ordered doacross: an iteration waits for the one before, on another thread. */
#include "probe.h"

int main(void)
{
    int host = 1, a[N] = { 7 };
    #pragma omp target map(tofrom: a, host)
    {
        host = omp_is_initial_device();
        #pragma omp parallel for ordered(1) schedule(static, 1)
        for (int i = 1; i < N; i++) {
            #pragma omp ordered doacross(sink: i - 1)
            a[i] = a[i - 1] + 2;
            #pragma omp ordered doacross(source:)
        }
    }
    return probe_says(host, is_line(a, N, 2, 7));
}
