/* Wrong: threads share t, in a function whose attribute says not to look at it. */
static __attribute__((noinline, __no_sanitize_thread__)) void square(const double *x, double *y,
                                                                     ptrdiff_t i, double *t)
{
    *(volatile double *)t = x[i];
    y[i] = x[i] * *t;
}

void attribute_simd(ptrdiff_t n, const double x[n], double y[n])
{
    double t = 0;
    #pragma omp parallel for
    for (ptrdiff_t i = 0; i < n; i++)
        square(x, y, i, &t);
}
