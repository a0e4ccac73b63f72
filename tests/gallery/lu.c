/* LU decomposition in place, without pivots. */
void lu_reference(int n, double a[n * n])
{
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            a[i * n + k] /= a[k * n + k];
            for (int j = k + 1; j < n; j++)
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
        }
}

void lu_simd(int n, double a[n * n])
{
    #pragma omp parallel
    for (int k = 0; k < n; k++) {
        #pragma omp for
        for (int i = k + 1; i < n; i++) {
            a[i * n + k] /= a[k * n + k];
            for (int j = k + 1; j < n; j++)
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
        }
    }
}

void lu_offload(int n, double a[n * n])
{
    #pragma omp target data map(tofrom: a[:n * n])
    for (int k = 0; k < n; k++) {
        #pragma omp target teams distribute parallel for
        for (int i = k + 1; i < n; i++) {
            a[i * n + k] /= a[k * n + k];
            for (int j = k + 1; j < n; j++)
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
        }
    }
}
/* wrong, since it does not wait for the rows that it needs: sed 's/omp for$/omp for nowait/' */
