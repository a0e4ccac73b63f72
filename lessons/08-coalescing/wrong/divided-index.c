/* rejected: neighbouring threads have neighbouring rows */
#include "lesson.h"

void triple(ptrdiff_t rows, ptrdiff_t cols, const double *a, double *b, int *owner)
{
    ptrdiff_t n = rows * cols;
    #pragma omp target teams distribute parallel for map(to: a[:n]) \
        map(from: b[:n], owner[:n])
    for (ptrdiff_t i = 0; i < n; i++) {
        ptrdiff_t row = i % rows, col = i / rows;
        b[row * cols + col] = 3 * a[row * cols + col];
        note_thread(&owner[row * cols + col]);
    }
}
