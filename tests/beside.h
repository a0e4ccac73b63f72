/* Two files of rows, "a" and "b", which versus puts side by side. */
#ifndef TRI_BESIDE_H
#define TRI_BESIDE_H

#include "check.h"
#include "versus.h"

/* One of the files, empty; to be closed. */
FILE *begin_side(const char *name);

/* A row of mandelbrot, with its path, resolution, threads and median time; `input` is the value of its member of that
 * name, and further members after a comma. */
void add_beside(FILE *, const char *path, int resolution, int threads, const char *input,
                double median);

/* The same without an input. */
void add_path(FILE *, const char *path, int resolution, int threads, double median);

/* The table of the two files, and whether B is a regression. To be freed. */
char *table_beside(double tolerance, bool *regressed);

/* What is expected of B's one row beside A's. */
void expect_beside(const char *table, const char *said, bool regressed, bool expected);

#endif
