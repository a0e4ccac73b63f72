/* rejected: differ */
#include "lesson.h"

void ways(ptrdiff_t n, const double *a, double *b, int *owner)
{
    ptrdiff_t even = (n + 1) / 2;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], owner[:n])
    for (ptrdiff_t k = 0; k < n; k++) {
        ptrdiff_t i = k < even ? 2 * k : 2 * (k - even) + 1;
        b[i] = long_way(a[i]);
        note_thread(&owner[i]);
    }
}
