/* Right: each thread counts for itself, by its number. */
#include <omp.h>
#include <stdlib.h>

void counts_of_threads_simd(ptrdiff_t n, const uint8_t u[n], int32_t h[256])
{
    int most = omp_get_max_threads();
    int32_t *t = calloc((size_t)most * 256, sizeof *t);
    #pragma omp parallel
    {
        int32_t *own = t + 256 * omp_get_thread_num();
        #pragma omp for
        for (ptrdiff_t i = 0; i < n; i++)
            own[u[i]]++;
        #pragma omp for
        for (int k = 0; k < 256; k++) {
            h[k] = 0;
            for (int j = 0; j < most; j++)
                h[k] += t[256 * j + k];
        }
    }
    free(t);
}
