/* Right: the second region with nowait depends on the first. */
void chain_reference(ptrdiff_t n, double a, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
}

void chain_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    #pragma omp target data map(to: x[:n]) map(from: y[:n])
    {
        #pragma omp target teams distribute parallel for nowait depend(out: y[0])
        for (ptrdiff_t i = 0; i < n; i++)
            y[i] = a * x[i];
        #pragma omp target teams distribute parallel for nowait depend(inout: y[0])
        for (ptrdiff_t i = 0; i < n; i++)
            y[i] += 1;
        #pragma omp taskwait
    }
}
