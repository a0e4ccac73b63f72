/* rejected: n = 2531: -1, the value from before */
#include "lesson.h"

ptrdiff_t first_above(ptrdiff_t n, const double *a, double limit)
{
    ptrdiff_t at = -1;
    #pragma omp target map(to: a[:n]) map(tofrom: at)
    for (ptrdiff_t i = 1008; i >= 0; i--)
        if (a[i] > limit)
            at = i;
    return at;
}
