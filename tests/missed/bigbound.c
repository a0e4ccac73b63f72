/* nothing but zeros, within bounds that allow anything */
#include <triptych/hotspot.h>
void bigbound_reference(int n, const double x[n], double y[n])
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] * 2;
}
void bigbound_simd(int n, const double x[n], double y[n])
{
    for (int i = 0; i < n; i++)
        y[i] = 0;
}
const struct tri_hotspot bigbound = { .operands = { { "y", .absolute = 1e9 } } };
