/* The view of a case of julia, as its peers read it: pixel (row, col) is the point
 * z(0) = (col * step_re + xmin, row * step_im + ymin). */
#ifndef TRI_PEERS_JULIA_H
#define TRI_PEERS_JULIA_H

#include "peers.h"
#include "real.h"

struct julia_view {
    int32_t iterations;
    real bound, c_re, c_im;
    int32_t width, height;
    real step_re, xmin, step_im, ymin;
};

static inline struct julia_view X(julia_view)(const struct tri_case *c)
{
    struct julia_view v;
    v.iterations = (int32_t)tri_case_value(c, "iterations").integer;
    v.bound = (real)tri_case_value(c, "bound").real;
    v.c_re = (real)tri_case_value(c, "cre").real;
    v.c_im = (real)tri_case_value(c, "cim").real;
    v.width = (int32_t)tri_case_value(c, "width").integer;
    v.height = (int32_t)tri_case_value(c, "height").integer;
    v.xmin = (real)tri_case_value(c, "xmin").real;
    v.ymin = (real)tri_case_value(c, "ymin").real;
    v.step_re = ((real)tri_case_value(c, "xmax").real - v.xmin) / (real)v.width;
    v.step_im = ((real)tri_case_value(c, "ymax").real - v.ymin) / (real)v.height;
    return v;
}

/* The kernels of julia.cu. */
#if TRIPTYCH_CUDA_PEERS
void X(julia_cuda)(const struct tri_case *there);
void X(julia_cuda_report)(const struct tri_case *there);
#else
# define julia_cuda_float NULL
# define julia_cuda_double NULL
# define julia_cuda_report_float NULL
# define julia_cuda_report_double NULL
#endif

#endif
