/* Right: a lock for each bin. */
#include <omp.h>

void locks_simd(ptrdiff_t n, const uint8_t u[n], int32_t h[16])
{
    omp_lock_t l[16];
    for (int k = 0; k < 16; k++) {
        h[k] = 0;
        omp_init_lock(&l[k]);
    }
    #pragma omp parallel for
    for (ptrdiff_t i = 0; i < n; i++) {
        omp_set_lock(&l[u[i] % 16]);
        h[u[i] % 16]++;
        omp_unset_lock(&l[u[i] % 16]);
    }
    for (int k = 0; k < 16; k++)
        omp_destroy_lock(&l[k]);
}
