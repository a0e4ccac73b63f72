/* 4.0: fma() in a region rounds once, as on the host. */
#include "probe.h"

#include <math.h>

int main(void)
{
    static double x[N], rest[N];
    int host = 1;
    bool right = true;
    for (int i = 0; i < N; i++)
        x[i] = 1 + (i + 1) * 0x1p-40;
    #pragma omp target teams distribute parallel for map(to: x) map(from: rest) map(tofrom: host)
    for (int i = 0; i < N; i++) {
        double square = x[i] * x[i];
        rest[i] = fma(x[i], x[i], -square); /* what rounding the square has lost */
        if (i == 0)
            host = omp_is_initial_device();
    }
    for (int i = 0; i < N;
         i++) /* (1 + k 2^-40)² = 1 + k 2^-39 + k² 2^-80, of which a double has 2^-52 */
        right = right && rest[i] == (i + 1.0) * (i + 1.0) * 0x1p-80;
    return probe_says(host, right);
}
