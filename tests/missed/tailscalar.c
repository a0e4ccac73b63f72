/* four at a time, without a rest */
void tailscalar_reference(int n, const double x[n], double y[n])
{
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
}
void tailscalar_simd(int n, const double x[n], double y[n])
{
    #pragma omp parallel for
    for (int i = 0; i < n; i += 4) {
        y[i] = 2 * x[i];
        y[i + 1] = 2 * x[i + 1];
        y[i + 2] = 2 * x[i + 2];
        y[i + 3] = 2 * x[i + 3];
    }
}
