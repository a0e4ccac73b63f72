/* A stage of a fast Fourier transform: butterflies of numbers that are `half` apart. */
#pragma omp declare target
static void butterfly(double _Complex *x, double _Complex *y, double _Complex w)
{
    double _Complex a = *x, b;
    __real__ b = __real__ w * __real__ *y - __imag__ w * __imag__ *y;
    __imag__ b = __real__ w * __imag__ *y + __imag__ w * __real__ *y;
    *x = a + b;
    *y = a - b;
}
#pragma omp end declare target

void fft_stage_reference(int half, int blocks, const double _Complex w[half], double _Complex x[2 * half * blocks])
{
    for (int b = 0; b < blocks; b++)
        for (int k = 0; k < half; k++)
            butterfly(&x[2 * half * b + k], &x[2 * half * b + k + half], w[k]);
}

void fft_stage_simd(int half, int blocks, const double _Complex w[half], double _Complex x[2 * half * blocks])
{
    #pragma omp parallel for collapse(2)
    for (int b = 0; b < blocks; b++)
        for (int k = 0; k < half; k++)
            butterfly(&x[2 * half * b + k], &x[2 * half * b + k + half], w[k]);
}

void fft_stage_offload(int half, int blocks, const double _Complex w[half], double _Complex x[2 * half * blocks])
{
    #pragma omp target teams distribute parallel for collapse(2) map(to: w[:half]) map(tofrom: x[:2 * half * blocks])
    for (int b = 0; b < blocks; b++)
        for (int k = 0; k < half; k++)
            butterfly(&x[2 * half * b + k], &x[2 * half * b + k + half], w[k]);
}
/* wrong, since it keeps its result on the device: sed 's/map(tofrom: x/map(to: x/' */
