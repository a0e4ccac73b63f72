#include "lesson.h"

void reference(ptrdiff_t n, int steps, const double *shift, double *x)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        double c = shift[i] / 64;
        x[i] = 0;
        for (int t = 0; t < steps && fabs(x[i]) <= 2; t++)
            x[i] = fma(x[i], x[i], c);
    }
}

/* TODO: what a path does for one i, as a function that a CPU and a device can call. Then the two paths, and the work. */
void threads(ptrdiff_t n, int steps, const double *shift, double *x)
{
    reference(n, steps, shift, x);
}

void offload(ptrdiff_t n, int steps, const double *shift, double *x)
{
    reference(n, steps, shift, x);
}

double work(ptrdiff_t n, int steps)
{
    return 0 * (double)n * steps;
}
