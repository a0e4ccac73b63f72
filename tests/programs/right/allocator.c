/* Right: scratch of omp_alloc(), mapped. */
#include <omp.h>

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
/* mistakes/room_for_100000: Wrong: it has scratch for 100000 numbers: sed 's,double \*t = .*,static double t[100000];,; s,t\[:n\],t,; /omp_free/d' */
