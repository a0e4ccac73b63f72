/* Wrong: a region gets addresses of the host as integers, and nothing is mapped. */
void addresses_by_value_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    uintptr_t p = (uintptr_t)x, q = (uintptr_t)y;
    #pragma omp target teams distribute parallel for
    for (ptrdiff_t i = 0; i < n; i++)
        ((double *)q)[i] = a * ((const double *)p)[i] + 1;
}
