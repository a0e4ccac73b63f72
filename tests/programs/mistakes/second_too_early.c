/* Wrong: a region does not wait for the one with nowait before it. */
void second_too_early_reference(ptrdiff_t n, double a, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = (a * x[i] + 1) * 2;
}

void second_too_early_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    #pragma omp target data map(to: x[:n]) map(from: y[:n])
    {
        #pragma omp target teams distribute parallel for nowait
        for (ptrdiff_t i = 0; i < n; i++)
            y[i] = a * x[i] + 1;
        #pragma omp target teams distribute parallel for
        for (ptrdiff_t i = 0; i < n; i++)
            y[i] *= 2;
        #pragma omp taskwait
    }
}
