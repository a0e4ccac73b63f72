/*
 * Laplace's equation: the potential around a conductor in a box.
 *
 *     u(t+1) = ((up + down) + (left + right)) / 4     of u(t), at every point that is free
 *
 * Jacobi's iteration: each point becomes the average of its four neighbours, all at once, again and
 * again.  The walls of the box and the conductors in it keep their values.  Such a loop, with a fixed
 * pattern of neighbours, is called a stencil.  Four instructions for two numbers moved: a step is bound
 * by memory.  New after matmul.c: steps depend on each other, and data should be copied to the GPU only once.
 *
 * 1. reference, 2. GPU, 3. CPU by directives, 4. CPU by intrinsics, 5. description.  Optimised variants
 * are in src/hotspots/laplace/climb.c.  The next lesson is blur.c.
 */
#include "real.h"

#include "laplace_box.h"
#include "ran_on.h"
#include "hotspot.h"
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* ---- 1. The reference -------------------------------------------------------------------------
 *
 * Four numbers can be added up in many ways, which differ in the last bit.  All paths use this order; it
 * is symmetric, so mirrored boxes have mirrored potentials.  The mask says which points are free: a bit
 * for each, and each row begins with a new word.  No loop below writes the border.
 */
enum { WORD = 32 };

#pragma omp declare target

INLINE real average(real up, real down, real left, real right)
{
    return ((up + down) + (left + right)) * (real)0.25;
}

/* The next value of a point that is not on the border. */
INLINE real new_value(ptrdiff_t width, const uint32_t *mask, const real *old, ptrdiff_t row,
                      ptrdiff_t col)
{
    ptrdiff_t words = (width + WORD - 1) / WORD;
    const real *at = old + row * width + col;
    bool is_free = mask[row * words + col / WORD] >> col % WORD & 1;
    return is_free ? average(at[-width], at[width], at[-1], at[1]) : *at;
}

#pragma omp end declare target

/* A step goes from one array to another: a point must not see new values of its neighbours.  It returns
 * whether any point has changed by more than the tolerance; with tolerance 0, always true. */
typedef bool step_fn(ptrdiff_t width, ptrdiff_t height, real tolerance, const uint32_t *mask,
                     const real *old, real *next);

static bool step_reference(ptrdiff_t width, ptrdiff_t height, real tolerance, const uint32_t *mask,
                           const real *old, real *next)
{
    real change = 0; /* the largest of this step: a maximum is not rounded, whatever its order */
    #pragma omp parallel for reduction(max: change)
    for (ptrdiff_t row = 1; row < height - 1; row++)
        for (ptrdiff_t col = 1; col < width - 1; col++) {
            ptrdiff_t i = row * width + col;
            next[i] = new_value(width, mask, old, row, col);
            change = ABS(next[i] - old[i]) > change ? ABS(next[i] - old[i]) : change;
        }
    return change > tolerance || tolerance == 0;
}

/* All steps, alternating between two arrays; the CPU's paths share it.  Both begin as `start`, since
 * steps do not write the border.  Returns how many steps it took. */
static int32_t iterate(step_fn *step, ptrdiff_t width, ptrdiff_t height, int32_t steps,
                       real tolerance, const real *start, const uint32_t *mask, real *potential,
                       real *other)
{
    size_t bytes = (size_t)(width * height) * sizeof(real);
    real *u[] = { potential, other };
    int32_t taken = 0;
    memcpy(potential, start, bytes);
    memcpy(other, start, bytes);
    for (bool moving = true; moving && taken < steps; taken++)
        moving = step(width, height, tolerance, mask, u[taken % 2], u[(taken + 1) % 2]);
    if (taken % 2 == 1)
        memcpy(potential, other, bytes);
    return taken;
}

/* ---- 2. GPU: omp target teams distribute parallel for -------------------------------------------
 *
 * A region for each step: only at the end of a region do all teams wait for each other.  `collapse(2)`
 * makes one loop of two.  Neighbours in a row are neighbours in a warp, so loads coalesce, and what
 * adjacent threads load again comes from a cache.
 *
 * Each region says with `map` what it needs: `next` both ways, since a step does not write the border.  If
 * that were all, arrays would be copied in each step, over a bus much slower than memory.  `target data`, in
 * laplace_offload, maps them around the loop over steps.  Then they are present for the regions
 * inside, and nothing is copied.  `alloc` is for arrays that never leave the device.
 */
static void step_offload(ptrdiff_t width, ptrdiff_t height, const uint32_t *mask, const real *old,
                         real *next)
{
    ptrdiff_t points = width * height, words = (width + WORD - 1) / WORD;
    #pragma omp target teams distribute parallel for collapse(2) \
        map(to: mask[:height * words], old[:points]) map(tofrom: next[:points])
    for (ptrdiff_t row = 1; row < height - 1; row++)
        for (ptrdiff_t col = 1; col < width - 1; col++)
            next[row * width + col] = new_value(width, mask, old, row, col);
}

/* With a tolerance: the largest change is copied back after each step, and the host decides. */
static bool watched_step_offload(ptrdiff_t width, ptrdiff_t height, real tolerance,
                                 const uint32_t *mask, const real *old, real *next)
{
    ptrdiff_t points = width * height, words = (width + WORD - 1) / WORD;
    real change = 0;
    #pragma omp target teams distribute parallel for collapse(2) reduction(max: change) \
        map(to: mask[:height * words], old[:points]) map(tofrom: next[:points], change)
    for (ptrdiff_t row = 1; row < height - 1; row++)
        for (ptrdiff_t col = 1; col < width - 1; col++) {
            ptrdiff_t i = row * width + col;
            next[i] = new_value(width, mask, old, row, col);
            change = ABS(next[i] - old[i]) > change ? ABS(next[i] - old[i]) : change;
        }
    return change > tolerance;
}

static void copy_offload(ptrdiff_t n, const real *old, real *next, int *place)
{
    #pragma omp target teams distribute parallel for map(to: old[:n]) map(from: next[:n], place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        next[i] = old[i];
        if (i == 0)
            *place = ran_on(); /* the steps run there, too */
    }
}

static int32_t laplace_offload(ptrdiff_t width, ptrdiff_t height, int32_t steps, real tolerance,
                               const real *start, const uint32_t *mask, real *potential,
                               real *other, int *place)
{
    ptrdiff_t points = width * height, words = (width + WORD - 1) / WORD;
    real *u[] = { potential, other };
    int32_t taken = 0;
    #pragma omp target data map(to: start[:points], mask[:height * words]) \
        map(from: potential[:points], place[:1]) map(alloc: other[:points])
    {
        copy_offload(points, start, potential, place);
        copy_offload(points, start, other, place);
        for (bool moving = true; moving && taken < steps; taken++) {
            real *old = u[taken % 2], *next = u[(taken + 1) % 2];
            if (tolerance > 0)
                moving = watched_step_offload(width, height, tolerance, mask, old, next);
            else
                step_offload(width, height, mask, old, next);
        }
        if (taken % 2 == 1)
            copy_offload(points, other, potential, place);
    }
    return taken;
}

/* ---- 3. CPU: omp parallel for, omp simd ---------------------------------------------------------
 *
 * Threads divide the rows, vectors the points of a row.  clang and gcc vectorise both loops with `simd`:
 * all points of a row are averaged first, and then those that are fixed get their values back.
 */
static bool finish_row(ptrdiff_t width, real tolerance, const uint32_t *mask, const real *at,
                       real *to)
{
    int moving = 0;
    for (ptrdiff_t first = 0; first < width; first += WORD)
        if (mask[first / WORD] != UINT32_MAX) /* in most words all points are free */
            for (ptrdiff_t col = first; col < width && col < first + WORD; col++)
                if (!(mask[first / WORD] >> (col - first) & 1))
                    to[col] = at[col];
    if (tolerance > 0) {
        #pragma omp simd reduction(|: moving)
        for (ptrdiff_t col = 1; col < width - 1; col++)
            moving |= ABS(to[col] - at[col]) > tolerance;
    }
    return moving;
}

static bool step_simd(ptrdiff_t width, ptrdiff_t height, real tolerance, const uint32_t *mask,
                      const real *old, real *next)
{
    ptrdiff_t words = (width + WORD - 1) / WORD;
    int moving = tolerance == 0;
    #pragma omp parallel for reduction(|: moving)
    for (ptrdiff_t row = 1; row < height - 1; row++) {
        const real *at = old + row * width;
        real *to = next + row * width;
        #pragma omp simd
        for (ptrdiff_t col = 1; col < width - 1; col++)
            to[col] = average(at[col - width], at[col + width], at[col - 1], at[col + 1]);
        moving |= finish_row(width, tolerance, mask + row * words, at, to);
    }
    return moving;
}

/* ---- 4. CPU: AVX2 intrinsics ----------------------------------------------------------------------
 *
 * The same by hand.  The neighbours on either side are the vectors that begin a point before and after.
 */
#if defined(__x86_64__)
AVX2 static void average_row(ptrdiff_t width, const real *at, real *to)
{
    ptrdiff_t col = 1;
    for (; col + LANES < width; col += LANES) {
        vec rows = V(add)(V(loadu)(at + col - width), V(loadu)(at + col + width));
        vec cols = V(add)(V(loadu)(at + col - 1), V(loadu)(at + col + 1));
        V(storeu)(to + col, V(mul)(V(add)(rows, cols), V(set1)((real)0.25)));
    }
    for (; col < width - 1; col++)
        to[col] = average(at[col - width], at[col + width], at[col - 1], at[col + 1]);
}

static bool step_avx2(ptrdiff_t width, ptrdiff_t height, real tolerance, const uint32_t *mask,
                      const real *old, real *next)
{
    ptrdiff_t words = (width + WORD - 1) / WORD;
    int moving = tolerance == 0;
    #pragma omp parallel for reduction(|: moving)
    for (ptrdiff_t row = 1; row < height - 1; row++) {
        const real *at = old + row * width;
        real *to = next + row * width;
        average_row(width, at, to);
        moving |= finish_row(width, tolerance, mask + row * words, at, to);
    }
    return moving;
}
#endif

/* ---- 5. The description ---- */

static void run(step_fn *step, const struct tri_case *c)
{
    *(int32_t *)c->operand[TAKEN] =
        iterate(step, width_of(c), height_of(c), steps_of(c), tolerance_of(c), c->operand[START],
                c->operand[MASK], c->operand[POTENTIAL], c->operand[OTHER]);
}

static void run_reference(const struct tri_case *c)
{
    run(step_reference, c);
}

static void run_simd(const struct tri_case *c)
{
    run(step_simd, c);
}

#if defined(__x86_64__)
static void run_avx2(const struct tri_case *c)
{
    run(step_avx2, c);
}
#endif

/* The programs may have `taken` on the device: `target update to` copies the host's value there. */
static void run_offload(const struct tri_case *c)
{
    int32_t *taken = c->operand[TAKEN];
    *taken =
        laplace_offload(width_of(c), height_of(c), steps_of(c), tolerance_of(c), c->operand[START],
                        c->operand[MASK], c->operand[POTENTIAL], c->operand[OTHER], c->ran_on);
    #pragma omp target update to(taken[:1])
}

extern const struct tri_variant laplace_tuned[];   /* src/hotspots/laplace/climb.c */
extern const struct tri_division laplace_division; /* src/hotspots/laplace/laplace_bands.c */

const struct tri_hotspot laplace = {
    .name = "laplace",
    .formula = "u(t+1) = ((up + down) + (left + right)) / 4 of u(t), where the mask lets it",
    .unit = "updates",
    .precision = PRECISION,
    .params = {
        [N] = {"n", "points along an edge of the box", TRI_INTEGER, 1000, .min = 1, .max = 1 << 20},
        [STEPS] = {"steps", "steps of Jacobi's iteration at most", TRI_INTEGER, 100, .min = 0, .max = 1e9},
        [TOLERANCE] = {"tolerance", "stop if no point changes by more; 0: never", TRI_REAL, 0, .max = 1e6},
        [CONDUCTOR] = {"conductor", "what is in the box", TRI_CHOICE, POINT,
                       .choices = {"point", "plates", "ring"}},
        [WIDTH] = {"width", "points in a row", TRI_INTEGER, 1, .min = 1, .max = 1 << 20, .times = "n"},
        [HEIGHT] = {"height", "rows", TRI_INTEGER, 1, .min = 1, .max = 1 << 20, .times = "n"},
    },
    .operands = {
        [POTENTIAL] = {"potential", TRI_FLOATING, TRI_OUT, .rank = 2, .shape = {HEIGHT, WIDTH}},
        [START] = {"start", TRI_FLOATING, TRI_IN, .rank = 2, .shape = {HEIGHT, WIDTH},
                   .value = value_of_start},
        [MASK] = {"mask", TRI_INT32, TRI_IN, .length_of = length_of_mask, .value = value_of_mask},
        [TAKEN] = {"taken", TRI_INT32, TRI_OUT, .rank = 0},
        [OTHER] = {"other", TRI_FLOATING, TRI_SCRATCH, .rank = 2, .shape = {HEIGHT, WIDTH}},
    },
    .picture = {.show = TRI_SHADES, .operand = POTENTIAL, .width = WIDTH, .height = HEIGHT},
    .work = work, .reference = run_reference,
    .plain = {"plain", "one region per step, the data stay on the device",
              .division = &laplace_division,
              .path = {[TRI_SIMD] = run_simd, [TRI_AVX2] = run_avx2, [TRI_OFFLOAD] = run_offload}},
    .tuned = laplace_tuned,
};
