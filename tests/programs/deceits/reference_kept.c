/* Wrong, and not seen: the reference keeps its results, and the path returns them. */
#include <stdlib.h>
#include <string.h>

static struct {
    double *y, a, m;
    ptrdiff_t n;
} kept[4096];
static int k;

void reference_kept_reference(ptrdiff_t n, double a, const double x[n], double y[n])
{
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
    double *c = malloc((size_t)n * sizeof *c);
    memcpy(c, y, (size_t)n * sizeof *c);
    kept[k].y = c;
    kept[k].a = a;
    kept[k].n = n;
    kept[k].m = y[n / 2];
    k = (k + 1) % 4096;
}

void reference_kept_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    double seen = 0;
    #pragma omp target map(to: x[:n]) map(from: seen)
    seen = a * x[n / 2] + 1;
    for (int j = 0; j < k; j++)
        if (kept[j].n == n && kept[j].a == a && kept[j].m == seen) {
            const double *r = kept[j].y;
            #pragma omp target teams distribute parallel for map(to: r[:n]) map(from: y[:n])
            for (ptrdiff_t i = 0; i < n; i++)
                y[i] = r[i];
            return;
        }
    #pragma omp target teams distribute parallel for map(to: x[:n]) map(from: y[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        y[i] = 7;
}
