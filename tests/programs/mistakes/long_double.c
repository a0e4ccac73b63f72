/* Wrong, and not seen: a region computes in long double, which a GPU does not have. */
void long_double_reference(ptrdiff_t n, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = (double)((long double)x[i] * x[i] + 1);
}

void long_double_offload(ptrdiff_t n, const double x[n], double y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = (double)((long double)x[i] * x[i] + 1);
}
