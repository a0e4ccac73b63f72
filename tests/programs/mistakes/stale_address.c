/* Wrong: y is set to zeros only if its address is another than in the last call. */
void stale_address_reference(ptrdiff_t n, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = 0;
    for (ptrdiff_t i = 0; i + 1 < n; i++)
        y[i] += x[i + 1];
}

void stale_address_offload(ptrdiff_t n, const double x[n], double y[n])
{
    static const double *zeroed;
    #pragma omp target data map(to: x[:n]) map(tofrom: y[:n])
    {
        if (zeroed != y) {
            #pragma omp target teams distribute parallel for
            for (ptrdiff_t i = 0; i < n; i++)
                y[i] = 0;
            zeroed = y;
        }
        #pragma omp target teams distribute parallel for
        for (ptrdiff_t i = 0; i < n - 1; i++)
            y[i] = x[i + 1];
    }
}
