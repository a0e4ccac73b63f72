/* Points of a plane, as complex numbers, are turned about zero, and stretched.  gcc 12 fuses products and sums in its vectors
 * (vfmaddsub) and not behind their end, although it is told not to (-ffp-contract=off): .absolute allows a float's last bit. */
#include <triptych/hotspot.h>

#pragma omp declare target
static real_complex turned(real_complex x, real_complex by)
{
    real_complex y;
    __real__ y = __real__ by * __real__ x - __imag__ by * __imag__ x;
    __imag__ y = __real__ by * __imag__ x + __imag__ by * __real__ x;
    return y;
}
#pragma omp end declare target

void rotation_reference(int n, real_complex by, const real_complex x[n], real_complex y[n])
{
    for (int i = 0; i < n; i++)
        y[i] = turned(x[i], by);
}

void rotation_simd(int n, real_complex by, const real_complex x[n], real_complex y[n])
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        y[i] = turned(x[i], by);
}

void rotation_offload(int n, real_complex by, const real_complex x[n], real_complex y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (int i = 0; i < n; i++)
        y[i] = turned(x[i], by);
}
const struct tri_hotspot rotation = {
    .params = { { "n", "points", TRI_INTEGER, 1003, .min = 1, .max = 1e9 },
                { "by_re", "real part", TRI_REAL, 0.5, .min = -8, .max = 8 },
                { "by_im", "imaginary part", TRI_REAL, 2, .min = -8, .max = 8 } },
    .operands = { { "y", .absolute = 1e-6 } },
};
/* wrong, since it turns them back: sed '/_offload/,/^}/s/x\[i\], by/x[i], ~by/' */
