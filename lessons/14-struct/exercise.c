#include "lesson.h"

void scale(struct vectors *v)
{
    /* TODO: the struct gets to the device; what of that which its pointers point to? */
    #pragma omp target teams distribute parallel for map(to: v[:1])
    for (ptrdiff_t i = 0; i < v->n; i++)
        v->y[i] = v->factor * v->x[i];
}
