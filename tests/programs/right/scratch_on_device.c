/* Right: scratch stays on the device until a larger one takes its place. */
#include <stdlib.h>

void scratch_on_device_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    static double *t;
    static ptrdiff_t room;
    if (room < n) {
        if (t) {
            #pragma omp target exit data map(delete: t[:room])
            free(t);
        }
        t = malloc((size_t)n * sizeof *t);
        room = n;
        #pragma omp target enter data map(alloc: t[:n])
    }
    double *s = t;
    #pragma omp target teams distribute parallel for map(to: x[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        s[i] = a * x[i];
    #pragma omp target teams distribute parallel for map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = s[i] + 1;
}
