/* Wrong, and not seen: the table says that y is scratch, so nobody compares it. */
#include <triptych/hotspot.h>

void called_scratch_reference(ptrdiff_t n, const real x[n], real y[n], real z[n])
{
    for (ptrdiff_t i = 0; i < n; i++) {
        y[i] = x[i] * 2;
        z[i] = 0;
    }
}

void called_scratch_offload(ptrdiff_t n, const real x[n], real y[n], real z[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n], z[:n])
    for (ptrdiff_t i = 0; i < n; i++) {
        y[i] = 7;
        z[i] = 0;
    }
}

const struct tri_hotspot called_scratch = { .operands = { { "y", .role = TRI_SCRATCH } } };
