/* The lowest and the highest of all temperatures; both are below zero. */
#include <triptych/hotspot.h>

static double cold(const struct tri_case *c, size_t i) { return 10 * tri_scattered(0, i) - 20; }

void min_max_reference(int n, const real x[n], real least[1], real most[1])
{
    least[0] = most[0] = x[0];
    for (int i = 1; i < n; i++) {
        least[0] = x[i] < least[0] ? x[i] : least[0];
        most[0] = x[i] > most[0] ? x[i] : most[0];
    }
}

void min_max_simd(int n, const real x[n], real least[1], real most[1])
{
    real a = INFINITY, b = -INFINITY;
    #pragma omp parallel for simd reduction(min: a) reduction(max: b)
    for (int i = 0; i < n; i++) {
        a = x[i] < a ? x[i] : a;
        b = x[i] > b ? x[i] : b;
    }
    least[0] = a, most[0] = b;
}

void min_max_offload(int n, const real x[n], real least[1], real most[1])
{
    real a = INFINITY, b = -INFINITY;
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(tofrom: a, b) reduction(min: a) reduction(max: b)
    for (int i = 0; i < n; i++) {
        a = x[i] < a ? x[i] : a;
        b = x[i] > b ? x[i] : b;
    }
    least[0] = a, most[0] = b;
}

const struct tri_hotspot min_max = { .operands = { { "x", .value = cold } } };
/* wrong, since the highest begins with 0: sed 's/b = -INFINITY/b = 0/' */
