/* Right: omp_target_memcpy_async(), and a taskwait. */
#include <omp.h>

void async_copy_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    int d = omp_get_default_device(), h = omp_get_initial_device();
    double c[2] = { a, 1 }, *there = omp_target_alloc(sizeof c, d);
    omp_target_memcpy_async(there, c, sizeof c, 0, 0, d, h, 0, NULL);
    #pragma omp taskwait
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n]) is_device_ptr(there)
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = there[0] * x[i] + there[1];
    omp_target_free(there, d);
}
