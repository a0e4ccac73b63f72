/* What the tests of dot share. */
#ifndef TRI_DOT_H
#define TRI_DOT_H

#include "laws.h"

enum { A, B, DOT };

struct tri_case dot_case(const struct row *, size_t n);

/* Whether the bits are the reference's: a reduction takes whatever order. */
bool dot_in_order(const struct row *);

/* What the row's path makes of it. */
double dot_of(struct tri_case *, const struct row *);

/* A number that a seed and an index give, from -limit to limit. */
int64_t dot_scattered(uint64_t seed, size_t i, int64_t limit);

#endif
