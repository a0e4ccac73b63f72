/* Wrong, and not seen: a row is found by a division in float, which is exact for small indices only. */
void float_division_reference(ptrdiff_t n, ptrdiff_t m, const double x[m], double y[n * m])
{
    for (ptrdiff_t i = 0; i < n * m; i++)
        y[i] = x[i % m] + (double)(i / m);
}

void float_division_offload(ptrdiff_t n, ptrdiff_t m, const double x[m], double y[n * m])
{
    #pragma omp target teams distribute parallel for map(to: x[:m]) map(from: y[:n * m])
    for (ptrdiff_t i = 0; i < n * m; i++) {
        ptrdiff_t r = (ptrdiff_t)(((float)i + 0.5f) / (float)m);
        y[i] = x[i - r * m] + (double)r;
    }
}
