/* The view of a case of mandelbrot, or of listings, as peers read it: pixel (row, col) is the point
 * c = (col * step_re + xmin, row * step_im + ymin). */
#pragma once

#include "peers.h"
#include "real.h"

/* The parameters of mandelbrot, with which those of listings begin, in their order. */
enum {
    PARAM_RESOLUTION,
    PARAM_ITERATIONS,
    PARAM_WIDTH,
    PARAM_HEIGHT,
    PARAM_XMIN,
    PARAM_XMAX,
    PARAM_YMIN,
    PARAM_YMAX
};

struct view {
    int32_t iterations;
    int32_t width, height;
    real step_re, xmin, step_im, ymin;
};

static inline struct view view_of(const struct tri_case *c)
{
    struct view v;
    v.iterations = (int32_t)c->value[PARAM_ITERATIONS].integer;
    v.width = (int32_t)c->value[PARAM_WIDTH].integer;
    v.height = (int32_t)c->value[PARAM_HEIGHT].integer;
    v.xmin = (real)c->value[PARAM_XMIN].real;
    v.ymin = (real)c->value[PARAM_YMIN].real;
    v.step_re = ((real)c->value[PARAM_XMAX].real - v.xmin) / (real)v.width;
    v.step_im = ((real)c->value[PARAM_YMAX].real - v.ymin) / (real)v.height;
    return v;
}

/* The kernels of mandelbrot.cu. */
void tri_mandelbrot_cuda(const struct tri_case *there);
void tri_mandelbrot_cuda_listing7(const struct tri_case *there);
