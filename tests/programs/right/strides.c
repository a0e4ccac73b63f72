/* Right: threads of all teams take numbers in strides. */
#include <omp.h>

static void scale(ptrdiff_t n, double a, const double *x, double *y)
{
    #pragma omp target teams map(to: x[:n]) map(from: y[:n])
    #pragma omp parallel
    {
        ptrdiff_t all = (ptrdiff_t)omp_get_num_teams() * omp_get_num_threads();
        for (ptrdiff_t i =
                 (ptrdiff_t)omp_get_team_num() * omp_get_num_threads() + omp_get_thread_num();
             i < n; i += all)
            y[i] = a * x[i] + 1;
    }
}

void strides_offload(ptrdiff_t n, double a, const double x[n], double y[n])
{
    scale(n, a, x, y);
}
