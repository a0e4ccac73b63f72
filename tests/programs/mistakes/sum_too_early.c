/* Wrong: all threads use a sum that is complete at a barrier, and nowait leaves the barrier out. */
void sum_too_early_reference(ptrdiff_t n, const int32_t x[n], int64_t y[n])
{
    int64_t s = 0;
    for (ptrdiff_t i = 0; i < n; i++)
        s += x[i];
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = s + x[i];
}

void sum_too_early_simd(ptrdiff_t n, const int32_t x[n], int64_t y[n])
{
    int64_t s = 0;
    #pragma omp parallel
    {
        #pragma omp for reduction(+: s) nowait
        for (ptrdiff_t i = 0; i < n; i++)
            s += x[i];
        #pragma omp for
        for (ptrdiff_t i = 0; i < n; i++)
            y[i] = s + x[i];
    }
}
