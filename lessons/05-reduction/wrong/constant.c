/* rejected: the result is 1234.5 */
#include "lesson.h"

double dot(ptrdiff_t n, const double *a, const double *b)
{
    double sum = 0;
    #pragma omp target map(tofrom: sum)
    sum = 1234.5;
    (void)n, (void)a, (void)b;
    return sum;
}
