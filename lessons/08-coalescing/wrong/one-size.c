/* rejected: differ */
#include "lesson.h"

void triple(ptrdiff_t rows, ptrdiff_t cols, const double *a, double *b, int *owner)
{
    ptrdiff_t n = rows * cols;
    #pragma omp target teams distribute parallel for collapse(2) map(to: a[:n]) \
        map(from: b[:n], owner[:n])
    for (ptrdiff_t row = 0; row < 1009; row++)
        for (ptrdiff_t col = 0; col < cols; col++) {
            b[row * cols + col] = 3 * a[row * cols + col];
            note_thread(&owner[row * cols + col]);
        }
}
