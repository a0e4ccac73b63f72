/* b[i] = a[i]^2 - 1, in pieces: while the device computes one, others are copied to it and from it. */
#include <omp.h>
#include <stddef.h>
void pipeline(ptrdiff_t n, ptrdiff_t piece, const double *a, double *b);
