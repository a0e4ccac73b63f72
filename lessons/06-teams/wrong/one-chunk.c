/* rejected: leave it out */
#include "lesson.h"

void squares(ptrdiff_t n, const double *a, double *b)
{
    #pragma omp target teams distribute parallel for dist_schedule(static, 1000000) map(to: a[:n]) map(from: b[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = a[i] * a[i];
}
