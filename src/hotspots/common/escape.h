/*
 * Escape times by batches of steps: for mandelbrot's last variants and the reports' listings.
 *
 * A test (two instructions for |z|^2, a comparison, a branch) costs about as much as a step; on a CPU the lanes of a
 * vector are counted one by one.  But an orbit that has escaped does not come back: it grows, or is NaN and stays NaN.  So there
 * are two ways to continue.  Testing every step tells when an orbit escapes.  A batch of steps with one test
 * at its end tells that it has escaped, but not when.  So take batches until one has escaped; then go back
 * to where it began, and test every step.
 *
 * The arithmetic is an argument, which is a constant where these functions are inlined: WITH().
 */
#pragma once

#include "orbit.h"
#include "triptych.h"

enum arithmetic {
    FUSED,      /* the lesson's: four instructions a step */
    PLAIN,      /* every product and every sum rounded on its own; 2 itself has not escaped */
    LISTING4,   /* report A's AVX2+FMA program; 2 itself has not escaped */
    LISTING7,   /* its CUDA program, as its compiler fuses it */
    COURSEWORK, /* as PLAIN, but 2 has escaped, and pixels are counted from the centre */
};

/* f(a, …) with the arithmetic as a constant: there is a copy of f for each one, compiled
 * separately. */
#define WITH(a, f, ...)                           \
    ((a) == FUSED      ? f(FUSED, __VA_ARGS__)    \
     : (a) == PLAIN    ? f(PLAIN, __VA_ARGS__)    \
     : (a) == LISTING4 ? f(LISTING4, __VA_ARGS__) \
     : (a) == LISTING7 ? f(LISTING7, __VA_ARGS__) \
                       : f(COURSEWORK, __VA_ARGS__))

/* Pixels along one axis: number `index` lies at (index - origin) * step + offset. */
struct axis {
    real step, offset;
    ptrdiff_t origin;
};

struct view {
    enum arithmetic arithmetic;
    bool skip; /* do not iterate pixels that are known to stay */
    int32_t iterations;
    ptrdiff_t width, height;
    struct axis re, im;
    ptrdiff_t top, every; /* on several devices each computes rows top, top + every, … */
};

enum {
    TESTED = 8, /* steps tested one by one at first: most pixels that escape do so within these */
    BATCH = 32, /* steps of a batch; both are multiples of LISTING7's eight */
};

#pragma omp declare target

INLINE real coordinate_in(enum arithmetic a, struct axis axis, ptrdiff_t index)
{
    real i = (real)(int32_t)(index - axis.origin);
    if (a == PLAIN || a == COURSEWORK)
        return i * axis.step + axis.offset;
    return FMA(i, axis.step, axis.offset);
}

/* z(i) from z = z(i-1).
 *
 * LISTING7 follows the machine code of report A's kernel: its compiler unrolls the loop by eight and
 * does not fuse a product that two neighbouring steps share. */
INLINE struct point step_in(enum arithmetic a, int32_t i, struct point c, struct point z)
{
    struct point next;
    switch (a) {
    case FUSED: return next_point(c, z);
    case LISTING4:
        next.re = FMA(z.re, z.re, -(z.im * z.im)) + c.re;
        next.im = FMA(2, z.re * z.im, c.im);
        return next;
    case LISTING7:
        next.re = (i % 8 == 1 ? FMA(z.re, z.re, -(z.im * z.im)) : z.re * z.re - z.im * z.im) + c.re;
        next.im = PRECISION == TRI_DOUBLE ? FMA(2 * z.re, z.im, c.im) : 2 * z.re * z.im + c.im;
        return next;
    case PLAIN:
    case COURSEWORK: break;
    }
    next.re = z.re * z.re - z.im * z.im + c.re;
    next.im = 2 * z.re * z.im + c.im;
    return next;
}

/* Whether z(i) is still inside the bound.  Written so that infinities and NaN are outside. */
INLINE bool is_bounded(enum arithmetic a, int32_t i, struct point z)
{
    switch (a) {
    case FUSED: return norm_of(z) < 4;
    case LISTING4: return norm_of(z) <= 4;
    case LISTING7: return (i % 8 == 0 ? norm_of(z) : z.re * z.re + z.im * z.im) < 4;
    case PLAIN: return z.re * z.re + z.im * z.im <= 4;
    case COURSEWORK: break;
    }
    return z.re * z.re + z.im * z.im < 4;
}

/* Takes n steps from z(done), a multiple of 8, and tests each.  Returns the escape time, or 0 with
 * *z = z(done + n).  (re and im are separate variables because clang would pack a struct of two floats
 * into a vector again after every step, and a CPU's scalar loop would be slower.) */
INLINE int32_t test_every_step(enum arithmetic a, struct point c, int32_t done, int32_t n,
                               struct point *z)
{
    real re = z->re, im = z->im;
    for (int32_t i = 1; i <= n; i++) {
        struct point next = step_in(a, i, c, (struct point){ re, im });
        if (!is_bounded(a, i, next))
            return done + i;
        re = next.re;
        im = next.im;
    }
    *z = (struct point){ re, im };
    return 0;
}

/* Takes a batch to *z = z(done + BATCH); returns whether that is still bounded. */
INLINE bool take_batch(enum arithmetic a, struct point c, struct point *z)
{
    for (int32_t i = 1; i <= BATCH; i++)
        *z = step_in(a, i, c, *z);
    return is_bounded(a, BATCH, *z);
}

/* view.skip: a pixel is not iterated any further once it is certain that its orbit stays.
 *
 * It is certain, first, in the cardioid, where orbits go to a fixed point, and in the disc to the left of
 * it, where they go to a cycle of two; but not close to the edge, where rounding might push an orbit
 * outside.  So both are made a little smaller: c (1 + 2^-8) has to be in the cardioid, which is
 * star-shaped about 0, so that c lies deeper inside. */
INLINE bool surely_inside(struct point c)
{
    const real margin = (real)(1 + 0x1p-8);
    real x = c.re * margin, y2 = c.im * margin * (c.im * margin);
    real from_cusp = x - (real)0.25, q = from_cusp * from_cusp + y2;
    real from_centre = c.re + 1;
    bool in_cardioid = q * (q + from_cusp) < (real)0.25 * y2;
    bool in_disc = (from_centre * from_centre + c.im * c.im) * margin < (real)0.0625;
    return in_cardioid | in_disc;
}

/* Second, an orbit that returns to an earlier point, to the last bit, is a cycle from then on.  The point to
 * compare with is replaced whenever the number of steps has doubled (R. Brent, 1980; on the CPU at the ends
 * of phases, where it has quadrupled), so that a cycle is found soon after the rounded orbit has
 * entered it.  No pixel changes. */
INLINE bool same(struct point a, struct point b)
{
    return a.re == b.re && a.im == b.im;
}

/* The escape time of c, or 0: first the steps that are tested one by one, then batches.  The exact time
 * is found after the loop over batches, not in it, so that on a GPU all lanes of a warp do it together,
 * once. */
INLINE int32_t escape_in(enum arithmetic a, bool skip, int32_t iterations, struct point c)
{
    struct point z = { 0, 0 };
    int32_t time = test_every_step(a, c, 0, TESTED, &z), done = TESTED, remembered = TESTED;
    if (time != 0)
        return time <= iterations ? time : 0;
    struct point memory = z;
    for (; done < iterations; done += BATCH) {
        struct point start = z;
        if (!take_batch(a, c, &z)) {
            z = start;
            break;
        }
        if (skip && same(z, memory))
            return 0;
        if (skip && done >= 2 * remembered) {
            memory = z;
            remembered = done;
        }
    }
    return test_every_step(a, c, done, iterations - done, &z);
}

#pragma omp end declare target

/* escape_gpu.c: a region over the image; it writes where it ran to *place. */
void escape_offload(struct view v, int32_t *count, int *place);

/* The same for rows `top` to `end` - 1, for arrays that are on the device: as a task, for which the caller waits.  It
 * waits for the task that computes pixel `before`. */
void escape_rows(struct view v, ptrdiff_t top, ptrdiff_t end, const int32_t *before, int32_t *count,
                 int *place);
