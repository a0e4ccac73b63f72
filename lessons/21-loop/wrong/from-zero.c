/* rejected: the largest is 0 */
#include "lesson.h"

#include <math.h>

double pick(ptrdiff_t n, ptrdiff_t first, ptrdiff_t step, const double *a, double *b)
{
    double largest = 0;
    #pragma omp target teams loop map(to: a[:n]) map(from: b[:n]) map(tofrom: largest) \
        reduction(max: largest)
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] = a[(first + step * i) % n];
        largest = b[i] > largest ? b[i] : largest;
    }
    return largest;
}
