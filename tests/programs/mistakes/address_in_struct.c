/* Wrong: a mapped struct holds an address of the host as an integer. */
void address_in_struct_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    double w[2] = { a, 1 };
    struct {
        uint64_t at;
    } c = { (uint64_t)(uintptr_t)w };
    #pragma omp target teams distribute parallel for map(to: x[:n], c) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = ((const double *)(uintptr_t)c.at)[0] * x[i] + ((const double *)(uintptr_t)c.at)[1];
}
