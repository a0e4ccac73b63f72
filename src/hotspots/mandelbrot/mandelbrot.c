/*
 * The Mandelbrot set by escape time.
 *
 *     z(0) = 0,   z(i) = z(i-1)^2 + c      for each pixel c
 *
 * c and z are points of the complex plane, and z(0), z(1), … are the orbit of c.  A pixel's value is its escape
 * time: the first i in 1 … iterations at which |z(i)| has reached 2, or 0 if that never happens.  An orbit that has
 * escaped does not come back: |z| >= 2 and |z| >= |c| make |z^2 + c| >= |z|^2 - |c| >= |z|.  So the rest of it need
 * not be computed.
 *
 * The lesson before this one is dot.c.  vecadd.c and dot.c move much data and compute little; here it is
 * the other way round: a pixel is four bytes of memory and up to thousands of steps.  Pixels are
 * independent of each other.  But steps are not: each needs the result of the one before.  And neighbours
 * escape at different times, so that lanes of vectors and threads of a GPU wait for each other.
 *
 * Sections: 1. the orbit of a pixel and the reference, 2. GPU, 3. CPU by directives, 4. CPU by intrinsics,
 * 5. what the prototypes do not say.  climb.c has the optimised variants; ../listings/listings.c the programs of report A
 * (docs/studies.md), which is about this very loop.  The next lesson is julia.c, which takes the same steps (orbit.h).
 *
 * `real` is float or double: the file is compiled once with each.  FMA is a multiplication and an addition in
 * one instruction; orbit.h says why it matters where they are.
 */
#include "real.h"

#include "orbit.h"
#include "ran_on.h"
#include "hotspot.h"

/* ---- 1. The orbit of a pixel, and the reference --------------------------------------------------
 *
 * orbit.h has next_point(), a step, and norm_of(), |z|^2, both for vectors, too; and coordinate(), where a pixel lies.
 * An orbit has escaped when |z|^2 >= 4: so no square root is needed.  If it went on, its numbers would grow to
 * infinity, and infinity - infinity is NaN.  Each comparison with NaN is false.  So the test asks whether z is still
 * inside, and NaN is not.  All paths take the same steps, with the same roundings: so all have the same bits.
 *
 * The region of section 2 calls escape_time(), so the device needs that function, too.  What stands between `declare
 * target` and `end declare target` is compiled for the host and for the device.  INLINE has its body inserted where it
 * is called.  (z is held in `re` and `im` instead of a struct because clang then keeps each in a register.)
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

/* The definition, one pixel after the other.  In a step one FMA waits for another, which waits for the step
 * before: a core is idle most of the time.  (It is timed on one thread; checks use all.  schedule: see
 * section 3.)  No path needs `resolution`: the programs compute width and height from it, unless these are given. */
void mandelbrot_reference(ptrdiff_t resolution, int32_t iterations, ptrdiff_t width,
                          ptrdiff_t height, real xmin, real xmax, real ymin, real ymax,
                          int32_t count[height * width])
{
    real dx = (xmax - xmin) / (real)width, dy = (ymax - ymin) / (real)height;
    #pragma omp parallel for schedule(runtime)
    for (ptrdiff_t row = 0; row < height; row++)
        for (ptrdiff_t col = 0; col < width; col++) {
            struct point c = { coordinate(dx, xmin, col), coordinate(dy, ymin, row) };
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
 * much at its edge.
 *
 * A step waits for the one before, here as on a CPU.  A GPU hides this latency by having many warps on
 * each multiprocessor (the GPU's counterpart of a core), and by issuing instructions of another warp
 * meanwhile.  How many warps it has, of those that it could hold, is called occupancy.
 *
 * The first pixel and the distance to the next are four plain numbers, which need no clause.  A struct would be
 * mapped, and each thread would load it from memory.  Only results are copied, and only one way: map(from:).  One of
 * them is *place: ran_on() (src/device/ran_on.h) says inside of the region where it runs, by omp_is_initial_device().
 */
void mandelbrot_offload(ptrdiff_t resolution, int32_t iterations, ptrdiff_t width, ptrdiff_t height,
                        real xmin, real xmax, real ymin, real ymax, int32_t count[height * width],
                        int *place)
{
    real dx = (xmax - xmin) / (real)width, dy = (ymax - ymin) / (real)height;
    #pragma omp target teams distribute parallel for collapse(2) \
        map(from: count[:height * width], place[:1])
    for (ptrdiff_t row = 0; row < height; row++)
        for (ptrdiff_t col = 0; col < width; col++) {
            struct point c = { coordinate(dx, xmin, col), coordinate(dy, ymin, row) };
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
 * `simd` would gain nothing in the same directive: the loop over steps ends at another i for each pixel, and
 * clang and gcc do not vectorise a loop around such a loop.  So the vector is made by hand: PIXELS
 * neighbours take each step together, in an innermost loop of fixed length without a branch.  That loop
 * is vectorised, by clang and by gcc (`study remarks` shows what the compiler says).  A
 * comparison is a number here, 0 or 1: it is added to count the steps within the bound.  An orbit that
 * has escaped continues with the others, and as it never comes back, its counter does not change.  The
 * loop over steps ends when none is inside: reduction(+: inside) adds what the lanes have found.
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

void mandelbrot_simd(ptrdiff_t resolution, int32_t iterations, ptrdiff_t width, ptrdiff_t height,
                     real xmin, real xmax, real ymin, real ymax, int32_t count[height * width])
{
    real dx = (xmax - xmin) / (real)width, dy = (ymax - ymin) / (real)height;
    #pragma omp parallel for schedule(runtime)
    for (ptrdiff_t row = 0; row < height; row++)
        for (ptrdiff_t col = 0; col < width; col += PIXELS) {
            real c_re[PIXELS];
            int32_t time[PIXELS];
            for (int lane = 0; lane < PIXELS; lane++)
                c_re[lane] = coordinate(dx, xmin, col + lane);
            pixels_simd(iterations, c_re, coordinate(dy, ymin, row), time);
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
#if defined(AVX2)

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

void mandelbrot_avx2(ptrdiff_t resolution, int32_t iterations, ptrdiff_t width, ptrdiff_t height,
                     real xmin, real xmax, real ymin, real ymax, int32_t count[height * width])
{
    real dx = (xmax - xmin) / (real)width, dy = (ymax - ymin) / (real)height;
    #pragma omp parallel for schedule(runtime)
    for (ptrdiff_t row = 0; row < height; row++)
        for (ptrdiff_t col = 0; col < width; col += LANES) {
            real c_re[LANES];
            int32_t time[LANES];
            for (int lane = 0; lane < LANES; lane++)
                c_re[lane] = coordinate(dx, xmin, col + lane);
            pixels_avx2(iterations, c_re, coordinate(dy, ymin, row), time);
            for (int lane = 0; lane < LANES && col + lane < width; lane++)
                count[row * width + col + lane] = time[lane];
        }
}

#endif

/* ---- 5. What the prototypes do not say ----------------------------------------------------------
 *
 * vecadd.c says what the fields are.  By default the picture goes from -2 to 1 and from -i to i, with `resolution` pixels
 * to the unit: a width of 3 .times that, and a height of 2 .times that.  xmax has to be .above xmin.  .follows: which
 * settings of a run the paths obey, here the schedule, since those of the CPU say schedule(runtime).
 */
enum { RESOLUTION, ITERATIONS, WIDTH, HEIGHT, XMIN, XMAX, YMIN, YMAX };
enum { COUNT };

/* Steps up to each escape, and the instructions of a step: three FMA and an addition.  Tests are not
 * counted: a path can take many steps before it tests (climb.c). */
static struct tri_work work(const struct tri_case *c)
{
    const int32_t *count = c->operand[COUNT];
    double steps = 0, all = (double)c->value[ITERATIONS].integer;
    for (size_t i = 0; i < c->length[COUNT]; i++)
        steps += count[i] ? count[i] : all;
    return (struct tri_work){
        .units = steps,
        .instructions = 4 * steps,
        .additions = steps,
        .bytes = (double)c->length[COUNT] * sizeof *count,
    };
}

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
    .operands = {[COUNT] = {.name = "count"}},
    .picture = {.show = TRI_ESCAPE_TIMES, .operand = COUNT, .width = WIDTH, .height = HEIGHT},
    .work = work,
    .plain = {
        .idea = "one pixel per thread or lane, a test after every step",
        .follows = {.schedule = true},
    },
};
