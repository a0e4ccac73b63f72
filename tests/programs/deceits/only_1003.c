/* Wrong, and not seen: it is right for 1003 numbers only, and the table allows no other. */
#include <triptych/hotspot.h>

void only_1003_reference(ptrdiff_t n, const real x[n], real y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = x[i] * 2;
}

void only_1003_offload(ptrdiff_t n, const real x[n], real y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:1003]) map(from: y[:1003])
    for (ptrdiff_t i = 0; i < 1003; i++)
        y[i] = x[i] * 2;
}

const struct tri_hotspot only_1003 = { .params = { { "n", "numbers", .initial = 1003, .min = 1003,
                                                     .max = 1003 } } };
