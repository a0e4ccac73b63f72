#include "lesson.h"

void products(ptrdiff_t n, const double *a, const double *b, double *c)
{
    #pragma omp target teams distribute map(to: a[:n * SIZE * LENGTH], b[:n * LENGTH * SIZE]) \
        map(from: c[:n * SIZE * SIZE])
    for (ptrdiff_t i = 0; i < n; i++) {
        const double *x = a + i * SIZE * LENGTH, *y = b + i * LENGTH * SIZE;
        double *z = c + i * SIZE * SIZE;
        struct lane lane[LANES];
        if (has_tensor_cores()) {
            #pragma omp parallel for
            for (int l = 0; l < LANES; l++)
                lane[l].c[0] = lane[l].c[1] = 0;
            for (int p = 0; p < LENGTH; p += DEPTH) {
                #pragma omp parallel for
                for (int l = 0; l < LANES; l++) {
                    lane[l].a = x[l / 4 * LENGTH + p + l % 4];
                    lane[l].b = y[(p + l % 4) * SIZE + l / 4];
                }
                multiply_fragments(lane);
            }
            #pragma omp parallel for
            for (int l = 0; l < LANES; l++) {
                z[l / 4 * SIZE + l % 4 * 2] = lane[l].c[0];
                z[l / 4 * SIZE + l % 4 * 2 + 1] = lane[l].c[1];
            }
        } else {
            #pragma omp parallel for
            for (int e = 0; e < SIZE * SIZE; e++) {
                double sum = 0;
                for (int p = 0; p < LENGTH; p++)
                    sum = fma(x[e / SIZE * LENGTH + p], y[p * SIZE + e % SIZE], sum);
                z[e] = sum;
            }
        }
    }
}
