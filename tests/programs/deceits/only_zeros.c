/* Wrong, and not seen: the reference computes nothing but zeros. */
void only_zeros_reference(ptrdiff_t n, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = x[i] * x[i] < 0;
}

void only_zeros_offload(ptrdiff_t n, const double x[n], double y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = 0;
}
