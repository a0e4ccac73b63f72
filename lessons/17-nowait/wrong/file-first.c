/* rejected: only then started the region */
#include "lesson.h"

void squares(ptrdiff_t n, const double *a, double *b, double *c)
{
    read_file(n, c);
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n]) nowait
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = a[i] * a[i];
    #pragma omp taskwait
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] += c[i];
}
