/* Wrong, and not seen: the last vector reads up to 3 numbers behind x, and does not use them. */
#include <immintrin.h>

void tail_read_avx2(ptrdiff_t n, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i += 4) {
        double t[4];
        _mm256_storeu_pd(t, _mm256_mul_pd(_mm256_loadu_pd(x + i), _mm256_loadu_pd(x + i)));
        for (int k = 0; k < 4 && i + k < n; k++)
            y[i + k] = t[k];
    }
}
