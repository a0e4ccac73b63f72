/* What the tests of laplace share: its cases, and a step from the definition, written another way. */
#ifndef TRI_LAPLACE_H
#define TRI_LAPLACE_H

#include "laws.h"

enum { POTENTIAL, START, MASK, TAKEN, OTHER };

struct tri_case laplace(const struct row *, const char *settings);

/* Rows and columns: d is 0 or 1. */
ptrdiff_t extent(const struct tri_case *, int d);

/* How many steps were taken. */
int32_t taken(const struct tri_case *);

/* Whether a point may change, by the mask's definition: a bit for each, rows begin with a word. */
bool is_free(const struct tri_case *, ptrdiff_t row, ptrdiff_t col);

/* One step in place; returns the largest change. */
double step_all(const struct tri_case *, double *u);

/* Expects two operands to be the same to the last bit. */
void expect_bits(const struct tri_case *, int of_a, const struct tri_case *, int of_b,
                 const char *what);

#endif
