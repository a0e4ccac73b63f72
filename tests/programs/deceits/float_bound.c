/* Wrong, and not seen: in double it computes in float, and the bound in the table is for both. */
#include <triptych/hotspot.h>

void float_bound_reference(ptrdiff_t n, const real x[n], real y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = 1 / (x[i] + 3);
}

void float_bound_offload(ptrdiff_t n, const real x[n], real y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = (real)(1 / ((float)x[i] + 3));
}

const struct tri_hotspot float_bound = { .operands = { { "y", .relative = 1e-6 } } };
/* deceits/loose_bound: Wrong, and not seen: each number is 3 % too large, and the table allows 5 %: sed 's,1 / (x\[i\] + 3),x[i] * 2,; s,(real)(1.*,x[i] * (real)2.06;,; s/1e-6/0.05/' */
