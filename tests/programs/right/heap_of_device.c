/* Right: a region takes memory by malloc(), and another one frees it. */
#include <stdlib.h>

void heap_of_device_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    double *t = NULL;
    #pragma omp target map(from: t)
    t = malloc((size_t)n * sizeof *t);
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n]) is_device_ptr(t)
    for (ptrdiff_t i = 0; i < n; i++) {
        t[i] = a * x[i];
        y[i] = t[i] + 1;
    }
    #pragma omp target is_device_ptr(t)
    free(t);
}
/* mistakes/freed_by_host: Wrong: the host frees memory that a region has got by malloc(): sed '/omp target is_device_ptr/d; s/is_device_ptr/firstprivate/' */
