/* rejected: kernel ran on the device, and 2 are | on a GPU: it ran on the host */
#include "lesson.h"

void update(ptrdiff_t n, double alpha, const double *x, double *y)
{
    #pragma omp target data map(to: x[:n]) map(tofrom: y[:n])
    {
        #pragma omp target data use_device_ptr(x, y)
        library_axpy(n, alpha, x, y);

        #pragma omp target teams distribute parallel for if(target: 0)
        for (ptrdiff_t i = 0; i < n; i++)
            y[i] = y[i] * y[i];
    }
}
