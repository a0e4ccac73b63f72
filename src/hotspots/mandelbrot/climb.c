/*
 * The Mandelbrot set: from a test after every step to the limit of the arithmetic.
 *
 * The plain form is in src/hotspots/mandelbrot/mandelbrot.c.  Memory does not matter here; what costs time is idle
 * lanes, steps that wait for the step before, and tests.
 *
 *     plain-simd  GPU   the plain form as one loop, with `simd`, as in vecadd/climb.c
 *     tiles       GPU   one team per tile of 32 x 8 pixels: a division for each tile, not for each pixel
 *     rows        GPU   one team per row, several pixels per thread
 *     batches     GPU   32 steps, then one test; if the orbit has escaped, back and step by step
 *                 CPU   the same for a strip of pixels: six vectors, whose steps overlap
 *     overlapped  GPU   tuned, in stripes that are copied back while others are computed
 *     tuned       GPU   the first 8 steps tested, and the exact escape time found by all lanes of a warp
 *                 CPU   compaction: the pixels still inside are packed into full vectors
 *
 * escape.h has the orbits, strips.h the CPU's strips, strip_kernels.h what a strip computes,
 * mandelbrot_overlapped.c overlapped.  src/hotspots/listings/listings.c uses the same code with other
 * arithmetics.
 */
#include "mandelbrot.h"

#include "needs.h"
#include "ran_on.h"
#include "strip_kernels.h"

/* ---- GPU, plain-simd ------------------------------------------------------------------------------
 *
 * vecadd/climb.c explains `simd`.  It has no effect together with `collapse`: GCC (12 to 15) makes no code for
 * lanes of collapsed loops.  So one loop counts all pixels, and a division gives each one's row and column,
 * which is what `collapse` does anyway.  A pixel has a function of its own because GCC keeps structs that are
 * declared in a loop of lanes in memory.
 *
 * In a region, clang passes the extents of an array that is an argument, too, and they take registers.  `to` is
 * a pointer, which has none.
 */
#pragma omp declare target

INLINE int32_t count_of_pixel(real re, real im, int32_t iterations)
{
    struct point c = { re, im }, z = { 0, 0 };
    return test_every_step(FUSED, c, 0, iterations, &z);
}

#pragma omp end declare target

void mandelbrot_plain_simd_offload(ptrdiff_t resolution, int32_t iterations, ptrdiff_t width,
                                   ptrdiff_t height, real xmin, real xmax, real ymin, real ymax,
                                   int32_t count[height * width], int *place)
{
    int32_t *to = count;
    ptrdiff_t pixels = width * height;
    real dx = (xmax - xmin) / (real)width, dy = (ymax - ymin) / (real)height;
    #pragma omp target teams distribute parallel for simd map(from: to[:pixels], place[:1])
    for (ptrdiff_t i = 0; i < pixels; i++) {
        to[i] = count_of_pixel(coordinate(dx, xmin, i % width), coordinate(dy, ymin, i / width),
                               iterations);
        if (i == 0)
            *place = ran_on();
    }
}

/* ---- GPU, tiles -----------------------------------------------------------------------------------
 *
 * With collapse(2) over an image, each pixel needs a 64-bit division to get its row and column.  The sizes of
 * a tile are constants, and it needs one division in all.  There is a team for each tile (on a GPU,
 * tri_teams(tiles) is their number), while the runtime by itself starts a fixed number of teams and
 * gives each one a share.  tri_team_threads(k) is k, unless bench --sweep says otherwise.  Tiles are small and
 * many, so slow and fast ones mix.
 *
 * A warp takes 32 pixels of a row (static, 1: adjacent threads have adjacent pixels), so its stores are
 * coalesced.  In tiles that extend beyond the image, some pixels have nothing to do.
 */
enum { TILE_WIDTH = 32, TILE_HEIGHT = 8 };

void mandelbrot_tiles_offload(ptrdiff_t resolution, int32_t iterations, ptrdiff_t width,
                              ptrdiff_t height, real xmin, real xmax, real ymin, real ymax,
                              int32_t count[height * width], int *place)
{
    int32_t *to = count;
    real dx = (xmax - xmin) / (real)width, dy = (ymax - ymin) / (real)height;
    ptrdiff_t across = (width + TILE_WIDTH - 1) / TILE_WIDTH;
    ptrdiff_t tiles = (height + TILE_HEIGHT - 1) / TILE_HEIGHT * across;
    #pragma omp target teams distribute num_teams(tri_teams(tiles)) \
        thread_limit(tri_team_threads(TILE_WIDTH * TILE_HEIGHT))    \
        map(from: to[:height * width], place[:1])
    for (ptrdiff_t tile = 0; tile < tiles; tile++) {
        ptrdiff_t first_row = tile / across * TILE_HEIGHT, first_col = tile % across * TILE_WIDTH;
        #pragma omp parallel for collapse(2) schedule(static, 1)
        for (int down = 0; down < TILE_HEIGHT; down++)
            for (int right = 0; right < TILE_WIDTH; right++) {
                ptrdiff_t row = first_row + down, col = first_col + right;
                struct point c = { coordinate(dx, xmin, col), coordinate(dy, ymin, row) };
                struct point z = { 0, 0 };
                if (row == 0 && col == 0)
                    *place = ran_on();
                if (row < height && col < width)
                    to[row * width + col] = test_every_step(FUSED, c, 0, iterations, &z);
            }
    }
}

/* ---- GPU, rows ------------------------------------------------------------------------------------
 *
 * A team has a start-up cost, which a tile pays for 256 pixels; and the team ends with the slowest of
 * them.  The threads of a row go on to the next pixel instead, so that long and short orbits even out.
 * A team has 128 threads, so that a row's last pixels keep few threads waiting.  (`bench --sweep
 * teams=100,1000 threads-per-team=32,256` tries other numbers.)  If there are few rows per multiprocessor,
 * tiles are faster: small images, small GPUs.
 *
 * The thread limit is a function's value on purpose, not a number: if clang knows a kernel's limit, it builds
 * it differently, and slower.
 */
void mandelbrot_rows_offload(ptrdiff_t resolution, int32_t iterations, ptrdiff_t width,
                             ptrdiff_t height, real xmin, real xmax, real ymin, real ymax,
                             int32_t count[height * width], int *place)
{
    int32_t *to = count;
    real dx = (xmax - xmin) / (real)width, dy = (ymax - ymin) / (real)height;
    #pragma omp target teams distribute num_teams(tri_teams(height)) \
        thread_limit(tri_team_threads(128)) map(from: to[:height * width], place[:1])
    for (ptrdiff_t row = 0; row < height; row++) {
        #pragma omp parallel for schedule(static, 1)
        for (ptrdiff_t col = 0; col < width; col++) {
            struct point c = { coordinate(dx, xmin, col), coordinate(dy, ymin, row) };
            struct point z = { 0, 0 };
            if (row == 0 && col == 0)
                *place = ran_on();
            to[row * width + col] = test_every_step(FUSED, c, 0, iterations, &z);
        }
    }
}

/* ---- GPU, batches ---------------------------------------------------------------------------------
 *
 * 32 steps, then one test (escape.h says why that is allowed).  If it finds that the orbit has escaped,
 * the steps are taken again, each with its test.  (The last batch may go beyond `iterations`; the tests
 * after it do not.)
 */
#pragma omp declare target

INLINE int32_t escape_in_batches(int32_t iterations, struct point c)
{
    struct point z = { 0, 0 };
    for (int32_t done = 0; done < iterations; done += BATCH) {
        struct point start = z;
        if (!take_batch(FUSED, c, &z))
            return test_every_step(FUSED, c, done, iterations - done, &start);
    }
    return 0;
}

#pragma omp end declare target

void mandelbrot_batches_offload(ptrdiff_t resolution, int32_t iterations, ptrdiff_t width,
                                ptrdiff_t height, real xmin, real xmax, real ymin, real ymax,
                                int32_t count[height * width], int *place)
{
    int32_t *to = count;
    real dx = (xmax - xmin) / (real)width, dy = (ymax - ymin) / (real)height;
    #pragma omp target teams distribute num_teams(tri_teams(height)) \
        thread_limit(tri_team_threads(128)) map(from: to[:height * width], place[:1])
    for (ptrdiff_t row = 0; row < height; row++) {
        #pragma omp parallel for schedule(static, 1)
        for (ptrdiff_t col = 0; col < width; col++) {
            struct point c = { coordinate(dx, xmin, col), coordinate(dy, ymin, row) };
            if (row == 0 && col == 0)
                *place = ran_on();
            to[row * width + col] = escape_in_batches(iterations, c);
        }
    }
}

/* ---- GPU, tuned -----------------------------------------------------------------------------------
 *
 * Most pixels that escape do so within the first steps, and the lanes of a warp do so at different times: a
 * batch would keep all of them for 32 steps and then for up to 32 more.  So the first eight steps are tested
 * one by one.  The exact escape time is found after the loop over batches: there the lanes of a warp
 * reconverge and do it together, once, instead of one after the other (escape_in).
 *
 * In float the kernel of the listings runs (common/escape_gpu.c), which has this arithmetic and four others.  The source of a
 * step is the same, but ptxas allocates its registers differently, and an fma that reads three registers
 * of one bank takes two cycles (src/hotspots/mandelbrot/notes.md; bench mandelbrot,listings --path
 * offload times both).
 *
 * On several devices each has some of the rows, and all paths of tuned ask for theirs.  Rows that cross the set
 * take longest, so device d of n computes rows d, d + n, d + 2n and so on.
 */
enum { HEIGHT = 3, COUNT = 0 }; /* as in the lesson */

const struct tri_division mandelbrot_rows = { .how = TRI_CYCLIC,
                                              .rows = HEIGHT,
                                              .divided = { [COUNT] = true } };

/* Of a view of the whole, the rows of a part. */
static struct view own_rows(const struct tri_case *c, struct view v)
{
    struct tri_rows rows = tri_rows_of(c, HEIGHT);
    v.height = rows.count;
    v.top = rows.first;
    v.every = rows.step;
    return v;
}

static void offload_tuned(struct view v, int32_t *count, int *place)
{
    int32_t iterations = v.iterations;
    ptrdiff_t width = v.width, height = v.height, top = v.top, every = v.every;
    real re_step = v.re.step, re = v.re.offset, im_step = v.im.step, im = v.im.offset;
    #pragma omp target teams distribute num_teams(tri_teams(height)) \
        thread_limit(tri_team_threads(128)) map(from: count[:height * width], place[:1])
    for (ptrdiff_t row = 0; row < height; row++) {
        #pragma omp parallel for schedule(static, 1)
        for (ptrdiff_t col = 0; col < width; col++) {
            struct point c = { coordinate(re_step, re, col),
                               coordinate(im_step, im, top + row * every) };
            if (row == 0 && col == 0)
                *place = ran_on();
            count[row * width + col] = escape_in(FUSED, false, iterations, c);
        }
    }
}

void mandelbrot_tuned_offload(ptrdiff_t resolution, int32_t iterations, ptrdiff_t width,
                              ptrdiff_t height, real xmin, real xmax, real ymin, real ymax,
                              int32_t count[height * width], int *place, const struct tri_case *c)
{
    struct view v = own_rows(c, view_of(iterations, width, height, xmin, xmax, ymin, ymax));
    if (PRECISION == TRI_FLOAT)
        escape_offload(v, count, place);
    else
        offload_tuned(v, count, place);
}

/* ---- CPU, batches ---------------------------------------------------------------------------------
 *
 * Each step of a vector waits for the step before, through two fma.  Other vectors can be computed meanwhile:
 * without tests and counters the registers hold six, which are called a strip.  If one of its orbits
 * escapes, the whole strip repeats that batch with tests.
 */
static void segment_batches(const struct kernels *k, struct view v, ptrdiff_t row, ptrdiff_t col,
                            int32_t *count)
{
    struct segment s;
    begin_segment(v, row, col, &s);
    s.left = s.width;
    for (ptrdiff_t i = 0; i < s.width; i++)
        s.time[i] = NEVER;
    for (ptrdiff_t first = 0; first < s.width; first += k->lanes) {
        begin_strip(v, col, &s, first, strip_of(k, &s, first));
        next_phase_of_strip(k, v, 0, v.iterations, &s, first);
    }
    store_times(v, &s, count);
}

/* ---- CPU: the two tables of kernels, in the lesson's arithmetic; tuned is compute_segment ---- */

static int32_t test_simd(enum arithmetic a, struct strip s, int32_t n, real *stayed)
{
    return test_strip(FUSED, s, n, stayed);
}

static int32_t batch_simd(enum arithmetic a, struct strip s, int32_t done, int32_t to)
{
    return batch_strip(FUSED, s, done, to);
}

static const struct kernels by_simd = { STRIP, test_simd, batch_simd };

void mandelbrot_batches_simd(ptrdiff_t resolution, int32_t iterations, ptrdiff_t width,
                             ptrdiff_t height, real xmin, real xmax, real ymin, real ymax,
                             int32_t count[height * width])
{
    compute_image(segment_batches, &by_simd,
                  view_of(iterations, width, height, xmin, xmax, ymin, ymax), count);
}

void mandelbrot_tuned_simd(ptrdiff_t resolution, int32_t iterations, ptrdiff_t width,
                           ptrdiff_t height, real xmin, real xmax, real ymin, real ymax,
                           int32_t count[height * width], const struct tri_case *c)
{
    compute_image(compute_segment, &by_simd,
                  own_rows(c, view_of(iterations, width, height, xmin, xmax, ymin, ymax)), count);
}

#if defined(AVX2)

AVX2 static int32_t test_avx2(enum arithmetic a, struct strip s, int32_t n, real *stayed)
{
    return test_strip_avx2(FUSED, s, n, stayed);
}

AVX2 static int32_t batch_avx2(enum arithmetic a, struct strip s, int32_t done, int32_t to)
{
    return batch_strip_avx2(FUSED, s, done, to);
}

static const struct kernels by_avx2 = { VECTORS * LANES, test_avx2, batch_avx2 };

void mandelbrot_batches_avx2(ptrdiff_t resolution, int32_t iterations, ptrdiff_t width,
                             ptrdiff_t height, real xmin, real xmax, real ymin, real ymax,
                             int32_t count[height * width])
{
    compute_image(segment_batches, &by_avx2,
                  view_of(iterations, width, height, xmin, xmax, ymin, ymax), count);
}

void mandelbrot_tuned_avx2(ptrdiff_t resolution, int32_t iterations, ptrdiff_t width,
                           ptrdiff_t height, real xmin, real xmax, real ymin, real ymax,
                           int32_t count[height * width], const struct tri_case *c)
{
    compute_image(compute_segment, &by_avx2,
                  own_rows(c, view_of(iterations, width, height, xmin, xmax, ymin, ymax)), count);
}

#endif

/* ---- The rungs ---- */

const struct tri_variant mandelbrot_tuned[] = {
    { .name = "plain-simd",
      .idea =
          "with simd: uses a warp's lanes with compilers that make a warp one thread, as gcc does" },
    { "tiles", "one team per tile of 32 x 8 pixels",
      .follows = { .teams = true, .threads_per_team = true } },
    { "rows", "one team per row, several pixels per thread",
      .follows = { .teams = true, .threads_per_team = true } },
    { "batches", "32 steps, then one test; on a CPU for six vectors at once",
      .follows = { .schedule = true, .teams = true, .threads_per_team = true } },
    { "overlapped", "tuned's rows in stripes: one is copied back while others are computed",
      .needs = OVERLAPPED_NEEDS, .available = needs_region_tasks,
      .follows = { .teams = true, .threads_per_team = true } },
    { "tuned",
      "GPU: first steps tested, escape times found by whole warps; CPU: pixels inside packed into vectors",
      .follows = { .schedule = true, .teams = true, .threads_per_team = true }, .waits_awake = true,
      .division = &mandelbrot_rows },
    { .name = NULL },
};
