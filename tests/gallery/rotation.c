/* Points of a plane, as complex numbers, are turned about zero.  gcc's vectors round the last bit another way: .ulps allows it. */
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
const struct tri_hotspot rotation = { .operands = { { "x" }, { "y", .absolute = 1e-7, .ulps = 4 } } };
/* wrong, since it turns them back: sed '/_offload/,/^}/s/x\[i\], by/x[i], ~by/' */
