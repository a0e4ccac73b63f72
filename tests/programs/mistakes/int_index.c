/* Wrong, and not seen: the index is an int, and a matrix may have more than 2^31 numbers. */
void int_index_reference(ptrdiff_t n, ptrdiff_t m, const double x[n * m], double y[n * m])
{
    for (ptrdiff_t i = 0; i < n; i++)
        for (ptrdiff_t j = 0; j < m; j++)
            y[i * m + j] = 2 * x[i * m + j];
}

void int_index_offload(ptrdiff_t n, ptrdiff_t m, const double x[n * m], double y[n * m])
{
    int w = (int)m, h = (int)n;
    #pragma omp target teams distribute parallel for collapse(2) map(to: x[:n * m]) map(from: y[:n * m])
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            y[i * w + j] = 2 * x[i * w + j];
}
