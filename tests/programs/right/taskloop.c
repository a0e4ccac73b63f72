/* Right: a reduction by the tasks of a taskloop. */
void taskloop_simd(ptrdiff_t n, const int32_t x[n], int64_t s[1])
{
    int64_t t = 0;
    #pragma omp parallel
    #pragma omp single
    #pragma omp taskloop reduction(+: t) grainsize(64)
    for (ptrdiff_t i = 0; i < n; i++)
        t += x[i];
    s[0] = t;
}

void taskloop_avx2(ptrdiff_t n, const int32_t x[n], int64_t s[1])
{
    int64_t t = 0;
    #pragma omp parallel for schedule(guided) reduction(+: t)
    for (ptrdiff_t i = 0; i < n; i++)
        t += x[i];
    s[0] = t;
}
