/* Wrong, and not seen: each number is 3 % too large, and the table allows 5 %. */
#include <triptych/hotspot.h>

void loose_bound_reference(ptrdiff_t n, const real x[n], real y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = x[i] * 2;
}

void loose_bound_offload(ptrdiff_t n, const real x[n], real y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = x[i] * (real)2.06;
}

const struct tri_hotspot loose_bound = { .operands = { { "y", .relative = 0.05 } } };
