/* b[i] = a[i]^2 of n elements. */
#include <omp.h>
#include <stddef.h>
void squares(ptrdiff_t n, const double *a, double *b);
