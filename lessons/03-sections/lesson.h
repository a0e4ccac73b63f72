/* b[i] = -a[i] for `count` elements from `first` on; the others of b stay as they are. */
#include <omp.h>
#include <stddef.h>
void negate(ptrdiff_t first, ptrdiff_t count, const double *a, double *b);
