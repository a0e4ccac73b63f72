/* The view of a case of julia, as its peers read it: pixel (row, col) is the point
 * z(0) = (col * step_re + xmin, row * step_im + ymin). */
#pragma once

#include "julia_case.h"
#include "peers.h"
#include "real.h"

struct julia_view {
    int32_t iterations;
    real bound, c_re, c_im;
    int32_t width, height;
    real step_re, xmin, step_im, ymin;
};

static inline struct julia_view julia_view_of(const struct tri_case *c)
{
    struct julia_view v;
    v.iterations = (int32_t)c->value[ITERATIONS].integer;
    v.bound = (real)c->value[BOUND].real;
    v.c_re = (real)c->value[CRE].real;
    v.c_im = (real)c->value[CIM].real;
    v.width = (int32_t)c->value[WIDTH].integer;
    v.height = (int32_t)c->value[HEIGHT].integer;
    v.xmin = (real)c->value[XMIN].real;
    v.ymin = (real)c->value[YMIN].real;
    v.step_re = ((real)c->value[XMAX].real - v.xmin) / (real)v.width;
    v.step_im = ((real)c->value[YMAX].real - v.ymin) / (real)v.height;
    return v;
}

/* The kernels of julia.cu. */
void tri_julia_cuda(const struct tri_case *there);
void tri_julia_cuda_report(const struct tri_case *there);
