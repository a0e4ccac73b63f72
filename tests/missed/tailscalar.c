/* four at a time, without a rest */
void tailscalar_reference(int n, const double x[n], double y[n])
{
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
}
void tailscalar_simd(int n, const double x[n], double y[n])
{
    #pragma omp parallel for
    for (int i = 0; i < n; i += 4)
        for (int k = i; k < i + 4; k++)
            y[k] = 2 * x[k];
}
