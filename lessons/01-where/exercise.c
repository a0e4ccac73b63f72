#include "lesson.h"

void twice(ptrdiff_t n, const double *a, double *b, int *on_device)
{
    int host = 1;
    /* TODO: on the device, for every n; and ask, where it runs, whether this is the host. */
    #pragma omp target teams distribute parallel for if(target: n > 1000000) \
        map(to: a[:n]) map(from: b[:n]) map(tofrom: host)
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = 2 * a[i];
    *on_device = !host;
}
