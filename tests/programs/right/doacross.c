/* Right: a recurrence by ordered and depend(sink:). */
void doacross_reference(ptrdiff_t n, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = x[i] + (i >= 7 ? y[i - 7] / 2 : 0);
}

void doacross_simd(ptrdiff_t n, const double x[n], double y[n])
{
    #pragma omp parallel for ordered(1) schedule(static, 1)
    for (ptrdiff_t i = 0; i < n; i++) {
        #pragma omp ordered depend(sink: i - 7)
        y[i] = x[i] + (i >= 7 ? y[i - 7] / 2 : 0);
        #pragma omp ordered depend(source)
    }
}
