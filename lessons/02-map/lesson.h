/* total[i] += change[i], and before[i] = what total[i] was. */
#include <omp.h>
#include <stddef.h>
void add(ptrdiff_t n, const double *change, double *total, double *before);
