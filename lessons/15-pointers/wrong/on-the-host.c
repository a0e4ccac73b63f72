/* rejected: the library was called 0 times */
#include "lesson.h"

void update(ptrdiff_t n, double alpha, const double *x, double *y)
{
    #pragma omp target data map(to: x[:n]) map(tofrom: y[:n])
    {
        for (ptrdiff_t i = 0; i < n; i++)
            y[i] += alpha * x[i];

        #pragma omp target teams distribute parallel for
        for (ptrdiff_t i = 0; i < n; i++)
            y[i] = y[i] * y[i];
    }
}
