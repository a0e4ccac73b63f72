/*
 * The Mandelbrot set as two reports computed it: their listings' arithmetic, bit for bit.
 *
 *     z(0) = 0,   z(i) = z(i-1)^2 + c,   one orbit for each pixel c
 *
 * This is not a lesson: that is src/hotspots/mandelbrot/mandelbrot.c.  The code here is that of its last variant,
 * src/hotspots/mandelbrot/climb.c, with one more choice: where a product or a sum is rounded.  Orbits near the edge of the
 * set are chaotic, so this decides pixels; tables 5 and 12 of report A (docs/studies.md) count those that
 * differ between float and double.  With arithmetic=fused this is the lesson's hotspot.
 *
 * interior=skip is report B's early exit: pixels that are known to stay inside are not iterated.
 */
#include "real.h"

#include "ran_on.h"
#include "hotspot.h"
#include "strip_kernels.h"

#include <complex.h>

enum interior { ITERATE, SKIP };

static struct view view_of(int32_t iterations, ptrdiff_t width, ptrdiff_t height, real xmin,
                           real xmax, real ymin, real ymax, int arithmetic, int interior)
{
    struct view v = {
        .arithmetic = (enum arithmetic)arithmetic,
        .skip = interior == SKIP,
        .iterations = iterations,
        .width = width,
        .height = height,
        .re = { (xmax - xmin) / (real)width, xmin, 0 },
        .im = { (ymax - ymin) / (real)height, ymin, 0 },
        .every = 1,
    };
    if (arithmetic == COURSEWORK) { /* its view is around -0.6 */
        real step = (real)1 / (real)(width / 4);
        v.re = (struct axis){ step, (real)-0.6, width / 2 };
        v.im = (struct axis){ step, 0, height / 2 };
    }
    return v;
}

INLINE struct point pixel_at(struct view v, ptrdiff_t row, ptrdiff_t col)
{
    return (struct point){ coordinate_in(v.arithmetic, v.re, col),
                           coordinate_in(v.arithmetic, v.im, row) };
}

/* ---- The reference ------------------------------------------------------------------------------
 *
 * The definition, one pixel after the other, timed on one thread.  (schedule(runtime): see strips.h.)
 */
void listings_reference(ptrdiff_t resolution, int32_t iterations, ptrdiff_t width, ptrdiff_t height,
                        real xmin, real xmax, real ymin, real ymax, int arithmetic, int interior,
                        int32_t count[height * width])
{
    struct view v =
        view_of(iterations, width, height, xmin, xmax, ymin, ymax, arithmetic, interior);
    #pragma omp parallel for schedule(runtime)
    for (ptrdiff_t row = 0; row < v.height; row++)
        for (ptrdiff_t col = 0; col < v.width; col++) {
            struct point c = pixel_at(v, row, col), z = { 0, 0 };
            count[row * v.width + col] =
                WITH(v.arithmetic, test_every_step, c, 0, v.iterations, &z);
        }
}

/* Report A's listing 1: a power and an absolute value from the complex library in every step, with that
 * library's rounding.  It is short and slow, and differs from the reference in a few
 * pixels.  It is in double. */
#if REAL_BITS == 64

void listings_origin(ptrdiff_t resolution, int32_t iterations, ptrdiff_t width, ptrdiff_t height,
                     real xmin, real xmax, real ymin, real ymax, int arithmetic, int interior,
                     int32_t count[height * width])
{
    struct view v =
        view_of(iterations, width, height, xmin, xmax, ymin, ymax, arithmetic, interior);
    for (ptrdiff_t row = 0; row < v.height; row++)
        for (ptrdiff_t col = 0; col < v.width; col++) {
            struct point at = pixel_at(v, row, col);
            double complex c = at.re + at.im * I, z = 0;
            int32_t i = 1;
            while (i <= v.iterations && cabs(z = cpow(z, 2) + c) < 2)
                i++;
            count[row * v.width + col] = i <= v.iterations ? i : 0;
        }
}

#endif

/* ---- GPU ---- */

void listings_offload(ptrdiff_t resolution, int32_t iterations, ptrdiff_t width, ptrdiff_t height,
                      real xmin, real xmax, real ymin, real ymax, int arithmetic, int interior,
                      int32_t count[height * width], int *place)
{
    escape_offload(view_of(iterations, width, height, xmin, xmax, ymin, ymax, arithmetic, interior),
                   count, place);
}

/* ---- CPU ---- */

static int32_t test_simd(enum arithmetic a, struct strip s, int32_t n, real *stayed)
{
    return WITH(a, test_strip, s, n, stayed);
}

static int32_t batch_simd(enum arithmetic a, struct strip s, int32_t done, int32_t to)
{
    return WITH(a, batch_strip, s, done, to);
}

void listings_simd(ptrdiff_t resolution, int32_t iterations, ptrdiff_t width, ptrdiff_t height,
                   real xmin, real xmax, real ymin, real ymax, int arithmetic, int interior,
                   int32_t count[height * width])
{
    static const struct kernels by_simd = { STRIP, test_simd, batch_simd };
    compute_image(compute_segment, &by_simd,
                  view_of(iterations, width, height, xmin, xmax, ymin, ymax, arithmetic, interior),
                  count);
}

#if defined(AVX2)

AVX2 static int32_t test_avx2(enum arithmetic a, struct strip s, int32_t n, real *stayed)
{
    return WITH(a, test_strip_avx2, s, n, stayed);
}

AVX2 static int32_t batch_avx2(enum arithmetic a, struct strip s, int32_t done, int32_t to)
{
    return WITH(a, batch_strip_avx2, s, done, to);
}

void listings_avx2(ptrdiff_t resolution, int32_t iterations, ptrdiff_t width, ptrdiff_t height,
                   real xmin, real xmax, real ymin, real ymax, int arithmetic, int interior,
                   int32_t count[height * width])
{
    static const struct kernels by_avx2 = { VECTORS * LANES, test_avx2, batch_avx2 };
    compute_image(compute_segment, &by_avx2,
                  view_of(iterations, width, height, xmin, xmax, ymin, ymax, arithmetic, interior),
                  count);
}

#endif

/* ---- What the prototypes do not say ---- */

enum { RESOLUTION, ITERATIONS, WIDTH, HEIGHT, XMIN, XMAX, YMIN, YMAX, ARITHMETIC, INTERIOR };
enum { COUNT };

/* Steps taken, and the instructions that each needs without tests; of these, the additions that are not fused
 * with a product.  With interior=skip the steps of pixels inside count as taken, since the picture is the
 * same, but need no instructions. */
static struct tri_work work(const struct tri_case *c)
{
    static const struct {
        double all, additions;
    } of_step[] = {
        [FUSED] = { 4, 1 },
        [PLAIN] = { 7, 3 },
        [LISTING4] = { 5, 1 },
        [LISTING7] = { PRECISION == TRI_DOUBLE ? 6 : 7, PRECISION == TRI_DOUBLE ? 2 : 3 },
        [COURSEWORK] = { 7, 3 },
    };
    const int32_t *count = c->operand[COUNT];
    double outside = 0, inside = 0;
    for (size_t i = 0; i < c->length[COUNT]; i++) {
        outside += count[i];
        inside += count[i] == 0;
    }
    inside *= (double)c->value[ITERATIONS].integer;
    double needed = c->value[INTERIOR].integer == SKIP ? outside : outside + inside;
    return (struct tri_work){
        .units = outside + inside,
        .instructions = needed * of_step[c->value[ARITHMETIC].integer].all,
        .additions = needed * of_step[c->value[ARITHMETIC].integer].additions,
        .bytes = (double)c->length[COUNT] * sizeof *count,
    };
}

const struct tri_hotspot listings = {
    .name = "listings",
    .by_name = true,
    .formula = "mandelbrot in the reports' arithmetics",
    .unit = "iterations",
    .precision = PRECISION,
    .params = {
        [RESOLUTION] = {"resolution", "pixels per unit of the plane", TRI_INTEGER, 500, .min = 1,
                        .max = 1 << 20},
        [ITERATIONS] = {"iterations", "steps after which a pixel counts as inside", TRI_INTEGER,
                        1000, .min = 1, .max = 1000000000},
        [WIDTH] = {"width", "pixels in a row", TRI_INTEGER, 3, .min = 1, .max = 1 << 30,
                   .times = "resolution"},
        [HEIGHT] = {"height", "rows", TRI_INTEGER, 2, .min = 1, .max = 1 << 30,
                    .times = "resolution"},
        [XMIN] = {"xmin", "real part at the left edge", TRI_REAL, -2, .min = -1e6, .max = 1e6},
        [XMAX] = {"xmax", "real part at the right edge", TRI_REAL, 1, .min = -1e6, .max = 1e6,
                  .above = "xmin"},
        [YMIN] = {"ymin", "imaginary part at the lower edge", TRI_REAL, -1, .min = -1e6,
                  .max = 1e6},
        [YMAX] = {"ymax", "imaginary part at the upper edge", TRI_REAL, 1, .min = -1e6, .max = 1e6,
                  .above = "ymin"},
        [ARITHMETIC] = {"arithmetic", "which results are rounded; coursework also has a view of its own", TRI_CHOICE, FUSED,
                        .choices = {"fused", "plain", "listing4", "listing7", "coursework"}},
        [INTERIOR] = {"interior", "what to do with pixels known to stay inside", TRI_CHOICE, ITERATE,
                      .choices = {"iterate", "skip"}},
    },
    .operands = {[COUNT] = {.name = "count"}},
    .picture = {.show = TRI_ESCAPE_TIMES, .operand = COUNT, .width = WIDTH, .height = HEIGHT},
    .work = work,
    .plain = {
        .idea = "the code of mandelbrot's tuned, in each arithmetic",
        .follows = {.schedule = true, .teams = true, .threads_per_team = true},
    },
};
