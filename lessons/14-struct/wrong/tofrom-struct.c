/* rejected: the struct is only read there */
#include "lesson.h"

void scale(struct vectors *v)
{
    #pragma omp target teams distribute parallel for map(tofrom: v[:1]) \
        map(to: v->x[: v->n]) map(from: v->y[: v->n])
    for (ptrdiff_t i = 0; i < v->n; i++)
        v->y[i] = v->factor * v->x[i];
}
