/*
 * Escape times on a CPU: strips and segments.
 *
 * An escape loop does not vectorise: its lanes stop at different times.  But a fixed number of steps does,
 * with or without tests.  So the CPU's paths take a strip of pixels at once.  They differ only in a table of
 * two kernels (strip_kernels.h): how a strip takes steps with a test after each, and how it takes batches
 * with one test.  The threads are here:
 *
 *   compute_image        threads: each takes the next segment of a row
 *     compute_segment    steps 1…32, then phases up to 128, 512, … iterations
 *       first_phase, next_phase
 *                        strip by strip: batches; if an orbit has escaped, that batch again, tested
 *       compact          closes the gaps between the pixels that are left
 *
 * A strip is six vectors.  A step has three fma and an addition, in which one fma waits for another, eight cycles
 * in all.  A core can start sixteen fma meanwhile (on a Zen 3, additions as well), so five to six vectors keep
 * it busy.  z of six vectors takes twelve of sixteen registers; c comes from memory.
 *
 * A lane whose orbit has escaped is idle until all of its strip have.  So a thread takes a segment of a row:
 * all its strips take their first steps; then the pixels that are left are packed into full strips
 * (compaction), and again after 128 steps, after 512 and so on.  (A segment is 130 KB on the thread's
 * stack, in double.)
 */
#pragma once

#include "escape.h"

#include <string.h>

enum {
    STRIP = 6 * VECTOR_BITS / REAL_BITS, /* pixels at most */
    FIRST_PHASE = 32, /* steps after which pixels are packed for the first time */
    SEGMENT = 4096,   /* pixels of a row */
    CAPACITY = SEGMENT + STRIP,
    NEVER = 1 << 30, /* an escape time beyond every limit */
};

/* Pixels of a row: `lanes` real parts of c and of z, and the imaginary part of c, which all share. */
struct strip {
    int lanes;
    real *c, *re, *im;
    real ci;
};

/* Takes n steps.  Adds to each orbit's `stayed` after how many of these steps it was bounded, and returns
 * how many orbits are bounded at the end.  The count is `real` so that it is as wide as its lane; n is
 * small, so it is exact. */
typedef int32_t test_fn(enum arithmetic, struct strip, int32_t n, real *stayed);

/* Takes batches of batch_length() steps from z(done) on, until z(to) is reached or an orbit that was bounded
 * has escaped.  Returns the number of steps done; if that is less than `to`, an orbit escapes within the
 * next batch. */
typedef int32_t batch_fn(enum arithmetic, struct strip, int32_t done, int32_t to);

INLINE int32_t batch_length(int32_t done, int32_t to)
{
    return to - done < BATCH ? (to - done + 7) / 8 * 8 : BATCH;
}

struct kernels {
    int lanes; /* of a strip */
    test_fn *test;
    batch_fn *batch;
};

/* A pixel that is finished has z set to infinity: it has escaped, lies beyond the row's end, or is known
 * to be inside.  After compact(), the first `left` pixels are those that continue. */
struct segment {
    ptrdiff_t width, left;
    real ci;
    int32_t pixel[CAPACITY]; /* number in the segment */
    real c[CAPACITY], re[CAPACITY], im[CAPACITY];
    int32_t time[CAPACITY]; /* by number */
};

/* Computes `count` for a segment that begins at pixel `col` of a row. */
typedef void segment_fn(const struct kernels *, struct view, ptrdiff_t row, ptrdiff_t col,
                        int32_t *count);

INLINE struct strip strip_of(const struct kernels *k, struct segment *s, ptrdiff_t first)
{
    return (struct strip){ k->lanes, s->c + first, s->re + first, s->im + first, s->ci };
}

INLINE bool at_infinity(real re, real im)
{
    return !(re * re + im * im < (real)INFINITY); /* or NaN, which comes from infinity */
}

/* Appends to the first `left` pixels those of the next n that continue. */
static void compact(struct segment *s, ptrdiff_t first, ptrdiff_t n)
{
    ptrdiff_t left = s->left;
    for (ptrdiff_t i = first; i < first + n; i++) {
        real re = s->re[i], im = s->im[i];
        s->pixel[left] = s->pixel[i];
        s->c[left] = s->c[i];
        s->re[left] = re;
        s->im[left] = im;
        left += !at_infinity(re, im);
    }
    s->left = left;
}

/* Sets a strip to z(0), and to infinity beyond the row's end; returns how many orbits begin. */
static int32_t begin_strip(struct view v, ptrdiff_t col, struct segment *s, ptrdiff_t first,
                           struct strip strip)
{
    int32_t *pixel = s->pixel + first;
    int32_t left = s->width - first < strip.lanes ? (int32_t)(s->width - first) : strip.lanes;
    for (int32_t i = 0; i < strip.lanes; i++) {
        pixel[i] = (int32_t)first + i;
        strip.c[i] = coordinate_in(v.arithmetic, v.re, col + first + i);
        strip.re[i] = i < left ? 0 : (real)INFINITY;
        strip.im[i] = 0;
    }
    return left;
}

/* Sets z to infinity for orbits that are certain to stay (view.skip); returns how many. */
static int32_t drop_interior(struct strip s)
{
    int32_t dropped = 0;
    #pragma omp simd reduction(+: dropped)
    for (int32_t i = 0; i < s.lanes; i++) {
        bool inside = (s.re[i] == 0) & surely_inside((struct point){ s.c[i], s.ci });
        s.re[i] = inside ? (real)INFINITY : s.re[i];
        dropped += inside;
    }
    return dropped;
}

/* If all orbits stay bounded for the first eight steps, they probably always do: then batches are faster
 * than tests. */
static void first_phase(const struct kernels *k, struct view v, ptrdiff_t col, struct segment *s,
                        ptrdiff_t first)
{
    struct strip strip = strip_of(k, s, first);
    real stayed[STRIP];
    int32_t left = begin_strip(v, col, s, first, strip), done = TESTED;
    if (v.skip)
        left -= drop_interior(strip);
    for (int i = 0; i < strip.lanes; i++)
        stayed[i] = strip.re[i] == 0 ? 0 : FIRST_PHASE; /* 0: a lane without an orbit */
    if (left > 0)
        left = k->test(v.arithmetic, strip, TESTED, stayed);
    if (left == strip.lanes)
        done = k->batch(v.arithmetic, strip, TESTED, FIRST_PHASE);
    int32_t in_batches = done - TESTED;
    for (; left > 0 && done < FIRST_PHASE; done += TESTED)
        left = k->test(v.arithmetic, strip, TESTED, stayed);
    for (int i = 0; i < strip.lanes; i++) {
        int32_t steps = (int32_t)stayed[i] + in_batches;
        s->time[first + i] = steps < FIRST_PHASE ? steps + 1 : NEVER;
        strip.re[i] = steps < FIRST_PHASE ? (real)INFINITY : strip.re[i];
    }
    if (left > 0)
        compact(s, first, strip.lanes);
}

/* Takes n steps from z(done), tests each, and notes the escape times. */
static int32_t test_and_note(const struct kernels *k, struct view v, int32_t done, int32_t n,
                             struct segment *s, ptrdiff_t first)
{
    struct strip strip = strip_of(k, s, first);
    real stayed[STRIP] = { 0 };
    bool idle[STRIP];
    for (int i = 0; i < strip.lanes; i++)
        idle[i] = at_infinity(strip.re[i], strip.im[i]);
    int32_t left = k->test(v.arithmetic, strip, n, stayed);
    for (int i = 0; i < strip.lanes; i++)
        if (!idle[i] && (int32_t)stayed[i] < n) {
            s->time[s->pixel[first + i]] = done + 1 + (int32_t)stayed[i];
            strip.re[i] = (real)INFINITY;
        }
    return left;
}

/* Sets z to infinity for orbits that are back where they were (view.skip); returns how many. */
static int32_t drop_cycles(struct strip z, const real *re, const real *im)
{
    int32_t cycles = 0;
    for (int i = 0; i < z.lanes; i++)
        if (same((struct point){ z.re[i], z.im[i] }, (struct point){ re[i], im[i] }) &&
            !at_infinity(re[i], im[i])) {
            z.re[i] = (real)INFINITY;
            cycles++;
        }
    return cycles;
}

/* Takes a strip from z(from) to z(to); returns how many of its pixels are left. */
static int32_t next_phase_of_strip(const struct kernels *k, struct view v, int32_t from, int32_t to,
                                   struct segment *s, ptrdiff_t first)
{
    struct strip strip = strip_of(k, s, first);
    int32_t left = s->left - first < strip.lanes ? (int32_t)(s->left - first) : strip.lanes;
    real re[STRIP], im[STRIP]; /* where they began, to find cycles */
    memcpy(re, strip.re, (size_t)strip.lanes * sizeof *re);
    memcpy(im, strip.im, (size_t)strip.lanes * sizeof *im);
    for (int32_t done = from; left > 0 && done < to;) {
        int32_t goal = v.skip && to - done > BATCH ? done + BATCH : to;
        done = k->batch(v.arithmetic, strip, done, goal);
        if (done < goal) {
            int32_t n = batch_length(done, goal);
            left = test_and_note(k, v, done, n, s, first);
            done += n;
        }
        if (v.skip)
            left -= drop_cycles(strip, re, im);
    }
    return left;
}

/* Takes all pixels of a segment that are left from z(from) to z(to), and packs those that continue. */
static void next_phase(const struct kernels *k, struct view v, int32_t from, int32_t to,
                       struct segment *s)
{
    ptrdiff_t left = 0, before = s->left;
    for (ptrdiff_t i = before; i < before + STRIP; i++) {
        s->c[i] = s->im[i] = 0;
        s->re[i] = (real)INFINITY; /* fills the last strip */
    }
    for (ptrdiff_t first = 0; first < before; first += k->lanes)
        left += next_phase_of_strip(k, v, from, to, s, first);
    if (left == before)
        return;
    s->left = 0;
    compact(s, 0, before);
}

/* An empty segment of a row, from pixel `col` on. */
INLINE void begin_segment(struct view v, ptrdiff_t row, ptrdiff_t col, struct segment *s)
{
    s->width = v.width - col < SEGMENT ? v.width - col : SEGMENT;
    s->ci = coordinate_in(v.arithmetic, v.im, v.top + row * v.every);
    s->left = 0;
}

INLINE void store_times(struct view v, const struct segment *s, int32_t *count)
{
    for (ptrdiff_t i = 0; i < s->width; i++)
        count[i] = s->time[i] <= v.iterations ? s->time[i] : 0;
}

static void compute_segment(const struct kernels *k, struct view v, ptrdiff_t row, ptrdiff_t col,
                            int32_t *count)
{
    struct segment s;
    begin_segment(v, row, col, &s);
    for (ptrdiff_t first = 0; first < s.width; first += k->lanes)
        first_phase(k, v, col, &s, first);
    for (int32_t from = FIRST_PHASE, to; s.left > 0 && from < v.iterations; from = to) {
        to = from < v.iterations / 4 ? from * 4 : v.iterations;
        next_phase(k, v, from, to, &s);
    }
    store_times(v, &s, count);
}

/* Rows differ much in their work, so a thread takes the next segment when it has finished one:
 * schedule(dynamic), which is what schedule(runtime) is here unless `bench --sweep
 * schedule=static,dynamic` asks for a comparison. */
static void compute_image(segment_fn *compute, const struct kernels *k, struct view v,
                          int32_t *count)
{
    #pragma omp parallel for collapse(2) schedule(runtime)
    for (ptrdiff_t row = 0; row < v.height; row++)
        for (ptrdiff_t col = 0; col < v.width; col += SEGMENT)
            compute(k, v, row, col, count + row * v.width + col);
}
