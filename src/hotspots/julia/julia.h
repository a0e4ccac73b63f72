/* What julia's variants share: the view of a picture, its pixels, and orbits that are tested at every
 * step. */
#pragma once

#include "julia_case.h"
#include "orbit.h"

#include "hotspot.h"

/* Pixels along one axis: number `index` lies at index * step + offset. */
struct axis {
    real step, offset;
};

struct view {
    int32_t iterations;
    real bound;
    struct point c;
    struct axis re, im;
};

#pragma omp declare target

INLINE struct point point_at(struct view v, ptrdiff_t row, ptrdiff_t col)
{
    return (struct point){ coordinate(v.re.step, v.re.offset, col),
                           coordinate(v.im.step, v.im.offset, row) };
}

/* Whether z is within the bound.  Infinities and NaN are not. */
INLINE bool is_bounded(real bound, struct point z)
{
    return norm_of(z) <= bound;
}

/* Takes steps from z = z(done) with a test before each, until z is beyond the bound or `to` steps are done;
 * returns how many.  (re and im are separate variables because clang would pack a struct of two floats into a
 * vector again after every step.) */
INLINE int32_t test_every_step(struct view v, int32_t done, int32_t to, struct point z)
{
    real re = z.re, im = z.im;
    for (; done < to && is_bounded(v.bound, (struct point){ re, im }); done++) {
        struct point next = next_point(v.c, (struct point){ re, im });
        re = next.re;
        im = next.im;
    }
    return done;
}

#pragma omp end declare target

/* julia_report.c: whether variants v1 and v5 can run. */
bool julia_constant_memory(enum tri_path, struct tri_error *e);
