/* Wrong, and not seen: one of two regions runs on the host. */
#include <omp.h>

void one_on_host_reference(ptrdiff_t n, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = 2 * x[i] + 1;
}

void one_on_host_offload(ptrdiff_t n, const double x[n], double y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = 2 * x[i];
    if (!omp_target_is_present(y, 0)) {
        #pragma omp target parallel for map(tofrom: y[:n]) device(omp_get_initial_device())
        for (ptrdiff_t i = 0; i < n; i++)
            y[i] += 1;
    } else {
        #pragma omp target teams distribute parallel for map(tofrom: y[:n])
        for (ptrdiff_t i = 0; i < n; i++)
            y[i] += 1;
    }
}
