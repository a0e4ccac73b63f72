/* rejected: differ */
#include "lesson.h"

void transpose(ptrdiff_t rows, ptrdiff_t cols, const double *a, double *b)
{
    #pragma omp target teams distribute parallel for collapse(2) map(to: a[: rows * cols]) \
        map(from: b[: rows * cols])
    for (ptrdiff_t row = 0; row < 7; row++)
        for (ptrdiff_t col = 0; col < cols; col++)
            b[col * rows + row] = a[row * cols + col];
}
