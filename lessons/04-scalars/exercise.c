#include "lesson.h"

ptrdiff_t first_above(ptrdiff_t n, const double *a, double limit)
{
    ptrdiff_t at = -1;
    /* TODO: whose `at` does the region store to? */
    #pragma omp target map(to: a[:n])
    for (ptrdiff_t i = n - 1; i >= 0; i--)
        if (a[i] > limit)
            at = i;
    return at;
}
