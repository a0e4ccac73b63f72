/* 5.0: scan: the running sum of an array. */
#include "probe.h"

int main(void)
{
    int host = 1, a[N], sums[N], sum = 0;
    for (int i = 0; i < N; i++)
        a[i] = 2;
    #pragma omp target map(to: a) map(from: sums) map(tofrom: sum, host)
    {
        host = omp_is_initial_device();
        #pragma omp parallel for reduction(inscan, +: sum)
        for (int i = 0; i < N; i++) {
            sum += a[i];
            #pragma omp scan inclusive(sum)
            sums[i] = sum;
        }
    }
    return probe_says(host, sum == 2 * N && is_line(sums, N, 2, 2));
}
