/* A stencil of five points whose coefficients differ from point to point; the edges are zero. */
#pragma omp declare target
static real point(int rows, int columns, const real *c, const real *u, int i)
{
    int n = rows * columns, row = i / columns, column = i % columns;
    if (row == 0 || row == rows - 1 || column == 0 || column == columns - 1)
        return 0;
    return c[i] * u[i] + c[n + i] * u[i - 1] + c[2 * n + i] * u[i + 1] + c[3 * n + i] * u[i - columns] + c[4 * n + i] * u[i + columns];
}
#pragma omp end declare target

void coefficients_reference(int rows, int columns, const real c[5 * rows * columns], const real u[rows * columns], real v[rows * columns])
{
    for (int i = 0; i < rows * columns; i++)
        v[i] = point(rows, columns, c, u, i);
}

void coefficients_simd(int rows, int columns, const real c[5 * rows * columns], const real u[rows * columns], real v[rows * columns])
{
    #pragma omp parallel for
    for (int i = 0; i < rows * columns; i++)
        v[i] = point(rows, columns, c, u, i);
}

void coefficients_offload(int rows, int columns, const real c[5 * rows * columns], const real u[rows * columns], real v[rows * columns])
{
    #pragma omp target teams distribute parallel for map(to: c[:5 * rows * columns], u[:rows * columns]) map(from: v[:rows * columns])
    for (int i = 0; i < rows * columns; i++)
        v[i] = point(rows, columns, c, u, i);
}
/* wrong, since the last coefficients are not there: sed 's/c\[:5/c[:4/' */
