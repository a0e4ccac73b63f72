/* rejected: which a schedule clause does | on a GPU: warps take both ways */
#include "lesson.h"

void ways(ptrdiff_t n, const double *a, double *b, int *owner)
{
    #pragma omp target teams distribute parallel for schedule(static, 1) map(to: a[:n]) map(from: b[:n], owner[:n])
    for (ptrdiff_t k = 0; k < n; k++) {
        ptrdiff_t i = k;
        b[i] = i % 2 == 0 ? long_way(a[i]) : short_way(a[i]);
        note_thread(&owner[i]);
    }
}
