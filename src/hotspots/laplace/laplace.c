/*
 * Laplace's equation: the potential around a conductor in a box.
 *
 *     u(t+1) = ((up + down) + (left + right)) / 4     of u(t), at every point that is free
 *
 * Jacobi's iteration: each free point becomes the average of its four neighbours, all at once, step after step.  The
 * walls of the box and the conductors in it are fixed: they keep their values.  Such a loop, with a fixed pattern of
 * neighbours, is called a stencil.  A point takes four instructions, and one number is read from memory for it and one
 * written: so memory is the limit.  New after matmul.c: a step needs the one before, and data should be copied to the GPU
 * only once.  climb.c has optimised variants.  The next lesson is blur.c.
 */
#include "real.h"

#include "laplace_box.h"
#include "laplace_rows.h"
#include "ran_on.h"

/* ---- 1. The reference -------------------------------------------------------------------------
 *
 * Four numbers can be added up in many ways, which differ in the last bit.  All paths use the order above; it is
 * symmetric, so mirrored boxes have mirrored potentials.  The mask says which points are free: a bit for each, and
 * each row begins with a new word of WORD (32) bits.  laplace_point.h has is_free() and average_around().
 *
 * A step reads one array and writes another, since a point must not see new values of its neighbours.  It does not
 * write the border.  It returns whether to go on: if a point has changed by more than the tolerance, or if that is 0.
 */
typedef bool step_fn(ptrdiff_t width, ptrdiff_t height, real tolerance, const uint32_t *mask,
                     const real *old, real *next);
typedef void copy_fn(ptrdiff_t n, const real *old, real *next, int *place);

static bool step_by_points(ptrdiff_t width, ptrdiff_t height, real tolerance, const uint32_t *mask,
                           const real *old, real *next)
{
    real change = 0; /* the largest; the same in any order, since a maximum is not rounded */
    #pragma omp parallel for reduction(max: change)
    for (ptrdiff_t row = 1; row < height - 1; row++)
        for (ptrdiff_t col = 1; col < width - 1; col++) {
            ptrdiff_t i = row * width + col;
            next[i] = is_free(mask, width, row, col) ? average_around(old + i, width) : old[i];
            change = ABS(next[i] - old[i]) > change ? ABS(next[i] - old[i]) : change;
        }
    return change > tolerance || tolerance == 0;
}

/* Takes the steps: from `potential` to `other`, back, and so on.  `start` is copied to both first, because a step does
 * not write the border.  Returns how many steps it took.  All paths call this, each with its own functions for a step
 * and for a copy; the CPU's is copy_on_host() (laplace_rows.h).  in_real() rounds to `real` (laplace_point.h).  (No
 * path needs n and conductor: the arrays were made with them.) */
static int32_t iterate(step_fn *step, copy_fn *copy, int32_t steps, double tolerance,
                       ptrdiff_t width, ptrdiff_t height, real *potential, const real *start,
                       real *other, const int32_t *mask, int *place)
{
    const uint32_t *bits = (const uint32_t *)mask;
    real *u[] = { potential, other };
    int32_t taken = 0;
    copy(width * height, start, potential, place);
    copy(width * height, start, other, place);
    for (bool moving = true; moving && taken < steps; taken++)
        moving = step(width, height, in_real(tolerance), bits, u[taken % 2], u[(taken + 1) % 2]);
    if (taken % 2 == 1)
        copy(width * height, other, potential, place);
    return taken;
}

int32_t laplace_reference(ptrdiff_t n, int32_t steps, double tolerance, int conductor,
                          ptrdiff_t width, ptrdiff_t height, real potential[height * width],
                          const real start[height * width], real other[height * width],
                          const int32_t mask[height * ((width + 31) / 32)])
{
    return iterate(step_by_points, copy_on_host, steps, tolerance, width, height, potential, start,
                   other, mask, NULL);
}

/* ---- 2. GPU: omp target teams distribute parallel for -------------------------------------------
 *
 * A region for each step: only at the end of a region do all teams wait for each other.  `collapse(2)` makes one
 * loop of two.  Adjacent threads have adjacent points of a row, so loads coalesce, and what several of them load comes
 * from a cache.
 *
 * Each region says with `map` what it needs: `next` both ways, since a step does not write the border.  If that were
 * all, each step would copy the arrays, over a bus much slower than memory.  `target data`, in laplace_offload, maps them
 * for as long as all steps take.  A `map` inside finds them present, and copies nothing.  `alloc` copies nothing at all.
 */
static bool step_offload(ptrdiff_t width, ptrdiff_t height, real tolerance, const uint32_t *mask,
                         const real *old, real *next)
{
    ptrdiff_t points = width * height, words = (width + WORD - 1) / WORD;
    #pragma omp target teams distribute parallel for collapse(2) \
        map(to: mask[:height * words], old[:points]) map(tofrom: next[:points])
    for (ptrdiff_t row = 1; row < height - 1; row++)
        for (ptrdiff_t col = 1; col < width - 1; col++) {
            ptrdiff_t i = row * width + col;
            next[i] = is_free(mask, width, row, col) ? average_around(old + i, width) : old[i];
        }
    return true; /* another step follows: this one is only called without a tolerance */
}

/* With a tolerance: after each step the largest change comes back to the host, which decides whether to go on. */
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
            next[i] = is_free(mask, width, row, col) ? average_around(old + i, width) : old[i];
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

int32_t laplace_offload(ptrdiff_t n, int32_t steps, double tolerance, int conductor,
                        ptrdiff_t width, ptrdiff_t height, real potential[height * width],
                        const real start[height * width], real other[height * width],
                        const int32_t mask[height * ((width + 31) / 32)], int *place)
{
    ptrdiff_t points = width * height, words = (width + WORD - 1) / WORD;
    int32_t taken;
    #pragma omp target data map(to: start[:points], mask[:height * words]) \
        map(from: potential[:points], place[:1]) map(alloc: other[:points])
    taken = iterate(tolerance > 0 ? watched_step_offload : step_offload, copy_offload, steps,
                    tolerance, width, height, potential, start, other, mask, place);
    return taken;
}

/* ---- 3. CPU: omp parallel for, omp simd ---------------------------------------------------------
 *
 * Threads divide the rows, vectors the points of a row.  clang and gcc vectorise the loop with `simd`: all
 * points of a row are averaged.  Then finish_row (laplace_rows.h) gives those that are fixed their values back.
 */
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

int32_t laplace_simd(ptrdiff_t n, int32_t steps, double tolerance, int conductor, ptrdiff_t width,
                     ptrdiff_t height, real potential[height * width],
                     const real start[height * width], real other[height * width],
                     const int32_t mask[height * ((width + 31) / 32)])
{
    return iterate(step_simd, copy_on_host, steps, tolerance, width, height, potential, start,
                   other, mask, NULL);
}

/* ---- 4. CPU: AVX2 intrinsics ----------------------------------------------------------------------
 *
 * The same by hand.  The left neighbours of a vector's points are the vector that begins one point before.
 */
#if defined(AVX2)
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

int32_t laplace_avx2(ptrdiff_t n, int32_t steps, double tolerance, int conductor, ptrdiff_t width,
                     ptrdiff_t height, real potential[height * width],
                     const real start[height * width], real other[height * width],
                     const int32_t mask[height * ((width + 31) / 32)])
{
    return iterate(step_avx2, copy_on_host, steps, tolerance, width, height, potential, start,
                   other, mask, NULL);
}
#endif

/* ---- 5. What the prototypes do not say ----------------------------------------------------------
 *
 * vecadd.c says what the fields are; laplace_box.h has what `start` and `mask` begin with, and the work.  The length of the
 * mask is no product of parameters: each row has whole words.  What the paths return is the result `taken`.
 */
const struct tri_hotspot laplace = {
    .name = "laplace",
    .formula = "u(t+1) = ((up + down) + (left + right)) / 4 of u(t), where the mask lets it",
    .unit = "updates",
    .precision = PRECISION,
    .params = {
        [N] = {"n", "points along an edge of the box", TRI_INTEGER, 1000, .min = 1, .max = 1 << 20},
        [STEPS] = {"steps", "steps of Jacobi's iteration at most", TRI_INTEGER, 100, .min = 0, .max = 1e9},
        [TOLERANCE] = {"tolerance", "stop if no point changes by more; 0: never", TRI_REAL, 0, .max = 1e6},
        [CONDUCTOR] = {"conductor", "what is in the box", TRI_CHOICE, POINT, .choices = {"point", "plates", "ring"}},
        [WIDTH] = {"width", "points in a row", TRI_INTEGER, 1, .min = 1, .max = 1 << 20, .times = "n"},
        [HEIGHT] = {"height", "rows", TRI_INTEGER, 1, .min = 1, .max = 1 << 20, .times = "n"},
    },
    .operands = {
        [POTENTIAL] = {.name = "potential"},
        [START] = {"start", .value = value_of_start},
        [MASK] = {"mask", .length_of = length_of_mask, .value = value_of_mask},
        [TAKEN] = {.name = "taken"},
        [OTHER] = {"other", .role = TRI_SCRATCH},
    },
    .picture = {.show = TRI_SHADES, .operand = POTENTIAL, .width = WIDTH, .height = HEIGHT, .set = "n=400,steps=6000,conductor=plates"},
    .work = work,
    .plain = {.idea = "one region per step, the data stay on the device"},
};
