/* rejected: weights by luck | on a GPU: runtime has stopped */
#include "lesson.h"

#pragma omp declare target

double weight[3];

static double weighted(const double *at)
{
    return weight[0] * at[-1] + weight[1] * at[0] + weight[2] * at[1];
}

#pragma omp end declare target

void set_weights(const double *w)
{
    for (int i = 0; i < 3; i++)
        weight[i] = w[i];
    #pragma omp target
    for (int i = 0; i < 3; i++)
        weight[i] = w[i];
}

void smooth(ptrdiff_t n, const double *a, double *b)
{
    #pragma omp target teams distribute parallel for map(to: a[:n]) map(from: b[:n])
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = i == 0 || i == n - 1 ? a[i] : weighted(a + i);
}
