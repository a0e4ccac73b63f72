/* rejected: a was copied with elements that nobody needs */
#include "lesson.h"

void negate(ptrdiff_t first, ptrdiff_t count, const double *a, double *b)
{
    #pragma omp target teams distribute parallel for \
        map(to: a[0 : first + count]) map(from: b[0 : first + count])
    for (ptrdiff_t i = first; i < first + count; i++)
        b[i] = -a[i];
}
