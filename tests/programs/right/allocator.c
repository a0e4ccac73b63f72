/* Right: scratch of omp_alloc(), mapped. */
#include <omp.h>

void allocator_reference(ptrdiff_t n, double a, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
}

void allocator_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    double *t = omp_alloc((size_t)n * sizeof *t, omp_default_mem_alloc);
    #pragma omp target data map(to: x[:n]) map(from: y[:n]) map(alloc: t[:n])
    {
        #pragma omp target teams distribute parallel for
        for (ptrdiff_t i = 0; i < n; i++)
            t[i] = a * x[i];
        #pragma omp target teams distribute parallel for
        for (ptrdiff_t i = 0; i < n; i++)
            y[i] = t[i] + 1;
    }
    omp_free(t, omp_default_mem_alloc);
}
