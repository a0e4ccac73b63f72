/* Wrong, and not seen: aligned loads and stores, of arrays that a caller may have at any address. */
#include <immintrin.h>

void aligned_loads_avx2(ptrdiff_t n, const double x[n], double y[n])
{
    ptrdiff_t i = 0;
    for (; i + 4 <= n; i += 4)
        _mm256_store_pd(y + i, _mm256_mul_pd(_mm256_load_pd(x + i), _mm256_load_pd(x + i)));
    for (; i < n; i++)
        y[i] = x[i] * x[i];
}
