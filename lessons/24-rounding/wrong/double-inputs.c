/* rejected: differ */
#include "lesson.h"

void products(ptrdiff_t n, const double *a, const double *b, double *product, double *rest)
{
    #pragma omp target teams distribute parallel for map(to: a[:n], b[:n]) \
        map(from: product[:n], rest[:n])
    for (ptrdiff_t i = 0; i < n; i++) {
        float x = (float)a[i], y = (float)b[i];
        float p = x * y;
        product[i] = p;
        rest[i] = fma(a[i], b[i], -p);
    }
}
