/* Right: a table of declare target, which each call updates. */
#pragma omp declare target
double weight[64];
#pragma omp end declare target

void table_updated_reference(ptrdiff_t n, double a, const uint8_t u[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * (u[i] % 64) + 1;
}

void table_updated_offload(ptrdiff_t n, double a, const uint8_t u[n], double y[n])
{
    for (int k = 0; k < 64; k++)
        weight[k] = a * k + 1;
    #pragma omp target update to(weight)
    #pragma omp target teams distribute parallel for map(to: u[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = weight[u[i] % 64];
}
