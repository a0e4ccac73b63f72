/*
 * The Mandelbrot set by escape time.
 *
 *     z(0) = 0,   z(i) = z(i-1)^2 + c,   one orbit for each pixel c
 *
 * The pixel's value is its escape time: the first i in 1…iterations at which |z(i)| has reached 2,
 * or 0 if that never happens.  Pixels are independent, so there is nothing to exchange and nothing
 * to wait for; a few bytes are written for hundreds of steps computed.  What makes it hard is that
 * neighbours stop at different times, which vectors and GPUs do not like.
 *
 * Read on: 1. the arithmetic, 2. the reference, 3. GPU, 4. CPU by directives, 5. CPU by
 * intrinsics, 6. the description that the tools read.
 */
#include "real.h"

#include "ran_on.h"
#include "triptych.h"

#include <complex.h>

/* ---- 1. The arithmetic ------------------------------------------------------------------------
 *
 * Orbits near the edge of the set are chaotic: one rounding more or less and the pixel changes.
 * So an arithmetic here is a contract down to the last bit.  The compiler may not fuse anything
 * (-ffp-contract=off); what is to be fused says FMA.
 */
enum arithmetic {
    FUSED,      /* four instructions a step: as few as we know */
    PLAIN,      /* every product and every sum rounded on its own */
    LISTING4,   /* the report's AVX2+FMA program */
    LISTING7,   /* the report's CUDA program, as its compiler fuses it */
    COURSEWORK, /* as PLAIN, but a bound of >= 4 and pixels counted from the centre */
};

struct point {
    real re, im;
};

/* Pixels along one axis: number `index` lies at (index - origin) * step + offset. */
struct axis {
    real step, offset;
    ptrdiff_t origin;
};

struct view {
    enum arithmetic arithmetic;
    int32_t iterations;
    ptrdiff_t width, height;
    struct axis re, im;
};

#pragma omp declare target

INLINE real X(coordinate)(enum arithmetic a, struct axis axis, ptrdiff_t index)
{
    real i = (real)(index - axis.origin);
    if (a == PLAIN || a == COURSEWORK)
        return i * axis.step + axis.offset;
    return FMA(i, axis.step, axis.offset);
}

/* z(i) from z = z(i-1).  `a` is a constant wherever this is inlined, so the switch costs nothing.
 *
 * FUSED saves over the textbook: -zi*zi + cr and zr*zr + that are one instruction each, and 2*zr
 * is an addition, which rounds nothing away.
 *
 * LISTING7 is read off the machine code of the report's kernel: its compiler unrolls the loop by
 * eight and, where two neighbouring steps share a square, leaves it unfused. */
INLINE struct point X(step)(enum arithmetic a, int32_t i, struct point c, struct point z)
{
    struct point next;
    switch (a) {
    case FUSED:
        next.re = FMA(z.re, z.re, FMA(-z.im, z.im, c.re));
        next.im = FMA(z.re + z.re, z.im, c.im);
        return next;
    case LISTING4:
        next.re = FMA(z.re, z.re, -(z.im * z.im)) + c.re;
        next.im = FMA(2, z.re * z.im, c.im);
        return next;
    case LISTING7:
        next.re = (i % 8 == 1 ? FMA(z.re, z.re, -(z.im * z.im)) : z.re * z.re - z.im * z.im) + c.re;
        next.im = PRECISION == TRI_DOUBLE ? FMA(2 * z.re, z.im, c.im) : 2 * z.re * z.im + c.im;
        return next;
    case PLAIN:
    case COURSEWORK: break;
    }
    next.re = z.re * z.re - z.im * z.im + c.re;
    next.im = 2 * z.re * z.im + c.im;
    return next;
}

/* Whether z(i) is still inside the bound.  Written so that infinities and NaN are outside. */
INLINE bool X(bounded)(enum arithmetic a, int32_t i, struct point z)
{
    switch (a) {
    case FUSED: return FMA(z.re, z.re, z.im * z.im) < 4;
    case LISTING4: return FMA(z.re, z.re, z.im * z.im) <= 4;
    case LISTING7:
        return (i % 8 == 0 ? FMA(z.re, z.re, z.im * z.im) : z.re * z.re + z.im * z.im) < 4;
    case PLAIN: return z.re * z.re + z.im * z.im <= 4;
    case COURSEWORK: break;
    }
    return z.re * z.re + z.im * z.im < 4;
}

/* The escape time as defined: a step, a test, a step, a test.  Starts at z = z(from - 1). */
INLINE int32_t X(escape)(enum arithmetic a, struct point c, struct point z, int32_t from,
                         int32_t iterations)
{
    for (int32_t i = from; i <= iterations; i++) {
        z = X(step)(a, i, c, z);
        if (!X(bounded)(a, i, z))
            return i;
    }
    return 0;
}

/* The same value, sooner.  A test costs as much as half a step and stalls the next one, so take a
 * block of steps untested and test once; when the orbit has left meanwhile, go back to the start
 * of the block and find the step.  An orbit that has left does not come back (it grows, or is NaN
 * and stays NaN), so no block hides an escape.  A block is a multiple of LISTING7's eight. */
enum { BLOCK = 8, GPU_BLOCK = REAL_BITS == 64 ? 16 : 32 };

INLINE int32_t X(escape_in_blocks)(enum arithmetic a, struct point c, int32_t iterations)
{
    struct point z = { 0, 0 };
    int32_t done = 0;
    while (iterations - done >= GPU_BLOCK) {
        struct point ahead = z;
        for (int32_t i = 1; i <= GPU_BLOCK; i++)
            ahead = X(step)(a, i, c, ahead);
        if (!X(bounded)(a, GPU_BLOCK, ahead))
            break;
        z = ahead;
        done += GPU_BLOCK;
    }
    return X(escape)(a, c, z, done + 1, iterations);
}

INLINE struct point X(point)(struct view v, ptrdiff_t row, ptrdiff_t col)
{
    return (struct point){ X(coordinate)(v.arithmetic, v.re, col),
                           X(coordinate)(v.arithmetic, v.im, row) };
}

/* One loop for each arithmetic, so that each is compiled with `a` known. */
INLINE int32_t X(escape_time)(struct view v, struct point c)
{
    switch (v.arithmetic) {
    case FUSED: return X(escape_in_blocks)(FUSED, c, v.iterations);
    case PLAIN: return X(escape_in_blocks)(PLAIN, c, v.iterations);
    case LISTING4: return X(escape_in_blocks)(LISTING4, c, v.iterations);
    case LISTING7: return X(escape_in_blocks)(LISTING7, c, v.iterations);
    case COURSEWORK: break;
    }
    return X(escape_in_blocks)(COURSEWORK, c, v.iterations);
}

#pragma omp end declare target

/* ---- 2. The reference -------------------------------------------------------------------------
 *
 * The definition, one pixel after the other.  Each step waits for the one before, so a core that
 * could finish two fma a cycle is idle for most of the time.  It is timed on one thread; checks of
 * large images use all, which changes nothing but the waiting.
 */
static void X(mandelbrot_reference)(struct view v, int32_t *count)
{
    struct point zero = { 0, 0 };
    #pragma omp parallel for schedule(dynamic)
    for (ptrdiff_t row = 0; row < v.height; row++)
        for (ptrdiff_t col = 0; col < v.width; col++)
            count[row * v.width + col] =
                X(escape)(v.arithmetic, X(point)(v, row, col), zero, 1, v.iterations);
}

/* Where it all began: the report's listing 1.  A power and an absolute value from the complex
 * library for every step, and the step's own idea of rounding: pretty, slow, and off the reference
 * by a few pixels. */
static void X(mandelbrot_origin)(struct view v, int32_t *count)
{
    for (ptrdiff_t row = 0; row < v.height; row++)
        for (ptrdiff_t col = 0; col < v.width; col++) {
            struct point at = X(point)(v, row, col);
            double complex c = at.re + at.im * I, z = 0;
            int32_t i = 1;
            while (i <= v.iterations && cabs(z = cpow(z, 2) + c) < 2)
                i++;
            count[row * v.width + col] = i <= v.iterations ? i : 0;
        }
}

/* ---- 3. GPU: omp target -----------------------------------------------------------------------
 *
 * A team takes a row, its threads take neighbouring pixels: they write next to each other, and
 * mostly stop at about the same time, which a warp needs because it runs until its last lane has
 * stopped.  collapse(2) would say it in one line, but then every pixel pays for a 64-bit division
 * to get its row and column back: on an H100 in double at resolution 4000, 9.1 ms against 8.4.
 *
 * Only the result crosses the bus, by map(from:), and one integer that proves where this ran.
 */
static void X(mandelbrot_offload)(struct view v, int32_t *count, int *place)
{
    #pragma omp target teams distribute thread_limit(256) \
        map(from: count[:v.height * v.width], place[:1])
    for (ptrdiff_t row = 0; row < v.height; row++) {
        #pragma omp parallel for
        for (ptrdiff_t col = 0; col < v.width; col++) {
            if (row == 0 && col == 0)
                *place = ran_on();
            count[row * v.width + col] = X(escape_time)(v, X(point)(v, row, col));
        }
    }
}

/* ---- 4. CPU: omp parallel for, omp simd -------------------------------------------------------
 *
 * Threads take stretches of a row, the lanes of vectors take the pixels of a strip.  An escape loop
 * itself does not vectorise: its lanes want to stop at different times.  A block of steps does,
 * since it is a fixed number of them; so a strip advances block by block until no pixel in it is
 * left, and dates the escapes of a block by going through it once more, counting.
 *
 * A strip is short, one or two vectors, so that few pixels wait for their slowest neighbour.  But a
 * short strip spends its time waiting for its own results: several advance in turn, and the core,
 * looking ahead, works on the next while one waits.
 *
 * Which instructions this becomes is up to the compiler: AVX2 or AVX-512, from the same lines.
 */
enum { STRIP = 512 / REAL_BITS, STRIPS = 8, STRETCH = STRIPS * STRIP };

struct strip {
    real c[STRIP];                         /* real parts; the imaginary part is the row's */
    real re[STRIP], im[STRIP];             /* z(done) of each pixel */
    real ahead_re[STRIP], ahead_im[STRIP]; /* z(done + BLOCK) */
    int32_t time[STRIP];                   /* escape times found so far, 0 before */
    int32_t left;                          /* pixels that are still bounded */
};

/* Computes z(done + BLOCK) and returns how many pixels are still bounded there. */
INLINE int32_t X(advance)(enum arithmetic a, real ci, struct strip *s)
{
    int32_t bounded = 0;
    #pragma omp simd reduction(+: bounded)
    for (int32_t lane = 0; lane < STRIP; lane++) {
        struct point c = { s->c[lane], ci }, z = { s->re[lane], s->im[lane] };
        for (int32_t i = 1; i <= BLOCK; i++)
            z = X(step)(a, i, c, z);
        s->ahead_re[lane] = z.re;
        s->ahead_im[lane] = z.im;
        bounded += X(bounded)(a, BLOCK, z);
    }
    return bounded;
}

/* Takes the same steps, testing each, and notes the time of every orbit that was bounded before
 * them and is not after. */
INLINE void X(date)(enum arithmetic a, real ci, int32_t done, struct strip *s)
{
    #pragma omp simd
    for (int32_t lane = 0; lane < STRIP; lane++) {
        struct point c = { s->c[lane], ci }, z = { s->re[lane], s->im[lane] };
        real inside = X(bounded)(a, 0, z), survived = 0, before = inside;
        for (int32_t i = 1; i <= BLOCK; i++) {
            z = X(step)(a, i, c, z);
            inside = X(bounded)(a, i, z) ? inside : 0;
            survived += inside;
        }
        int32_t time = done + 1 + (int32_t)survived;
        s->time[lane] = before > inside ? time : s->time[lane];
    }
}

INLINE void X(advance_and_date)(enum arithmetic a, real ci, int32_t done, struct strip *s)
{
    int32_t bounded = X(advance)(a, ci, s);
    if (bounded < s->left)
        X(date)(a, ci, done, s);
    s->left = bounded;
    for (int32_t lane = 0; lane < STRIP; lane++) {
        s->re[lane] = s->ahead_re[lane];
        s->im[lane] = s->ahead_im[lane];
    }
}

INLINE void X(simd_stretch)(enum arithmetic a, struct view v, ptrdiff_t row, ptrdiff_t col,
                            int32_t *count)
{
    struct strip strips[STRIPS] = { 0 };
    real ci = X(coordinate)(a, v.im, row);
    for (int32_t i = 0; i < STRETCH; i++)
        strips[i / STRIP].c[i % STRIP] = X(coordinate)(a, v.re, col + i);

    int32_t left = STRETCH;
    for (int32_t k = 0; k < STRIPS; k++)
        strips[k].left = STRIP;
    for (int32_t done = 0; left > 0 && done < v.iterations; done += BLOCK) {
        left = 0;
        for (int32_t k = 0; k < STRIPS; k++) {
            if (strips[k].left > 0)
                X(advance_and_date)(a, ci, done, &strips[k]);
            left += strips[k].left;
        }
    }
    for (int32_t i = 0; i < STRETCH && col + i < v.width; i++) {
        int32_t time = strips[i / STRIP].time[i % STRIP];
        count[i] = time <= v.iterations ? time : 0;
    }
}

static void X(mandelbrot_simd)(struct view v, int32_t *count)
{
    #pragma omp parallel for collapse(2) schedule(dynamic)
    for (ptrdiff_t row = 0; row < v.height; row++)
        for (ptrdiff_t col = 0; col < v.width; col += STRETCH) {
            int32_t *stretch = count + row * v.width + col;
            switch (v.arithmetic) {
            case FUSED: X(simd_stretch)(FUSED, v, row, col, stretch); break;
            case PLAIN: X(simd_stretch)(PLAIN, v, row, col, stretch); break;
            case LISTING4: X(simd_stretch)(LISTING4, v, row, col, stretch); break;
            case LISTING7: X(simd_stretch)(LISTING7, v, row, col, stretch); break;
            case COURSEWORK: X(simd_stretch)(COURSEWORK, v, row, col, stretch); break;
            }
        }
}

/* ---- 5. CPU: AVX2 and FMA intrinsics ----------------------------------------------------------
 *
 * The same blocks, written by hand for one vector length.  An fma takes about four cycles and two
 * can start in each, while a step of one orbit is two fma in a row: so four vectors go abreast,
 * and while one waits the others fill the pipes.  That and keeping z in registers from block to
 * block is all that the hand can do better than the directive; the price is this section.
 */
#if defined(__x86_64__)

enum { ABREAST = 4, GROUP = ABREAST * LANES };

struct vector {
    vec re, im;
};

AVX2 INLINE struct vector X(step_avx2)(enum arithmetic a, int32_t i, struct vector c,
                                       struct vector z)
{
    struct vector next;
    vec two = V(set1)(2);
    switch (a) {
    case FUSED:
        next.re = V(fmadd)(z.re, z.re, V(fnmadd)(z.im, z.im, c.re));
        next.im = V(fmadd)(V(add)(z.re, z.re), z.im, c.im);
        return next;
    case LISTING4:
        next.re = V(add)(V(fmsub)(z.re, z.re, V(mul)(z.im, z.im)), c.re);
        next.im = V(fmadd)(two, V(mul)(z.re, z.im), c.im);
        return next;
    case LISTING7:
        next.re = i % 8 == 1 ? V(fmsub)(z.re, z.re, V(mul)(z.im, z.im))
                             : V(sub)(V(mul)(z.re, z.re), V(mul)(z.im, z.im));
        next.re = V(add)(next.re, c.re);
        next.im = PRECISION == TRI_DOUBLE ? V(fmadd)(V(mul)(two, z.re), z.im, c.im)
                                          : V(add)(V(mul)(V(mul)(two, z.re), z.im), c.im);
        return next;
    case PLAIN:
    case COURSEWORK: break;
    }
    next.re = V(add)(V(sub)(V(mul)(z.re, z.re), V(mul)(z.im, z.im)), c.re);
    next.im = V(add)(V(mul)(V(mul)(two, z.re), z.im), c.im);
    return next;
}

/* All ones in the lanes that are still inside the bound. */
AVX2 INLINE vec X(bounded_avx2)(enum arithmetic a, int32_t i, struct vector z)
{
    vec im2 = V(mul)(z.im, z.im), four = V(set1)(4);
    bool fused = a == FUSED || a == LISTING4 || (a == LISTING7 && i % 8 == 0);
    vec norm = fused ? V(fmadd)(z.re, z.re, im2) : V(add)(V(mul)(z.re, z.re), im2);
    return a == PLAIN || a == LISTING4 ? V(cmp)(norm, four, _CMP_LE_OQ)
                                       : V(cmp)(norm, four, _CMP_LT_OQ);
}

/* Goes once more through the block of steps that starts at z = z(done), testing each, and writes
 * the time of the lanes in `escaped`, which have left within it. */
AVX2 INLINE void X(date_avx2)(enum arithmetic a, struct vector c, struct vector z, int32_t done,
                              unsigned escaped, int32_t *time)
{
    vec inside = V(cmp)(c.re, c.re, _CMP_TRUE_UQ), survived = V(setzero)();
    for (int32_t i = 1; i <= BLOCK; i++) {
        z = X(step_avx2)(a, i, c, z);
        inside = V(and)(inside, X(bounded_avx2)(a, i, z));
        survived = V(add)(survived, V(and)(inside, V(set1)(1)));
    }
    real steps[LANES];
    V(storeu)(steps, survived);
    for (int lane = 0; lane < LANES; lane++)
        if (escaped >> lane & 1)
            time[lane] = done + 1 + (int32_t)steps[lane];
}

AVX2 INLINE void X(avx2_strip)(enum arithmetic a, struct view v, ptrdiff_t row, ptrdiff_t col,
                               int32_t *count)
{
    struct vector c[ABREAST], z[ABREAST], ahead[ABREAST];
    int32_t time[GROUP] = { 0 };
    for (int k = 0; k < ABREAST; k++) {
        real re[LANES];
        for (int lane = 0; lane < LANES; lane++)
            re[lane] = X(coordinate)(a, v.re, col + k * LANES + lane);
        c[k].re = V(loadu)(re);
        c[k].im = V(set1)(X(coordinate)(a, v.im, row));
        z[k].re = z[k].im = V(setzero)();
    }

    const unsigned all = (1u << LANES) - 1;
    unsigned left[ABREAST] = { all, all, all, all }, any = all;
    for (int32_t done = 0; any && done < v.iterations; done += BLOCK) {
        for (int k = 0; k < ABREAST; k++)
            ahead[k] = z[k];
        for (int32_t i = 1; i <= BLOCK; i++)
            for (int k = 0; k < ABREAST; k++)
                ahead[k] = X(step_avx2)(a, i, c[k], ahead[k]);
        any = 0;
        for (int k = 0; k < ABREAST; k++) {
            unsigned inside = (unsigned)V(movemask)(X(bounded_avx2)(a, BLOCK, ahead[k]));
            if (left[k] & ~inside)
                X(date_avx2)(a, c[k], z[k], done, left[k] & ~inside, time + k * LANES);
            left[k] &= inside;
            any |= left[k];
            z[k] = ahead[k];
        }
    }
    for (int i = 0; i < GROUP && col + i < v.width; i++)
        count[i] = time[i] <= v.iterations ? time[i] : 0;
}

/* The attribute AVX2 belongs to functions without a pragma: the body that a compiler outlines for
 * a parallel region loses it. */
AVX2 static void X(avx2_row)(struct view v, ptrdiff_t row, int32_t *count)
{
    for (ptrdiff_t col = 0; col < v.width; col += GROUP)
        switch (v.arithmetic) {
        case FUSED: X(avx2_strip)(FUSED, v, row, col, count + col); break;
        case PLAIN: X(avx2_strip)(PLAIN, v, row, col, count + col); break;
        case LISTING4: X(avx2_strip)(LISTING4, v, row, col, count + col); break;
        case LISTING7: X(avx2_strip)(LISTING7, v, row, col, count + col); break;
        case COURSEWORK: X(avx2_strip)(COURSEWORK, v, row, col, count + col); break;
        }
}

static void X(mandelbrot_avx2)(struct view v, int32_t *count)
{
    #pragma omp parallel for schedule(dynamic)
    for (ptrdiff_t row = 0; row < v.height; row++)
        X(avx2_row)(v, row, count + row * v.width);
}

#endif

/* ---- 6. The description -----------------------------------------------------------------------
 *
 * What the tools know of all this.  The defaults are the report's domain: three by two, from
 * -2 - i on, `resolution` pixels to the unit.
 */
enum { RESOLUTION, ITERATIONS, ARITHMETIC, WIDTH, HEIGHT, XMIN, XMAX, YMIN, YMAX };

static struct view X(view)(const struct tri_case *c)
{
    struct view v = {
        .arithmetic = (enum arithmetic)c->value[ARITHMETIC].integer,
        .iterations = (int32_t)c->value[ITERATIONS].integer,
        .width = (ptrdiff_t)c->value[WIDTH].integer,
        .height = (ptrdiff_t)c->value[HEIGHT].integer,
    };
    if (v.arithmetic == COURSEWORK) { /* has a view of its own, around -0.6 */
        real step = (real)1 / (real)(v.width / 4);
        v.re = (struct axis){ step, (real)-0.6, v.width / 2 };
        v.im = (struct axis){ step, 0, v.height / 2 };
        return v;
    }
    real xmin = (real)c->value[XMIN].real, xmax = (real)c->value[XMAX].real;
    real ymin = (real)c->value[YMIN].real, ymax = (real)c->value[YMAX].real;
    v.re = (struct axis){ (xmax - xmin) / (real)v.width, xmin, 0 };
    v.im = (struct axis){ (ymax - ymin) / (real)v.height, ymin, 0 };
    return v;
}

static void X(run_reference)(const struct tri_case *c)
{
    X(mandelbrot_reference)(X(view)(c), c->operand[0]);
}

static void X(run_origin)(const struct tri_case *c)
{
    X(mandelbrot_origin)(X(view)(c), c->operand[0]);
}

static void X(run_offload)(const struct tri_case *c)
{
    X(mandelbrot_offload)(X(view)(c), c->operand[0], c->ran_on);
}

static void X(run_simd)(const struct tri_case *c)
{
    X(mandelbrot_simd)(X(view)(c), c->operand[0]);
}

#if defined(__x86_64__)
static void X(run_avx2)(const struct tri_case *c)
{
    X(mandelbrot_avx2)(X(view)(c), c->operand[0]);
}
#else
# define run_avx2_float NULL
# define run_avx2_double NULL
#endif

/* Steps taken, and the instructions each needs when nothing is tested. */
static struct tri_work X(work)(const struct tri_case *c)
{
    static const double instructions[] = {
        [FUSED] = 4,      [PLAIN] = 7, [LISTING4] = 5, [LISTING7] = PRECISION == TRI_DOUBLE ? 6 : 7,
        [COURSEWORK] = 7,
    };
    const int32_t *count = c->operand[0];
    int64_t iterations = c->value[ITERATIONS].integer;
    double steps = 0;
    for (size_t i = 0; i < c->length[0]; i++)
        steps += (double)(count[i] ? count[i] : iterations);
    return (struct tri_work){
        .units = steps,
        .instructions = steps * instructions[c->value[ARITHMETIC].integer],
        .bytes = (double)c->length[0] * sizeof *count,
    };
}

const struct tri_hotspot X(mandelbrot) = {
    .name = "mandelbrot",
    .formula = "first i with |z(i)| >= 2, where z(i) = z(i-1)^2 + c",
    .unit = "iterations",
    .precision = PRECISION,
    .params = {
        [RESOLUTION] = {"resolution", "pixels to the unit", TRI_INTEGER, 500, .min = 1,
                        .max = 1 << 20},
        [ITERATIONS] = {"iterations", "steps after which a pixel counts as inside", TRI_INTEGER,
                        1000, .min = 1, .max = 1000000000},
        [ARITHMETIC] = {"arithmetic", "what is rounded, and where", TRI_CHOICE, FUSED,
                        .choices = {"fused", "plain", "listing4", "listing7", "coursework"}},
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
        {"count", TRI_INT32, TRI_OUT, .rank = 2, .shape = {HEIGHT, WIDTH}},
    },
    .picture = {.shown = true, .operand = 0, .width = WIDTH, .height = HEIGHT},
    .work = X(work),
    .path = {
        [TRI_ORIGIN] = PRECISION == TRI_DOUBLE ? X(run_origin) : NULL,
        [TRI_REFERENCE] = X(run_reference),
        [TRI_SIMD] = X(run_simd),
        [TRI_AVX2] = X(run_avx2),
        [TRI_OFFLOAD] = X(run_offload),
    },
};
