/* Wrong: after an odd number of steps the result is in the other buffer. */
/* Said: it is right with steps=12, one more: are odd numbers wrong? */
#include <stdlib.h>

void odd_steps_reference(ptrdiff_t n, int steps, double u[n])
{
    double *t = malloc((size_t)n * sizeof *t);
    for (int s = 0; s < steps; s++) {
        for (ptrdiff_t i = 0; i < n; i++)
            t[i] = u[i];
        for (ptrdiff_t i = 1; i < n - 1; i++)
            u[i] = 0.5 * (t[i - 1] + t[i + 1]);
    }
    free(t);
}

void odd_steps_offload(ptrdiff_t n, int steps, double u[n])
{
    double *t = malloc((size_t)n * sizeof *t), *from = u, *to = t;
    #pragma omp target data map(tofrom: u[:n]) map(alloc: t[:n])
    {
        for (int s = 0; s < steps; s++) {
            #pragma omp target teams distribute parallel for
            for (ptrdiff_t i = 0; i < n; i++)
                to[i] = i > 0 && i < n - 1 ? 0.5 * (from[i - 1] + from[i + 1]) : from[i];
            double *other = from;
            from = to;
            to = other;
        }
    }
    free(t);
}
/* mistakes/even_steps: Wrong: the other buffer is taken for the result, whatever the number of steps. Said: steps=2, but right with steps=11 there, and with one more: are even numbers wrong?: sed '/^            to = other;/{n;s,$,\n        #pragma omp target teams distribute parallel for\n        for (ptrdiff_t i = 0; i < n; i++)\n            u[i] = t[i];,}' */
