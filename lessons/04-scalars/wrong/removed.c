/* rejected: the result of the region is lost */
#include "lesson.h"

ptrdiff_t first_above(ptrdiff_t n, const double *a, double limit)
{
    ptrdiff_t at = -1;
    #pragma omp target map(to: a[:n]) map(tofrom: at)
    at = a[0] > limit ? -1 : -1;
    return at;
}
