/* What the rungs of mandelbrot share: the view of a case, for escape.h. */
#pragma once

#include "escape.h"

#include "hotspot.h"

static inline struct view view_of(int32_t iterations, ptrdiff_t width, ptrdiff_t height, real xmin,
                                  real xmax, real ymin, real ymax)
{
    return (struct view){
        .arithmetic = FUSED,
        .iterations = iterations,
        .width = width,
        .height = height,
        .re = { (xmax - xmin) / (real)width, xmin, 0 },
        .im = { (ymax - ymin) / (real)height, ymin, 0 },
        .every = 1,
    };
}
