/* y[i] = (y[i] + alpha x[i])^2 of n elements: the sum by the library, the square by a region. */
#include <omp.h>
#include <stddef.h>
void update(ptrdiff_t n, double alpha, const double *x, double *y);

/* y = y + alpha x on the device; x and y are addresses of the device. Called on the host. */
void library_axpy(ptrdiff_t n, double alpha, const double *x, double *y);
