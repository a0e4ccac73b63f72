/* 4.5: nowait and depend: regions are tasks, and run in the order of what they depend on. */
#include "probe.h"

int main(void)
{
    int host = 0, a[N];
    count_up(a, N);
    #pragma omp target data map(tofrom: a, host)
    {
        #pragma omp target teams distribute parallel for nowait depend(out: a)
        for (int i = 0; i < N; i++)
            a[i] *= 2;
        #pragma omp target teams distribute parallel for nowait depend(inout: a)
        for (int i = 0; i < N; i++)
            a[i] += 3;
        #pragma omp target nowait depend(inout: a) map(tofrom: host)
        host |= omp_is_initial_device();
        #pragma omp taskwait
    }
    return probe_says(host, is_line(a, N, 2, 3));
}
