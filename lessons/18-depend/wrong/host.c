/* rejected: it ran on the host */
#include "lesson.h"

void pipeline(ptrdiff_t n, ptrdiff_t piece, const double *a, double *b)
{
    #pragma omp target data map(to: a[:n]) map(from: b[:n]) if(piece > n)
    #pragma omp target teams distribute parallel for if(target: piece > n)
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = a[i] * a[i] - 1;
}
