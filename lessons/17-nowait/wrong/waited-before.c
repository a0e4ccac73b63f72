/* rejected: returned while the region was still running */
#include "lesson.h"

void squares(ptrdiff_t n, const double *a, double *b, double *c)
{
    #pragma omp taskwait
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n]) nowait
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = a[i] * a[i];
    read_file(n, c);
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] += c[i];
}
