/* collapsed, and no reduction: a row that two threads share */
void matvecrow_reference(int n, int m, const int a[n * m], long long y[n])
{
    for (int i = 0; i < n; i++) {
        y[i] = 0;
        for (int j = 0; j < m; j++)
            y[i] += a[i * m + j];
    }
}
void matvecrow_simd(int n, int m, const int a[n * m], long long y[n])
{
    for (int i = 0; i < n; i++)
        y[i] = 0;
    #pragma omp parallel for collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            y[i] += a[i * m + j];
}
