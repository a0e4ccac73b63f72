/* Both loops are divided, and one of them adds. */
void collapsesum_reference(int n, int m, const int a[n * m], const int x[m], long long y[n])
{
    for (int i = 0; i < n; i++) {
        y[i] = 0;
        for (int j = 0; j < m; j++)
            y[i] += (long long)a[i * m + j] * x[j];
    }
}
void collapsesum_offload(int n, int m, const int a[n * m], const int x[m], long long y[n])
{
    #pragma omp target data map(to: a[:n * m], x[:m]) map(from: y[:n])
    {
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            y[i] = 0;
        #pragma omp target teams distribute parallel for collapse(2)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                y[i] += (long long)a[i * m + j] * x[j];
    }
}
