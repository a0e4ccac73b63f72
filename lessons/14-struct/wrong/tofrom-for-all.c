/* rejected: x was copied back */
#include "lesson.h"

void scale(struct vectors *v)
{
    #pragma omp target teams distribute parallel for map(to: v[:1]) \
        map(tofrom: v->x[: v->n]) map(tofrom: v->y[: v->n])
    for (ptrdiff_t i = 0; i < v->n; i++)
        v->y[i] = v->factor * v->x[i];
}
