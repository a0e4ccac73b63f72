/* Wrong: in the branch for the device, threads share t. */
#include <omp.h>

void seldom_race_on_device_offload(ptrdiff_t n, const double x[n], double y[n])
{
    double t[1] = { 0 };
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n]) map(tofrom: t)
    for (ptrdiff_t i = 0; i < n; i++) {
        if (omp_is_initial_device()) {
            y[i] = x[i] * x[i];
        } else {
            *(volatile double *)t = x[i];
            y[i] = x[i] * t[0];
        }
    }
}
