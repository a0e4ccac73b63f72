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
 * Report D (README.md, Studies) measured c = 0, where a disc of pixels stays and 99.8 % of the others
 * leave within ten steps, and six versions of its CUDA kernel.  They are here as version=v0…v5.
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
 * different registers, which a GPU does at little more than half its rate: c is in registers that
 * all threads of a warp have in common.
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
 * is beyond the bound stays there, as long as the bound's circle around 0 is larger than 2 and holds c
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
 *        table     steps a round   pixels a thread   block
 *   v0   global    1               1                 1024 x 1
 *   v1   constant  1               1                 1024 x 1
 *   v2   global    2               1                 1024 x 1
 *   v3   global    1               2                 1024 x 1
 *   v4   global    1               2                 32 x 32
 *   v5   constant  2               1                 32 x 32
 *
 * A test comes before each step, also where a round has two.
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
        /* Else all of these were shared: in team memory, with a barrier before they can be read. */
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
 * In most tiles all pixels take the same number of steps, and mostly that of the tile to the left.  So
 * that many are taken first, in registers and without a test; then one test is enough.  A pixel that
 * is beyond the bound has left.  If it is not far beyond, it has only just left: from |z|^2 > bound,
 * the next step would have gone to |z^2 + c| > bound - |c|.
 *
 * A tile of several kinds is taken apart: its lanes count their steps one by one.
 */
enum {
    ROWS = 6,
    ACROSS = VECTOR_BITS / REAL_BITS, /* at most */
    TILE = ROWS * ACROSS,
    HALF = TILE / 2,
    WALK = 8, /* steps that are tested one by one */
    FAR = 16, /* steps of a leap */
};

/* z(0) of a tile's columns and rows. */
struct tile {
    real x[ACROSS], y[ROWS];
};

/* Half of a tile that is taken apart: z and a count of steps for three vectors fit in registers.  The
 * count is `real`, to be as wide as a lane. */
struct half {
    real re[HALF], im[HALF], steps[HALF];
};

/* Whether least < |z|^2 <= most for all pixels of the tile when they have taken n steps. */
typedef bool alike_fn(const struct view *, const struct tile *, int32_t n, real least, real most);

/* So many times: leaps n steps, tests, and counts n for those that are bounded.  Returns how many
 * these were the last time; as soon as it is fewer than `least`, all is left as it was. */
typedef int32_t leap_fn(const struct view *, struct half *, int32_t times, int32_t n,
                        int32_t least);

struct gait {
    int across;
    alike_fn *alike;
    leap_fn *leap;
};

/* |z|^2 up to which a pixel beyond the bound was within it one step before: smaller by more than
 * rounding could matter, and finite as a float. */
static real X(just_left)(const struct view *v)
{
    double c = hypot((double)v->c.re, (double)v->c.im);
    double nearest = ((double)v->bound - c) * (1 - 0x1p-10);
    return (real)fmin(nearest * nearest, 1e38);
}

/* Leaps while nobody leaves, and walks while somebody does. */
static void X(count_steps)(const struct gait *by, const struct view *v, struct half *h)
{
    int32_t last = v->iterations - 1, left = 0, before = 0, n;
    for (int i = 0; i < ROWS / 2 * by->across; i++) {
        h->steps[i] = X(bounded)(v->bound, (struct point){ h->re[i], h->im[i] });
        left += h->steps[i] != 0;
    }
    before = left;
    for (int32_t done = 0; left > 0 && done < last; done += n) {
        n = last - done < FAR ? last - done : FAR;
        if (left == before && by->leap(v, h, 1, n, left) == left)
            continue;
        n = n < WALK ? n : WALK;
        before = left;
        left = by->leap(v, h, n, 1, 0);
    }
}

/* Gives each pixel that is in the image a colour of its own.  Returns how many steps the last pixel of
 * the upper half takes, or -1 if that of the lower half takes another number: it is what the next tile
 * tries.  Kept out of the loop over tiles, or a compiler gets ready for it at each of them. */
__attribute__((noinline)) static int32_t X(take_apart)(const struct gait *by, const struct view *v,
                                                       const struct tile *t, ptrdiff_t rows,
                                                       ptrdiff_t columns, const int32_t *table,
                                                       int32_t *colour)
{
    int32_t edge[2] = { -1, -1 };
    for (int top = 0; top < ROWS && top < rows; top += ROWS / 2) {
        struct half h;
        for (int k = 0, lane = 0; k < ROWS / 2; k++)
            for (int i = 0; i < by->across; i++, lane++) {
                h.re[lane] = t->x[i];
                h.im[lane] = t->y[top + k];
            }
        X(count_steps)(by, v, &h);
        for (ptrdiff_t k = 0; k < ROWS / 2 && top + k < rows; k++)
            for (ptrdiff_t i = 0; i < by->across && i < columns; i++)
                colour[(top + k) * v->width + i] = table[(int32_t)h.steps[k * by->across + i]];
        edge[top > 0] = (int32_t)h.steps[ROWS / 2 * by->across - 1];
    }
    return edge[0] == edge[1] ? edge[0] : -1;
}

/* From `row` on six rows of the image, or as many as there are. */
INLINE void X(take_band)(const struct gait *by, const struct view *v, ptrdiff_t row,
                         const int32_t *table, int32_t *colour)
{
    struct tile t;
    real bound = v->bound, just_left = X(just_left)(v);
    ptrdiff_t width = v->width, rows = v->height - row;
    int32_t steps = 0;
    colour += row * width;
    for (int k = 0; k < ROWS; k++)
        t.y[k] = X(coordinate)(v->im, row + k);
    for (ptrdiff_t col = 0; col < width; col += by->across, colour += by->across) {
        bool whole = rows >= ROWS && width - col >= by->across, stay = steps == v->iterations;
        for (int i = 0; i < by->across; i++)
            t.x[i] = X(coordinate)(v->re, col + i);
        if (whole && steps >= 0 &&
            by->alike(v, &t, steps - stay, stay ? -1 : bound, stay ? bound : just_left)) {
            int32_t same = table[steps];
            for (int k = 0; k < ROWS; k++)
                for (int i = 0; i < by->across; i++)
                    colour[k * width + i] = same;
        } else
            steps = X(take_apart)(by, v, &t, rows, width - col, table, colour);
    }
}

/* ---- 7. CPU: omp simd -------------------------------------------------------------------------
 *
 * Lanes of vectors, as the compiler sees fit: it holds the arrays of constant length in registers.
 */

INLINE void X(step_simd)(struct point c, int lanes, real *re, real *im)
{
    #pragma omp simd
    for (int lane = 0; lane < lanes; lane++) {
        struct point z = X(step)(c, (struct point){ re[lane], im[lane] });
        re[lane] = z.re;
        im[lane] = z.im;
    }
}

/* Four steps are written as one round, or registers are moved about at the end of every step. */
INLINE void X(steps_simd)(struct point c, int32_t n, int lanes, real *re, real *im)
{
    for (; n >= 4; n -= 4)
        for (int k = 0; k < 4; k++)
            X(step_simd)(c, lanes, re, im);
    for (; n > 0; n--)
        X(step_simd)(c, lanes, re, im);
}

static bool X(alike_simd)(const struct view *v, const struct tile *t, int32_t n, real least,
                          real most)
{
    real re[TILE], im[TILE];
    int32_t inside = 0;
    for (int k = 0; k < ROWS; k++)
        for (int i = 0; i < ACROSS; i++) {
            re[k * ACROSS + i] = t->x[i];
            im[k * ACROSS + i] = t->y[k];
        }
    X(steps_simd)(v->c, n, TILE, re, im);
    #pragma omp simd reduction(+: inside)
    for (int lane = 0; lane < TILE; lane++) {
        real norm = FMA(re[lane], re[lane], im[lane] * im[lane]);
        inside += (norm > least) & (norm <= most);
    }
    return inside == TILE;
}

static int32_t X(leap_simd)(const struct view *v, struct half *h, int32_t times, int32_t n,
                            int32_t least)
{
    real re[HALF], im[HALF], steps[HALF];
    int32_t stay = 1;
    memcpy(re, h->re, sizeof re);
    memcpy(im, h->im, sizeof im);
    memcpy(steps, h->steps, sizeof steps);
    for (int32_t i = 0; i < times && stay > 0; i++) {
        X(steps_simd)(v->c, n, HALF, re, im);
        stay = 0;
        #pragma omp simd reduction(+: stay)
        for (int lane = 0; lane < HALF; lane++)
            stay += X(bounded)(v->bound, (struct point){ re[lane], im[lane] });
        if (stay < least)
            return stay;
        #pragma omp simd
        for (int lane = 0; lane < HALF; lane++)
            steps[lane] += X(bounded)(v->bound, (struct point){ re[lane], im[lane] }) ? (real)n : 0;
    }
    memcpy(h->re, re, sizeof re);
    memcpy(h->im, im, sizeof im);
    memcpy(h->steps, steps, sizeof steps);
    return stay;
}

static void X(julia_simd)(struct view v, const int32_t *table, int32_t *colour)
{
    static const struct gait by_simd = { ACROSS, X(alike_simd), X(leap_simd) };
    #pragma omp parallel for schedule(dynamic)
    for (ptrdiff_t row = 0; row < v.height; row += ROWS)
        X(take_band)(&by_simd, &v, row, table, colour);
}

/* ---- 8. CPU: AVX2 and FMA intrinsics ----------------------------------------------------------
 *
 * The same, by hand.  What it gains is the test, which is masks and one branch where the compiler
 * counts lanes: section 7 has 0.92 of its rate at 50 iterations, 0.71 where tiles come apart (float).
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

AVX2 INLINE vec X(norm_avx2)(struct vector z)
{
    return V(fmadd)(z.re, z.re, V(mul)(z.im, z.im));
}

/* No instruction, only a claim to change both vectors: the step of one is complete before that of
 * the next begins, or a compiler starts all six and has no registers to finish any. */
AVX2 INLINE void X(in_turn)(struct vector *z, struct vector *next)
{
    __asm__ volatile("" : "+x"(z->re), "+x"(z->im), "+x"(next->re), "+x"(next->im));
}

AVX2 INLINE void X(step_all)(struct vector c, int vectors, struct vector *z)
{
    for (int k = 0; k < vectors; k++) {
        z[k] = X(step_avx2)(c, z[k]);
        X(in_turn)(&z[k], &z[(k + 1) % vectors]);
    }
}

AVX2 INLINE void X(steps_avx2)(struct point at, int32_t n, int vectors, struct vector *z)
{
    struct vector c = { V(set1)(at.re), V(set1)(at.im) };
    for (; n >= 8; n -= 8)
        for (int k = 0; k < 8; k++)
            X(step_all)(c, vectors, z);
    for (; n > 0; n--)
        X(step_all)(c, vectors, z);
}

AVX2 static bool X(alike_avx2)(const struct view *v, const struct tile *t, int32_t n, real least,
                               real most)
{
    struct vector z[ROWS];
    for (int k = 0; k < ROWS; k++)
        z[k] = (struct vector){ V(loadu)(t->x), V(set1)(t->y[k]) };
    X(steps_avx2)(v->c, n, ROWS, z);
    vec above = V(set1)(least), below = V(set1)(most), all = V(cmp)(above, above, _CMP_EQ_OQ);
    for (int k = 0; k < ROWS; k++) {
        vec norm = X(norm_avx2)(z[k]);
        all = V(and)(all, V(cmp)(norm, above, _CMP_GT_OQ));
        all = V(and)(all, V(cmp)(norm, below, _CMP_LE_OQ));
    }
    return V(movemask)(all) == (1 << LANES) - 1;
}

AVX2 static int32_t X(leap_avx2)(const struct view *v, struct half *h, int32_t times, int32_t n,
                                 int32_t least)
{
    enum { VECTORS = ROWS / 2 };
    struct vector z[VECTORS];
    vec steps[VECTORS], bounded[VECTORS], bound = V(set1)(v->bound), more = V(set1)((real)n);
    int32_t stay = 1;
    for (int k = 0; k < VECTORS; k++) {
        z[k] = (struct vector){ V(loadu)(h->re + k * LANES), V(loadu)(h->im + k * LANES) };
        steps[k] = V(loadu)(h->steps + k * LANES);
    }
    for (int32_t i = 0; i < times && stay > 0; i++) {
        X(steps_avx2)(v->c, n, VECTORS, z);
        stay = 0;
        for (int k = 0; k < VECTORS; k++) {
            bounded[k] = V(cmp)(X(norm_avx2)(z[k]), bound, _CMP_LE_OQ);
            stay += __builtin_popcount((unsigned)V(movemask)(bounded[k]));
        }
        if (stay < least)
            return stay;
        for (int k = 0; k < VECTORS; k++)
            steps[k] = V(add)(steps[k], V(and)(bounded[k], more));
    }
    for (int k = 0; k < VECTORS; k++) {
        V(storeu)(h->re + k * LANES, z[k].re);
        V(storeu)(h->im + k * LANES, z[k].im);
        V(storeu)(h->steps + k * LANES, steps[k]);
    }
    return stay;
}

static void X(julia_avx2)(struct view v, const int32_t *table, int32_t *colour)
{
    static const struct gait by_avx2 = { LANES, X(alike_avx2), X(leap_avx2) };
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
static int X(bits_given_up)(int64_t iterations)
{
    int bits = 1;
    while (iterations >> (3 * bits))
        bits++;
    return bits;
}

enum { SIZE, ITERATIONS, BOUND, CRE, CIM, VERSION, WIDTH, HEIGHT, XMIN, XMAX, YMIN, YMAX };
enum { COLOUR, TABLE };

static double X(value_of_table)(const struct tri_case *c, size_t i)
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
 * The defaults are the report's, but for the size, which was 5000 there.
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
#endif

static bool X(length_of_table)(const struct tri_case *c, size_t *length)
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
                     TRI_CHOICE, BEST, .choices = {"best", "v0", "v1", "v2", "v3", "v4", "v5"},
                     .of_offload = true},
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
        [TABLE] = {"table", TRI_INT32, TRI_IN, .shape = {ITERATIONS}, .value = X(value_of_table),
                   .length_of = X(length_of_table)},
    },
    .picture = {.show = TRI_COLOURS, .operand = COLOUR, .width = WIDTH, .height = HEIGHT},
    .work = X(work),
    .reference = X(run_reference),
    .plain = {
        "plain", "today's",
        .path = {
            [TRI_SIMD] = X(run_simd),
            [TRI_AVX2] = X(run_avx2),
            [TRI_OFFLOAD] = X(run_offload),
        },
    },
};
