/* rejected: the host has added what the device sent */
#include "lesson.h"

double dot(ptrdiff_t n, const double *a, const double *b)
{
    double sum = 0;
    double p[n];
    #pragma omp target teams distribute parallel for map(to: a[:n], b[:n]) map(from: p[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        p[i] = a[i] * b[i];
    for (ptrdiff_t i = 0; i < n; i++)
        sum += p[i];
    return sum;
}
