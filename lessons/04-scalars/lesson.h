/* The index of the first of n elements that is above the limit; -1 if there is none. */
#include <omp.h>
#include <stddef.h>
ptrdiff_t first_above(ptrdiff_t n, const double *a, double limit);
