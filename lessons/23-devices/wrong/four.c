/* rejected: by luck: how many there are */
#include "lesson.h"

void share(ptrdiff_t n, const double *a, double *b)
{
    int devices = 4;
    for (int d = 0; d < devices; d++) {
        ptrdiff_t begin = n * d / devices, end = n * (d + 1) / devices;
        #pragma omp target teams distribute parallel for device(d) nowait \
            map(to: a[begin : end - begin]) map(from: b[begin : end - begin])
        for (ptrdiff_t i = begin; i < end; i++)
            b[i] = -a[i] / 4;
    }
    #pragma omp taskwait
}
