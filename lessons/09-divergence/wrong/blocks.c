/* rejected: take both ways */
#include "lesson.h"

void ways(ptrdiff_t n, const double *a, double *b, int *owner)
{
    ptrdiff_t block = 8, whole = n / block * block;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n], owner[:n])
    for (ptrdiff_t k = 0; k < n; k++) {
        ptrdiff_t i = k >= whole ? k : k / block * block + k % block / 4 + k % 4 * 2;
        b[i] = i % 2 == 0 ? long_way(a[i]) : short_way(a[i]);
        note_thread(&owner[i]);
    }
}
