/* Right: target teams loop. */
void teams_loop_reference(ptrdiff_t n, double a, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
}

void teams_loop_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    #pragma omp target teams loop map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
}
