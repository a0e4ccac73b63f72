/* in every row two threads may add to the same number */
void rowrace_reference(int n, int m, const int a[n * m], long long y[n])
{
    for (int i = 0; i < n; i++)
        y[i] = 0;
    for (int i = 0; i < n * m; i++)
        y[i / m] += a[i];
}
void rowrace_offload(int n, int m, const int a[n * m], long long y[n])
{
    #pragma omp target data map(to: a[:n * m]) map(from: y[:n])
    {
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            y[i] = 0;
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < n * m; i++)
            y[i / m] += a[i];
    }
}
