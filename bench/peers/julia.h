/* The view of a case of julia, as its peers read it: pixel (row, col) is the point
 * z(0) = (col * step_re + xmin, row * step_im + ymin). */
#ifndef TRI_PEERS_JULIA_H
#define TRI_PEERS_JULIA_H

#include "peers.h"
#include "real.h"

/* The parameters of julia, in their order. */
enum {
    PARAM_SIZE,
    PARAM_ITERATIONS,
    PARAM_BOUND,
    PARAM_CRE,
    PARAM_CIM,
    PARAM_WIDTH,
    PARAM_HEIGHT,
    PARAM_XMIN,
    PARAM_XMAX,
    PARAM_YMIN,
    PARAM_YMAX
};

struct julia_view {
    int32_t iterations;
    real bound, c_re, c_im;
    int32_t width, height;
    real step_re, xmin, step_im, ymin;
};

static inline struct julia_view X(julia_view)(const struct tri_case *c)
{
    struct julia_view v;
    v.iterations = (int32_t)c->value[PARAM_ITERATIONS].integer;
    v.bound = (real)c->value[PARAM_BOUND].real;
    v.c_re = (real)c->value[PARAM_CRE].real;
    v.c_im = (real)c->value[PARAM_CIM].real;
    v.width = (int32_t)c->value[PARAM_WIDTH].integer;
    v.height = (int32_t)c->value[PARAM_HEIGHT].integer;
    v.xmin = (real)c->value[PARAM_XMIN].real;
    v.ymin = (real)c->value[PARAM_YMIN].real;
    v.step_re = ((real)c->value[PARAM_XMAX].real - v.xmin) / (real)v.width;
    v.step_im = ((real)c->value[PARAM_YMAX].real - v.ymin) / (real)v.height;
    return v;
}

/* The kernels of julia.cu. */
void X(julia_cuda)(const struct tri_case *there);
void X(julia_cuda_report)(const struct tri_case *there);

#endif
