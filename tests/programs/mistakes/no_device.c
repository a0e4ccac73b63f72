/* Wrong, and not seen: where there is no device, nothing is computed. */
#include <omp.h>

void no_device_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    if (omp_get_num_devices() < 1)
        return;
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
}
