/* rejected: was computed on the host */
#include "lesson.h"

double dot(ptrdiff_t n, const double *a, const double *b)
{
    double sum = 0;
    #pragma omp target
    ;
    for (ptrdiff_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}
