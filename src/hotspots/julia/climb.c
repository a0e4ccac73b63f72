/*
 * A Julia set: from a thread for each pixel to the limit of the hardware.
 *
 * The plain form is in src/hotspots/julia/julia.c.  Steps are only a part of the work: with the defaults a pixel
 * in five stays bounded and most others leave within ten steps, so coordinates, tests and colours cost as
 * much.  On a GPU the time follows the number of instructions.
 *
 *     plain-simd  GPU   the plain form as one loop, with `simd`, as in mandelbrot.c
 *     v0 … v5   GPU   report D's six kernels, in julia_report.c
 *     rows      CPU   three vectors at once, of three rows (all of the CPU: julia_cpu.c)
 *     tiles     GPU   a warp computes a tile of 8 x 4 pixels, which mostly stop together
 *               CPU   a tile of six vectors with one test, if it does the same as the tile before it
 *     batches   GPU   eight steps tested one by one, the others in batches of 24 with one test
 *     columns   GPU   a thread computes a pixel of each of sixteen tiles and finds its place once
 *     overlapped  GPU  tuned, in stripes that are copied back while others are computed (julia_overlapped.c)
 *     tuned     GPU   no early tests below a pixel that has stayed bounded
 *               CPU   in the other tiles, batches of 16 steps with one test while no lane leaves
 *
 * A batch relies on this: an orbit beyond the bound stays there, if the circle of that bound around 0
 * has a radius larger than 2 and contains c (the parameters' ranges ensure both), since then
 * |z^2 + c| >= |z|^2 - |c| > |z|.  So if a batch ends within the bound, all its steps were within it;
 * otherwise it is taken again with a test at every step.
 *
 * In all variants c is the same for all pixels, and a GPU keeps it in uniform registers.  So no fma
 * reads three different registers, which on NVIDIA's GPUs halves the rate, nearly.
 */
#include "julia_batches.h"

#include "overlapped.h"
#include "ran_on.h"

/* ---- GPU, plain-simd ------------------------------------------------------------------------------
 *
 * vecadd.c explains `simd`; mandelbrot.c says why this is one loop, and why a pixel has a function.
 */
#pragma omp declare target

INLINE int32_t steps_of_pixel(real re, real im, real c_re, real c_im, real bound,
                              int32_t iterations)
{
    struct view v = { .bound = bound, .c = { c_re, c_im } };
    return test_every_step(v, 0, iterations, (struct point){ re, im });
}

#pragma omp end declare target

static void colour_lanes(struct view v, const int32_t *table, int32_t *colour, int *place)
{
    int32_t iterations = v.iterations;
    ptrdiff_t width = v.width, pixels = width * v.height;
    real bound = v.bound, c_re = v.c.re, c_im = v.c.im;
    real re_step = v.re.step, re = v.re.offset, im_step = v.im.step, im = v.im.offset;
    #pragma omp target teams distribute parallel for simd map(to: table[:iterations + 1]) \
        map(from: colour[:pixels], place[:1])
    for (ptrdiff_t i = 0; i < pixels; i++) {
        real z_re = coordinate(re_step, re, i % width), z_im = coordinate(im_step, im, i / width);
        colour[i] = table[steps_of_pixel(z_re, z_im, c_re, c_im, bound, iterations)];
        if (i == 0)
            *place = ran_on();
    }
}

static void offload_lanes(const struct tri_case *c)
{
    colour_lanes(view_of(c), c->operand[TABLE], c->operand[COLOUR], c->ran_on);
}

/* ---- GPU, tiles -----------------------------------------------------------------------------------
 *
 * A warp runs until its last pixel has stopped, so its 32 pixels should be alike.  Those of a tile of
 * 8 x 4 are closer together than a row of 32, and 8 pixels of a row still fill whole sectors of memory.
 *
 * The directive is still the plain one; its index counts the threads of all teams.  The region gets the
 * members of the view one by one and puts them together again, since a struct would be mapped.
 */
static void colour_tiles(struct view v, const int32_t *table, int32_t *colour, int *place)
{
    int32_t iterations = v.iterations, width = (int32_t)v.width, height = (int32_t)v.height;
    real bound = v.bound, c_re = v.c.re, c_im = v.c.im;
    real re_step = v.re.step, re = v.re.offset, im_step = v.im.step, im = v.im.offset;
    uint32_t across = (uint32_t)(width - 1) / TEAM_WIDTH + 1;
    uint32_t teams = ((uint32_t)(height - 1) / WARP_HEIGHT + 1) * across;
    ptrdiff_t pixels = v.width * v.height;
    #pragma omp target teams distribute parallel for num_teams(tri_teams(teams)) \
        thread_limit(TEAM) map(to: table[:iterations + 1]) map(from: colour[:pixels], place[:1])
    for (uint64_t i = 0; i < (uint64_t)teams * TEAM; i++) {
        uint32_t team = (uint32_t)(i / TEAM), warp = (uint32_t)(i % TEAM / WARP), lane = i % WARP;
        int32_t col = (int32_t)(team % across * TEAM_WIDTH + warp * WARP_WIDTH + lane % WARP_WIDTH);
        int32_t row = (int32_t)(team / across * WARP_HEIGHT + lane / WARP_WIDTH);
        struct view here = { iterations,      bound,  { c_re, c_im },
                             width,           height, { re_step, re },
                             { im_step, im }, 0,      1 };
        if (i == 0)
            *place = ran_on();
        if (row < height && col < width) {
            struct point z = point_at(here, row, col);
            colour[(ptrdiff_t)row * width + col] = table[test_every_step(here, 0, iterations, z)];
        }
    }
}

static void offload_tiles(const struct tri_case *c)
{
    colour_tiles(view_of(c), c->operand[TABLE], c->operand[COLOUR], c->ran_on);
}

/* ---- GPU, batches ---------------------------------------------------------------------------------
 *
 * A test costs as much as half a step, and a branch as well.  Hardly any pixel leaves before the second
 * step, and most of those that leave do so before the eighth: these steps are tested one by one.  The rest
 * goes in batches of steps, with one test each.  If a batch has left the bound, it is taken again with a
 * test at every step (julia_batches.h).
 */
static void colour_batches(struct view v, const int32_t *table, int32_t *colour, int *place)
{
    int32_t iterations = v.iterations, width = (int32_t)v.width, height = (int32_t)v.height;
    real bound = v.bound, c_re = v.c.re, c_im = v.c.im;
    real re_step = v.re.step, re = v.re.offset, im_step = v.im.step, im = v.im.offset;
    uint32_t across = (uint32_t)(width - 1) / TEAM_WIDTH + 1;
    uint32_t teams = ((uint32_t)(height - 1) / WARP_HEIGHT + 1) * across;
    ptrdiff_t pixels = v.width * v.height;
    #pragma omp target teams distribute parallel for num_teams(tri_teams(teams)) \
        thread_limit(TEAM) map(to: table[:iterations + 1]) map(from: colour[:pixels], place[:1])
    for (uint64_t i = 0; i < (uint64_t)teams * TEAM; i++) {
        uint32_t team = (uint32_t)(i / TEAM), warp = (uint32_t)(i % TEAM / WARP), lane = i % WARP;
        int32_t col = (int32_t)(team % across * TEAM_WIDTH + warp * WARP_WIDTH + lane % WARP_WIDTH);
        int32_t row = (int32_t)(team / across * WARP_HEIGHT + lane / WARP_WIDTH);
        struct view here = { iterations,      bound,  { c_re, c_im },
                             width,           height, { re_step, re },
                             { im_step, im }, 0,      1 };
        if (i == 0)
            *place = ran_on();
        if (row < height && col < width) {
            struct point z = point_at(here, row, col);
            colour[(ptrdiff_t)row * width + col] = table[steps_in_batches(here, false, z)];
        }
    }
}

static void offload_batches(const struct tri_case *c)
{
    colour_batches(view_of(c), c->operand[TABLE], c->operand[COLOUR], c->ran_on);
}

/* ---- GPU, columns ---------------------------------------------------------------------------------
 *
 * A pixel takes a dozen steps, so all that is not a step matters.  A thread therefore goes down a column
 * of sixteen tiles, and computes once which pixels it has.
 */
static void colour_columns(struct view v, const int32_t *table, int32_t *colour, int *place)
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
        struct view here = { iterations,      bound,  { c_re, c_im },
                             width,           height, { re_step, re },
                             { im_step, im }, 0,      1 };
        if (i == 0)
            *place = ran_on();
        for (int32_t row = top + (int32_t)(lane / WARP_WIDTH);
             row < end && row < height && col < width; row += WARP_HEIGHT) {
            int32_t steps = steps_in_batches(here, false, point_at(here, row, col));
            colour[(ptrdiff_t)row * width + col] = table[steps];
        }
    }
}

static void offload_columns(const struct tri_case *c)
{
    colour_columns(view_of(c), c->operand[TABLE], c->operand[COLOUR], c->ran_on);
}

/* ---- GPU, tuned -----------------------------------------------------------------------------------
 *
 * If a pixel has stayed bounded, the next one below it in the column probably does too: it begins with
 * batches, without the early tests.  (On several devices each one has every so many rows: `rows`.)
 */
static void colour_tuned(struct view v, struct tri_rows rows, const int32_t *table, int32_t *colour,
                         int *place)
{
    int32_t iterations = v.iterations, width = (int32_t)v.width, height = (int32_t)v.height;
    int32_t origin = (int32_t)rows.first, every = (int32_t)rows.step;
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
        struct view here = { iterations,      bound,  { c_re, c_im },
                             width,           height, { re_step, re },
                             { im_step, im }, 0,      1 };
        bool stayed = false;
        if (i == 0)
            *place = ran_on();
        for (int32_t row = top + (int32_t)(lane / WARP_WIDTH);
             row < end && row < height && col < width; row += WARP_HEIGHT) {
            int32_t steps =
                steps_in_batches(here, stayed, point_at(here, origin + row * every, col));
            colour[(ptrdiff_t)row * width + col] = table[steps];
            stayed = steps == iterations;
        }
    }
}

static void offload_tuned(const struct tri_case *c)
{
    colour_tuned(view_of(c), tri_rows_of(c, HEIGHT), c->operand[TABLE], c->operand[COLOUR],
                 c->ran_on);
}

/* ---- The rungs ---- */

/* On several devices: rows are distributed cyclically, as in mandelbrot.c. */
const struct tri_division julia_division = { .how = TRI_CYCLIC,
                                             .rows = HEIGHT,
                                             .divided = { [COLOUR] = true } };

const struct tri_variant julia_tuned[] = {
    { "plain-simd",
      "with simd: uses a warp's lanes with compilers that make a warp one thread, as gcc does",
      .path = { [TRI_OFFLOAD] = offload_lanes } },
    { "v0", "report D: a block for each 1024 pixels of a row",
      .path = { [TRI_OFFLOAD] = julia_v0 } },
    { "v1", "report D: v0 with the table in constant memory",
      .needs = "constant memory by an OpenMP allocator, in a variable of the program",
      .available = julia_constant_memory, .path = { [TRI_OFFLOAD] = julia_v1 } },
    { "v2", "report D: v0 with the loop unrolled by two", .path = { [TRI_OFFLOAD] = julia_v2 } },
    { "v3", "report D: v0 with two pixels to a thread", .path = { [TRI_OFFLOAD] = julia_v3 } },
    { "v4", "report D: v3 with blocks of 32 x 32", .path = { [TRI_OFFLOAD] = julia_v4 } },
    { "v5", "report D: blocks of 32 x 32, table in constant memory, unrolled by two",
      .needs = "constant memory by an OpenMP allocator, in a variable of the program",
      .available = julia_constant_memory, .path = { [TRI_OFFLOAD] = julia_v5 } },
    { "rows", "three vectors at once, of three rows",
      .path = { [TRI_SIMD] = julia_simd_rows, [TRI_AVX2] = julia_avx2_rows } },
    { "tiles",
      "GPU: a warp takes 8 x 4 pixels; CPU: one test for a tile that does the same as the one before",
      .path = { [TRI_SIMD] = julia_simd_tiles,
                [TRI_AVX2] = julia_avx2_tiles,
                [TRI_OFFLOAD] = offload_tiles } },
    { "batches", "many steps per test; a batch in which a point escapes is repeated",
      .path = { [TRI_OFFLOAD] = offload_batches } },
    { "columns", "a thread computes a column of sixteen tiles",
      .path = { [TRI_OFFLOAD] = offload_columns } },
    { "overlapped", "tuned's columns in stripes: one is copied back while others are computed",
      .needs = OVERLAPPED_NEEDS, .available = needs_region_tasks,
      .path = { [TRI_OFFLOAD] = julia_overlapped } },
    { "tuned",
      "GPU: no early tests below a pixel that did not escape; CPU: batches in tiles whose pixels differ",
      .division = &julia_division,
      .path = { [TRI_SIMD] = julia_simd_tuned,
                [TRI_AVX2] = julia_avx2_tuned,
                [TRI_OFFLOAD] = offload_tuned } },
    { .name = NULL },
};
