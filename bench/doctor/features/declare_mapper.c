/* 5.0: declare mapper says once how a structure is mapped with what it points to. */
#include "probe.h"

#include <stdint.h>

struct vector {
    int n;
    int *x;
};
#pragma omp declare mapper(struct vector v) map(v, v.x[0 : v.n])

int main(void)
{
    static int a[N];
    int host = 1, moved = 0;
    struct vector v = { N, a };
    uintptr_t home = (uintptr_t)a;
    count_up(a, N);
    #pragma omp target teams distribute parallel for map(tofrom: v, host, moved)
    for (int i = 0; i < N; i++) {
        v.x[i] = 5 * v.x[i] + v.n;
        if (i == 0) {
            host = omp_is_initial_device();
            moved = (uintptr_t)v.x != home;
        }
    }
    return probe_says(host, moved && v.x == a && is_line(a, N, 5, N));
}
