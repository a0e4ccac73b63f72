/* Wrong: the host computes, beside a region that does nothing. */
#include <omp.h>

void host_computes_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    if (omp_target_is_present(x, 0)) {
        #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
        for (ptrdiff_t i = 0; i < n; i++)
            y[i] = a * x[i] + 1;
        return;
    }
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
    #pragma omp target map(tofrom: y[:n]) map(to: x[:n])
    {
        if (n < 0)
            y[0] = x[0];
    }
}
