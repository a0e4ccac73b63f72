/* rejected: a race | on a GPU: the result is */
#include "lesson.h"

#include <math.h>

double pick(ptrdiff_t n, ptrdiff_t first, ptrdiff_t step, const double *a, double *b)
{
    double largest = -INFINITY;
    #pragma omp target teams loop map(to: a[:n]) map(from: b[:n]) map(tofrom: largest)
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] = a[(first + step * i) % n];
        largest = b[i] > largest ? b[i] : largest;
    }
    return largest;
}
