/* Right: parallel regions in parallel sections. */
#include <omp.h>

void nested_reference(ptrdiff_t n, double a, const double x[n], double y[n], double z[n])
{
    for (ptrdiff_t i = 0; i < n; i++) {
        y[i] = a * x[i] + 1;
        z[i] = y[i] * 2;
    }
}

void nested_simd(ptrdiff_t n, double a, const double x[n], double y[n], double z[n])
{
    int levels = omp_get_max_active_levels();
    omp_set_max_active_levels(2);
    #pragma omp parallel sections num_threads(2)
    {
        #pragma omp section
        {
            #pragma omp parallel for
            for (ptrdiff_t i = 0; i < n; i++)
                y[i] = a * x[i] + 1;
        }
        #pragma omp section
        {
            #pragma omp parallel for
            for (ptrdiff_t i = 0; i < n; i++)
                z[i] = (a * x[i] + 1) * 2;
        }
    }
    omp_set_max_active_levels(levels);
}
