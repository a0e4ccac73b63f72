/* Right: scratch is kept on the host, and mapped in each call. */
#include <stdlib.h>

static double *t;
static ptrdiff_t room;

static void give_back(void)
{
    free(t);
    t = NULL;
}

void scratch_kept_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    if (room < n) {
        static int asked;
        if (!asked++)
            atexit(give_back);
        free(t);
        t = malloc((size_t)n * sizeof *t);
        room = n;
    }
    #pragma omp target data map(to: x[:n]) map(from: y[:n]) map(alloc: t[:n])
    {
        #pragma omp target teams distribute parallel for
        for (ptrdiff_t i = 0; i < n; i++)
            t[i] = a * x[i];
        #pragma omp target teams distribute parallel for
        for (ptrdiff_t i = 0; i < n; i++)
            y[i] = t[i] + 1;
    }
}
