/* rejected: it ran on the host */
#include "lesson.h"

double dot(ptrdiff_t n, const double *a, const double *b)
{
    double sum = 0;
    #pragma omp target teams distribute parallel for map(to: a[:n], b[:n]) if(0) \
        map(tofrom: sum) reduction(+: sum)
    for (ptrdiff_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}
