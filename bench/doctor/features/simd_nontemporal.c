/* 5.0: nontemporal: what is written once need not stay in a cache. */
#include "probe.h"

int main(void)
{
    int host = 1, a[N];
    #pragma omp target teams distribute parallel for simd nontemporal(a) map(from: a) map(tofrom: host)
    for (int i = 0; i < N; i++) {
        a[i] = 3 * i;
        if (i == 0)
            host = omp_is_initial_device();
    }
    return probe_says(host, is_line(a, N, 3, 0));
}
