/* x / a is not x * (1 / a) */
void recipfirst_reference(double a, int n, const double x[n], double y[n])
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] / a;
}
void recipfirst_simd(double a, int n, const double x[n], double y[n])
{
    double r = 1 / a;
    #pragma omp parallel for simd
    for (int i = 0; i < n; i++)
        y[i] = x[i] * r;
}
