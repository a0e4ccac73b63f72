/* b[i] = a[i - 2] + … + a[i + 2]; what lies outside of the n elements counts as 0. */
#include <omp.h>
#include <stddef.h>
void sums(ptrdiff_t n, const double *a, double *b);

enum { REACH = 2, TILE = 64 };

/* a[i]: reads it from the device's memory, which takes time, and counts that. To be called on the device. */
#pragma omp declare target
double fetch(const double *a, ptrdiff_t i);
#pragma omp end declare target
