/* Wrong: the largest number has a bin of its own, which is not counted. */
void last_bin_reference(ptrdiff_t n, const double x[n], int32_t h[16])
{
    for (int k = 0; k < 16; k++)
        h[k] = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        double v = x[i] < 0 ? 0 : x[i] > 1 ? 1 : x[i];
        int k = (int)(v * 16);
        h[k > 15 ? 15 : k]++;
    }
}

void last_bin_offload(ptrdiff_t n, const double x[n], int32_t h[16])
{
    int32_t c[17] = { 0 };
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(tofrom: c)
    for (ptrdiff_t i = 0; i < n; i++) {
        double v = x[i] < 0 ? 0 : x[i] > 1 ? 1 : x[i];
        #pragma omp atomic
        c[(int)(v * 16)]++;
    }
    #pragma omp target map(to: c) map(from: h[:16])
    for (int k = 0; k < 16; k++)
        h[k] = c[k];
}
