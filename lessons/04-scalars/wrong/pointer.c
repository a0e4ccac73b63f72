/* rejected: by luck: nothing was copied from the device | on a GPU: runtime has stopped */
#include "lesson.h"

ptrdiff_t first_above(ptrdiff_t n, const double *a, double limit)
{
    ptrdiff_t at = -1, *p = &at;
    #pragma omp target map(to: a[:n])
    for (ptrdiff_t i = n - 1; i >= 0; i--)
        if (a[i] > limit)
            *p = i;
    return at;
}
