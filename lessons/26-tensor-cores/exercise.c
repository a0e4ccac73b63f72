#include "lesson.h"

void products(ptrdiff_t n, const double *a, const double *b, double *c)
{
    #pragma omp target teams distribute map(to: a[:n * SIZE * LENGTH], b[:n * LENGTH * SIZE]) \
        map(from: c[:n * SIZE * SIZE])
    for (ptrdiff_t i = 0; i < n; i++) {
        const double *x = a + i * SIZE * LENGTH, *y = b + i * LENGTH * SIZE;
        double *z = c + i * SIZE * SIZE;
        /* TODO: where there are tensor cores, they compute this.  What has each lane, for four p at a time? */
        #pragma omp parallel for
        for (int e = 0; e < SIZE * SIZE; e++) {
            double sum = 0;
            for (int p = 0; p < LENGTH; p++)
                sum = fma(x[e / SIZE * LENGTH + p], y[p * SIZE + e % SIZE], sum);
            z[e] = sum;
        }
    }
}
