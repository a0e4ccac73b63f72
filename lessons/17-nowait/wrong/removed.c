/* rejected: differ */
#include "lesson.h"

void squares(ptrdiff_t n, const double *a, double *b, double *c)
{
    #pragma omp target map(to: a[:n]) map(from: b[:n]) nowait
    b[0] = a[0];
    read_file(n, c);
    #pragma omp taskwait
}
