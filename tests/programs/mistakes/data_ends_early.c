/* Wrong: nothing waits for the region before the data end, so y is copied back while it may run. */
void data_ends_early_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    #pragma omp target data map(to: x[:n]) map(from: y[:n])
    {
        #pragma omp target teams distribute parallel for nowait
        for (ptrdiff_t i = 0; i < n; i++)
            y[i] = a * x[i] + 1;
    }
    #pragma omp taskwait
}
