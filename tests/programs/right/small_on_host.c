/* Right: an if clause leaves small cases to the host. */
void small_on_host_reference(ptrdiff_t n, double a, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
}

void small_on_host_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    #pragma omp target teams distribute parallel for if(target: n > 500) map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
}
