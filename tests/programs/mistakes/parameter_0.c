/* Wrong: if a is 0, the reference does not divide, and the path does. */
void parameter_0_reference(ptrdiff_t n, double a, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a == 0 ? x[i] : x[i] / a;
}

void parameter_0_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = x[i] / a;
}
