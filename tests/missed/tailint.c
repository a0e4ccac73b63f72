/* Eight at a time, without what is left over. */
#include <immintrin.h>
void tailint_reference(int n, const int x[n], int y[n])
{
    for (int i = 0; i < n; i++)
        y[i] = x[i];
}
void tailint_avx2(int n, const int x[n], int y[n])
{
    for (int i = 0; i < n; i += 8)
        _mm256_storeu_si256((__m256i *)(y + i), _mm256_loadu_si256((const __m256i *)(x + i)));
}
