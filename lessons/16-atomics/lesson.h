/* A histogram of n values: bin[i] = the bin of a[i], and count[bin] is greater by 1 for each value in it. There are
 * BINS bins, and count has numbers already, to which these are added. */
#include <omp.h>
#include <stddef.h>
enum { BINS = 5 };
void histogram(ptrdiff_t n, const double *a, double *bin, double *count);

/* Values are from -125 to 125. */
#pragma omp declare target
static inline int bin_of(double x)
{
    int k = (int)((x + 125) / (250.0 / BINS));
    return k < 0 ? 0 : k >= BINS ? BINS - 1 : k;
}
#pragma omp end declare target
