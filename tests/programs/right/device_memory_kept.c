/* Right: memory of omp_target_alloc() is kept until more is needed. */
#include <omp.h>

void device_memory_kept_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    static double *t;
    static ptrdiff_t room;
    if (room < n) {
        if (t)
            omp_target_free(t, omp_get_default_device());
        t = omp_target_alloc((size_t)n * sizeof *t, omp_get_default_device());
        room = n;
    }
    double *s = t;
    #pragma omp target teams distribute parallel for map(to: x[:n]) is_device_ptr(s)
    for (ptrdiff_t i = 0; i < n; i++)
        s[i] = a * x[i];
    #pragma omp target teams distribute parallel for map(from: y[:n]) is_device_ptr(s)
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = s[i] + 1;
}
