/* rejected: a loop of 67 iterations | on a GPU: threads have computed */
#include "lesson.h"

void triple(ptrdiff_t rows, ptrdiff_t cols, const double *a, double *b, int *owner)
{
    ptrdiff_t n = rows * cols;
    #pragma omp target teams distribute parallel for map(to: a[:n]) \
        map(from: b[:n], owner[:n])
    for (ptrdiff_t col = 0; col < cols; col++)
        for (ptrdiff_t row = 0; row < rows; row++) {
            b[row * cols + col] = 3 * a[row * cols + col];
            note_thread(&owner[row * cols + col]);
        }
}
