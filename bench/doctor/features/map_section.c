/* 4.0: a section of an array behind a pointer is mapped; what is beside it stays as it was. */
#include "probe.h"

int main(void)
{
    int host = 1, a[N], *p = a;
    count_up(a, N);
    #pragma omp target teams distribute parallel for map(tofrom: p[3 : N - 8], host)
    for (int i = 3; i < N - 5; i++) {
        p[i] += i;
        if (i == 3)
            host = omp_is_initial_device();
    }
    return probe_says(host, is_line(a, 3, 1, 0) && is_line(a + 3, N - 8, 2, 6) &&
                                is_line(a + N - 5, 5, 1, N - 5));
}
