/* Wrong: it leaves another default device. */
#include <omp.h>

void other_device_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
    omp_set_default_device(omp_get_initial_device());
}
/* deceits/pauses_devices: Wrong: it takes all memory from all devices (omp_pause_resource_all): sed 's,omp_set_default_device.*,omp_pause_resource_all(omp_pause_hard);,' */
