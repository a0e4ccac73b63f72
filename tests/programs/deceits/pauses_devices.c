/* Wrong: it takes all memory from all devices (omp_pause_resource_all). */
#include <omp.h>

void pauses_devices_reference(ptrdiff_t n, double a, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
}

void pauses_devices_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
    omp_pause_resource_all(omp_pause_hard);
}
