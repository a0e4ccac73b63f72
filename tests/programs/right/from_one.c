/* Right: arrays begin at 1, as in Fortran. */
void from_one_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    const double *u = x - 1;
    double *v = y - 1;
    #pragma omp target teams distribute parallel for map(to: u[1:n]) map(from: v[1:n])
    for (ptrdiff_t i = 1; i <= n; i++)
        v[i] = a * u[i] + 1;
}
