/* 6.0: a directive as an attribute of C23, [[omp::directive(...)]]. */
#include "probe.h"

int main(void)
{
    int host = 1, a[N];
    [[omp::directive(target teams distribute parallel for map(from: a) map(tofrom: host))]]
    for (int i = 0; i < N; i++) {
        a[i] = 2 * i + 3;
        if (i == 0)
            host = omp_is_initial_device();
    }
    return probe_says(host, is_line(a, N, 2, 3));
}
