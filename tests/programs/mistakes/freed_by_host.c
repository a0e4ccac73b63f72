/* Wrong: the host frees memory that a region has got by malloc(). */
#include <stdlib.h>

void freed_by_host_reference(ptrdiff_t n, double a, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
}

void freed_by_host_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    double *t = NULL;
    #pragma omp target map(from: t)
    t = malloc((size_t)n * sizeof *t);
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n]) firstprivate(t)
    for (ptrdiff_t i = 0; i < n; i++) {
        t[i] = a * x[i];
        y[i] = t[i] + 1;
    }
    free(t);
}
