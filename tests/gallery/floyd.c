/* Shortest ways between all pairs (Floyd and Warshall). */
#include <triptych/hotspot.h>

static double distance(const struct tri_case *c, size_t i)
{
    return 1 + tri_scattered(0, i);
}

void floyd_reference(int n, float d[n * n])
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                d[i * n + j] = fminf(d[i * n + j], d[i * n + k] + d[k * n + j]);
}

void floyd_simd(int n, float d[n * n])
{
    for (int k = 0; k < n; k++) {
        #pragma omp parallel for
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                d[i * n + j] = fminf(d[i * n + j], d[i * n + k] + d[k * n + j]);
    }
}

void floyd_offload(int n, float d[n * n])
{
    #pragma omp target data map(tofrom: d[:n * n])
    for (int k = 0; k < n; k++) {
        #pragma omp target teams distribute parallel for collapse(2)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                d[i * n + j] = fminf(d[i * n + j], d[i * n + k] + d[k * n + j]);
    }
}

const struct tri_hotspot floyd = { .operands = { { "d", .value = distance } } };
/* wrong, since it takes a step too few: sed '/floyd_simd/,/^}/s/k < n/k < n - 1/' */
