/* rejected: it is chosen at run time */
#include "lesson.h"

#pragma omp declare target
double own_way(double x);
double square(double x);

double own_way(double x)
{
    return square_on_device(x);
}

double square(double x)
{
    return square_on_cpu(x);
}
#pragma omp end declare target

void squares(int offload, ptrdiff_t n, const double *a, double *b)
{
    #pragma omp target teams distribute parallel for if(target: offload) map(to: a[:n]) map(from: b[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = omp_is_initial_device() ? square(a[i]) : own_way(a[i]);
}
