/* rejected: the host's address of x */
#include "lesson.h"

void update(ptrdiff_t n, double alpha, const double *x, double *y)
{
    #pragma omp target data map(to: x[:n]) map(tofrom: y[:n])
    {
        #pragma omp target data use_device_ptr(y)
        library_axpy(n, alpha, x, y);

        #pragma omp target teams distribute parallel for
        for (ptrdiff_t i = 0; i < n; i++)
            y[i] = y[i] * y[i];
    }
}
