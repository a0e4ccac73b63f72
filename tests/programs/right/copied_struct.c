/* Right: a struct is copied to memory of omp_target_alloc(). */
#include <omp.h>

void copied_struct_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    int d = omp_get_default_device(), h = omp_get_initial_device();
    struct c {
        double a, b;
    } c = { a, 1 }, *there = omp_target_alloc(sizeof c, d);
    omp_target_memcpy(there, &c, sizeof c, 0, 0, d, h);
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n]) is_device_ptr(there)
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = there->a * x[i] + there->b;
    omp_target_free(there, d);
}
