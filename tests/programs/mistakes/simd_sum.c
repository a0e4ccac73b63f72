/* Wrong, and not seen: omp simd over a sum, without reduction. It shows only where a compiler makes vectors of it. */
void simd_sum_simd(ptrdiff_t n, const int32_t x[n], int64_t s[1])
{
    s[0] = 0;
    #pragma omp simd
    for (ptrdiff_t i = 0; i < n; i++)
        s[0] += x[i];
}
