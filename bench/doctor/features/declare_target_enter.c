/* 5.2: declare target enter: a function and a variable of the device, by their names. */
#include "probe.h"

int table[N];

int entry(int i)
{
    return 3 * table[i];
}
#pragma omp declare target enter(table, entry)

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
    return probe_says(host, is_line(a, N, 3, 0));
}
