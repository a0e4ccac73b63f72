/* rejected: all at the end | a section that is too short */
#include "lesson.h"

void scale(struct vectors *v)
{
    #pragma omp target teams distribute parallel for map(to: v[:1]) \
        map(to: v->x[: v->n]) map(from: v->y[: v->n - 1])
    for (ptrdiff_t i = 0; i < v->n; i++)
        v->y[i] = v->factor * v->x[i];
}
