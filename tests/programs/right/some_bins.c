/* Right: a histogram of which the first bins are zeroed, and others go on. */
void some_bins_reference(ptrdiff_t n, ptrdiff_t bins, const unsigned char x[n], int h[bins])
{
    for (ptrdiff_t b = 0; b < bins && b < 5; b++)
        h[b] = 0;
    for (ptrdiff_t i = 0; i < n; i++)
        h[x[i] % bins]++;
}

void some_bins_offload(ptrdiff_t n, ptrdiff_t bins, const unsigned char x[n], int h[bins])
{
    #pragma omp target data map(to: x[:n]) map(tofrom: h[:bins])
    {
        #pragma omp target teams distribute parallel for
        for (ptrdiff_t b = 0; b < bins; b++)
            h[b] = b < 5 ? 0 : h[b];
        #pragma omp target teams distribute parallel for
        for (ptrdiff_t i = 0; i < n; i++) {
            #pragma omp atomic
            h[x[i] % bins]++;
        }
    }
}
