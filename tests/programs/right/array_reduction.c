/* Right: a reduction over an array. */
void array_reduction_simd(ptrdiff_t n, const uint8_t u[n], int32_t h[256])
{
    for (int k = 0; k < 256; k++)
        h[k] = 0;
    #pragma omp parallel for reduction(+: h[:256])
    for (ptrdiff_t i = 0; i < n; i++)
        h[u[i]]++;
}

void array_reduction_offload(ptrdiff_t n, const uint8_t u[n], int32_t h[256])
{
    int32_t c[256] = { 0 };
    #pragma omp target teams distribute parallel for map(to: u[:n]) map(tofrom: c) reduction(+: c)
    for (ptrdiff_t i = 0; i < n; i++)
        c[u[i]]++;
    #pragma omp target map(to: c) map(from: h[:256])
    for (int k = 0; k < 256; k++)
        h[k] = c[k];
}
