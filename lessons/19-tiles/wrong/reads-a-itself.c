/* rejected: the sums of what is packed */
#include "lesson.h"

void sums(ptrdiff_t n, const double *a, double *b)
{
    #pragma omp target teams distribute map(to: a[:n]) map(from: b[:n])
    for (ptrdiff_t first = 0; first < n; first += TILE) {
        ptrdiff_t end = first + TILE < n ? first + TILE : n;
        double tile[TILE + 2 * REACH];
        #pragma omp parallel for
        for (ptrdiff_t j = first - REACH; j < end + REACH; j++)
            tile[j - (first - REACH)] = j >= 0 && j < n ? fetch(a, j) : 0;
        #pragma omp parallel for
        for (ptrdiff_t i = first; i < end; i++) {
            double sum = 0;
            for (ptrdiff_t j = i - REACH; j <= i + REACH; j++)
                sum += j >= 0 && j < n ? a[j] : 0;
            b[i] = sum;
        }
    }
}
