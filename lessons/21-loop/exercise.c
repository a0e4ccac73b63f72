#include "lesson.h"

#include <math.h>

double pick(ptrdiff_t n, ptrdiff_t first, ptrdiff_t step, const double *a, double *b)
{
    double largest = -INFINITY;
    ptrdiff_t k = first;
    /* TODO: one thread does all. Make each iteration stand alone, then say so: teams loop. */
    #pragma omp target map(to: a[:n]) map(from: b[:n]) map(tofrom: largest)
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] = a[k];
        if (b[i] > largest)
            largest = b[i];
        k += step;
        if (k >= n)
            k -= n;
    }
    return largest;
}
