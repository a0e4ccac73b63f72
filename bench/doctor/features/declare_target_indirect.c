/* 5.1: declare target indirect: a pointer to the host's function calls the device's. */
#include "probe.h"

#pragma omp begin declare target indirect
int twice(int x)
{
    return 2 * x;
}

int thrice(int x)
{
    return 3 * x;
}
#pragma omp end declare target

int main(int argc, char **argv)
{
    int (*volatile chosen)(int) = argc > 1000 ? twice : thrice;
    int (*function)(int) = chosen, host = 1, a[N];
    (void)argv;
    #pragma omp target teams distribute parallel for map(to: function) map(from: a) map(tofrom: host)
    for (int i = 0; i < N; i++) {
        a[i] = function(i);
        if (i == 0)
            host = omp_is_initial_device();
    }
    return probe_says(host, is_line(a, N, 3, 0));
}
