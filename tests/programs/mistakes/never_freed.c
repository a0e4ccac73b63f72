/* Wrong, and not seen: a region takes memory by malloc(), which nobody frees. */
#include <stdlib.h>

void never_freed_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++) {
        double *t = malloc(8 * sizeof *t);
        t[i % 8] = a * x[i];
        y[i] = t[i % 8] + 1;
    }
}
