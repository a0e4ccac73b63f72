/* rejected: was computed on the host */
#include "lesson.h"

#include <math.h>

double pick(ptrdiff_t n, ptrdiff_t first, ptrdiff_t step, const double *a, double *b)
{
    double largest = -INFINITY, unused = 0;
    for (ptrdiff_t i = 0; i < n; i++)
        largest = a[i] > largest ? a[i] : largest;
    #pragma omp target teams loop map(to: a[:n]) map(from: b[:n]) map(tofrom: unused) \
        reduction(max: unused)
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] = a[(first + step * i) % n];
        unused = b[i] > unused ? b[i] : unused;
    }
    return largest;
}
