/* The view of a case of mandelbrot, or of listings, as peers read it: pixel (row, col) is the point
 * c = (col * step_re + xmin, row * step_im + ymin). */
#ifndef TRI_PEERS_MANDELBROT_H
#define TRI_PEERS_MANDELBROT_H

#include "peers.h"
#include "real.h"

struct view {
    int32_t iterations;
    int32_t width, height;
    real step_re, xmin, step_im, ymin;
};

static inline struct view X(view)(const struct tri_case *c)
{
    struct view v;
    v.iterations = (int32_t)tri_case_value(c, "iterations").integer;
    v.width = (int32_t)tri_case_value(c, "width").integer;
    v.height = (int32_t)tri_case_value(c, "height").integer;
    v.xmin = (real)tri_case_value(c, "xmin").real;
    v.ymin = (real)tri_case_value(c, "ymin").real;
    v.step_re = ((real)tri_case_value(c, "xmax").real - v.xmin) / (real)v.width;
    v.step_im = ((real)tri_case_value(c, "ymax").real - v.ymin) / (real)v.height;
    return v;
}

/* The kernels of mandelbrot.cu. */
#if TRIPTYCH_CUDA_PEERS
void X(mandelbrot_cuda)(const struct tri_case *there);
void X(mandelbrot_cuda_listing7)(const struct tri_case *there);
#else
# define mandelbrot_cuda_float NULL
# define mandelbrot_cuda_double NULL
# define mandelbrot_cuda_listing7_float NULL
# define mandelbrot_cuda_listing7_double NULL
#endif

#endif
