/* rejected: it ran on the host */
#include "lesson.h"

void negate(ptrdiff_t first, ptrdiff_t count, const double *a, double *b)
{
    #pragma omp target teams distribute parallel for if(0) \
        map(to: a[first : count]) map(from: b[first : count])
    for (ptrdiff_t i = first; i < first + count; i++)
        b[i] = -a[i];
}
