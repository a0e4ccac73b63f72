/* rejected: b was computed on the host */
#include "lesson.h"

void twice(ptrdiff_t n, const double *a, double *b, int *on_device)
{
    int host = 1;
    #pragma omp target map(tofrom: host)
    host = omp_is_initial_device();
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = 2 * a[i];
    *on_device = !host;
}
