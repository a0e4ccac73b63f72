/*
 * Mandelbrot once more, written from the reports and not from src/hotspots: what proves that the
 * reference, against which all paths are compared, is right itself.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum oracle_arithmetic {
    ORACLE_FUSED,
    ORACLE_PLAIN,
    ORACLE_LISTING4,
    ORACLE_LISTING7,
    ORACLE_COURSEWORK,
    ORACLE_ARITHMETICS
};

extern const char *const oracle_names[ORACLE_ARITHMETICS];

struct oracle_view {
    enum oracle_arithmetic arithmetic;
    int iterations, width, height;
    double xmin, xmax, ymin, ymax; /* of no meaning to the coursework, which has its own view */
};

int32_t oracle_time_float(const struct oracle_view *, int row, int col);
int32_t oracle_time_double(const struct oracle_view *, int row, int col);

/* Whether the orbit of c, once it has left the bound, is inside it again within so many steps. */
bool oracle_returns_float(enum oracle_arithmetic, float re, float im, int steps);
bool oracle_returns_double(enum oracle_arithmetic, double re, double im, int steps);
