/* Right: each thread keeps scratch of its own (threadprivate). */
#include <stdlib.h>

static double *own;
static ptrdiff_t room;
#pragma omp threadprivate(own, room)

void own_scratch_reference(ptrdiff_t n, ptrdiff_t m, const double x[n * m], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++) {
        y[i] = 0;
        for (ptrdiff_t j = 0; j < m; j++)
            y[i] += x[i * m + j] * x[i * m + m - 1 - j];
    }
}

void own_scratch_simd(ptrdiff_t n, ptrdiff_t m, const double x[n * m], double y[n])
{
    #pragma omp parallel
    {
        if (room < m) {
            free(own);
            own = malloc((size_t)m * sizeof *own);
            room = m;
        }
        #pragma omp for
        for (ptrdiff_t i = 0; i < n; i++) {
            for (ptrdiff_t j = 0; j < m; j++)
                own[j] = x[i * m + m - 1 - j];
            y[i] = 0;
            for (ptrdiff_t j = 0; j < m; j++)
                y[i] += x[i * m + j] * own[j];
        }
    }
}
