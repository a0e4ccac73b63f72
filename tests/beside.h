/* Two files of rows, "a" and "b", which versus puts side by side. */
#pragma once

#include "check.h"
#include "versus.h"

/* One of the files, empty; to be closed. */
FILE *begin_side(const char *name);

/* A row of mandelbrot, with its path, resolution, threads and median time; `input` is the value of its member of that
 * name, and further members after a comma. */
void add_beside(FILE *, const char *path, int resolution, int threads, const char *input,
                double median);

/* A file of such rows, "null" where there is no input. */
struct beside {
    const char *path;
    int resolution, threads;
    double median;
    const char *input;
};
#define SIDE(name, ...) put_side(name, (const struct beside[]){ __VA_ARGS__, { .path = NULL } })
void put_side(const char *name, const struct beside *rows);

/* The table of two sides as versus takes them, and the exit status. To be freed. */
char *table_of_files(const char *a, const char *b, double tolerance, int *status);

/* The same for files that begin_side() names: "a1,a2" is a side of two runs. */
char *table_of_sides(const char *a, const char *b, double tolerance, int *status);

/* The same for "a" and "b", and whether B is a regression. */
char *table_beside(double tolerance, bool *regressed);

/* What is expected of B's one row beside A's. */
void expect_beside(const char *table, const char *said, bool regressed, bool expected);
