/* rejected: critical sections | does not compile | on a GPU: no critical there */
#include "lesson.h"

void histogram(ptrdiff_t n, const double *a, double *bin, double *count)
{
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: bin[:n]) \
        map(tofrom: count[:BINS])
    for (ptrdiff_t i = 0; i < n; i++) {
        int k = bin_of(a[i]);
        bin[i] = k;
        #pragma omp critical
        count[k] += 1;
    }
}
