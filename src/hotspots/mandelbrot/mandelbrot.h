/* What the rungs of mandelbrot share: the view of a case. */
#ifndef TRI_TUNED_MANDELBROT_H
#define TRI_TUNED_MANDELBROT_H

#include "escape.h"
#include "real.h"

#include "hotspot.h"

enum { RESOLUTION, ITERATIONS, WIDTH, HEIGHT, XMIN, XMAX, YMIN, YMAX }; /* as in the lesson */
enum { COUNT };

static inline struct view view_of(const struct tri_case *c)
{
    struct tri_rows rows = tri_rows_of(c, HEIGHT);
    ptrdiff_t height = (ptrdiff_t)c->value[HEIGHT].integer;
    struct view v = {
        .arithmetic = FUSED,
        .iterations = (int32_t)c->value[ITERATIONS].integer,
        .width = (ptrdiff_t)c->value[WIDTH].integer,
        .height = rows.count,
        .top = rows.first,
        .every = rows.step,
    };
    real xmin = (real)c->value[XMIN].real, xmax = (real)c->value[XMAX].real;
    real ymin = (real)c->value[YMIN].real, ymax = (real)c->value[YMAX].real;
    v.re = (struct axis){ (xmax - xmin) / (real)v.width, xmin, 0 };
    v.im = (struct axis){ (ymax - ymin) / (real)height, ymin, 0 };
    return v;
}

#endif
