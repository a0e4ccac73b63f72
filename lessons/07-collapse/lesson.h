/* b = a^T: b[col * rows + row] = a[row * cols + col]. */
#include <omp.h>
#include <stddef.h>
void transpose(ptrdiff_t rows, ptrdiff_t cols, const double *a, double *b);
