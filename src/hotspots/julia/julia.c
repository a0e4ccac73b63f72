/*
 * A Julia set in colours.
 *
 *     z(0) = the pixel,   z(i) = z(i-1)^2 + c      one and the same c for all pixels
 *
 * A pixel takes steps for as long as |z|^2 is within a bound, and `iterations` at most.  How many it
 * took is looked up in a table of colours, in the same pass.
 *
 * The lesson before this one is mandelbrot.c, and the step is the same (orbit.h).  Two things are new: a
 * table that all pixels read, and orbits so short that what surrounds a step, that is coordinates,
 * tests and colours, costs as much as the steps.
 *
 * Sections: 1. the reference, 2. GPU, 3. CPU by directives, 4. CPU by intrinsics, 5. the description.  The
 * optimised variants are in src/hotspots/julia/climb.c, and so is the list of report D's six kernels, which
 * src/hotspots/julia/julia_report.c has (report D: docs/studies.md).  The next lesson is matmul.c.
 */
#include "orbit.h"

#include "julia_case.h"
#include "julia_colours.h"
#include "ran_on.h"
#include "hotspot.h"

/* Pixel (row, col) is the point left + col dx, bottom + row dy. */
struct view {
    ptrdiff_t width, height;
    ptrdiff_t top, step; /* on several devices each computes rows top, top + step, … */
    real left, bottom, dx, dy;
    struct point c;
    real bound; /* of |z|^2 */
    int32_t iterations;
};

/* ---- 1. The reference -------------------------------------------------------------------------
 *
 * The definition, one pixel after the other: a test, a step, a test, a step.  Infinities and NaN are
 * beyond every bound.  (z is held in two variables for clang, as in mandelbrot.c.)
 */
#pragma omp declare target

INLINE int32_t steps_within(int32_t iterations, real bound, struct point c, struct point z)
{
    real re = z.re, im = z.im;
    int32_t steps = 0;
    for (; steps < iterations && norm_of((struct point){ re, im }) <= bound; steps++) {
        struct point next = next_point(c, (struct point){ re, im });
        re = next.re;
        im = next.im;
    }
    return steps;
}

#pragma omp end declare target

static void julia_reference(struct view v, const int32_t *table, int32_t *colour)
{
    #pragma omp parallel for schedule(dynamic)
    for (ptrdiff_t row = 0; row < v.height; row++)
        for (ptrdiff_t col = 0; col < v.width; col++) {
            struct point z = { coordinate(v.dx, v.left, col), coordinate(v.dy, v.bottom, row) };
            colour[row * v.width + col] = table[steps_within(v.iterations, v.bound, v.c, z)];
        }
}

/* ---- 2. GPU: omp target teams distribute parallel for -------------------------------------------
 *
 * The region is that of mandelbrot.c, with a table that is mapped `to` the device.  The threads of a warp
 * read it at as many places as their steps differ, so these loads do not coalesce.  But the table is
 * small: it stays in the caches.
 *
 * The members of the view are passed one by one: a struct would be mapped.
 */
static void julia_offload(struct view v, const int32_t *table, int32_t *colour, int *place)
{
    ptrdiff_t width = v.width, height = v.height, top = v.top, step = v.step;
    real left = v.left, bottom = v.bottom, dx = v.dx, dy = v.dy;
    real c_re = v.c.re, c_im = v.c.im, bound = v.bound;
    int32_t iterations = v.iterations;
    #pragma omp target teams distribute parallel for collapse(2) map(to: table[:iterations + 1]) \
        map(from: colour[:height * width], place[:1])
    for (ptrdiff_t row = 0; row < height; row++)
        for (ptrdiff_t col = 0; col < width; col++) {
            struct point z = { coordinate(dx, left, col),
                               coordinate(dy, bottom, top + row * step) };
            struct point c = { c_re, c_im };
            colour[row * width + col] = table[steps_within(iterations, bound, c, z)];
            if (row == 0 && col == 0)
                *place = ran_on();
        }
}

/* ---- 3. CPU: omp parallel for, with omp simd inside -----------------------------------------------
 *
 * As in mandelbrot.c, PIXELS neighbours take each step together, in an innermost loop of fixed length
 * that clang and gcc vectorise.  A lane counts the steps before which it is within the bound.  After it
 * has left it continues with the others; as it does not come back, its count does not change.  (That is
 * so if bound > 4 and bound >= |c|^2: then |z|^2 > bound makes |z^2 + c| >= |z|^2 - |c| > |z|.)
 *
 * The look-up is a separate loop, since a load from a different address in each lane (a gather) is slow.
 */
enum { PIXELS = 16 }; /* several vectors: while one waits for its fma, another computes */

static void pixels_simd(struct view v, ptrdiff_t row, ptrdiff_t col, int32_t *steps)
{
    real re[PIXELS], im[PIXELS];
    int32_t inside = PIXELS;
    for (int lane = 0; lane < PIXELS; lane++) {
        re[lane] = coordinate(v.dx, v.left, col + lane);
        im[lane] = coordinate(v.dy, v.bottom, v.top + row * v.step);
        steps[lane] = 0;
    }
    for (int32_t i = 0; i < v.iterations && inside > 0; i++) {
        inside = 0;
        #pragma omp simd reduction(+: inside)
        for (int lane = 0; lane < PIXELS; lane++) {
            struct point z = { re[lane], im[lane] }, next = next_point(v.c, z);
            steps[lane] += norm_of(z) <= v.bound;
            inside += norm_of(z) <= v.bound;
            re[lane] = next.re;
            im[lane] = next.im;
        }
    }
}

static void julia_simd(struct view v, const int32_t *table, int32_t *colour)
{
    #pragma omp parallel for schedule(dynamic)
    for (ptrdiff_t row = 0; row < v.height; row++)
        for (ptrdiff_t col = 0; col < v.width; col += PIXELS) {
            int32_t steps[PIXELS];
            pixels_simd(v, row, col, steps);
            for (int lane = 0; lane < PIXELS && col + lane < v.width; lane++)
                colour[row * v.width + col + lane] = table[steps[lane]];
        }
}

/* ---- 4. CPU: AVX2 intrinsics ----------------------------------------------------------------------
 *
 * The same with one vector of LANES pixels.  A comparison sets all bits of a lane for true and none for
 * false.  ANDed with a vector of ones it is 1 in those lanes that count this step; the counts are of
 * type `real`, to be as wide as a lane, and exact up to 2^24.
 */
#if defined(__x86_64__)

AVX2 static void pixels_avx2(struct view v, ptrdiff_t row, ptrdiff_t col, real *steps)
{
    real re[LANES];
    for (int lane = 0; lane < LANES; lane++)
        re[lane] = coordinate(v.dx, v.left, col + lane);
    struct points z = { V(loadu)(re), V(set1)(coordinate(v.dy, v.bottom, v.top + row * v.step)) };
    struct points c = { V(set1)(v.c.re), V(set1)(v.c.im) };
    vec bound = V(set1)(v.bound), one = V(set1)(1), count = V(setzero)();
    for (int32_t i = 0; i < v.iterations; i++) {
        vec inside = V(cmp)(norm_avx2(z), bound, _CMP_LE_OQ);
        if (V(movemask)(inside) == 0)
            break;
        count = V(add)(count, V(and)(inside, one));
        z = step_avx2(c, z);
    }
    V(storeu)(steps, count);
}

static void julia_avx2(struct view v, const int32_t *table, int32_t *colour)
{
    #pragma omp parallel for schedule(dynamic)
    for (ptrdiff_t row = 0; row < v.height; row++)
        for (ptrdiff_t col = 0; col < v.width; col += LANES) {
            real steps[LANES];
            pixels_avx2(v, row, col, steps);
            for (int lane = 0; lane < LANES && col + lane < v.width; lane++)
                colour[row * v.width + col + lane] = table[(int32_t)steps[lane]];
        }
}

#endif

/* ---- 5. The description -------------------------------------------------------------------------
 *
 * The defaults are report D's, except for the size, which was 5000 there.  julia_case.h numbers parameters
 * and operands.
 */
static struct view view_of(const struct tri_case *c)
{
    real xmin = (real)c->value[XMIN].real, xmax = (real)c->value[XMAX].real;
    real ymin = (real)c->value[YMIN].real, ymax = (real)c->value[YMAX].real;
    ptrdiff_t width = (ptrdiff_t)c->value[WIDTH].integer;
    ptrdiff_t height = (ptrdiff_t)c->value[HEIGHT].integer;
    struct tri_rows rows = tri_rows_of(c, HEIGHT);
    return (struct view){
        .width = width,
        .height = rows.count,
        .top = rows.first,
        .step = rows.step,
        .left = xmin,
        .bottom = ymin,
        .dx = (xmax - xmin) / (real)width,
        .dy = (ymax - ymin) / (real)height,
        .c = { (real)c->value[CRE].real, (real)c->value[CIM].real },
        .bound = (real)c->value[BOUND].real,
        .iterations = (int32_t)c->value[ITERATIONS].integer,
    };
}

static void run_reference(const struct tri_case *c)
{
    julia_reference(view_of(c), c->operand[TABLE], c->operand[COLOUR]);
}

static void run_offload(const struct tri_case *c)
{
    julia_offload(view_of(c), c->operand[TABLE], c->operand[COLOUR], c->ran_on);
}

static void run_simd(const struct tri_case *c)
{
    julia_simd(view_of(c), c->operand[TABLE], c->operand[COLOUR]);
}

#if defined(__x86_64__)
static void run_avx2(const struct tri_case *c)
{
    julia_avx2(view_of(c), c->operand[TABLE], c->operand[COLOUR]);
}
#endif

static bool length_of_table(const struct tri_case *c, size_t *length)
{
    *length = (size_t)c->value[ITERATIONS].integer + 1;
    return true;
}

static double value_of_table(const struct tri_case *c, size_t i)
{
    return colour_of_steps(c->value[ITERATIONS].integer, (int64_t)i);
}

/* A step is three fma and an addition.  The picture is written to memory, and the table read once. */
static struct tri_work work(const struct tri_case *c)
{
    const int32_t *colour = c->operand[COLOUR];
    int bits = bits_given_up(c->value[ITERATIONS].integer);
    double steps = 0;
    #pragma omp parallel for reduction(+: steps)
    for (size_t i = 0; i < c->length[COLOUR]; i++)
        steps += steps_of_colour(bits, colour[i]);
    return (struct tri_work){
        .units = steps,
        .instructions = 4 * steps,
        .additions = steps,
        .bytes = (double)(c->length[COLOUR] + c->length[TABLE]) * sizeof *colour,
    };
}

extern const struct tri_variant julia_tuned[];   /* src/hotspots/julia/climb.c */
extern const struct tri_division julia_division; /* there, too: several devices */

const struct tri_hotspot julia = {
    .name = "julia",
    .formula = "colour of the first i with |z(i)|^2 > bound, where z(i) = z(i-1)^2 + c",
    .unit = "iterations",
    .precision = PRECISION,
    .params = {
        [SIZE] = {"size", "width and height in pixels", TRI_INTEGER, 2000, .min = 1, .max = 1 << 20},
        [ITERATIONS] = {"iterations", "steps at most", TRI_INTEGER, 50, .min = 1, .max = 4095},
        [BOUND] = {"bound", "a point escapes if |z|^2 is larger", TRI_REAL, 1000, .min = 8, .max = 1e30},
        [CRE] = {"cre", "real part of c", TRI_REAL, 0, .min = -2, .max = 2},
        [CIM] = {"cim", "imaginary part of c", TRI_REAL, 0, .min = -2, .max = 2},
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
        [TABLE] = {"table", TRI_INT32, TRI_IN, .shape = {ITERATIONS}, .value = value_of_table,
                   .length_of = length_of_table},
    },
    .picture = {.show = TRI_COLOURS, .operand = COLOUR, .width = WIDTH, .height = HEIGHT},
    .work = work,
    .reference = run_reference,
    .plain = {
        "plain", "one thread per pixel, a test before each step", .division = &julia_division,
        .path = {
            [TRI_SIMD] = run_simd,
            [TRI_AVX2] = run_avx2,
            [TRI_OFFLOAD] = run_offload,
        },
    },
    .tuned = julia_tuned,
};
