/* a[0] b[0] + a[1] b[1] + … of n elements. */
#include <omp.h>
#include <stddef.h>
double dot(ptrdiff_t n, const double *a, const double *b);
