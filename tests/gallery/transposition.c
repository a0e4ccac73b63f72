/* A matrix's rows become columns. */
void transposition_reference(int rows, int columns, const real a[rows][columns], real b[columns][rows])
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            b[j][i] = a[i][j];
}

void transposition_simd(int rows, int columns, const real a[rows][columns], real b[columns][rows])
{
    #pragma omp parallel for
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++)
            b[j][i] = a[i][j];
}

void transposition_offload(int rows, int columns, const real a[rows][columns], real b[columns][rows])
{
    const real *from = &a[0][0];
    real *to = &b[0][0];
    int n = rows * columns;
    #pragma omp target teams distribute parallel for collapse(2) map(to: from[:n]) map(from: to[:n])
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++)
            to[j * rows + i] = from[i * columns + j];
}
/* wrong, since it takes one extent for the other, which no square matrix shows: sed '/_offload/,/^}/s/j \* rows + i/j * columns + i/' */
