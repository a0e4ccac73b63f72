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
/* missed/collapsesum: Wrong: both loops are divided, and one of them adds: sed 's/\[n \* m\], /&const int x[m], /; s/a\[:n \* m\]/&, x[:m]/; 16s/$/ collapse(2)/; 17s/n \* m; i++)/n; i++)\n            for (int j = 0; j < m; j++)/; 6s,.*,    for (int i = 0; i < n; i++)\n        for (int j = 0; j < m; j++),; s,y\[i / m.*,y[i] += (long long)a[i * m + j] * x[j];,' */
/* missed/matvecrow: Wrong: collapsed, and no reduction, a row that two threads share: sed 's/_offload/_simd/; 11d; 13d; 16s,target.*,parallel for collapse(2),; 17s/n \* m; i++)/n; i++)\n            for (int j = 0; j < m; j++)/; 18s,y.*,y[i] += a[i * m + j];,' */
