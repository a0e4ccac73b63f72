/* 5.2: metadirective with otherwise: what holds if no condition does. */
#include "probe.h"

int main(void)
{
    int host = 1, a[N];
    #pragma omp metadirective when(user = { condition(0) }: parallel for) \
            otherwise(target teams distribute parallel for map(from: a) map(tofrom: host))
    for (int i = 0; i < N; i++) {
        a[i] = i + 6;
        if (i == 0)
            host = omp_is_initial_device();
    }
    return probe_says(host, is_line(a, N, 1, 6));
}
