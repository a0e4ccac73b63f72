/* rejected: sum was copied to the device 11 times */
#include "lesson.h"

void collect(ptrdiff_t n, int steps, double *values, double *sum)
{
    #pragma omp target data map(to: values[:n]) map(tofrom: sum[:n])
    for (int t = 0; t < steps; t++) {
        instrument(n, values);
        #pragma omp target update to(values[:n], sum[:n])
        #pragma omp target teams distribute parallel for
        for (ptrdiff_t i = 0; i < n; i++)
            sum[i] += values[i];
    }
}
