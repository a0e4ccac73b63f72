/*
 * A Julia set as in report D's six CUDA kernels (docs/studies.md).
 *
 *        table     tests and steps a round   pixels a thread   block
 *   v0   global    1                         1                 1024 x 1
 *   v1   constant  1                         1                 1024 x 1
 *   v2   global    2                         1                 1024 x 1
 *   v3   global    1                         2                 1024 x 1
 *   v4   global    1                         2                 32 x 32
 *   v5   constant  2                         1                 32 x 32
 *
 * A test comes before each step, also in rounds of two.  A block is a team of 1024 threads: iteration i of
 * the loop is thread i % BLOCK of block i / BLOCK.  The plain form leaves this to the runtime, which starts
 * fewer teams than there are blocks and has each process several.
 */
#include "julia.h"

#include "ran_on.h"

#include <string.h>

enum { MOST_ITERATIONS = 4095, BLOCK = 1024, EDGE = 32 };

#pragma omp declare target

/* Constant memory, by an OpenMP allocator.  It must not be local to the file, or the host could not write
 * it.  A GPU has 64 KiB of it, and the program has this array twice, in float and in double. */
extern int32_t julia_constant[MOST_ITERATIONS + 1];
int32_t julia_constant[MOST_ITERATIONS + 1];
#if defined(__clang__) && !defined(__INTEL_LLVM_COMPILER)
# pragma omp allocate(julia_constant) allocator(omp_const_mem_alloc)
enum { CONSTANT_MEMORY = 1 };
#else
enum { CONSTANT_MEMORY = 0 };
#endif

/* The loop over steps unrolled by two. */
INLINE int32_t steps_by_two(struct view v, struct point z)
{
    int32_t done = 0;
    for (; done + 1 < v.iterations; done += 2) {
        if (!is_bounded(v.bound, z))
            return done;
        z = next_point(v.c, z);
        if (!is_bounded(v.bound, z))
            return done + 1;
        z = next_point(v.c, z);
    }
    return test_every_step(v, done, v.iterations, z);
}

INLINE void colour_pixel(bool by_two, struct view v, int32_t row, int32_t col, int32_t columns,
                         int32_t *colour, const int32_t *table)
{
    struct point z = point_at(v, row, col);
    colour[(ptrdiff_t)row * columns + col] =
        table[by_two ? steps_by_two(v, z) : test_every_step(v, 0, v.iterations, z)];
}

/* What thread number i of all does.  Its block is `wide` threads wide, and each colours so many pixels.  A block of a
 * single row lies in the picture. */
INLINE void colour_pixels(int wide, int pixels, bool by_two, int64_t i, int32_t across,
                          struct view v, int *place, int32_t rows, int32_t columns, int32_t *colour,
                          const int32_t *table)
{
    int32_t block = (int32_t)(i / BLOCK), thread = (int32_t)(i % BLOCK);
    int32_t row = block / across * (BLOCK / wide) + thread / wide;
    int32_t col = block % across * pixels * wide + thread % wide;
    bool inside = wide == BLOCK || row < rows;
    if (i == 0)
        *place = ran_on();
    if (pixels == 1 && inside && col < columns)
        colour_pixel(by_two, v, row, col, columns, colour, table);
    for (int k = 0; k < pixels && pixels > 1; k++, col += wide)
        if (inside && col < columns)
            colour_pixel(by_two, v, row, col, columns, colour, table);
}

#pragma omp end declare target

bool julia_constant_memory(enum tri_path path, struct tri_error *e)
{
    return CONSTANT_MEMORY || tri_fail(e, TRI_FAILED,
                                       "needs a table in constant memory, which only "
                                       "clang's `omp allocate` gives");
}

/* Part of every run, as in the report. */
static void fill_constant(const int32_t *table, int32_t n)
{
    memcpy(julia_constant, table, (size_t)n * sizeof *table);
    #pragma omp target update to(julia_constant[:n])
}

/* How many pieces of a length cover an extent. */
static int32_t pieces_of(int32_t extent, int32_t length)
{
    return (extent - 1) / length + 1;
}

/* ---- v0 ----
 *
 * The plain loop: test, step, test, step.
 */
void julia_v0_offload(ptrdiff_t size, int32_t iterations, real bound, real cre, real cim,
                      ptrdiff_t width, ptrdiff_t height, real xmin, real xmax, real ymin, real ymax,
                      const int32_t table[iterations + 1], int32_t colour[height * width],
                      int *place)
{
    real dx = (xmax - xmin) / (real)width, dy = (ymax - ymin) / (real)height;
    int32_t columns = (int32_t)width, rows = (int32_t)height;
    int32_t across = pieces_of(columns, BLOCK), blocks = rows * across;
    ptrdiff_t pixels = width * height;
    #pragma omp target teams distribute parallel for num_teams(tri_teams(blocks)) \
        thread_limit(BLOCK) map(to: table[:iterations + 1]) map(from: colour[:pixels], place[:1])
    for (int64_t i = 0; i < (int64_t)blocks * BLOCK; i++) {
        colour_pixels(BLOCK, 1, false, i, across,
                      (struct view){ iterations, bound, { cre, cim }, { dx, xmin }, { dy, ymin } },
                      place, 0, columns, colour, table);
    }
}

/* ---- v1 ----
 *
 * All threads read the same small table, and constant memory has a cache of its own.  But it is fast only
 * when all lanes of a warp read the same entry.
 */
void julia_v1_offload(ptrdiff_t size, int32_t iterations, real bound, real cre, real cim,
                      ptrdiff_t width, ptrdiff_t height, real xmin, real xmax, real ymin, real ymax,
                      const int32_t table[iterations + 1], int32_t colour[height * width],
                      int *place)
{
    real dx = (xmax - xmin) / (real)width, dy = (ymax - ymin) / (real)height;
    int32_t columns = (int32_t)width, rows = (int32_t)height;
    int32_t across = pieces_of(columns, BLOCK), blocks = rows * across;
    ptrdiff_t pixels = width * height;
    fill_constant(table, iterations + 1);
    #pragma omp target teams distribute parallel for num_teams(tri_teams(blocks)) \
        thread_limit(BLOCK) map(from: colour[:pixels], place[:1])
    for (int64_t i = 0; i < (int64_t)blocks * BLOCK; i++) {
        colour_pixels(BLOCK, 1, false, i, across,
                      (struct view){ iterations, bound, { cre, cim }, { dx, xmin }, { dy, ymin } },
                      place, 0, columns, colour, julia_constant);
    }
}

/* ---- v2 ----
 *
 * Fewer instructions for counting and branching.
 */
void julia_v2_offload(ptrdiff_t size, int32_t iterations, real bound, real cre, real cim,
                      ptrdiff_t width, ptrdiff_t height, real xmin, real xmax, real ymin, real ymax,
                      const int32_t table[iterations + 1], int32_t colour[height * width],
                      int *place)
{
    real dx = (xmax - xmin) / (real)width, dy = (ymax - ymin) / (real)height;
    int32_t columns = (int32_t)width, rows = (int32_t)height;
    int32_t across = pieces_of(columns, BLOCK), blocks = rows * across;
    ptrdiff_t pixels = width * height;
    #pragma omp target teams distribute parallel for num_teams(tri_teams(blocks)) \
        thread_limit(BLOCK) map(to: table[:iterations + 1]) map(from: colour[:pixels], place[:1])
    for (int64_t i = 0; i < (int64_t)blocks * BLOCK; i++) {
        colour_pixels(BLOCK, 1, true, i, across,
                      (struct view){ iterations, bound, { cre, cim }, { dx, xmin }, { dy, ymin } },
                      place, 0, columns, colour, table);
    }
}

/* ---- v3 ----
 *
 * Fewer threads with more work each: less overhead, but fewer threads to hide latency.
 */
void julia_v3_offload(ptrdiff_t size, int32_t iterations, real bound, real cre, real cim,
                      ptrdiff_t width, ptrdiff_t height, real xmin, real xmax, real ymin, real ymax,
                      const int32_t table[iterations + 1], int32_t colour[height * width],
                      int *place)
{
    real dx = (xmax - xmin) / (real)width, dy = (ymax - ymin) / (real)height;
    int32_t columns = (int32_t)width, rows = (int32_t)height;
    int32_t across = pieces_of(columns, 2 * BLOCK), blocks = rows * across;
    ptrdiff_t pixels = width * height;
    #pragma omp target teams distribute parallel for num_teams(tri_teams(blocks)) \
        thread_limit(BLOCK) map(to: table[:iterations + 1]) map(from: colour[:pixels], place[:1])
    for (int64_t i = 0; i < (int64_t)blocks * BLOCK; i++) {
        colour_pixels(BLOCK, 2, false, i, across,
                      (struct view){ iterations, bound, { cre, cim }, { dx, xmin }, { dy, ymin } },
                      place, 0, columns, colour, table);
    }
}

/* ---- v4 ----
 *
 * A warp is still a row of 32 pixels, but a square block's pixels are more alike, so it is done sooner.
 */
void julia_v4_offload(ptrdiff_t size, int32_t iterations, real bound, real cre, real cim,
                      ptrdiff_t width, ptrdiff_t height, real xmin, real xmax, real ymin, real ymax,
                      const int32_t table[iterations + 1], int32_t colour[height * width],
                      int *place)
{
    real dx = (xmax - xmin) / (real)width, dy = (ymax - ymin) / (real)height;
    int32_t columns = (int32_t)width, rows = (int32_t)height;
    int32_t across = pieces_of(columns, 2 * EDGE), blocks = pieces_of(rows, EDGE) * across;
    ptrdiff_t pixels = width * height;
    #pragma omp target teams distribute parallel for num_teams(tri_teams(blocks)) \
        thread_limit(BLOCK) map(to: table[:iterations + 1]) map(from: colour[:pixels], place[:1])
    for (int64_t i = 0; i < (int64_t)blocks * BLOCK; i++) {
        colour_pixels(EDGE, 2, false, i, across,
                      (struct view){ iterations, bound, { cre, cim }, { dx, xmin }, { dy, ymin } },
                      place, rows, columns, colour, table);
    }
}

/* ---- v5 ----
 *
 * The report's best version: one pixel per thread, with what helped.
 */
void julia_v5_offload(ptrdiff_t size, int32_t iterations, real bound, real cre, real cim,
                      ptrdiff_t width, ptrdiff_t height, real xmin, real xmax, real ymin, real ymax,
                      const int32_t table[iterations + 1], int32_t colour[height * width],
                      int *place)
{
    real dx = (xmax - xmin) / (real)width, dy = (ymax - ymin) / (real)height;
    int32_t columns = (int32_t)width, rows = (int32_t)height;
    int32_t across = pieces_of(columns, EDGE), blocks = pieces_of(rows, EDGE) * across;
    ptrdiff_t pixels = width * height;
    fill_constant(table, iterations + 1);
    #pragma omp target teams distribute parallel for num_teams(tri_teams(blocks)) \
        thread_limit(BLOCK) map(from: colour[:pixels], place[:1])
    for (int64_t i = 0; i < (int64_t)blocks * BLOCK; i++) {
        colour_pixels(EDGE, 1, true, i, across,
                      (struct view){ iterations, bound, { cre, cim }, { dx, xmin }, { dy, ymin } },
                      place, rows, columns, colour, julia_constant);
    }
}
