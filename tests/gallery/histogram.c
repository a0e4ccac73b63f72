/* How often each byte occurs. */
#include <triptych/hotspot.h>

enum { BINS = 256 };

void histogram_reference(int n, const uint8_t x[n], int32_t count[BINS])
{
    for (int b = 0; b < BINS; b++)
        count[b] = 0;
    for (int i = 0; i < n; i++)
        count[x[i]]++;
}

void histogram_simd(int n, const uint8_t x[n], int32_t count[BINS])
{
    int32_t all[BINS] = { 0 };
    #pragma omp parallel for reduction(+: all)
    for (int i = 0; i < n; i++)
        all[x[i]]++;
    for (int b = 0; b < BINS; b++)
        count[b] = all[b];
}

void histogram_offload(int n, const uint8_t x[n], int32_t count[BINS])
{
    #pragma omp target data map(to: x[:n]) map(from: count[:BINS])
    {
        #pragma omp target teams distribute parallel for
        for (int b = 0; b < BINS; b++)
            count[b] = 0;
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++) {
            #pragma omp atomic
            count[x[i]]++;
        }
    }
}

const struct tri_hotspot histogram = { .params = { { "n", "bytes", .initial = 100003, .min = 1, .max = 1e9 } } };
/* wrong, since it counts without atomic: sed '/omp atomic/d' */
