/* Right: what is kept may be in any order, and the table says so. */
#include <triptych/hotspot.h>

void compaction_reference(ptrdiff_t n, const real x[n], real y[n], int32_t found[1])
{
    int32_t k = 0;
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = 0;
    for (ptrdiff_t i = 0; i < n; i++)
        if (x[i] > 0)
            y[k++] = x[i];
    found[0] = k;
}

void compaction_offload(ptrdiff_t n, const real x[n], real y[n], int32_t found[1])
{
    #pragma omp target data map(to: x[:n]) map(from: y[:n], found[:1])
    {
        #pragma omp target teams distribute parallel for
        for (ptrdiff_t i = 0; i < n; i++) {
            y[i] = 0;
            if (i == 0)
                found[0] = 0;
        }
        #pragma omp target teams distribute parallel for
        for (ptrdiff_t i = 0; i < n; i++)
            if (x[i] > 0) {
                int32_t k;
                #pragma omp atomic capture
                k = found[0]++;
                y[k] = x[i];
            }
    }
}

const struct tri_hotspot compaction = { .operands = {
                                            { "y", .count = "found", .any_order = true } } };
