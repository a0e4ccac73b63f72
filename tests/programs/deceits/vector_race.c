/* Wrong, and not seen: all threads share one vector, which AVX2 intrinsics load and store. */
#include <immintrin.h>

void vector_race_avx2(ptrdiff_t n, const double x[n], double y[n])
{
    static double t[4];
    #pragma omp parallel for
    for (ptrdiff_t i = 0; i < n / 4; i++) {
        _mm256_storeu_pd(t, _mm256_loadu_pd(x + 4 * i));
        __asm__ volatile("" ::: "memory");
        _mm256_storeu_pd(y + 4 * i, _mm256_mul_pd(_mm256_loadu_pd(t), _mm256_loadu_pd(x + 4 * i)));
    }
    for (ptrdiff_t i = n / 4 * 4; i < n; i++)
        y[i] = x[i] * x[i];
}
