/*
 * A Julia set on the CPU: the variants of omp simd and of AVX2 intrinsics.
 *
 * The plain forms are in src/hotspots/julia/julia.c: a vector of pixels takes a step, is tested, takes a step.
 * Each step waits for the one before it, and each test for its step, so a core is idle most of the
 * time.
 *
 *     rows      three vectors at once, of three rows, which hide the latency of a step
 *     tiles     a tile of six vectors with one test, if it does the same as the tile before it
 *     tuned     in tiles whose pixels differ, batches of 16 steps with one test while no lane leaves
 *
 * Both paths share all but the steps (section 1), and have two kernels each (sections 2 and 3).  julia.c
 * says why an orbit beyond the bound stays there, and what a batch is.
 */
#include "julia.h"
#include "compiler.h"

#include <string.h>

/* ---- 1. What both paths share: tiles -----------------------------------------------------------
 *
 * The lanes of a vector compute pixels of a row; a tile is six vectors high.
 */
enum {
    ROWS = 6,
    ACROSS = VECTOR_BITS / REAL_BITS, /* at most */
    TILE = ROWS * ACROSS,
    HALF = TILE / 2,
    SINGLE = 8, /* steps that are tested one by one, before the next batch is tried */
    BATCH = 16, /* steps with one test */
};

/* A view's pixels; on several devices each computes rows top, top + every, … */
struct image {
    struct view view;
    ptrdiff_t width, height, top, every;
};

static inline struct image image_of(int32_t iterations, real bound, real cre, real cim,
                                    ptrdiff_t width, ptrdiff_t height, real xmin, real xmax,
                                    real ymin, real ymax, struct tri_rows rows)
{
    real dx = (xmax - xmin) / (real)width, dy = (ymax - ymin) / (real)height;
    struct view v = { iterations, bound, { cre, cim }, { dx, xmin }, { dy, ymin } };
    return (struct image){ v, width, rows.count, rows.first, rows.step };
}

/* z(0) of a tile's columns and rows. */
struct tile {
    real x[ACROSS], y[ROWS];
};

/* Half of a tile, for counting steps: z and the counts of three vectors fit in registers.  A count is
 * `real`, to be as wide as a lane. */
struct half {
    real re[HALF], im[HALF], steps[HALF];
};

/* Whether least < |z|^2 <= most for all pixels of the tile after n steps. */
typedef bool alike_fn(const struct view *, const struct tile *, int32_t n, real least, real most);

/* At most `times` times: takes a batch of n steps, tests, and adds n for each pixel that is bounded.  Returns
 * how many were bounded at last; if ever fewer than `least`, at once, and *half is unchanged. */
typedef int32_t batch_fn(const struct view *, struct half *, int32_t times, int32_t n,
                         int32_t least);

struct kernels {
    int across; /* lanes of a vector */
    alike_fn *alike;
    batch_fn *batch;
};

/* Counts the steps that each pixel of a half takes. */
typedef void count_fn(const struct kernels *, const struct view *, struct half *);

/* Colours those pixels of the tile that are in the image.  Returns how many steps the last pixel of the
 * upper half takes, or -1 if the last one of the lower half takes another number. */
typedef int32_t tile_fn(const struct kernels *, const struct image *, const struct tile *,
                        ptrdiff_t rows, ptrdiff_t columns, const int32_t *table, int32_t *colour);

/* Tests z(0); returns how many pixels are within the bound. */
INLINE int32_t count_first(const struct kernels *by, const struct view *v, struct half *h)
{
    int32_t left = 0;
    for (int i = 0; i < ROWS / 2 * by->across; i++) {
        h->steps[i] = is_bounded(v->bound, (struct point){ h->re[i], h->im[i] });
        left += h->steps[i] != 0;
    }
    return left;
}

INLINE int32_t compute_tile(count_fn *count, const struct kernels *by, const struct image *image,
                            const struct tile *t, ptrdiff_t rows, ptrdiff_t columns,
                            const int32_t *table, int32_t *colour)
{
    int32_t edge[2] = { -1, -1 };
    for (int top = 0; top < ROWS && top < rows; top += ROWS / 2) {
        struct half h;
        for (int k = 0, lane = 0; k < ROWS / 2; k++)
            for (int i = 0; i < by->across; i++, lane++) {
                h.re[lane] = t->x[i];
                h.im[lane] = t->y[top + k];
            }
        count(by, &image->view, &h);
        for (ptrdiff_t k = 0; k < ROWS / 2 && top + k < rows; k++)
            for (ptrdiff_t i = 0; i < by->across && i < columns; i++)
                colour[(top + k) * image->width + i] = table[(int32_t)h.steps[k * by->across + i]];
        edge[top > 0] = (int32_t)h.steps[ROWS / 2 * by->across - 1];
    }
    return edge[0] == edge[1] ? edge[0] : -1;
}

/* ---- rows: three vectors of three rows take a step together -------------------------------------
 *
 * A core computes other orbits while one waits for its last step.  z and the counts of three vectors fit
 * in registers.
 */
static void count_tested(const struct kernels *by, const struct view *v, struct half *h)
{
    if (count_first(by, v, h) > 0)
        by->batch(v, h, v->iterations - 1, 1, 0);
}

/* Not inlined: in the loop over tiles, compilers would set up constants for it at each tile. */
__attribute__((noinline)) static int32_t tile_in_rows(const struct kernels *by,
                                                      const struct image *image,
                                                      const struct tile *t, ptrdiff_t rows,
                                                      ptrdiff_t columns, const int32_t *table,
                                                      int32_t *colour)
{
    return compute_tile(count_tested, by, image, t, rows, columns, table, colour);
}

/* ---- tiles: six vectors that do the same as the tile to the left ----------------------------------
 *
 * In most tiles all pixels take the same number of steps, and usually that of the tile to the left.  So that
 * number of steps is taken first, in registers and without a test; then one test is enough.  A pixel beyond
 * the bound has left.  If it is not far beyond, it has left at the last step: from |z|^2 > bound the next
 * step would have gone to |z^2 + c| > bound - |c|.  A core needs about six vectors to be busy, and in a
 * tile that is nearly square more pixels are alike than in a strip.
 *
 * A tile whose pixels differ is computed as in the variant before.
 */

/* The largest |z|^2 for which a pixel beyond the bound was within it one step before; made smaller by more
 * than rounding could matter, and finite as a float. */
static real just_left_of(const struct view *v)
{
    double c = hypot((double)v->c.re, (double)v->c.im);
    double nearest = ((double)v->bound - c) * (1 - 0x1p-10);
    return (real)fmin(nearest * nearest, 1e38);
}

/* Computes six rows of the image from `row` on, or as many as are left, tile by tile.  If it `compares`, it calls
 * tile() only if the pixels of a tile differ.  `steps` is the number of steps of the tile to the left, or -1 if its
 * pixels differ. */
INLINE void compute_tiles(bool compares, tile_fn *tile, const struct kernels *by,
                          const struct image *image, ptrdiff_t row, const int32_t *table,
                          int32_t *colour)
{
    const struct view *v = &image->view;
    struct tile t;
    real bound = v->bound, just_left = just_left_of(v);
    ptrdiff_t width = image->width, rows = image->height - row;
    int32_t steps = 0;
    colour += row * width;
    for (int k = 0; k < ROWS; k++)
        t.y[k] = coordinate(v->im.step, v->im.offset, image->top + (row + k) * image->every);
    for (ptrdiff_t col = 0; col < width; col += by->across, colour += by->across) {
        bool whole = rows >= ROWS && width - col >= by->across, stay = steps == v->iterations;
        for (int i = 0; i < by->across; i++)
            t.x[i] = coordinate(v->re.step, v->re.offset, col + i);
        if (compares && whole && steps >= 0 &&
            by->alike(v, &t, steps - stay, stay ? -1 : bound, stay ? bound : just_left)) {
            int32_t same = table[steps];
            for (int k = 0; k < ROWS; k++)
                for (int i = 0; i < by->across; i++)
                    colour[k * width + i] = same;
        } else
            steps = tile(by, image, &t, rows, width - col, table, colour);
    }
}

/* ---- tuned: a test for each step while pixels leave, and one for sixteen steps while none does -----
 *
 * Most pixels that leave do so within the first eight steps, which are tested in any case.
 */
static void count_in_batches(const struct kernels *by, const struct view *v, struct half *h)
{
    int32_t last = v->iterations - 1, left = count_first(by, v, h), before = 0, n;
    for (int32_t done = 0; left > 0 && done < last; done += n) {
        n = last - done < BATCH ? last - done : BATCH;
        if (left == before && by->batch(v, h, 1, n, left) == left)
            continue;
        n = n < SINGLE ? n : SINGLE;
        before = left;
        left = by->batch(v, h, n, 1, 0);
    }
}

__attribute__((noinline)) static int32_t tile_in_batches(const struct kernels *by,
                                                         const struct image *image,
                                                         const struct tile *t, ptrdiff_t rows,
                                                         ptrdiff_t columns, const int32_t *table,
                                                         int32_t *colour)
{
    return compute_tile(count_in_batches, by, image, t, rows, columns, table, colour);
}

/* ---- 2. omp simd ------------------------------------------------------------------------------
 *
 * The compiler forms the vectors; it holds arrays of constant length in registers.
 */

INLINE void step_simd(struct point c, int lanes, real *re, real *im)
{
    #pragma omp simd
    for (int lane = 0; lane < lanes; lane++) {
        struct point z = next_point(c, (struct point){ re[lane], im[lane] });
        re[lane] = z.re;
        im[lane] = z.im;
    }
}

/* The loop is unrolled by four: with less, compilers move registers about at the end of every step. */
INLINE void steps_simd(struct point c, int32_t n, int lanes, real *re, real *im)
{
    for (; n >= 4; n -= 4)
        for (int k = 0; k < 4; k++)
            step_simd(c, lanes, re, im);
    for (; n > 0; n--)
        step_simd(c, lanes, re, im);
}

static bool alike_simd(const struct view *v, const struct tile *t, int32_t n, real least, real most)
{
    real re[TILE], im[TILE];
    int32_t inside = 0;
    for (int k = 0; k < ROWS; k++)
        for (int i = 0; i < ACROSS; i++) {
            re[k * ACROSS + i] = t->x[i];
            im[k * ACROSS + i] = t->y[k];
        }
    steps_simd(v->c, n, TILE, re, im);
    #pragma omp simd reduction(+: inside)
    for (int lane = 0; lane < TILE; lane++) {
        real norm = FMA(re[lane], re[lane], im[lane] * im[lane]);
        inside += (norm > least) & (norm <= most);
    }
    return inside == TILE;
}

static int32_t batch_simd(const struct view *v, struct half *h, int32_t times, int32_t n,
                          int32_t least)
{
    real re[HALF], im[HALF], steps[HALF];
    int32_t stay = 1;
    memcpy(re, h->re, sizeof re);
    memcpy(im, h->im, sizeof im);
    memcpy(steps, h->steps, sizeof steps);
    for (int32_t i = 0; i < times && stay > 0; i++) {
        steps_simd(v->c, n, HALF, re, im);
        stay = 0;
        #pragma omp simd reduction(+: stay)
        for (int lane = 0; lane < HALF; lane++)
            stay += is_bounded(v->bound, (struct point){ re[lane], im[lane] });
        if (stay < least)
            return stay;
        #pragma omp simd
        for (int lane = 0; lane < HALF; lane++)
            steps[lane] += is_bounded(v->bound, (struct point){ re[lane], im[lane] }) ? (real)n : 0;
    }
    memcpy(h->re, re, sizeof re);
    memcpy(h->im, im, sizeof im);
    memcpy(h->steps, steps, sizeof steps);
    return stay;
}

static const struct kernels by_simd = { ACROSS, alike_simd, batch_simd };

void julia_rows_simd(ptrdiff_t size, int32_t iterations, real bound, real cre, real cim,
                     ptrdiff_t width, ptrdiff_t height, real xmin, real xmax, real ymin, real ymax,
                     const int32_t table[iterations + 1], int32_t colour[height * width])
{
    struct image image = image_of(iterations, bound, cre, cim, width, height, xmin, xmax, ymin,
                                  ymax, (struct tri_rows){ 0, 1, height });
    #pragma omp parallel for schedule(dynamic)
    for (ptrdiff_t row = 0; row < image.height; row += ROWS)
        compute_tiles(false, tile_in_rows, &by_simd, &image, row, table, colour);
}

void julia_tiles_simd(ptrdiff_t size, int32_t iterations, real bound, real cre, real cim,
                      ptrdiff_t width, ptrdiff_t height, real xmin, real xmax, real ymin, real ymax,
                      const int32_t table[iterations + 1], int32_t colour[height * width])
{
    struct image image = image_of(iterations, bound, cre, cim, width, height, xmin, xmax, ymin,
                                  ymax, (struct tri_rows){ 0, 1, height });
    #pragma omp parallel for schedule(dynamic)
    for (ptrdiff_t row = 0; row < image.height; row += ROWS)
        compute_tiles(true, tile_in_rows, &by_simd, &image, row, table, colour);
}

void julia_tuned_simd(ptrdiff_t size, int32_t iterations, real bound, real cre, real cim,
                      ptrdiff_t width, ptrdiff_t height, real xmin, real xmax, real ymin, real ymax,
                      const int32_t table[iterations + 1], int32_t colour[height * width],
                      const struct tri_case *c)
{
    struct image image = image_of(iterations, bound, cre, cim, width, height, xmin, xmax, ymin,
                                  ymax, tri_rows_of(c, HEIGHT));
    #pragma omp parallel for schedule(dynamic)
    for (ptrdiff_t row = 0; row < image.height; row += ROWS)
        compute_tiles(true, tile_in_batches, &by_simd, &image, row, table, colour);
}

/* ---- 3. AVX2 and FMA intrinsics ---------------------------------------------------------------
 *
 * The same by hand.  It is better at the test: a mask and one branch, where the compiler counts lanes.
 */
#if defined(AVX2)

AVX2 INLINE void step_all(struct points c, int vectors, struct points *z)
{
    for (int k = 0; k < vectors; k++) {
        z[k] = step_avx2(c, z[k]);
        in_turn(&z[k], &z[(k + 1) % vectors]);
    }
}

AVX2 INLINE void steps_avx2(struct point at, int32_t n, int vectors, struct points *z)
{
    struct points c = { V(set1)(at.re), V(set1)(at.im) };
    for (; n >= 8; n -= 8)
        for (int k = 0; k < 8; k++)
            step_all(c, vectors, z);
    for (; n > 0; n--)
        step_all(c, vectors, z);
}

AVX2 static bool alike_avx2(const struct view *v, const struct tile *t, int32_t n, real least,
                            real most)
{
    struct points z[ROWS];
    for (int k = 0; k < ROWS; k++)
        z[k] = (struct points){ V(loadu)(t->x), V(set1)(t->y[k]) };
    steps_avx2(v->c, n, ROWS, z);
    vec above = V(set1)(least), below = V(set1)(most), all = V(cmp)(above, above, _CMP_EQ_OQ);
    for (int k = 0; k < ROWS; k++) {
        vec norm = norm_avx2(z[k]);
        all = V(and)(all, V(cmp)(norm, above, _CMP_GT_OQ));
        all = V(and)(all, V(cmp)(norm, below, _CMP_LE_OQ));
    }
    return V(movemask)(all) == (1 << LANES) - 1;
}

AVX2 static int32_t batch_avx2(const struct view *v, struct half *h, int32_t times, int32_t n,
                               int32_t least)
{
    enum { VECTORS = ROWS / 2 };
    struct points z[VECTORS];
    vec steps[VECTORS], bounded[VECTORS], bound = V(set1)(v->bound), more = V(set1)((real)n);
    int32_t stay = 1;
    for (int k = 0; k < VECTORS; k++) {
        z[k] = (struct points){ V(loadu)(h->re + k * LANES), V(loadu)(h->im + k * LANES) };
        steps[k] = V(loadu)(h->steps + k * LANES);
    }
    for (int32_t i = 0; i < times && stay > 0; i++) {
        steps_avx2(v->c, n, VECTORS, z);
        stay = 0;
        for (int k = 0; k < VECTORS; k++) {
            bounded[k] = V(cmp)(norm_avx2(z[k]), bound, _CMP_LE_OQ);
            stay += bits_set((uint32_t)V(movemask)(bounded[k]));
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

static const struct kernels by_avx2 = { LANES, alike_avx2, batch_avx2 };

void julia_rows_avx2(ptrdiff_t size, int32_t iterations, real bound, real cre, real cim,
                     ptrdiff_t width, ptrdiff_t height, real xmin, real xmax, real ymin, real ymax,
                     const int32_t table[iterations + 1], int32_t colour[height * width])
{
    struct image image = image_of(iterations, bound, cre, cim, width, height, xmin, xmax, ymin,
                                  ymax, (struct tri_rows){ 0, 1, height });
    #pragma omp parallel for schedule(dynamic)
    for (ptrdiff_t row = 0; row < image.height; row += ROWS)
        compute_tiles(false, tile_in_rows, &by_avx2, &image, row, table, colour);
}

void julia_tiles_avx2(ptrdiff_t size, int32_t iterations, real bound, real cre, real cim,
                      ptrdiff_t width, ptrdiff_t height, real xmin, real xmax, real ymin, real ymax,
                      const int32_t table[iterations + 1], int32_t colour[height * width])
{
    struct image image = image_of(iterations, bound, cre, cim, width, height, xmin, xmax, ymin,
                                  ymax, (struct tri_rows){ 0, 1, height });
    #pragma omp parallel for schedule(dynamic)
    for (ptrdiff_t row = 0; row < image.height; row += ROWS)
        compute_tiles(true, tile_in_rows, &by_avx2, &image, row, table, colour);
}

void julia_tuned_avx2(ptrdiff_t size, int32_t iterations, real bound, real cre, real cim,
                      ptrdiff_t width, ptrdiff_t height, real xmin, real xmax, real ymin, real ymax,
                      const int32_t table[iterations + 1], int32_t colour[height * width],
                      const struct tri_case *c)
{
    struct image image = image_of(iterations, bound, cre, cim, width, height, xmin, xmax, ymin,
                                  ymax, tri_rows_of(c, HEIGHT));
    #pragma omp parallel for schedule(dynamic)
    for (ptrdiff_t row = 0; row < image.height; row += ROWS)
        compute_tiles(true, tile_in_batches, &by_avx2, &image, row, table, colour);
}

#endif
