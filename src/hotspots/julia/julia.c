/*
 * A Julia set in colours.
 *
 *     z(0) = the pixel,   z(i) = z(i-1)^2 + c      one and the same c for all pixels
 *
 * A pixel takes steps for as long as |z|^2 is within a bound, and `iterations` at most.  Its colour is the
 * entry of a table for the number of steps that it took.
 *
 * The lesson before this one is mandelbrot.c, and the step is the same (orbit.h).  Two things are new: a
 * table that all pixels read, and orbits so short that what surrounds a step, that is coordinates,
 * tests and colours, costs as much as the steps.
 *
 * Sections: 1. the reference, 2. GPU, 3. CPU by directives, 4. CPU by intrinsics, 5. what the prototypes do
 * not say.  The optimised variants are in climb.c, and the six kernels of report D (docs/studies.md) in
 * julia_report.c.  The next lesson is matmul.c.
 */
#include "orbit.h"

#include "julia_case.h"
#include "julia_colours.h"
#include "ran_on.h"
#include "hotspot.h"

/* ---- 1. The reference -------------------------------------------------------------------------
 *
 * The definition, one pixel after the other: a test, a step, a test, a step.  Infinities and NaN are
 * beyond every bound.  Pixel (row, col) is the point xmin + col dx, ymin + row dy.  (z is held in two
 * variables for clang, as in mandelbrot.c.  No path needs `size`: width and height are computed from it.)
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

void julia_reference(ptrdiff_t size, int32_t iterations, real bound, real cre, real cim,
                     ptrdiff_t width, ptrdiff_t height, real xmin, real xmax, real ymin, real ymax,
                     const int32_t table[iterations + 1], int32_t colour[height * width])
{
    real dx = (xmax - xmin) / (real)width, dy = (ymax - ymin) / (real)height;
    #pragma omp parallel for schedule(dynamic)
    for (ptrdiff_t row = 0; row < height; row++)
        for (ptrdiff_t col = 0; col < width; col++) {
            struct point z = { coordinate(dx, xmin, col), coordinate(dy, ymin, row) };
            struct point c = { cre, cim };
            colour[row * width + col] = table[steps_within(iterations, bound, c, z)];
        }
}

/* ---- 2. GPU: omp target teams distribute parallel for -------------------------------------------
 *
 * The region is that of mandelbrot.c, with a table that is mapped `to` the device.  Threads of a warp that took
 * different numbers of steps read different entries, so these loads do not coalesce.  But the table is
 * small: it stays in the caches.
 */
void julia_offload(ptrdiff_t size, int32_t iterations, real bound, real cre, real cim,
                   ptrdiff_t width, ptrdiff_t height, real xmin, real xmax, real ymin, real ymax,
                   const int32_t table[iterations + 1], int32_t colour[height * width], int *place)
{
    real dx = (xmax - xmin) / (real)width, dy = (ymax - ymin) / (real)height;
    #pragma omp target teams distribute parallel for collapse(2) map(to: table[:iterations + 1]) \
        map(from: colour[:height * width], place[:1])
    for (ptrdiff_t row = 0; row < height; row++)
        for (ptrdiff_t col = 0; col < width; col++) {
            struct point z = { coordinate(dx, xmin, col), coordinate(dy, ymin, row) };
            struct point c = { cre, cim };
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

/* The steps of the points x + i y, lane by lane. */
static void count_simd(int32_t iterations, real bound, struct point c, const real *x, real y,
                       int32_t *steps)
{
    real re[PIXELS], im[PIXELS];
    int32_t inside = PIXELS;
    for (int lane = 0; lane < PIXELS; lane++) {
        re[lane] = x[lane];
        im[lane] = y;
        steps[lane] = 0;
    }
    for (int32_t i = 0; i < iterations && inside > 0; i++) {
        inside = 0;
        #pragma omp simd reduction(+: inside)
        for (int lane = 0; lane < PIXELS; lane++) {
            struct point z = { re[lane], im[lane] }, next = next_point(c, z);
            steps[lane] += norm_of(z) <= bound;
            inside += norm_of(z) <= bound;
            re[lane] = next.re;
            im[lane] = next.im;
        }
    }
}

void julia_simd(ptrdiff_t size, int32_t iterations, real bound, real cre, real cim, ptrdiff_t width,
                ptrdiff_t height, real xmin, real xmax, real ymin, real ymax,
                const int32_t table[iterations + 1], int32_t colour[height * width])
{
    real dx = (xmax - xmin) / (real)width, dy = (ymax - ymin) / (real)height;
    struct point c = { cre, cim };
    #pragma omp parallel for schedule(dynamic)
    for (ptrdiff_t row = 0; row < height; row++)
        for (ptrdiff_t col = 0; col < width; col += PIXELS) {
            real x[PIXELS];
            int32_t steps[PIXELS];
            for (int lane = 0; lane < PIXELS; lane++)
                x[lane] = coordinate(dx, xmin, col + lane);
            count_simd(iterations, bound, c, x, coordinate(dy, ymin, row), steps);
            for (int lane = 0; lane < PIXELS && col + lane < width; lane++)
                colour[row * width + col + lane] = table[steps[lane]];
        }
}

/* ---- 4. CPU: AVX2 intrinsics ----------------------------------------------------------------------
 *
 * The same with one vector of LANES pixels.  A comparison sets all bits of a lane for true and none for
 * false.  V(and) with a vector of 1 gives 1 in those lanes that are inside, and 0 in others: that is added to the
 * counts.  They are of type `real`, to be as wide as a lane, and exact up to 2^24.
 */
#if defined(AVX2)

AVX2 static void count_avx2(int32_t iterations, real bound, struct point c, const real *x, real y,
                            real *steps)
{
    struct points z = { V(loadu)(x), V(set1)(y) }, all_c = { V(set1)(c.re), V(set1)(c.im) };
    vec bounds = V(set1)(bound), one = V(set1)(1), count = V(setzero)();
    for (int32_t i = 0; i < iterations; i++) {
        vec inside = V(cmp)(norm_avx2(z), bounds, _CMP_LE_OQ);
        if (V(movemask)(inside) == 0)
            break;
        count = V(add)(count, V(and)(inside, one));
        z = step_avx2(all_c, z);
    }
    V(storeu)(steps, count);
}

void julia_avx2(ptrdiff_t size, int32_t iterations, real bound, real cre, real cim, ptrdiff_t width,
                ptrdiff_t height, real xmin, real xmax, real ymin, real ymax,
                const int32_t table[iterations + 1], int32_t colour[height * width])
{
    real dx = (xmax - xmin) / (real)width, dy = (ymax - ymin) / (real)height;
    struct point c = { cre, cim };
    #pragma omp parallel for schedule(dynamic)
    for (ptrdiff_t row = 0; row < height; row++)
        for (ptrdiff_t col = 0; col < width; col += LANES) {
            real x[LANES], steps[LANES];
            for (int lane = 0; lane < LANES; lane++)
                x[lane] = coordinate(dx, xmin, col + lane);
            count_avx2(iterations, bound, c, x, coordinate(dy, ymin, row), steps);
            for (int lane = 0; lane < LANES && col + lane < width; lane++)
                colour[row * width + col + lane] = table[(int32_t)steps[lane]];
        }
}

#endif

/* ---- 5. What the prototypes do not say ----------------------------------------------------------
 *
 * vecadd.c says what the fields are.  The defaults are report D's, except for the size, which was 5000 there.
 * julia_case.h numbers parameters and arrays, julia_colours.h makes the colours of the table.
 */
static bool length_of_table(const struct tri_case *c, size_t *length)
{
    *length = (size_t)c->value[ITERATIONS].integer + 1;
    return true;
}

static double value_of_table(const struct tri_case *c, size_t i)
{
    return colour_of_steps(c->value[ITERATIONS].integer, (int64_t)i);
}

/* A step is three fma and an addition.  How many there were is read from the picture: no two numbers of steps have the same
 * colour.  The picture is written to memory, and the table read once. */
static struct tri_work work(const struct tri_case *c)
{
    const int32_t *colour = c->operand[COLOUR];
    int bits = bits_given_up(c->value[ITERATIONS].integer);
    double steps = 0, bytes = (double)(c->length[COLOUR] + c->length[TABLE]) * sizeof *colour;
    #pragma omp parallel for reduction(+: steps)
    for (size_t i = 0; i < c->length[COLOUR]; i++)
        steps += steps_of_colour(bits, colour[i]);
    return (struct tri_work){
        .units = steps, .instructions = 4 * steps, .additions = steps, .bytes = bytes
    };
}

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
        [WIDTH] = {"width", "pixels in a row", TRI_INTEGER, 1, .min = 1, .max = 1 << 30, .times = "size"},
        [HEIGHT] = {"height", "rows", TRI_INTEGER, 1, .min = 1, .max = 1 << 30, .times = "size"},
        [XMIN] = {"xmin", "real part at the left edge", TRI_REAL, -2, .min = -1e6, .max = 1e6},
        [XMAX] = {"xmax", "real part at the right edge", TRI_REAL, 2, .min = -1e6, .max = 1e6, .above = "xmin"},
        [YMIN] = {"ymin", "imaginary part at the lower edge", TRI_REAL, -2, .min = -1e6, .max = 1e6},
        [YMAX] = {"ymax", "imaginary part at the upper edge", TRI_REAL, 2, .min = -1e6, .max = 1e6, .above = "ymin"},
    },
    .operands = {
        [COLOUR] = {.name = "colour"},
        [TABLE] = {"table", .value = value_of_table, .length_of = length_of_table},
    },
    .picture = {.show = TRI_COLOURS, .operand = COLOUR, .width = WIDTH, .height = HEIGHT, .set = "cre=-0.8,cim=0.156,iterations=400"},
    .work = work,
    .plain = {.idea = "one thread per pixel, a test before each step"},
};
