/* Wrong: the branch for the device updates a number without atomic, the one for the host with it. */
#include <omp.h>

void race_on_device_reference(ptrdiff_t n, const double x[n], int32_t y[n], int32_t any[1])
{
    any[0] = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        y[i] = x[i] > 0;
        if (x[i] > 0)
            any[0]++;
    }
}

void race_on_device_offload(ptrdiff_t n, const double x[n], int32_t y[n], int32_t any[1])
{
    #pragma omp target map(from: any[:1])
    any[0] = 0;
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n]) map(tofrom: any[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        y[i] = x[i] > 0;
        if (x[i] > 0) {
            if (omp_is_initial_device()) {
                #pragma omp atomic
                any[0]++;
            } else {
                any[0]++;
            }
        }
    }
}
