/* b[i] = a[(first + step * i) mod n], for 0 <= first < n and 0 < step < n; returns the largest of them. */
#include <omp.h>
#include <stddef.h>
double pick(ptrdiff_t n, ptrdiff_t first, ptrdiff_t step, const double *a, double *b);
