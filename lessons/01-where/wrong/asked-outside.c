/* rejected: has to be asked inside the region */
#include "lesson.h"

void twice(ptrdiff_t n, const double *a, double *b, int *on_device)
{
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = 2 * a[i];
    *on_device = !omp_is_initial_device();
}
