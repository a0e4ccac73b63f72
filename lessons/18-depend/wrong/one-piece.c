/* rejected: 1 kernel ran on the device, and 5 are to be expected */
#include "lesson.h"

void pipeline(ptrdiff_t n, ptrdiff_t piece, const double *a, double *b)
{
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = a[i] * a[i] - 1;
    (void)piece;
}
