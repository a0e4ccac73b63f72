/* rejected: one thread did all | on a GPU: one thread of each team fetched */
#include "lesson.h"

void sums(ptrdiff_t n, const double *a, double *b)
{
    #pragma omp target teams distribute map(to: a[:n]) map(from: b[:n])
    for (ptrdiff_t first = 0; first < n; first += TILE) {
        double tile[REACH + TILE + REACH];
        ptrdiff_t end = first + TILE < n ? first + TILE : n;
        for (ptrdiff_t j = first - REACH; j < end + REACH; j++)
            tile[j - first + REACH] = j >= 0 && j < n ? fetch(a, j) : 0;
        for (ptrdiff_t i = first; i < end; i++) {
            double sum = 0;
            for (ptrdiff_t k = 0; k <= 2 * REACH; k++)
                sum += tile[i - first + k];
            b[i] = sum;
        }
    }
}
