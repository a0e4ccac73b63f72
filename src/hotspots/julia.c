/*
 * A Julia set in colours.  The lesson before this one is mandelbrot.c, the next is matmul.c.
 *
 *     z(0) = the pixel,   z(i) = z(i-1)^2 + c,   one and the same c for all pixels
 *
 * A pixel takes steps for as long as |z|^2 is within a bound, and `iterations` at most.  How many it
 * took is looked up in a table of colours, in the same pass.  Beside the Mandelbrot set two things are
 * new: a table that every pixel reads, and orbits so short that what surrounds a step (coordinates,
 * tests, the colour) counts as much as the steps.
 *
 * Read on: 1. the reference, 2. GPU, 3. CPU by directives, 4. CPU by intrinsics, 5. the description.
 * The way from here to the limit, and the six CUDA kernels of report D (README.md, Studies), are in
 * src/tuned/julia.c.
 *
 * coordinate(), step() and norm(), shared with mandelbrot.c, are in orbit.h.
 */
#include "orbit.h"

#include "julia_colours.h"
#include "ran_on.h"
#include "triptych.h"

/* Pixel (row, col) lies at x = left + col dx, y = bottom + row dy. */
struct view {
    ptrdiff_t width, height;
    real left, bottom, dx, dy;
    struct point c;
    real bound;
    int32_t iterations;
};

/* ---- 1. The reference -------------------------------------------------------------------------
 *
 * The definition, one pixel after the other.  Steps are taken one by one, with a test before each.
 * Infinities and NaN are beyond every bound, since every comparison with NaN is false.
 *
 * (re and im are two variables, since clang packs a struct of two floats into a vector register, and
 * unpacks it again, in every step.)
 */
#pragma omp declare target

INLINE int32_t X(steps_taken)(int32_t iterations, real bound, struct point c, struct point z)
{
    int32_t steps = 0;
    real re = z.re, im = z.im;
    for (; steps < iterations && X(norm)((struct point){ re, im }) <= bound; steps++) {
        struct point next = X(step)(c, (struct point){ re, im });
        re = next.re;
        im = next.im;
    }
    return steps;
}

#pragma omp end declare target

static void X(julia_reference)(struct view v, const int32_t *table, int32_t *colour)
{
    #pragma omp parallel for schedule(dynamic)
    for (ptrdiff_t row = 0; row < v.height; row++)
        for (ptrdiff_t col = 0; col < v.width; col++) {
            struct point z = { X(coordinate)(v.dx, v.left, col),
                               X(coordinate)(v.dy, v.bottom, row) };
            colour[row * v.width + col] = table[X(steps_taken)(v.iterations, v.bound, v.c, z)];
        }
}

/* ---- 2. GPU: omp target teams distribute parallel for -------------------------------------------
 *
 * A thread takes one pixel: collapse(2) makes one loop of the two, so that all pixels are divided
 * among the threads, and not the rows alone.
 *
 * The table is mapped `to` the device beside the picture, which comes back `from` it.  The view goes as
 * single numbers: a scalar that is named in a region is passed along like an argument of a call
 * (`firstprivate`), while a struct would be mapped like an array, there and back, in every run.
 *
 * The 32 threads of a warp run in step, until the last of them has left: the others wait.  That is
 * called divergence.  The table is read wherever the steps lead, so these loads do not coalesce; but it
 * is small, and stays in the caches.
 */
static void X(julia_offload)(struct view v, const int32_t *table, int32_t *colour, int *place)
{
    ptrdiff_t width = v.width, height = v.height;
    int32_t iterations = v.iterations;
    real left = v.left, bottom = v.bottom, dx = v.dx, dy = v.dy;
    real c_re = v.c.re, c_im = v.c.im, bound = v.bound;
    #pragma omp target teams distribute parallel for collapse(2) map(to: table[:iterations + 1]) \
        map(from: colour[:width * height], place[:1])
    for (ptrdiff_t row = 0; row < height; row++)
        for (ptrdiff_t col = 0; col < width; col++) {
            struct point c = { c_re, c_im };
            struct point z = { X(coordinate)(dx, left, col), X(coordinate)(dy, bottom, row) };
            colour[row * width + col] = table[X(steps_taken)(iterations, bound, c, z)];
            if (row == 0 && col == 0)
                *place = ran_on();
        }
}

/* ---- 3. CPU: omp parallel for, omp simd inside -----------------------------------------------------
 *
 * `omp parallel for simd` on the pixels does not help: each has a loop of its own, which ends where it
 * likes, and neither clang nor gcc makes lanes of a vector of such loops.  So the loops change places.
 * A strip of pixels takes a step together; that inner loop has a fixed length and no exit, and both
 * compilers vectorise it.  A lane counts the steps before which it is within the bound.  An orbit that
 * is beyond the bound does not come back (if the bound is 8 at least, and |c|^2 no more than 8), so
 * lanes that have left go on without harm.  When `within`, a sum over the lanes (`reduction`), is 0, the
 * strip is done.
 *
 * schedule(dynamic): a row that stays takes far longer than one that leaves, so a thread that is done
 * takes the next row that nobody has begun.
 */
enum { STRIP = 16 };

/* steps[k]: how many the pixel at (row, col + k) takes. */
static void X(strip_simd)(struct view v, ptrdiff_t row, ptrdiff_t col, int32_t *steps)
{
    real re[STRIP], im[STRIP], count[STRIP];
    int32_t within = STRIP;
    for (int k = 0; k < STRIP; k++) {
        re[k] = X(coordinate)(v.dx, v.left, col + k);
        im[k] = X(coordinate)(v.dy, v.bottom, row);
        count[k] = 0; /* real, to be as wide as the lane that counts */
    }
    for (int32_t i = 0; i < v.iterations && within > 0; i++) {
        within = 0;
        #pragma omp simd reduction(+: within)
        for (int k = 0; k < STRIP; k++) {
            struct point z = { re[k], im[k] }, next = X(step)(v.c, z);
            bool stays = X(norm)(z) <= v.bound;
            within += stays;
            count[k] += stays ? (real)1 : (real)0;
            re[k] = next.re;
            im[k] = next.im;
        }
    }
    for (int k = 0; k < STRIP; k++)
        steps[k] = (int32_t)count[k];
}

static void X(julia_simd)(struct view v, const int32_t *table, int32_t *colour)
{
    #pragma omp parallel for schedule(dynamic)
    for (ptrdiff_t row = 0; row < v.height; row++)
        for (ptrdiff_t col = 0; col < v.width; col += STRIP) {
            int32_t steps[STRIP];
            X(strip_simd)(v, row, col, steps);
            for (int k = 0; k < STRIP && col + k < v.width; k++)
                colour[row * v.width + col + k] = table[steps[k]];
        }
}

/* ---- 4. CPU: AVX2 intrinsics ----------------------------------------------------------------------
 *
 * The same by hand, with one vector of pixels.  A comparison fills the lanes for which it is true with
 * ones, all others with zeros: ANDed with the vector of ones it adds 1 to those lanes' counts, and
 * movemask makes one bit of each lane, so that a single branch sees whether any is left.
 */
#if defined(__x86_64__)

/* steps[k]: how many the pixel at (row, col + k) takes. */
AVX2 static void X(vector_avx2)(struct view v, ptrdiff_t row, ptrdiff_t col, real *steps)
{
    real re[LANES];
    for (int k = 0; k < LANES; k++)
        re[k] = X(coordinate)(v.dx, v.left, col + k);
    struct vector c = { V(set1)(v.c.re), V(set1)(v.c.im) };
    struct vector z = { V(loadu)(re), V(set1)(X(coordinate)(v.dy, v.bottom, row)) };
    vec bound = V(set1)(v.bound), one = V(set1)(1), count = V(setzero)();
    for (int32_t i = 0; i < v.iterations; i++) {
        vec stays = V(cmp)(X(norm_avx2)(z), bound, _CMP_LE_OQ);
        if (V(movemask)(stays) == 0)
            break;
        count = V(add)(count, V(and)(stays, one));
        z = X(step_avx2)(c, z);
    }
    V(storeu)(steps, count);
}

static void X(julia_avx2)(struct view v, const int32_t *table, int32_t *colour)
{
    #pragma omp parallel for schedule(dynamic)
    for (ptrdiff_t row = 0; row < v.height; row++)
        for (ptrdiff_t col = 0; col < v.width; col += LANES) {
            real steps[LANES];
            X(vector_avx2)(v, row, col, steps);
            for (int k = 0; k < LANES && col + k < v.width; k++)
                colour[row * v.width + col + k] = table[(int32_t)steps[k]];
        }
}

#endif

/* ---- 5. The description -------------------------------------------------------------------------
 *
 * The defaults are the report's, but for the size, which was 5000 there.
 */
enum { SIZE, ITERATIONS, BOUND, CRE, CIM, WIDTH, HEIGHT, XMIN, XMAX, YMIN, YMAX };
enum { COLOUR, TABLE };

static struct view X(view)(const struct tri_case *c)
{
    real xmin = (real)c->value[XMIN].real, xmax = (real)c->value[XMAX].real;
    real ymin = (real)c->value[YMIN].real, ymax = (real)c->value[YMAX].real;
    ptrdiff_t width = (ptrdiff_t)c->value[WIDTH].integer;
    ptrdiff_t height = (ptrdiff_t)c->value[HEIGHT].integer;
    return (struct view){
        .width = width,
        .height = height,
        .left = xmin,
        .bottom = ymin,
        .dx = (xmax - xmin) / (real)width,
        .dy = (ymax - ymin) / (real)height,
        .c = { (real)c->value[CRE].real, (real)c->value[CIM].real },
        .bound = (real)c->value[BOUND].real,
        .iterations = (int32_t)c->value[ITERATIONS].integer,
    };
}

static void X(run_reference)(const struct tri_case *c)
{
    X(julia_reference)(X(view)(c), c->operand[TABLE], c->operand[COLOUR]);
}

static void X(run_offload)(const struct tri_case *c)
{
    X(julia_offload)(X(view)(c), c->operand[TABLE], c->operand[COLOUR], c->ran_on);
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

static double X(value_of_table)(const struct tri_case *c, size_t i)
{
    return colour_of_steps(c->value[ITERATIONS].integer, (int64_t)i);
}

/* A step is three fma and an addition.  What memory sees is the picture and, once, the table. */
static struct tri_work X(work)(const struct tri_case *c)
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

extern const struct tri_variant X(julia_tuned)[]; /* src/tuned/julia.c */

const struct tri_hotspot X(julia) = {
    .name = "julia",
    .formula = "colour of the first i with |z(i)|^2 > bound, where z(i) = z(i-1)^2 + c",
    .unit = "iterations",
    .precision = PRECISION,
    .params = {
        [SIZE] = {"size", "pixels in a row and rows", TRI_INTEGER, 2000, .min = 1, .max = 1 << 20},
        [ITERATIONS] = {"iterations", "steps at most", TRI_INTEGER, 50, .min = 1, .max = 4095},
        [BOUND] = {"bound", "of the squared magnitude", TRI_REAL, 1000, .min = 8, .max = 1e30},
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
        [TABLE] = {"table", TRI_INT32, TRI_IN, .shape = {ITERATIONS}, .value = X(value_of_table),
                   .length_of = X(length_of_table)},
    },
    .picture = {.show = TRI_COLOURS, .operand = COLOUR, .width = WIDTH, .height = HEIGHT},
    .work = X(work),
    .reference = X(run_reference),
    .plain = {
        "plain", "a thread for each pixel, a test before each step",
        .path = {
            [TRI_SIMD] = X(run_simd),
            [TRI_AVX2] = X(run_avx2),
            [TRI_OFFLOAD] = X(run_offload),
        },
    },
    .tuned = X(julia_tuned),
};
