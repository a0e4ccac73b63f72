/* 4.0: declare target: a function and a variable of the device. */
#include "probe.h"

#pragma omp declare target
int table[N];

static int entry(int i)
{
    return 2 * table[i];
}
#pragma omp end declare target

int main(void)
{
    int host = 1, a[N];
    count_up(table, N);
    #pragma omp target update to(table)
    for (int i = 0; i < N; i++)
        table[i] = -1;
    #pragma omp target teams distribute parallel for map(from: a) map(tofrom: host)
    for (int i = 0; i < N; i++) {
        a[i] = entry(i);
        if (i == 0)
            host = omp_is_initial_device();
    }
    return probe_says(host, is_line(a, N, 2, 0));
}
