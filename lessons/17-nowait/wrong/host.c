/* rejected: it ran on the host */
#include "lesson.h"

void squares(ptrdiff_t n, const double *a, double *b, double *c)
{
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n]) if(target: 0) nowait
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = a[i] * a[i];
    read_file(n, c);
    #pragma omp taskwait
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] += c[i];
}
