/* 5.1: map(present) takes what is mapped already, and moves nothing. */
#include "probe.h"

int main(void)
{
    int host = 1, a[N];
    count_up(a, N);
    #pragma omp target data map(tofrom: a)
    {
        a[0] = -1;
        #pragma omp target teams distribute parallel for map(present, tofrom: a) map(tofrom: host)
        for (int i = 0; i < N; i++) {
            a[i] += 1;
            if (i == 0)
                host = omp_is_initial_device();
        }
    }
    return probe_says(host, is_line(a, N, 1, 1));
}
