/* Right: use_device_ptr, and a region with is_device_ptr. */
static void scale(ptrdiff_t n, double a, const double *u, double *v)
{
    #pragma omp target teams distribute parallel for is_device_ptr(u, v)
    for (ptrdiff_t i = 0; i < n; i++)
        v[i] = a * u[i] + 1;
}

void device_pointers_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    #pragma omp target data map(to: x[:n]) map(from: y[:n])
    {
        #pragma omp target data use_device_ptr(x, y)
        scale(n, a, x, y);
    }
}
