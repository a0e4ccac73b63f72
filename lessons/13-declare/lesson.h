/* b[i] = w[0] a[i - 1] + w[1] a[i] + w[2] a[i + 1], and b[i] = a[i] for the first and the last of n elements.
 * set_weights() is called first, and again when weights change. */
#include <omp.h>
#include <stddef.h>
void set_weights(const double *w);
void smooth(ptrdiff_t n, const double *a, double *b);
