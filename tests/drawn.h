/* Rows to draw: a store of rows that all say the same, but for what a test says of them. */
#ifndef TRI_DRAWN_H
#define TRI_DRAWN_H

#include "check.h"
#include "rows.h"

struct store *no_rows(void);
void empty(struct store *);

/* Adds a row: of simd in double, which takes a second for 100 instructions a byte, 1e9 of them, under ceilings of
 * 1e9.  What is other in it is the rest of an object, with ' for ": "'path':'avx2','threads':2". */
void add_drawn(struct store *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same of a path, with a resolution, seconds and a ceiling of arithmetic. */
void add(struct store *, const char *path, int resolution, double seconds, double fma);

/* Of each run the last is drawn. */
void choose_latest(struct store *);

#endif
