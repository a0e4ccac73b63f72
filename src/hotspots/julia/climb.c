/*
 * A Julia set: from a thread for each pixel to the limit of the hardware.
 *
 * The plain form is in src/hotspots/julia/julia.c.  Steps are only a part of the work: with the defaults a pixel
 * in five stays bounded and most others leave within ten steps, so coordinates, tests and colours cost as
 * much.  On a GPU the time follows the number of instructions.
 *
 *     plain-simd  GPU   the plain form as one loop, with `simd`, as in mandelbrot/climb.c
 *     v0 … v5   GPU   report D's six kernels, in julia_report.c
 *     rows      CPU   three vectors at once, of three rows (all of the CPU: julia_cpu.c)
 *     tiles     GPU   a warp computes a tile of 8 x 4 pixels, which mostly stop together
 *               CPU   a tile of six vectors with one test, if it does the same as the tile before it
 *     batches   GPU   two steps with one test, six with one each, the others in batches of 24 with one test
 *     columns   GPU   a thread computes a pixel of each of sixteen tiles and finds its place once
 *     overlapped  GPU  tuned, in stripes that are copied back while others are computed (julia_overlapped.c)
 *     tuned     GPU   no early tests below a pixel that has stayed bounded
 *               CPU   in tiles whose pixels differ, batches of 16 steps with one test while no lane leaves
 *
 * A batch relies on this: an orbit beyond the bound stays there, if the circle of that bound around 0
 * has a radius larger than 2 and contains c (the parameters' ranges ensure both), since then
 * |z^2 + c| >= |z|^2 - |c| > |z|.  So if a batch ends within the bound, all its steps were within it;
 * otherwise it is taken again with a test at every step.
 *
 * In all variants c is the same for all pixels, and a GPU keeps it in uniform registers.  So no fma
 * reads three different registers, which on NVIDIA's GPUs nearly halves the rate.
 */
#include "julia_batches.h"

#include "needs.h"
#include "ran_on.h"

/* ---- GPU, plain-simd ------------------------------------------------------------------------------
 *
 * vecadd/climb.c explains `simd`; mandelbrot/climb.c says why this is one loop, and why a pixel has a function.
 */
#pragma omp declare target

INLINE int32_t steps_of_pixel(real re, real im, real c_re, real c_im, real bound,
                              int32_t iterations)
{
    struct view v = { .bound = bound, .c = { c_re, c_im } };
    return test_every_step(v, 0, iterations, (struct point){ re, im });
}

#pragma omp end declare target

void julia_plain_simd_offload(ptrdiff_t size, int32_t iterations, real bound, real cre, real cim,
                              ptrdiff_t width, ptrdiff_t height, real xmin, real xmax, real ymin,
                              real ymax, const int32_t table[iterations + 1],
                              int32_t colour[height * width], int *place)
{
    real dx = (xmax - xmin) / (real)width, dy = (ymax - ymin) / (real)height;
    ptrdiff_t pixels = width * height;
    #pragma omp target teams distribute parallel for simd map(to: table[:iterations + 1]) \
        map(from: colour[:pixels], place[:1])
    for (ptrdiff_t i = 0; i < pixels; i++) {
        real re = coordinate(dx, xmin, i % width), im = coordinate(dy, ymin, i / width);
        colour[i] = table[steps_of_pixel(re, im, cre, cim, bound, iterations)];
        if (i == 0)
            *place = ran_on();
    }
}

/* ---- GPU, tiles -----------------------------------------------------------------------------------
 *
 * A warp runs until its last pixel has stopped, so its 32 pixels should be alike.  Those of a tile of
 * 8 x 4 are closer together than a row of 32, and 8 pixels of a row still fill whole sectors of memory.
 *
 * The directive is still the plain one; its index counts the threads of all teams, and colour_pixel() finds the pixel
 * of each (julia_batches.h).  Numbers are put together as a view inside the region: a struct from outside would be mapped.
 */
void julia_tiles_offload(ptrdiff_t size, int32_t iterations, real bound, real cre, real cim,
                         ptrdiff_t width, ptrdiff_t height, real xmin, real xmax, real ymin,
                         real ymax, const int32_t table[iterations + 1],
                         int32_t colour[height * width], int *place)
{
    real dx = (xmax - xmin) / (real)width, dy = (ymax - ymin) / (real)height;
    int32_t columns = (int32_t)width, rows = (int32_t)height;
    uint32_t across = (uint32_t)(columns - 1) / TEAM_WIDTH + 1;
    uint32_t teams = ((uint32_t)(rows - 1) / WARP_HEIGHT + 1) * across;
    ptrdiff_t pixels = width * height;
    #pragma omp target teams distribute parallel for num_teams(tri_teams(teams)) \
        thread_limit(TEAM) map(to: table[:iterations + 1]) map(from: colour[:pixels], place[:1])
    for (uint64_t i = 0; i < (uint64_t)teams * TEAM; i++) {
        colour_pixel(false, i, across,
                     (struct view){ iterations, bound, { cre, cim }, { dx, xmin }, { dy, ymin } },
                     place, rows, columns, colour, table);
    }
}

/* ---- GPU, batches ---------------------------------------------------------------------------------
 *
 * A test (two instructions for |z|^2, a comparison, a branch) costs about as much as a step.  Hardly any pixel leaves
 * before the second step, so two share a test; most of those that leave do so before the eighth, so six are tested
 * one by one.  The rest goes in batches of 24 steps, with one test each.  If a batch has left the bound, it is taken
 * again with a test at every step (julia_batches.h).
 */
void julia_batches_offload(ptrdiff_t size, int32_t iterations, real bound, real cre, real cim,
                           ptrdiff_t width, ptrdiff_t height, real xmin, real xmax, real ymin,
                           real ymax, const int32_t table[iterations + 1],
                           int32_t colour[height * width], int *place)
{
    real dx = (xmax - xmin) / (real)width, dy = (ymax - ymin) / (real)height;
    int32_t columns = (int32_t)width, rows = (int32_t)height;
    uint32_t across = (uint32_t)(columns - 1) / TEAM_WIDTH + 1;
    uint32_t teams = ((uint32_t)(rows - 1) / WARP_HEIGHT + 1) * across;
    ptrdiff_t pixels = width * height;
    #pragma omp target teams distribute parallel for num_teams(tri_teams(teams)) \
        thread_limit(TEAM) map(to: table[:iterations + 1]) map(from: colour[:pixels], place[:1])
    for (uint64_t i = 0; i < (uint64_t)teams * TEAM; i++) {
        colour_pixel(true, i, across,
                     (struct view){ iterations, bound, { cre, cim }, { dx, xmin }, { dy, ymin } },
                     place, rows, columns, colour, table);
    }
}

/* ---- GPU, columns ---------------------------------------------------------------------------------
 *
 * A pixel takes a dozen steps, so all that is not a step matters.  A thread therefore goes down a column
 * of sixteen tiles, and computes once which pixels it has.
 */
void julia_columns_offload(ptrdiff_t size, int32_t iterations, real bound, real cre, real cim,
                           ptrdiff_t width, ptrdiff_t height, real xmin, real xmax, real ymin,
                           real ymax, const int32_t table[iterations + 1],
                           int32_t colour[height * width], int *place)
{
    real dx = (xmax - xmin) / (real)width, dy = (ymax - ymin) / (real)height;
    int32_t columns = (int32_t)width, rows = (int32_t)height;
    uint32_t across = (uint32_t)(columns - 1) / TEAM_WIDTH + 1;
    uint32_t teams = ((uint32_t)(rows - 1) / TEAM_HEIGHT + 1) * across;
    ptrdiff_t pixels = width * height;
    #pragma omp target teams distribute parallel for num_teams(tri_teams(teams)) \
        thread_limit(TEAM) map(to: table[:iterations + 1]) map(from: colour[:pixels], place[:1])
    for (uint64_t i = 0; i < (uint64_t)teams * TEAM; i++) {
        colour_column(false, i, across, 0,
                      (struct view){ iterations, bound, { cre, cim }, { dx, xmin }, { dy, ymin } },
                      place, rows, columns, 0, 1, colour, table);
    }
}

/* ---- GPU, tuned -----------------------------------------------------------------------------------
 *
 * If a pixel has stayed bounded, the next one below it in the column probably does too: it begins with
 * batches, without the early tests.  (On several devices each one has every so many rows.)
 */
void julia_tuned_offload(ptrdiff_t size, int32_t iterations, real bound, real cre, real cim,
                         ptrdiff_t width, ptrdiff_t height, real xmin, real xmax, real ymin,
                         real ymax, const int32_t table[iterations + 1],
                         int32_t colour[height * width], int *place, const struct tri_case *c)
{
    struct tri_rows part = tri_rows_of(c, HEIGHT);
    real dx = (xmax - xmin) / (real)width, dy = (ymax - ymin) / (real)height;
    int32_t columns = (int32_t)width, rows = (int32_t)part.count;
    int32_t origin = (int32_t)part.first, every = (int32_t)part.step;
    uint32_t across = (uint32_t)(columns - 1) / TEAM_WIDTH + 1;
    uint32_t teams = ((uint32_t)(rows - 1) / TEAM_HEIGHT + 1) * across;
    ptrdiff_t pixels = part.count * width;
    #pragma omp target teams distribute parallel for num_teams(tri_teams(teams)) \
        thread_limit(TEAM) map(to: table[:iterations + 1]) map(from: colour[:pixels], place[:1])
    for (uint64_t i = 0; i < (uint64_t)teams * TEAM; i++) {
        colour_column(true, i, across, 0,
                      (struct view){ iterations, bound, { cre, cim }, { dx, xmin }, { dy, ymin } },
                      place, rows, columns, origin, every, colour, table);
    }
}

/* ---- The rungs ---- */

/* On several devices: rows are distributed cyclically, as in mandelbrot/climb.c. */
static const struct tri_division julia_rows = { .how = TRI_CYCLIC,
                                                .rows = HEIGHT,
                                                .divided = { [COLOUR] = true } };

const struct tri_variant julia_tuned[] = {
    { "plain-simd",
      .idea =
          "with simd: uses a warp's lanes with compilers that make a warp one thread, as gcc does" },
    { "v0", .idea = "report D: a block for each 1024 pixels of a row" },
    { "v1", "report D: v0 with the table in constant memory",
      .needs = "constant memory by an OpenMP allocator, in a variable of the program",
      .available = julia_constant_memory },
    { "v2", .idea = "report D: v0 with the loop unrolled by two" },
    { "v3", .idea = "report D: v0 with two pixels to a thread" },
    { "v4", .idea = "report D: v3 with blocks of 32 x 32" },
    { "v5", "report D: blocks of 32 x 32, table in constant memory, unrolled by two",
      .needs = "constant memory by an OpenMP allocator, in a variable of the program",
      .available = julia_constant_memory },
    { "rows", .idea = "three vectors at once, of three rows" },
    { "tiles",
      .idea =
          "GPU: a warp takes 8 x 4 pixels; CPU: one test for a tile that does the same as the one before" },
    { "batches", .idea = "many steps per test; a batch in which a point escapes is repeated" },
    { "columns", .idea = "a thread computes a column of sixteen tiles" },
    { "overlapped", "tuned's columns in stripes: one is copied back while others are computed",
      .needs = OVERLAPPED_NEEDS, .available = needs_region_tasks },
    { "tuned",
      "GPU: no early tests below a pixel that did not escape; CPU: batches in tiles whose pixels differ",
      .waits_awake = true, .division = &julia_rows },
    { .name = NULL },
};
