/* Wrong: rint() takes halves to the even number, round() away from 0. */
#include <math.h>

void halves_reference(ptrdiff_t n, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = round(3 * x[i]);
}

void halves_offload(ptrdiff_t n, const double x[n], double y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = rint(3 * x[i]);
}
