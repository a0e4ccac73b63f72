/*
 * A Julia set in colours.
 *
 *     z(0) = the pixel,   z(i) = z(i-1)^2 + c,   one and the same c for all
 *
 * A pixel takes steps for as long as |z|^2 is within the bound, `iterations` at most; how many it
 * took is looked up in a table of colours, in the same pass.  Beside the Mandelbrot set two things are
 * new: c is the same everywhere, so that it costs no register of its own; and with few steps a pixel,
 * what happens around them counts: getting a pixel's coordinates, testing it, giving it its colour.
 *
 * The report that this follows measured c = 0, where a disc of pixels stays and all others leave
 * within ten steps, and six versions of its CUDA kernel.  They are here as version=v0…v5.
 *
 * Read on: 1. the arithmetic, 2. orbits, 3. the reference, 4. GPU, 5. the report's versions on the
 * GPU, 6. what both CPU paths share, 7. CPU by directives, 8. CPU by intrinsics, 9. the colours,
 * 10. the description that the tools read.
 */
#include "real.h"

#include "ran_on.h"
#include "triptych.h"

#include <string.h>

/* ---- 1. The arithmetic ------------------------------------------------------------------------
 *
 * A contract down to the last bit, like that of the Mandelbrot set: four instructions a step, fused
 * as it says here and nowhere else.  As c is the same for all pixels, no fma has to read three
 * different registers, which a GPU does at little more than half its rate: c comes from constant
 * memory, where a kernel's arguments are.
 */
struct point {
    real re, im;
};

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
};

#pragma omp declare target

INLINE real X(coordinate)(struct axis axis, ptrdiff_t index)
{
    return FMA((real)(int32_t)index, axis.step, axis.offset);
}

INLINE struct point X(point)(struct view v, ptrdiff_t row, ptrdiff_t col)
{
    return (struct point){ X(coordinate)(v.re, col), X(coordinate)(v.im, row) };
}

INLINE struct point X(step)(struct point c, struct point z)
{
    struct point next;
    next.im = FMA(z.re + z.re, z.im, c.im);
    next.re = FMA(z.re, z.re, FMA(-z.im, z.im, c.re));
    return next;
}

/* Infinities and NaN are beyond every bound. */
INLINE bool X(bounded)(real bound, struct point z)
{
    return FMA(z.re, z.re, z.im * z.im) <= bound;
}

/* ---- 2. Orbits ---------------------------------------------------------------------------------
 *
 * To walk is to test before every step, to leap is to take many steps and test once.  An orbit that
 * is beyond the bound stays there, as long as the bound is a circle around c that is larger than 2
 * (which the ranges below see to): |z^2 + c| >= |z|^2 - |c| > |z|.  So a leap that ends within the
 * bound has been there all the time, and one that does not is taken back and walked.
 */

/* Walks from z = z(done) until it is beyond the bound or `to` steps are taken; returns how many.  (Held in
 * a struct of two floats, clang packs z into a vector again after every step, and the float
 * reference takes 1.5 times as long.) */
INLINE int32_t X(walk)(struct view v, int32_t done, int32_t to, struct point z)
{
    real re = z.re, im = z.im;
    for (; done < to && X(bounded)(v.bound, (struct point){ re, im }); done++) {
        struct point next = X(step)(v.c, (struct point){ re, im });
        re = next.re;
        im = next.im;
    }
    return done;
}

#pragma omp end declare target

/* ---- 3. The reference -------------------------------------------------------------------------
 *
 * The definition, one pixel after the other.
 */
static void X(julia_reference)(struct view v, const int32_t *table, int32_t *colour)
{
    #pragma omp parallel for schedule(dynamic)
    for (ptrdiff_t row = 0; row < v.height; row++)
        for (ptrdiff_t col = 0; col < v.width; col++) {
            int32_t steps = X(walk)(v, 0, v.iterations, X(point)(v, row, col));
            colour[row * v.width + col] = table[steps];
        }
}

/* ---- 4. GPU: omp target -----------------------------------------------------------------------
 *
 * A warp runs until its last pixel has stopped, so its 32 should be alike: a tile of 8 x 4 has closer
 * neighbours than a row of 32, and still writes whole sectors of memory, which 8 pixels are.
 *
 * With a dozen steps to a pixel, all that is not a step counts.  So a thread goes down a column of
 * sixteen tiles, and finds out once which pixels are its own.  And where a pixel has stayed, the one
 * below it probably does: it leaps from the start, without the early tests (size 5000 on an H100: 120
 * us to 110 in float, 154 to 145 in double, together with the longer columns).
 */
enum { WARP_WIDTH = 8, WARP_HEIGHT = 4, WARP = WARP_WIDTH * WARP_HEIGHT };
enum { TEAM = 4 * WARP, TEAM_WIDTH = 4 * WARP_WIDTH, TEAM_HEIGHT = 16 * WARP_HEIGHT };
enum { BEFORE = 2, FIRST = 8, LONG = 24 };

#pragma omp declare target

INLINE struct point X(leap)(struct view v, int32_t n, struct point z)
{
    for (int32_t i = 0; i < n; i++)
        z = X(step)(v.c, z);
    return z;
}

/* How many steps the pixel takes.  Hardly any leaves before the second step, and most of those that
 * leave do before the eighth: these are tested one by one. */
INLINE int32_t X(steps_taken)(struct view v, bool may_stay, struct point start)
{
    struct point z = start;
    int32_t done = 0;
    if (!may_stay) {
        z = X(leap)(v, BEFORE, z);
        if (!X(bounded)(v.bound, z))
            return X(walk)(v, 0, v.iterations, start);
        done = BEFORE;
        while (done < FIRST) {
            z = X(step)(v.c, z);
            done++;
            if (!X(bounded)(v.bound, z))
                return done < v.iterations ? done : v.iterations;
        }
        if (done >= v.iterations)
            return v.iterations;
    }
    for (; v.iterations - 1 - done >= LONG; done += LONG) {
        struct point ahead = X(leap)(v, LONG, z);
        if (!X(bounded)(v.bound, ahead))
            break;
        z = ahead;
    }
    return X(walk)(v, done, v.iterations, z);
}

#pragma omp end declare target

static void X(julia_offload)(struct view v, const int32_t *table, int32_t *colour, int *place)
{
    int32_t iterations = v.iterations, width = (int32_t)v.width, height = (int32_t)v.height;
    real bound = v.bound, c_re = v.c.re, c_im = v.c.im;
    real re_step = v.re.step, re = v.re.offset, im_step = v.im.step, im = v.im.offset;
    uint32_t across = (uint32_t)(width - 1) / TEAM_WIDTH + 1;
    uint32_t teams = ((uint32_t)(height - 1) / TEAM_HEIGHT + 1) * across;
    ptrdiff_t pixels = v.width * v.height;
    #pragma omp target teams distribute parallel for num_teams(tri_teams(teams)) \
        thread_limit(TEAM) map(to: table[:iterations + 1]) map(from: colour[:pixels], place[:1])
    for (uint64_t i = 0; i < (uint64_t)teams * TEAM; i++) {
        uint32_t team = (uint32_t)(i / TEAM), warp = (uint32_t)(i % TEAM / WARP), lane = i % WARP;
        int32_t col = (int32_t)(team % across * TEAM_WIDTH + warp * WARP_WIDTH + lane % WARP_WIDTH);
        int32_t top = (int32_t)(team / across * TEAM_HEIGHT), end = top + TEAM_HEIGHT;
        struct view here = { iterations, bound,           { c_re, c_im }, width,
                             height,     { re_step, re }, { im_step, im } };
        bool stayed = false;
        if (i == 0)
            *place = ran_on();
        for (int32_t row = top + (int32_t)(lane / WARP_WIDTH);
             row < end && row < height && col < width; row += WARP_HEIGHT) {
            int32_t steps = X(steps_taken)(here, stayed, X(point)(here, row, col));
            colour[(ptrdiff_t)row * width + col] = table[steps];
            stayed = steps == iterations;
        }
    }
}

/* ---- 5. GPU: the report's versions ------------------------------------------------------------
 *
 *        table     steps between tests   pixels a thread   block
 *   v0   global    1                     1                 1024 x 1
 *   v1   constant  1                     1                 1024 x 1
 *   v2   global    2 a round             1                 1024 x 1
 *   v3   global    1                     2                 1024 x 1
 *   v4   global    1                     2                 32 x 32
 *   v5   constant  2 a round             1                 32 x 32
 */
enum version { BEST, V0, V1, V2, V3, V4, V5 };

enum { MOST_ITERATIONS = 4095, BLOCK = 1024 };

#pragma omp declare target

/* Constant memory, by an OpenMP allocator.  What is in it may not be local to the file, for the host
 * to write it.  A GPU has 64 KiB of it; this is in the program twice, in float and in double. */
extern int32_t X(julia_constant)[MOST_ITERATIONS + 1];
int32_t X(julia_constant)[MOST_ITERATIONS + 1];
#if defined(__clang__)
# pragma omp allocate(X(julia_constant)) allocator(omp_const_mem_alloc)
#endif

/* As walk, the loop unrolled by two. */
INLINE int32_t X(walk_by_two)(struct view v, struct point z)
{
    int32_t done = 0;
    for (; done + 1 < v.iterations; done += 2) {
        if (!X(bounded)(v.bound, z))
            return done;
        z = X(step)(v.c, z);
        if (!X(bounded)(v.bound, z))
            return done + 1;
        z = X(step)(v.c, z);
    }
    return X(walk)(v, done, v.iterations, z);
}

#pragma omp end declare target

static void X(fill_constant)(const int32_t *table, int32_t n)
{
    memcpy(X(julia_constant), table, (size_t)n * sizeof *table);
    #pragma omp target update to(X(julia_constant)[:n])
}

static void X(julia_report)(struct view v, enum version version, const int32_t *table,
                            int32_t *colour, int *place)
{
    int32_t iterations = v.iterations, width = (int32_t)v.width, height = (int32_t)v.height;
    real bound = v.bound, c_re = v.c.re, c_im = v.c.im;
    real re_step = v.re.step, re = v.re.offset, im_step = v.im.step, im = v.im.offset;
    bool constant = version == V1 || version == V5, by_two = version == V2 || version == V5;
    int32_t each = version == V3 || version == V4 ? 2 : 1;
    int32_t block_width = version >= V4 ? 32 : BLOCK, block_height = BLOCK / block_width;
    int32_t across = (width - 1) / (each * block_width) + 1;
    int32_t blocks = ((height - 1) / block_height + 1) * across;
    ptrdiff_t pixels = v.width * v.height;
    if (constant)
        X(fill_constant)(table, iterations + 1);
    #pragma omp target teams distribute num_teams(tri_teams(blocks)) thread_limit(BLOCK) \
        map(to: table[:iterations + 1]) map(from: colour[:pixels], place[:1])
    for (int32_t block = 0; block < blocks; block++) {
        int32_t top = block / across * block_height, left = block % across * block_width * each;
        #pragma omp parallel for firstprivate(top, left, iterations, width, height, bound, c_re, \
                                              c_im, re_step, re, im_step, im, table, colour, \
                                              place, constant, by_two, each, block_width)
        for (int32_t i = 0; i < BLOCK; i++) {
            int32_t row = top + i / block_width, col = left + i % block_width;
            struct view here = { iterations, bound,           { c_re, c_im }, width,
                                 height,     { re_step, re }, { im_step, im } };
            if (row == 0 && col == 0)
                *place = ran_on();
            for (int32_t k = 0; k < each; k++, col += block_width)
                if (row < height && col < width) {
                    struct point z = { X(coordinate)(here.re, col), X(coordinate)(here.im, row) };
                    int32_t steps =
                        by_two ? X(walk_by_two)(here, z) : X(walk)(here, 0, iterations, z);
                    colour[(ptrdiff_t)row * width + col] =
                        constant ? X(julia_constant)[steps] : table[steps];
                }
        }
    }
}

/* ---- 6. CPU: tiles -----------------------------------------------------------------------------
 *
 * The lanes of a vector take the pixels of a row, six vectors those of six rows: a core needs about
 * six to be busy, and a tile that is nearly square has more of its pixels alike than a strip.
 *
 * Most tiles are unanimous: all their pixels stop at the same step.  They stay together until a test
 * says otherwise, count nothing for themselves, and get one colour.  Also, the next tile to the right
 * mostly fares as this one did.  So it first leaps, without a test, just short of where this one
 * stopped; if not all are bounded there, it begins again.
 *
 * Only the tiles at an edge of something are gone through lane by lane.
 */
#if defined(__AVX512F__)
enum { VECTOR_BITS = 512 };
#else
enum { VECTOR_BITS = 256 };
#endif

enum {
    ROWS = 6,
    ACROSS = VECTOR_BITS / REAL_BITS, /* at most */
    TILE = ROWS * ACROSS,
    WALK = 8, /* steps without a departure after which to leap */
    FAR = 32,
};

/* An integer as wide as a lane: what counts its steps. */
#if REAL_BITS == 32
typedef int32_t lane_count;
#else
typedef int64_t lane_count;
#endif

struct tile {
    int lanes;
    int32_t column[ACROSS];
    real x[ACROSS], y[ROWS]; /* z(0) of its columns and rows */
    real re[TILE], im[TILE];
    lane_count steps[TILE]; /* the tests that each pixel has passed */
};

/* What all pixels of a tile have in common: they have taken so many steps; if they are not `apart`, no
 * more than these. */
struct progress {
    int32_t steps;
    bool apart;
};

/* Begins a tile, first with as many steps as the guess; leaves z in the tile if it comes apart. */
typedef struct progress together_fn(const struct view *, struct tile *, int32_t guess);

/* Walks n steps; adds to the steps of each pixel those before which it was bounded.  Returns how
 * many pixels were bounded before the last. */
typedef int32_t walk_fn(const struct view *, struct tile *, int32_t n);

/* Leaps n steps.  If then fewer than `left` pixels are bounded, takes it back and returns false. */
typedef bool leap_fn(const struct view *, struct tile *, int32_t n, int32_t left);

struct gait {
    int across;
    together_fn *together;
    walk_fn *walk;
    leap_fn *leap;
};

/* Leaps on from z(done) while nobody leaves; z(last) is the last that is tested. */
static int32_t X(leap_on)(const struct gait *by, const struct view *v, struct tile *t, int32_t done,
                          int32_t left)
{
    int32_t last = v->iterations - 1, n;
    for (; done < last; done += n) {
        n = last - done < FAR ? last - done : FAR;
        if (!by->leap(v, t, n, left))
            break;
        for (int i = 0; i < t->lanes; i++)
            t->steps[i] += t->steps[i] == done ? n : 0;
    }
    return done;
}

/* Takes a tile that has come apart after `done` steps to its end. */
static void X(take_apart)(const struct gait *by, const struct view *v, struct tile *t, int32_t done)
{
    for (int32_t left = t->lanes; left > 0 && done < v->iterations;) {
        int32_t n = v->iterations - done < WALK ? v->iterations - done : WALK, before = left;
        left = by->walk(v, t, n);
        done += n;
        if (left == before)
            done = X(leap_on)(by, v, t, done, left);
    }
}

/* Six rows of the image, from `row` on. */
INLINE void X(begin_band)(const struct view *v, ptrdiff_t row, int across, struct tile *t)
{
    t->lanes = ROWS * across;
    for (int k = 0; k < ROWS; k++)
        t->y[k] = X(coordinate)(v->im, row + k);
    for (int i = 0; i < across; i++)
        t->column[i] = i;
}

/* The next tile to the right. */
INLINE void X(begin_tile)(const struct view *v, int across, struct tile *t)
{
    for (int i = 0; i < across; i++) {
        t->x[i] = X(coordinate)(v->re, t->column[i]);
        t->column[i] += across;
    }
}

/* A tile that has come apart, or is not whole.  Kept out of the loop over tiles, or a compiler gets
 * ready for it at each of them. */
__attribute__((noinline)) static void X(finish_slowly)(const struct gait *by, const struct view *v,
                                                       struct tile *t, struct progress p,
                                                       ptrdiff_t rows, ptrdiff_t columns,
                                                       const int32_t *table, int32_t *colour)
{
    for (int i = 0; i < t->lanes; i++)
        t->steps[i] = p.steps;
    if (p.apart)
        X(take_apart)(by, v, t, p.steps);
    for (ptrdiff_t k = 0; k < ROWS && k < rows; k++)
        for (ptrdiff_t i = 0; i < by->across && i < columns; i++)
            colour[k * v->width + i] = table[t->steps[k * by->across + i]];
}

/* From `row` on six rows of the image, or as many as there are. */
INLINE void X(take_band)(const struct gait *by, const struct view *v, ptrdiff_t row,
                         const int32_t *table, int32_t *colour)
{
    struct tile t;
    X(begin_band)(v, row, by->across, &t);
    colour += row * v->width;
    for (ptrdiff_t col = 0, guess = 0; col < v->width; col += by->across, colour += by->across) {
        X(begin_tile)(v, by->across, &t);
        struct progress p = by->together(v, &t, (int32_t)guess);
        guess = p.steps > 0 ? p.steps - 1 : 0;
        if (p.apart || v->height - row < ROWS || v->width - col < by->across)
            X(finish_slowly)(by, v, &t, p, v->height - row, v->width - col, table, colour);
        else
            for (int k = 0; k < ROWS; k++)
                for (int i = 0; i < by->across; i++)
                    colour[k * v->width + i] = table[p.steps];
    }
}

/* ---- 7. CPU: omp simd -------------------------------------------------------------------------
 *
 * Lanes of vectors, as the compiler sees fit: it holds the arrays of constant length in registers.
 */
INLINE int32_t X(count_bounded)(real bound, int lanes, const real *re, const real *im)
{
    int32_t bounded = 0;
    #pragma omp simd reduction(+: bounded)
    for (int lane = 0; lane < lanes; lane++)
        bounded += X(bounded)(bound, (struct point){ re[lane], im[lane] });
    return bounded;
}

INLINE void X(step_lanes)(struct point c, int lanes, real *re, real *im)
{
    #pragma omp simd
    for (int lane = 0; lane < lanes; lane++) {
        struct point z = X(step)(c, (struct point){ re[lane], im[lane] });
        re[lane] = z.re;
        im[lane] = z.im;
    }
}

/* Four steps are written as one round, or registers are moved about at the end of every step. */
INLINE void X(steps_lanes)(struct point c, int32_t n, real *re, real *im)
{
    for (; n >= 4; n -= 4)
        for (int k = 0; k < 4; k++)
            X(step_lanes)(c, TILE, re, im);
    for (; n > 0; n--)
        X(step_lanes)(c, TILE, re, im);
}

INLINE void X(keep)(struct tile *t, const real *re, const real *im)
{
    memcpy(t->re, re, sizeof t->re);
    memcpy(t->im, im, sizeof t->im);
}

/* Tests after every step at first, later after FAR of them.  A leap that somebody left on is taken
 * back, by handing out the z before it. */
static struct progress X(together_simd)(const struct view *v, struct tile *t, int32_t guess)
{
    real re[TILE], im[TILE];
    for (int k = 0; k < ROWS; k++)
        for (int i = 0; i < ACROSS; i++) {
            re[k * ACROSS + i] = t->x[i];
            im[k * ACROSS + i] = t->y[k];
        }
    int32_t last = v->iterations - 1, done = guess < last ? guess : last, bounded, n = 0;
    X(steps_lanes)(v->c, done, re, im);
    while ((bounded = X(count_bounded)(v->bound, TILE, re, im)) == TILE && done < last) {
        n = done - guess < WALK || last - done < FAR ? 1 : FAR;
        if (n > 1)
            X(keep)(t, re, im);
        X(steps_lanes)(v->c, n, re, im);
        done += n;
    }
    if (bounded == TILE)
        return (struct progress){ v->iterations, false };
    if (n == 0 && done > 0)
        return X(together_simd)(v, t, 0); /* the guess was too high */
    if (n > 1)
        return (struct progress){ done - n, true };
    X(keep)(t, re, im);
    return (struct progress){ done, bounded > 0 };
}

/* Half a tile after the other: three numbers an orbit do not fit for all of it. */
enum { HALF = TILE / 2 };

static int32_t X(walk_half)(const struct view *v, struct tile *t, int first, int32_t n)
{
    real re[HALF], im[HALF];
    lane_count steps[HALF];
    int32_t left = 0;
    memcpy(re, t->re + first, sizeof re);
    memcpy(im, t->im + first, sizeof im);
    memcpy(steps, t->steps + first, sizeof steps);
    for (int32_t i = 0; i < n; i++) {
        left = X(count_bounded)(v->bound, HALF, re, im);
        if (left == 0)
            break;
        #pragma omp simd
        for (int lane = 0; lane < HALF; lane++)
            steps[lane] += X(bounded)(v->bound, (struct point){ re[lane], im[lane] });
        X(step_lanes)(v->c, HALF, re, im);
    }
    memcpy(t->re + first, re, sizeof re);
    memcpy(t->im + first, im, sizeof im);
    memcpy(t->steps + first, steps, sizeof steps);
    return left;
}

static int32_t X(walk_simd)(const struct view *v, struct tile *t, int32_t n)
{
    return X(walk_half)(v, t, 0, n) + X(walk_half)(v, t, HALF, n);
}

static bool X(leap_simd)(const struct view *v, struct tile *t, int32_t n, int32_t left)
{
    real re[TILE], im[TILE];
    memcpy(re, t->re, sizeof re);
    memcpy(im, t->im, sizeof im);
    X(steps_lanes)(v->c, n, re, im);
    if (X(count_bounded)(v->bound, TILE, re, im) < left)
        return false;
    X(keep)(t, re, im);
    return true;
}

static void X(julia_simd)(struct view v, const int32_t *table, int32_t *colour)
{
    static const struct gait by_simd = { ACROSS, X(together_simd), X(walk_simd), X(leap_simd) };
    #pragma omp parallel for schedule(dynamic)
    for (ptrdiff_t row = 0; row < v.height; row += ROWS)
        X(take_band)(&by_simd, &v, row, table, colour);
}

/* ---- 8. CPU: AVX2 and FMA intrinsics ----------------------------------------------------------
 *
 * The same, by hand.  With 1000 iterations it runs at the rate of the fma units, as section 7 nearly
 * does.  With 50 most tiles take three steps and two tests, and the rest is what costs: what it
 * gains over section 7 there is that a test of six vectors is one AND of masks, where the compiler
 * counts lanes.
 */
#if defined(__x86_64__)

struct vector {
    vec re, im;
};

AVX2 INLINE struct vector X(step_avx2)(struct vector c, struct vector z)
{
    struct vector next;
    next.im = V(fmadd)(V(add)(z.re, z.re), z.im, c.im);
    next.re = V(fmadd)(z.re, z.re, V(fnmadd)(z.im, z.im, c.re));
    return next;
}

/* All ones in the lanes that are within the bound.  The empty instruction hides where the mask is from:
 * clang would make bits of it, and whole lanes again where it is used. */
AVX2 INLINE vec X(bounded_avx2)(vec bound, struct vector z)
{
    vec mask = V(cmp)(V(fmadd)(z.re, z.re, V(mul)(z.im, z.im)), bound, _CMP_LE_OQ);
    __asm__("" : "+x"(mask));
    return mask;
}

/* No instruction, only a claim to change both vectors: the step of one is complete before that of
 * the next begins, or a compiler starts all six and has no registers to finish any. */
AVX2 INLINE void X(in_turn)(struct vector *z, struct vector *next)
{
    __asm__ volatile("" : "+x"(z->re), "+x"(z->im), "+x"(next->re), "+x"(next->im));
}

AVX2 INLINE void X(step_all)(struct vector c, struct vector *z)
{
    for (int k = 0; k < ROWS; k++) {
        z[k] = X(step_avx2)(c, z[k]);
        X(in_turn)(&z[k], &z[(k + 1) % ROWS]);
    }
}

AVX2 INLINE void X(steps_avx2)(struct vector c, int32_t n, struct vector *z)
{
    for (; n >= 8; n -= 8)
        for (int k = 0; k < 8; k++)
            X(step_all)(c, z);
    for (; n > 0; n--)
        X(step_all)(c, z);
}

AVX2 INLINE void X(load)(const struct tile *t, int first, int vectors, struct vector *z)
{
    for (int k = 0; k < vectors; k++)
        z[k] = (struct vector){ V(loadu)(t->re + first + k * LANES),
                                V(loadu)(t->im + first + k * LANES) };
}

AVX2 INLINE void X(store)(struct tile *t, int first, int vectors, const struct vector *z)
{
    for (int k = 0; k < vectors; k++) {
        V(storeu)(t->re + first + k * LANES, z[k].re);
        V(storeu)(t->im + first + k * LANES, z[k].im);
    }
}

/* As together_simd. */
AVX2 static struct progress X(together_avx2)(const struct view *v, struct tile *t, int32_t guess)
{
    struct vector z[ROWS], c = { V(set1)(v->c.re), V(set1)(v->c.im) };
    vec bound = V(set1)(v->bound), every, any;
    for (int k = 0; k < ROWS; k++)
        z[k] = (struct vector){ V(loadu)(t->x), V(set1)(t->y[k]) };
    int32_t last = v->iterations - 1, done = guess < last ? guess : last, n = 0;
    X(steps_avx2)(c, done, z);
    for (;; done += n) {
        every = any = X(bounded_avx2)(bound, z[0]);
        for (int k = 1; k < ROWS; k++) {
            vec bounded = X(bounded_avx2)(bound, z[k]);
            every = V(and)(every, bounded);
            any = V(or)(any, bounded);
        }
        if (V(movemask)(every) != (1 << LANES) - 1)
            break;
        if (done == last)
            return (struct progress){ v->iterations, false };
        n = done - guess < WALK || last - done < FAR ? 1 : FAR;
        if (n > 1)
            X(store)(t, 0, ROWS, z);
        X(steps_avx2)(c, n, z);
    }
    if (n == 0 && done > 0)
        return X(together_avx2)(v, t, 0);
    if (n > 1)
        return (struct progress){ done - n, true };
    X(store)(t, 0, ROWS, z);
    return (struct progress){ done, V(movemask)(any) != 0 };
}

# if REAL_BITS == 32
#  define AS_INTEGERS _mm256_castps_si256
#  define SUBTRACT _mm256_sub_epi32
# else
#  define AS_INTEGERS _mm256_castpd_si256
#  define SUBTRACT _mm256_sub_epi64
# endif

AVX2 static int32_t X(walk_half_avx2)(const struct view *v, struct tile *t, int first, int32_t n)
{
    enum { VECTORS = ROWS / 2 };
    struct vector z[VECTORS], c = { V(set1)(v->c.re), V(set1)(v->c.im) };
    vec bound = V(set1)(v->bound), bounded[VECTORS];
    __m256i steps[VECTORS];
    X(load)(t, first, VECTORS, z);
    for (int k = 0; k < VECTORS; k++)
        steps[k] = _mm256_loadu_si256((const __m256i *)(t->steps + first + k * LANES));
    for (int32_t i = 0; i < n; i++) {
        for (int k = 0; k < VECTORS; k++) {
            bounded[k] = X(bounded_avx2)(bound, z[k]);
            z[k] = X(step_avx2)(c, z[k]);
            steps[k] = SUBTRACT(steps[k], AS_INTEGERS(bounded[k])); /* of -1 */
        }
        if (V(movemask)(V(or)(V(or)(bounded[0], bounded[1]), bounded[2])) == 0)
            break;
    }
    X(store)(t, first, VECTORS, z);
    int32_t left = 0;
    for (int k = 0; k < VECTORS; k++) {
        _mm256_storeu_si256((__m256i *)(t->steps + first + k * LANES), steps[k]);
        left += __builtin_popcount((unsigned)V(movemask)(bounded[k]));
    }
    return left;
}

AVX2 static int32_t X(walk_avx2)(const struct view *v, struct tile *t, int32_t n)
{
    return X(walk_half_avx2)(v, t, 0, n) + X(walk_half_avx2)(v, t, ROWS / 2 * LANES, n);
}

AVX2 static bool X(leap_avx2)(const struct view *v, struct tile *t, int32_t n, int32_t left)
{
    struct vector z[ROWS], c = { V(set1)(v->c.re), V(set1)(v->c.im) };
    vec bound = V(set1)(v->bound);
    int32_t bounded = 0;
    X(load)(t, 0, ROWS, z);
    X(steps_avx2)(c, n, z);
    for (int k = 0; k < ROWS; k++)
        bounded += __builtin_popcount((unsigned)V(movemask)(X(bounded_avx2)(bound, z[k])));
    if (bounded < left)
        return false;
    X(store)(t, 0, ROWS, z);
    return true;
}

static void X(julia_avx2)(struct view v, const int32_t *table, int32_t *colour)
{
    static const struct gait by_avx2 = { LANES, X(together_avx2), X(walk_avx2), X(leap_avx2) };
    #pragma omp parallel for schedule(dynamic)
    for (ptrdiff_t row = 0; row < v.height; row += ROWS)
        X(take_band)(&by_avx2, &v, row, table, colour);
}

#endif

/* ---- 9. Colours --------------------------------------------------------------------------------
 *
 * A wave for each of red, green and blue, over the logarithm of the steps; black for what stays.
 *
 * The picture is all that a run leaves behind.  For the steps to be read off it, each channel's last
 * bits, which the eye does not see, are given up for those of the number: bit 0 goes to red, 1 to
 * green, 2 to blue, 3 to red again.  So no two numbers have the same colour.
 */
enum { ROUNDS = 4 }; /* 3 x 4 bits: up to MOST_ITERATIONS */

static int X(bits_given_up)(int64_t iterations)
{
    int bits = 1;
    while (iterations >> (3 * bits))
        bits++;
    return bits;
}

enum { SIZE, ITERATIONS, BOUND, CRE, CIM, VERSION, WIDTH, HEIGHT, XMIN, XMAX, YMIN, YMAX };

enum { COLOUR, TABLE };

static double X(table_value)(const struct tri_case *c, size_t i)
{
    static const double phase[] = { 0.55, 0.62, 0.72 }, speed[] = { 0.30, 0.33, 0.36 };
    int64_t iterations = c->value[ITERATIONS].integer;
    int bits = X(bits_given_up)(iterations), colour = 0;
    for (int channel = 0; channel < 3; channel++) {
        double wave = cos(2 * 3.14159265358979323846 *
                          (phase[channel] + speed[channel] * log2(1 + (double)i)));
        int value = (int64_t)i == iterations ? 0 : (int)(127.5 + 127.5 * wave);
        value = value >> bits << bits;
        for (int bit = 0; bit < bits; bit++)
            value |= (int)(i >> (3 * bit + channel) & 1) << bit;
        colour = colour << 8 | value;
    }
    return colour;
}

static int32_t X(steps_of)(int bits, int32_t colour)
{
    int32_t steps = 0;
    for (int bit = 0; bit < bits; bit++)
        for (int channel = 0; channel < 3; channel++)
            steps |= (colour >> (16 - 8 * channel + bit) & 1) << (3 * bit + channel);
    return steps;
}

/* ---- 10. The description ----------------------------------------------------------------------
 *
 * What the tools know of all this.  The defaults are the report's, but for the size, which was 5000
 * there.
 */
static struct view X(view)(const struct tri_case *c)
{
    real xmin = (real)c->value[XMIN].real, xmax = (real)c->value[XMAX].real;
    real ymin = (real)c->value[YMIN].real, ymax = (real)c->value[YMAX].real;
    ptrdiff_t width = (ptrdiff_t)c->value[WIDTH].integer;
    ptrdiff_t height = (ptrdiff_t)c->value[HEIGHT].integer;
    return (struct view){
        .iterations = (int32_t)c->value[ITERATIONS].integer,
        .bound = (real)c->value[BOUND].real,
        .c = { (real)c->value[CRE].real, (real)c->value[CIM].real },
        .width = width,
        .height = height,
        .re = { (xmax - xmin) / (real)width, xmin },
        .im = { (ymax - ymin) / (real)height, ymin },
    };
}

static void X(run_reference)(const struct tri_case *c)
{
    X(julia_reference)(X(view)(c), c->operand[TABLE], c->operand[COLOUR]);
}

static void X(run_offload)(const struct tri_case *c)
{
    enum version version = (enum version)c->value[VERSION].integer;
    if (version == BEST)
        X(julia_offload)(X(view)(c), c->operand[TABLE], c->operand[COLOUR], c->ran_on);
    else
        X(julia_report)(X(view)(c), version, c->operand[TABLE], c->operand[COLOUR], c->ran_on);
}

static void X(run_simd)(const struct tri_case *c)
{
    X(julia_simd)(X(view)(c), c->operand[TABLE], c->operand[COLOUR]);
}

#if defined(__x86_64__)
static void X(run_avx2)(const struct tri_case *c)
{
    X(julia_avx2)(X(view)(c), c->operand[TABLE], c->operand[COLOUR]);
}
#else
# define run_avx2_float NULL
# define run_avx2_double NULL
#endif

static bool X(table_length)(const struct tri_case *c, size_t *length)
{
    *length = (size_t)c->value[ITERATIONS].integer + 1;
    return true;
}

static struct tri_work X(work)(const struct tri_case *c)
{
    const int32_t *colour = c->operand[COLOUR];
    int bits = X(bits_given_up)(c->value[ITERATIONS].integer);
    double steps = 0;
    #pragma omp parallel for reduction(+: steps)
    for (size_t i = 0; i < c->length[COLOUR]; i++)
        steps += X(steps_of)(bits, colour[i]);
    return (struct tri_work){
        .units = steps,
        .instructions = 4 * steps,
        .bytes = (double)(c->length[COLOUR] + c->length[TABLE]) * sizeof *colour,
    };
}

const struct tri_hotspot X(julia) = {
    .name = "julia",
    .formula = "colour of the first i with |z(i)|^2 > bound, where z(i) = z(i-1)^2 + c",
    .unit = "iterations",
    .precision = PRECISION,
    .params = {
        [SIZE] = {"size", "pixels in a row and rows", TRI_INTEGER, 2000, .min = 1, .max = 1 << 20},
        [ITERATIONS] = {"iterations", "steps at most", TRI_INTEGER, 50, .min = 1,
                        .max = MOST_ITERATIONS},
        [BOUND] = {"bound", "of the squared magnitude", TRI_REAL, 1000, .min = 8, .max = 1e30},
        [CRE] = {"cre", "real part of c", TRI_REAL, 0, .min = -2, .max = 2},
        [CIM] = {"cim", "imaginary part of c", TRI_REAL, 0, .min = -2, .max = 2},
        [VERSION] = {"version", "of the offload region: the best, or one of the report's",
                     TRI_CHOICE, BEST, .choices = {"best", "v0", "v1", "v2", "v3", "v4", "v5"}},
        [WIDTH] = {"width", "pixels in a row", TRI_INTEGER, 1, .min = 1, .max = 1 << 30,
                   .times = "size"},
        [HEIGHT] = {"height", "rows", TRI_INTEGER, 1, .min = 1, .max = 1 << 30, .times = "size"},
        [XMIN] = {"xmin", "real part at the left edge", TRI_REAL, -2, .min = -1e6, .max = 1e6},
        [XMAX] = {"xmax", "real part at the right edge", TRI_REAL, 2, .min = -1e6, .max = 1e6,
                  .above = "xmin"},
        [YMIN] = {"ymin", "imaginary part at the lower edge", TRI_REAL, -2, .min = -1e6,
                  .max = 1e6},
        [YMAX] = {"ymax", "imaginary part at the upper edge", TRI_REAL, 2, .min = -1e6, .max = 1e6,
                  .above = "ymin"},
    },
    .operands = {
        [COLOUR] = {"colour", TRI_INT32, TRI_OUT, .rank = 2, .shape = {HEIGHT, WIDTH}},
        [TABLE] = {"table", TRI_INT32, TRI_IN, .shape = {ITERATIONS}, .value = X(table_value),
                   .length_of = X(table_length)},
    },
    .picture = {.show = TRI_COLOURS, .operand = COLOUR, .width = WIDTH, .height = HEIGHT},
    .work = X(work),
    .path = {
        [TRI_REFERENCE] = X(run_reference),
        [TRI_SIMD] = X(run_simd),
        [TRI_AVX2] = X(run_avx2),
        [TRI_OFFLOAD] = X(run_offload),
    },
};
