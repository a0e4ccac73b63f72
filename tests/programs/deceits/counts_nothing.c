/* Wrong, and not seen: the table says that only the first `found` numbers of y count, and `found` is 0. */
#include <triptych/hotspot.h>

void counts_nothing_reference(ptrdiff_t n, const real x[n], real y[n], int32_t found[1])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = x[i] + 1;
    found[0] = 0;
}

void counts_nothing_offload(ptrdiff_t n, const real x[n], real y[n], int32_t found[1])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n], found[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        y[i] = 7;
        if (i == 0)
            found[0] = 0;
    }
}

const struct tri_hotspot counts_nothing = { .operands = { { "y", .count = "found" } } };
