/* What julia's variants share: the view of a case, its pixels, and orbits that are tested at every
 * step. */
#ifndef TRI_TUNED_JULIA_H
#define TRI_TUNED_JULIA_H

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
    ptrdiff_t width, height;
    struct axis re, im;
    ptrdiff_t top, every; /* on several devices each computes rows top, top + every, … */
};

static inline struct view view_of(const struct tri_case *c)
{
    real xmin = (real)c->value[XMIN].real, xmax = (real)c->value[XMAX].real;
    real ymin = (real)c->value[YMIN].real, ymax = (real)c->value[YMAX].real;
    ptrdiff_t width = (ptrdiff_t)c->value[WIDTH].integer;
    ptrdiff_t height = (ptrdiff_t)c->value[HEIGHT].integer;
    struct tri_rows rows = tri_rows_of(c, HEIGHT);
    return (struct view){
        .iterations = (int32_t)c->value[ITERATIONS].integer,
        .bound = (real)c->value[BOUND].real,
        .c = { (real)c->value[CRE].real, (real)c->value[CIM].real },
        .width = width,
        .height = rows.count,
        .re = { (xmax - xmin) / (real)width, xmin },
        .im = { (ymax - ymin) / (real)height, ymin },
        .top = rows.first,
        .every = rows.step,
    };
}

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

/* ---- Variants in files of their own ---- */

/* julia_report.c: the report's kernels.  Two of them need constant memory. */
tri_path_fn julia_v0, julia_v1, julia_v2, julia_v3, julia_v4, julia_v5;
bool julia_constant_memory(enum tri_path, struct tri_error *e);

/* julia_cpu.c */
tri_path_fn julia_simd_rows, julia_simd_tiles, julia_simd_tuned;
#if defined(__x86_64__)
tri_path_fn julia_avx2_rows, julia_avx2_tiles, julia_avx2_tuned;
#else
# define julia_avx2_rows_float NULL
# define julia_avx2_rows_double NULL
# define julia_avx2_tiles_float NULL
# define julia_avx2_tiles_double NULL
# define julia_avx2_tuned_float NULL
# define julia_avx2_tuned_double NULL
#endif

#endif
