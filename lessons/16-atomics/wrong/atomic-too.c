/* rejected: 2 updates are atomic */
#include "lesson.h"

void histogram(ptrdiff_t n, const double *a, double *bin, double *count)
{
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: bin[:n]) \
        map(tofrom: count[:BINS])
    for (ptrdiff_t i = 0; i < n; i++) {
        int k = bin_of(a[i]);
        #pragma omp atomic write
        bin[i] = k;
        #pragma omp atomic
        count[k] += 1;
    }
}
