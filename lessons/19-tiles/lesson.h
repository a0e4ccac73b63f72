/* b[i] = x[i - 2] + … + x[i + 2], where x[i] is fetch(a, i); what lies outside of the n elements counts as 0. */
#include <omp.h>
#include <stddef.h>
void sums(ptrdiff_t n, const double *a, double *b);

enum { REACH = 2, TILE = 64 };

/* Reads a[i] from the device's memory, and unpacks it: a is packed. That takes time, and is counted. To be called on the
 * device. */
#pragma omp declare target
double fetch(const double *a, ptrdiff_t i);
#pragma omp end declare target
