/* Wrong: the reference stops at 100 and -100, the path does not. */
void unlimited_reference(ptrdiff_t n, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = x[i] > 100 ? 100 : x[i] < -100 ? -100 : x[i];
}

void unlimited_offload(ptrdiff_t n, const double x[n], double y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = x[i];
}
