/* Wrong: it has scratch for 100000 numbers. */
void room_for_100000_reference(ptrdiff_t n, double a, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
}

void room_for_100000_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    static double t[100000];
    #pragma omp target data map(to: x[:n]) map(from: y[:n]) map(alloc: t)
    {
        #pragma omp target teams distribute parallel for
        for (ptrdiff_t i = 0; i < n; i++)
            t[i] = a * x[i];
        #pragma omp target teams distribute parallel for
        for (ptrdiff_t i = 0; i < n; i++)
            y[i] = t[i] + 1;
    }
}
