/* a path of the CPU that starts a region */
void notoncpu_reference(int n, const double x[n], double y[n])
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] * 2;
}
void notoncpu_simd(int n, const double x[n], double y[n])
{
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (int i = 0; i < n; i++)
        y[i] = x[i] * 2;
}
