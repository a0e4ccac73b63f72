/*
 * The Mandelbrot set by escape time.
 *
 *     z(0) = 0,   z(i) = z(i-1)^2 + c      one orbit for each pixel c
 *
 * A pixel's value is its escape time: the first i in 1 … iterations at which |z(i)| has reached 2, or 0
 * if that never happens.  An orbit that has escaped does not come back: |z| >= 2 and |z| >= |c| make
 * |z^2 + c| >= |z|^2 - |c| >= |z|.  So the rest of it need not be computed.
 *
 * The lesson before this one is dot.c.  vecadd.c and dot.c move much data and compute little; here it is
 * the other way round: a pixel is four bytes of memory and up to thousands of steps.  Pixels are
 * independent of each other.  But steps are not: each needs the result of the one before.  And neighbours
 * escape at different times, so that lanes of vectors and threads of a GPU wait for each other.
 *
 * Sections: 1. the orbit of a pixel and the reference, 2. GPU, 3. CPU by directives, 4. CPU by intrinsics,
 * 5. the description that the programs read.  The way from here to the limit is in src/hotspots/mandelbrot/climb.c;
 * the programs of report A (docs/studies.md), about this very loop, are in src/hotspots/listings/listings.c.  The
 * next lesson is julia.c, which shares the arithmetic in orbit.h.
 *
 * `real` is float or double: the file is compiled once with each, and name becomes name_float or
 * name_double.  FMA(a, b, c) is a * b + c with one rounding.
 */
#include "real.h"

#include "orbit.h"
#include "ran_on.h"
#include "hotspot.h"

/* ---- 1. The orbit of a pixel, and the reference --------------------------------------------------
 *
 * |z| >= 2 is tested as |z|^2 >= 4, which saves a square root.  An orbit may overflow to infinity and then
 * to NaN, for which every comparison is false: so the test is whether it is still inside, and these are
 * outside.  All paths take the same four instructions for a step (orbit.h), each with the same rounding, so
 * all have the same bits.
 *
 * A function that a target region calls has to exist on the device too: `declare target`.  (z is held in
 * two variables instead of a struct because clang then keeps each in a register.)
 */
#pragma omp declare target

INLINE int32_t escape_time(int32_t iterations, struct point c)
{
    real re = 0, im = 0;
    for (int32_t i = 1; i <= iterations; i++) {
        struct point z = next_point(c, (struct point){ re, im });
        if (!(norm_of(z) < 4))
            return i;
        re = z.re;
        im = z.im;
    }
    return 0;
}

#pragma omp end declare target

/* The definition, one pixel after the other.  In a step one fma waits for another, which waits for the step
 * before: a core is idle most of the time.  (It is timed on one thread; checks use all.  schedule: see
 * section 3.) */
static void mandelbrot_reference(int32_t iterations, ptrdiff_t width, ptrdiff_t height,
                                 struct point first, struct point pixel, int32_t *count)
{
    #pragma omp parallel for schedule(runtime)
    for (ptrdiff_t row = 0; row < height; row++)
        for (ptrdiff_t col = 0; col < width; col++) {
            struct point c = { coordinate(pixel.re, first.re, col),
                               coordinate(pixel.im, first.im, row) };
            count[row * width + col] = escape_time(iterations, c);
        }
}

/* ---- 2. GPU: omp target teams distribute parallel for collapse(2) -----------------------------------
 *
 * The directive is that of vecadd.c, with one clause more:
 *
 *     collapse(2)             make one loop of these two, and divide its iterations
 *
 * Without it only the rows would be divided, and a GPU needs many more threads than an image has rows.
 * There may be no statement between the two `for` lines.  The threads of a warp get adjacent pixels of a
 * row, so what they write is coalesced.
 *
 * A warp is 32 threads that take every step together.  If some have escaped and others have not, the
 * former are switched off and wait: the warp runs until its last pixel has escaped.  That is called
 * divergence.  It costs little in the middle of the set and far from it, where neighbours are alike, and
 * much at the edge.
 *
 * A step waits for the one before, here as on a CPU.  A GPU hides this latency by having many warps on
 * each multiprocessor (the GPU's counterpart of a core), and by issuing instructions of another warp
 * meanwhile.  How many warps it has, of those that it could hold, is called occupancy.
 *
 * A struct would be mapped to memory, and each thread would load it: so the first pixel and the distance
 * to the next are passed as four numbers.  Only the result is copied, and only one way: map(from:).
 *
 * On several devices each computes every `step`-th row, from row `top` on; a single device has 0 and 1.
 */
static void mandelbrot_offload(int32_t iterations, ptrdiff_t width, ptrdiff_t height, ptrdiff_t top,
                               ptrdiff_t step, real first_re, real first_im, real pixel_re,
                               real pixel_im, int32_t *count, int *place)
{
    #pragma omp target teams distribute parallel for collapse(2) \
        map(from: count[:height * width], place[:1])
    for (ptrdiff_t row = 0; row < height; row++)
        for (ptrdiff_t col = 0; col < width; col++) {
            struct point c = { coordinate(pixel_re, first_re, col),
                               coordinate(pixel_im, first_im, top + row * step) };
            count[row * width + col] = escape_time(iterations, c);
            if (row == 0 && col == 0)
                *place = ran_on();
        }
}

/* ---- 3. CPU: omp parallel for, with omp simd inside ---------------------------------------------------
 *
 * `parallel for` divides the rows.  A row across the set takes many times the steps of one beside it, so
 * equal shares (`static`) would leave most threads waiting for one.  With schedule(dynamic) a thread takes
 * the next row when it is done with one.  Here it says `runtime`: the schedule is then set from outside,
 * by OMP_SCHEDULE or omp_set_schedule().  The programs set dynamic (bench --sweep schedule=static,dynamic
 * compares the two); a program of your own says schedule(dynamic).
 *
 * `simd` cannot be in the same directive: the loop over steps ends at another i for each pixel, and
 * clang and gcc do not vectorise a loop around such a loop.  So the vector is made by hand: PIXELS
 * neighbours take each step together, in an innermost loop of fixed length without a branch.  That one
 * does vectorise, with clang and with gcc (study remarks shows what the compiler says).  A
 * comparison is a number here, 0 or 1: it is added to count the steps within the bound.  An orbit that
 * has escaped continues with the others, and as it never comes back, its counter does not change.  The
 * vector stops when none is inside: reduction(+: inside) adds what the lanes have found.
 *
 * Near the end of a row, some of the PIXELS lie beyond it.  They are computed and not stored.
 */
enum { PIXELS = 16 }; /* several vectors: while one waits for its fma, another computes */

static void pixels_simd(int32_t iterations, const real *c_re, real c_im, int32_t *time)
{
    real re[PIXELS] = { 0 }, im[PIXELS] = { 0 };
    int32_t steps[PIXELS] = { 0 }, inside = PIXELS;
    for (int32_t i = 1; i <= iterations && inside > 0; i++) {
        inside = 0;
        #pragma omp simd reduction(+: inside)
        for (int lane = 0; lane < PIXELS; lane++) {
            struct point c = { c_re[lane], c_im }, z = { re[lane], im[lane] };
            z = next_point(c, z);
            re[lane] = z.re;
            im[lane] = z.im;
            steps[lane] += norm_of(z) < 4;
            inside += norm_of(z) < 4;
        }
    }
    for (int lane = 0; lane < PIXELS; lane++)
        time[lane] = steps[lane] < iterations ? steps[lane] + 1 : 0;
}

static void mandelbrot_simd(int32_t iterations, ptrdiff_t width, struct tri_rows rows,
                            struct point first, struct point pixel, int32_t *count)
{
    #pragma omp parallel for schedule(runtime)
    for (ptrdiff_t row = 0; row < rows.count; row++)
        for (ptrdiff_t col = 0; col < width; col += PIXELS) {
            real c_re[PIXELS];
            int32_t time[PIXELS];
            for (int lane = 0; lane < PIXELS; lane++)
                c_re[lane] = coordinate(pixel.re, first.re, col + lane);
            pixels_simd(iterations, c_re,
                        coordinate(pixel.im, first.im, rows.first + row * rows.step), time);
            for (int lane = 0; lane < PIXELS && col + lane < width; lane++)
                count[row * width + col + lane] = time[lane];
        }
}

/* ---- 4. CPU: AVX2 intrinsics ----------------------------------------------------------------------
 *
 * The same with one vector of LANES pixels: eight floats or four doubles.  V(cmp) compares lane by lane
 * and sets all bits of a lane for true (_CMP_LT_OQ is <, and false for NaN); V(movemask) collects a bit
 * of each lane into an int.  As long as that int is the same as after the step before, none has
 * escaped.  So the lanes need no counters: when it changes, which is seldom, the escape time is stored for
 * the lanes that have just left.
 */
#if defined(__x86_64__)

AVX2 static void pixels_avx2(int32_t iterations, const real *c_re, real c_im, int32_t *time)
{
    struct points c = { V(loadu)(c_re), V(set1)(c_im) }, z = { V(setzero)(), V(setzero)() };
    vec four = V(set1)(4);
    int inside = (1 << LANES) - 1;
    for (int lane = 0; lane < LANES; lane++)
        time[lane] = 0;
    for (int32_t i = 1; i <= iterations && inside; i++) {
        z = step_avx2(c, z);
        int still = V(movemask)(V(cmp)(norm_avx2(z), four, _CMP_LT_OQ)) & inside;
        if (still == inside)
            continue;
        for (int lane = 0; lane < LANES; lane++)
            if ((inside & ~still) >> lane & 1)
                time[lane] = i;
        inside = still;
    }
}

static void mandelbrot_avx2(int32_t iterations, ptrdiff_t width, struct tri_rows rows,
                            struct point first, struct point pixel, int32_t *count)
{
    #pragma omp parallel for schedule(runtime)
    for (ptrdiff_t row = 0; row < rows.count; row++)
        for (ptrdiff_t col = 0; col < width; col += LANES) {
            real c_re[LANES];
            int32_t time[LANES];
            for (int lane = 0; lane < LANES; lane++)
                c_re[lane] = coordinate(pixel.re, first.re, col + lane);
            pixels_avx2(iterations, c_re,
                        coordinate(pixel.im, first.im, rows.first + row * rows.step), time);
            for (int lane = 0; lane < LANES && col + lane < width; lane++)
                count[row * width + col + lane] = time[lane];
        }
}

#endif

/* ---- 5. The description -------------------------------------------------------------------------
 *
 * What the programs have to know.  By default the picture spans -2 … 1 and -i … i, with `resolution`
 * pixels to the unit.
 */
enum { RESOLUTION, ITERATIONS, WIDTH, HEIGHT, XMIN, XMAX, YMIN, YMAX };
enum { COUNT };

static int32_t iterations_of(const struct tri_case *c)
{
    return (int32_t)c->value[ITERATIONS].integer;
}

static ptrdiff_t width_of(const struct tri_case *c)
{
    return (ptrdiff_t)c->value[WIDTH].integer;
}

static ptrdiff_t height_of(const struct tri_case *c)
{
    return (ptrdiff_t)c->value[HEIGHT].integer;
}

/* The first pixel of the first row. */
static struct point first_point(const struct tri_case *c)
{
    return (struct point){ (real)c->value[XMIN].real, (real)c->value[YMIN].real };
}

/* The distance from a pixel to the next, across and up. */
static struct point pixel_of(const struct tri_case *c)
{
    struct point first = first_point(c);
    return (struct point){ ((real)c->value[XMAX].real - first.re) / (real)width_of(c),
                           ((real)c->value[YMAX].real - first.im) / (real)height_of(c) };
}

static void run_reference(const struct tri_case *c)
{
    mandelbrot_reference(iterations_of(c), width_of(c), height_of(c), first_point(c), pixel_of(c),
                         c->operand[COUNT]);
}

static void run_offload(const struct tri_case *c)
{
    struct point first = first_point(c), pixel = pixel_of(c);
    struct tri_rows rows = tri_rows_of(c, HEIGHT);
    mandelbrot_offload(iterations_of(c), width_of(c), rows.count, rows.first, rows.step, first.re,
                       first.im, pixel.re, pixel.im, c->operand[COUNT], c->ran_on);
}

static void run_simd(const struct tri_case *c)
{
    mandelbrot_simd(iterations_of(c), width_of(c), tri_rows_of(c, HEIGHT), first_point(c),
                    pixel_of(c), c->operand[COUNT]);
}

#if defined(__x86_64__)
static void run_avx2(const struct tri_case *c)
{
    mandelbrot_avx2(iterations_of(c), width_of(c), tri_rows_of(c, HEIGHT), first_point(c),
                    pixel_of(c), c->operand[COUNT]);
}
#endif

/* Steps up to each escape, and the instructions of a step: three fma and an addition.  Tests are not
 * counted, since hardly any are necessary (src/hotspots/mandelbrot/climb.c). */
static struct tri_work work(const struct tri_case *c)
{
    const int32_t *count = c->operand[COUNT];
    double steps = 0;
    for (size_t i = 0; i < c->length[COUNT]; i++)
        steps += count[i] ? count[i] : (double)iterations_of(c);
    return (struct tri_work){
        .units = steps,
        .instructions = 4 * steps,
        .additions = steps,
        .bytes = (double)c->length[COUNT] * sizeof *count,
    };
}

extern const struct tri_variant mandelbrot_tuned[];   /* src/hotspots/mandelbrot/climb.c */
extern const struct tri_division mandelbrot_division; /* there, too: several devices */

const struct tri_hotspot mandelbrot = {
    .name = "mandelbrot",
    .formula = "first i with |z(i)| >= 2, where z(i) = z(i-1)^2 + c",
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
    },
    .operands = {
        [COUNT] = {"count", TRI_INT32, TRI_OUT, .rank = 2, .shape = {HEIGHT, WIDTH}},
    },
    .picture = {.show = TRI_ESCAPE_TIMES, .operand = COUNT, .width = WIDTH, .height = HEIGHT},
    .work = work,
    .reference = run_reference,
    .plain = {
        "plain", "one pixel per thread or lane, a test after every step",
        .follows = {.schedule = true},
        .division = &mandelbrot_division,
        .path = {
            [TRI_SIMD] = run_simd,
            [TRI_AVX2] = run_avx2,
            [TRI_OFFLOAD] = run_offload,
        },
    },
    .tuned = mandelbrot_tuned,
};
