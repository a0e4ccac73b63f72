#include "lesson.h"

void share(ptrdiff_t n, const double *a, double *b)
{
    /* TODO: this is the default device alone. There are omp_get_num_devices() of them. */
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = -a[i] / 4;
}
