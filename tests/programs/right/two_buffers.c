/* Right: two buffers change places after each step. */
#include <stdlib.h>

void two_buffers_reference(ptrdiff_t n, int steps, const double x[n], double y[n])
{
    double *t = malloc((size_t)n * sizeof *t);
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = x[i];
    for (int s = 0; s < steps; s++) {
        for (ptrdiff_t i = 0; i < n; i++)
            t[i] = (y[i ? i - 1 : n - 1] + y[i]) / 2;
        for (ptrdiff_t i = 0; i < n; i++)
            y[i] = t[i];
    }
    free(t);
}

void two_buffers_offload(ptrdiff_t n, int steps, const double x[n], double y[n])
{
    double *t = malloc((size_t)n * sizeof *t), *from = steps % 2 ? t : y, *to = steps % 2 ? y : t;
    #pragma omp target data map(to: x[:n]) map(from: y[:n]) map(alloc: t[:n])
    {
        #pragma omp target teams distribute parallel for
        for (ptrdiff_t i = 0; i < n; i++)
            from[i] = x[i];
        for (int s = 0; s < steps; s++) {
            #pragma omp target teams distribute parallel for
            for (ptrdiff_t i = 0; i < n; i++)
                to[i] = (from[i ? i - 1 : n - 1] + from[i]) / 2;
            double *u = from;
            from = to;
            to = u;
        }
    }
    free(t);
}
