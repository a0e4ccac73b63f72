/* rejected: sum was copied to the device 10 times */
#include "lesson.h"

void collect(ptrdiff_t n, int steps, double *values, double *sum)
{
    for (int t = 0; t < steps; t++) {
        instrument(n, values);
        #pragma omp target teams distribute parallel for map(to: values[:n]) map(tofrom: sum[:n])
        for (ptrdiff_t i = 0; i < n; i++)
            sum[i] += values[i];
    }
}
