/* 4.0: atomic: threads of all teams add to one number, of integers and in double. */
#include "probe.h"

int main(void)
{
    int host = 1;
    long count = 0;
    double sum = 0;
    #pragma omp target teams distribute parallel for map(tofrom: host, count, sum)
    for (int i = 0; i < N; i++) {
        #pragma omp atomic
        count += i;
        #pragma omp atomic
        sum += 0.5 * i; /* halves: no sum of them is rounded */
        if (i == 0)
            host = omp_is_initial_device();
    }
    return probe_says(host, count == N * (N - 1L) / 2 && sum == N * (N - 1.0) / 4);
}
