/* rejected: device 1 got nothing to do */
#include "lesson.h"

void share(ptrdiff_t n, const double *a, double *b)
{
    int devices = omp_get_num_devices();
    for (int d = 0; d < devices; d++) {
        ptrdiff_t first = n * d / devices, end = n * (d + 1) / devices;
        #pragma omp target teams distribute parallel for nowait \
            map(to: a[first : end - first]) map(from: b[first : end - first])
        for (ptrdiff_t i = first; i < end; i++)
            b[i] = -a[i] / 4;
    }
    #pragma omp taskwait
}
