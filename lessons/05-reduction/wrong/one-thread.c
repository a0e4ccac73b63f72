/* rejected: one thread did all */
#include "lesson.h"

double dot(ptrdiff_t n, const double *a, const double *b)
{
    double sum = 0;
    #pragma omp target map(to: a[:n], b[:n]) map(tofrom: sum)
    for (ptrdiff_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}
