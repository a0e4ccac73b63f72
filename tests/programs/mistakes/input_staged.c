/* Wrong: the second half of an input is staged in memory of the path's own, and never filled again. */
/* Said: no map clause has copied it to the device in this run */
#include <stdlib.h>
#include <string.h>

void input_staged_offload(ptrdiff_t n, const double x[n], double y[n])
{
    double *t = calloc((size_t)n, sizeof *t);
    memcpy(t, x, (size_t)(n / 2) * sizeof *t);
    #pragma omp target teams distribute parallel for map(to: t[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = t[i] * t[i];
    free(t);
}
