/* A field of n values: begin, some steps, end. A step replaces u[i] by u[i] / 2 + 1. */
#include <omp.h>
#include <stddef.h>
void field_begin(ptrdiff_t n, double *u);
void field_step(ptrdiff_t n, double *u);
void field_end(ptrdiff_t n, double *u);
