/* v->y[i] = v->factor * v->x[i] of v->n elements. */
#include <omp.h>
#include <stddef.h>
struct vectors {
    ptrdiff_t n;
    double factor;
    double *x, *y;
};
void scale(struct vectors *v);
