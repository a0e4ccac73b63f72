/* the second region depends on another element than the first */
void regionorder_reference(int n, const double x[n], double y[n])
{
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i] + 1;
}
void regionorder_offload(int n, const double x[n], double y[n])
{
    #pragma omp target data map(to: x[:n]) map(from: y[:n])
    {
        #pragma omp target teams distribute parallel for nowait depend(out: y[0])
        for (int i = 0; i < n; i++)
            y[i] = 2 * x[i];
        #pragma omp target teams distribute parallel for nowait depend(inout: y[n - 1])
        for (int i = 0; i < n; i++)
            y[i] += 1;
        #pragma omp taskwait
    }
}
