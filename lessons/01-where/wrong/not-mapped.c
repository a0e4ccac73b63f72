/* rejected: by the host's address | crashed | runtime has stopped */
#include "lesson.h"

void twice(ptrdiff_t n, const double *a, double *b, int *on_device)
{
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n])
    for (ptrdiff_t i = 0; i < n; i++) {
        b[i] = 2 * a[i];
        if (i == 0)
            *on_device = !omp_is_initial_device();
    }
}
