/* Products of many small matrices. */
enum { M = 4 };

void small_matmul_reference(int n, const real a[n][M][M], const real b[n][M][M], real c[n][M][M])
{
    for (int s = 0; s < n; s++)
        for (int i = 0; i < M; i++)
            for (int j = 0; j < M; j++) {
                c[s][i][j] = 0;
                for (int k = 0; k < M; k++)
                    c[s][i][j] += a[s][i][k] * b[s][k][j];
            }
}

void small_matmul_simd(int n, const real a[n][M][M], const real b[n][M][M], real c[n][M][M])
{
    #pragma omp parallel for
    for (int s = 0; s < n; s++)
        for (int i = 0; i < M; i++)
            for (int j = 0; j < M; j++) {
                real sum = 0;
                for (int k = 0; k < M; k++)
                    sum += a[s][i][k] * b[s][k][j];
                c[s][i][j] = sum;
            }
}

void small_matmul_offload(int n, const real a[n][M][M], const real b[n][M][M], real c[n][M][M])
{
    #pragma omp target teams distribute parallel for collapse(3) map(to: a[:n], b[:n]) map(from: c[:n])
    for (int s = 0; s < n; s++)
        for (int i = 0; i < M; i++)
            for (int j = 0; j < M; j++) {
                c[s][i][j] = 0;
                for (int k = 0; k < M; k++)
                    c[s][i][j] += a[s][i][k] * b[s][k][j];
            }
}
/* wrong, since it adds to what was there: sed '/_offload/,/^}/s/c\[s\]\[i\]\[j\] = 0/;/' */
