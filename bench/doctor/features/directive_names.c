/* 6.0: names of directives with underscores: target_data is target data. */
#include "probe.h"

int main(void)
{
    int host = 1, a[N], b[N];
    count_up(a, N);
    #pragma omp target_data map(to: a)
    {
        for (int i = 0; i < N; i++)
            a[i] = -1;
        #pragma omp target teams distribute parallel for map(from: b) map(tofrom: host)
        for (int i = 0; i < N; i++) {
            b[i] = a[i] + 8;
            if (i == 0)
                host = omp_is_initial_device();
        }
    }
    return probe_says(host, is_line(b, N, 1, 8));
}
