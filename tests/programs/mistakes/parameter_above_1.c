/* Wrong: the reference takes 1 for a larger a, the path does not. */
void parameter_above_1_reference(ptrdiff_t n, double a, const double x[n], double y[n])
{
    double w = a > 1 ? 1 : a;
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = w * x[i];
}

void parameter_above_1_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i];
}
