/* Wrong, and not seen: map(delete:) takes x and y from the device, also those of a caller. */
void deleted_data_reference(ptrdiff_t n, double a, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
}

void deleted_data_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    #pragma omp target enter data map(to: x[:n]) map(alloc: y[:n])
    #pragma omp target teams distribute parallel for
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
    #pragma omp target update from(y[:n])
    #pragma omp target exit data map(delete: x[:n], y[:n])
}
