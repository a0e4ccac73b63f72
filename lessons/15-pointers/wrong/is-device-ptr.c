/* rejected: differ | crashed | runtime has stopped */
#include "lesson.h"

void update(ptrdiff_t n, double alpha, const double *x, double *y)
{
    #pragma omp target data map(to: x[:n]) map(tofrom: y[:n])
    {
        #pragma omp target data use_device_ptr(x, y)
        library_axpy(n, alpha, x, y);

        #pragma omp target teams distribute parallel for is_device_ptr(y)
        for (ptrdiff_t i = 0; i < n; i++)
            y[i] = y[i] * y[i];
    }
}
