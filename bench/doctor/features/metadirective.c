/* 5.0: metadirective: one of several directives, as the compiler knows where it is. */
#include "probe.h"

int main(void)
{
    int host = 1, a[N];
    #pragma omp metadirective when(user = { condition(1) }: \
            target teams distribute parallel for map(from: a) map(tofrom: host)) default(parallel for)
    for (int i = 0; i < N; i++) {
        a[i] = i + 4;
        if (i == 0)
            host = omp_is_initial_device();
    }
    return probe_says(host, is_line(a, N, 1, 4));
}
