/* rejected: n = 2531: it ran on the host */
#include "lesson.h"

void twice(ptrdiff_t n, const double *a, double *b, int *on_device)
{
    #pragma omp target teams distribute parallel for if(n < 2000) map(to: a[:n]) map(from: b[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = 2 * a[i];
    *on_device = 1;
}
