/* Right: arrays of two dimensions. */
void two_dimensions_reference(ptrdiff_t n, ptrdiff_t m, const double x[n][m], double y[n][m])
{
    for (ptrdiff_t i = 0; i < n; i++)
        for (ptrdiff_t j = 0; j < m; j++)
            y[i][j] = i == 0 || j == 0 || i == n - 1 || j == m - 1
                          ? x[i][j]
                          : (x[i - 1][j] + x[i + 1][j]) / 2 + (x[i][j - 1] + x[i][j + 1]) / 4;
}

void two_dimensions_offload(ptrdiff_t n, ptrdiff_t m, const double x[n][m], double y[n][m])
{
    const double(*u)[m] = x;
    double(*v)[m] = y;
    #pragma omp target data map(to: u[:n][:m]) map(from: v[:n][:m])
    {
        #pragma omp target teams distribute parallel for collapse(2)
        for (ptrdiff_t i = 1; i < n - 1; i++)
            for (ptrdiff_t j = 1; j < m - 1; j++)
                v[i][j] = (u[i - 1][j] + u[i + 1][j]) / 2 + (u[i][j - 1] + u[i][j + 1]) / 4;
        #pragma omp target teams distribute parallel for
        for (ptrdiff_t j = 0; j < m; j++) {
            v[0][j] = u[0][j];
            v[n - 1][j] = u[n - 1][j];
        }
        #pragma omp target teams distribute parallel for
        for (ptrdiff_t i = 0; i < n; i++) {
            v[i][0] = u[i][0];
            v[i][m - 1] = u[i][m - 1];
        }
    }
}
