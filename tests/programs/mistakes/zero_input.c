/* Wrong: it divides by an input that may be 0. */
void zero_input_reference(ptrdiff_t n, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = x[i] == 0 ? 0 : 1 / x[i];
}

void zero_input_offload(ptrdiff_t n, const double x[n], double y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = 1 / x[i];
}
