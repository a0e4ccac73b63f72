/* Wrong: counts have no first values. */
void no_first_values_offload(ptrdiff_t n, const uint8_t u[n], int32_t h[16])
{
    #pragma omp target map(to: u[:n]) map(from: h[:16])
    {
        int32_t c[16];
        for (ptrdiff_t i = 0; i < n; i++)
            c[u[i] % 16]++;
        for (int k = 0; k < 16; k++)
            h[k] = c[k];
    }
}
