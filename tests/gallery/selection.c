/* The numbers above zero, in any order; what lies behind them is left as it is. */
#include <triptych/hotspot.h>

int selection_reference(int n, const real x[n], real kept[n])
{
    int found = 0;
    for (int i = 0; i < n; i++)
        if (x[i] > 0)
            kept[found++] = x[i];
    return found;
}

int selection_simd(int n, const real x[n], real kept[n])
{
    int found = 0, at;
    #pragma omp parallel for private(at)
    for (int i = 0; i < n; i++)
        if (x[i] > 0) {
            #pragma omp atomic capture
            at = found++;
            kept[at] = x[i];
        }
    return found;
}

int selection_offload(int n, const real x[n], real kept[n])
{
    int found = 0, at;
    #pragma omp target teams distribute parallel for private(at) map(to: x[:n]) map(from: kept[:n]) map(tofrom: found)
    for (int i = 0; i < n; i++)
        if (x[i] > 0) {
            #pragma omp atomic capture
            at = found++;
            kept[at] = x[i];
        }
    return found;
}

const struct tri_hotspot selection = { .operands = { { "kept", .count = "selection", .any_order = true } } };
/* wrong, since places are taken twice: sed 's/kept\[at\]/kept[at \/ 2]/' */
