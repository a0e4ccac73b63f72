/* 5.0: loop leaves it to the compiler how iterations that may run in any order are spread. */
#include "probe.h"

int main(void)
{
    int host = 1, a[N];
    count_up(a, N);
    #pragma omp target data map(tofrom: a)
    {
        a[0] = -1; /* the loop may not ask where it runs: it works on what only the device has */
        #pragma omp target teams loop
        for (int i = 0; i < N; i++)
            a[i] = 3 * a[i] + 1;
        #pragma omp target map(tofrom: host)
        host = omp_is_initial_device();
    }
    return probe_says(host, is_line(a, N, 3, 1));
}
