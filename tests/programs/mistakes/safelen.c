/* Wrong, and not seen: safelen(16) promises more than the dependence of 8 allows. It shows with long vectors only. */
void safelen_reference(ptrdiff_t n, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = i < 8 ? x[i] : y[i - 8] * 0.5 + x[i];
}

void safelen_simd(ptrdiff_t n, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < 8 && i < n; i++)
        y[i] = x[i];
    #pragma omp simd safelen(16)
    for (ptrdiff_t i = 8; i < n; i++)
        y[i] = y[i - 8] * 0.5 + x[i];
}
