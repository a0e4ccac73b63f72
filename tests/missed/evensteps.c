/* After an even number of steps the result is in t. */
#include <stdlib.h>
void evensteps_reference(int n, int steps, double u[n])
{
    for (int s = 0; s < steps; s++)
        for (int i = 0; i < n; i++)
            u[i] /= 2;
}
void evensteps_simd(int n, int steps, double u[n])
{
    double *t = malloc((size_t)n * sizeof *t), *a = t, *b = u;
    for (int i = 0; i < n; i++)
        t[i] = u[i];
    for (int s = 0; s < steps; s++) {
        #pragma omp parallel for
        for (int i = 0; i < n; i++)
            b[i] = a[i] / 2;
        double *c = a;
        a = b;
        b = c;
    }
    free(t);
}
