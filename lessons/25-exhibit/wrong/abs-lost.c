/* rejected: differs from the reference */
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

#pragma omp declare target
static double orbit(double shift, int steps)
{
    double c = shift / 64, x = 0;
    for (int t = 0; t < steps && x <= 2; t++)
        x = fma(x, x, c);
    return x;
}
#pragma omp end declare target

void threads(ptrdiff_t n, int steps, const double *shift, double *x)
{
    #pragma omp parallel for
    for (ptrdiff_t i = 0; i < n; i++)
        x[i] = orbit(shift[i], steps);
}

void offload(ptrdiff_t n, int steps, const double *shift, double *x)
{
    #pragma omp target teams distribute parallel for map(to: shift[:n]) map(from: x[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        x[i] = orbit(shift[i], steps);
}

double work(ptrdiff_t n, int steps)
{
    return 2 * (double)n * steps;
}
