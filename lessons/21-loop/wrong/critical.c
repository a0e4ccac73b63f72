/* rejected: nothing was reduced | on a GPU: no critical there */
#include "lesson.h"

#include <math.h>

double pick(ptrdiff_t n, ptrdiff_t first, ptrdiff_t step, const double *a, double *b)
{
    double largest = -INFINITY;
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n]) map(tofrom: largest)
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] = a[(first + step * i) % n];
        #pragma omp critical
        largest = b[i] > largest ? b[i] : largest;
    }
    return largest;
}
