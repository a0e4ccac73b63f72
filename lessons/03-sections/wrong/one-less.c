/* rejected: all at the end | a section that is too short */
#include "lesson.h"

void negate(ptrdiff_t first, ptrdiff_t count, const double *a, double *b)
{
    #pragma omp target teams distribute parallel for \
        map(to: a[first : count]) map(from: b[first : count - 1])
    for (ptrdiff_t i = first; i < first + count; i++)
        b[i] = -a[i];
}
