/* rejected: each goes over all elements */
#include "lesson.h"

void ways(ptrdiff_t n, const double *a, double *b, int *owner)
{
    #pragma omp target data map(to: a[:n]) map(from: b[:n], owner[:n])
    for (int odd = 0; odd < 2; odd++)
        #pragma omp target teams distribute parallel for
        for (ptrdiff_t k = 0; k < n; k++) {
            ptrdiff_t i = k;
            if (i % 2 != odd)
                continue;
            b[i] = i % 2 == 0 ? long_way(a[i]) : short_way(a[i]);
            note_thread(&owner[i]);
        }
}
