/* A second implementation of mandelbrot, in both precisions: see oracle_loop.h. */
#include "oracle.h"

#include <math.h>

const char *const oracle_names[ORACLE_ARITHMETICS] = {
    [ORACLE_FUSED] = "fused",           [ORACLE_PLAIN] = "plain",
    [ORACLE_LISTING4] = "listing4",     [ORACLE_LISTING7] = "listing7",
    [ORACLE_COURSEWORK] = "coursework",
};

#define REAL float
#define NAME(name) name##_float
#define FUSE(a, b, c) fmaf(a, b, c)
#include "oracle_loop.h"

#undef REAL
#undef NAME
#undef FUSE
#define REAL double
#define NAME(name) name##_double
#define FUSE(a, b, c) fma(a, b, c)
#include "oracle_loop.h"
