/* Right: an array of structs, which the host fills and reads. */
#include <stdlib.h>

void array_of_structs_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    struct item {
        double in, out;
    } *t = malloc((size_t)n * sizeof *t);
    for (ptrdiff_t i = 0; i < n; i++)
        t[i].in = x[i];
    #pragma omp target teams distribute parallel for map(tofrom: t[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        t[i].out = a * t[i].in + 1;
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = t[i].out;
    free(t);
}
