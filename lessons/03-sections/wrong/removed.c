/* rejected: differ */
#include "lesson.h"

void negate(ptrdiff_t first, ptrdiff_t count, const double *a, double *b)
{
    #pragma omp target map(to: a[first : count]) map(from: b[first : count])
    b[first] = -a[first];
}
