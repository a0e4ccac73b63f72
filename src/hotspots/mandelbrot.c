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
 * Read on: 1. the arithmetic, 2. orbits, 3. the reference, 4. GPU, 5. what both CPU paths share,
 * 6. CPU by directives, 7. CPU by intrinsics, 8. the description that the tools read.
 *
 * "The report", in what follows, is A of those that README.md lists under Studies.
 */
#include "real.h"

#include "ran_on.h"
#include "triptych.h"

#include <complex.h>
#include <string.h>

/* ---- 1. The arithmetic ------------------------------------------------------------------------
 *
 * Orbits near the edge of the set are chaotic: one rounding more or less and the pixel changes.
 * So an arithmetic here is a contract down to the last bit.  The compiler may not fuse anything
 * (-ffp-contract=off); what is to be fused says FMA.
 *
 * `real` is float or double: the file is compiled once as each, and X(name) is name_float or
 * name_double.  (real.h; V(op), further down, is the intrinsic _mm256_op_ps or _mm256_op_pd.)
 */
enum arithmetic {
    FUSED,      /* four instructions a step: as few as we know */
    PLAIN,      /* every product and every sum rounded on its own; 2 itself has not escaped */
    LISTING4,   /* the report's AVX2+FMA program; 2 itself has not escaped */
    LISTING7,   /* its CUDA program, as its compiler fuses it */
    COURSEWORK, /* as PLAIN, but 2 has escaped, and pixels are counted from the centre */
};

/* f(a, …) with the arithmetic as a constant: a copy of f for each, compiled as if there were no
 * other. */
#define WITH(a, f, ...)                           \
    ((a) == FUSED      ? f(FUSED, __VA_ARGS__)    \
     : (a) == PLAIN    ? f(PLAIN, __VA_ARGS__)    \
     : (a) == LISTING4 ? f(LISTING4, __VA_ARGS__) \
     : (a) == LISTING7 ? f(LISTING7, __VA_ARGS__) \
                       : f(COURSEWORK, __VA_ARGS__))

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
    bool skip; /* do not iterate what is known to stay */
    int32_t iterations;
    ptrdiff_t width, height;
    struct axis re, im;
};

/* From here to `end declare target`, functions are compiled for the device as well. */
#pragma omp declare target

INLINE real X(coordinate)(enum arithmetic a, struct axis axis, ptrdiff_t index)
{
    real i = (real)(int32_t)(index - axis.origin); /* AVX2 cannot convert 64 bits */
    if (a == PLAIN || a == COURSEWORK)
        return i * axis.step + axis.offset;
    return FMA(i, axis.step, axis.offset);
}

/* z(i) from z = z(i-1).  `a` is a constant wherever this is inlined, so the switch costs nothing.
 *
 * FUSED needs fewer instructions than the textbook: t = cr - zi*zi and zr*zr + t are one fma each,
 * and 2*zr is an addition, which is exact.  The imaginary part comes first because its result then
 * takes the place of the doubled zr: the GPU's compiler saves a move (7 % in float), the CPU's a
 * register.
 *
 * LISTING7 is read off the machine code of the report's kernel: its compiler unrolls the loop by
 * eight and, where two neighbouring steps share a square, leaves it unfused. */
INLINE struct point X(step)(enum arithmetic a, int32_t i, struct point c, struct point z)
{
    struct point next;
    switch (a) {
    case FUSED:
        next.im = FMA(z.re + z.re, z.im, c.im);
        next.re = FMA(z.re, z.re, FMA(-z.im, z.im, c.re));
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

/* ---- 2. Orbits ---------------------------------------------------------------------------------
 *
 * A test costs about as much as a step, and a branch besides; lanes of a vector have to count one
 * by one.  But an orbit that has left does not come back: it grows, or is NaN and stays NaN.  So
 * there are two ways to go on.  To walk is to test after every step: it tells when an orbit
 * leaves.  To leap is to take many steps and test once: it tells that an orbit has left, not when.
 * Leap while nothing happens; then go back to where the leap began, and walk.
 */
enum {
    FIRST = 8, /* steps walked first: nearly two thirds of the report's domain leave */
    LONG = 32, /* steps of a leap; both are multiples of LISTING7's eight */
};

/* Walks n steps from z(done), a multiple of 8.  The escape time, or 0 and *z = z(done + n).  (Held
 * in a struct of two floats, clang packs z into a vector again after every step, and the float
 * reference takes 1.5 times as long.) */
INLINE int32_t X(walk)(enum arithmetic a, struct point c, int32_t done, int32_t n, struct point *z)
{
    real re = z->re, im = z->im;
    for (int32_t i = 1; i <= n; i++) {
        struct point next = X(step)(a, i, c, (struct point){ re, im });
        if (!X(bounded)(a, i, next))
            return done + i;
        re = next.re;
        im = next.im;
    }
    *z = (struct point){ re, im };
    return 0;
}

/* Leaps to *z = z(done + LONG) and tells whether that is still bounded. */
INLINE bool X(leap)(enum arithmetic a, struct point c, struct point *z)
{
    for (int32_t i = 1; i <= LONG; i++)
        *z = X(step)(a, i, c, *z);
    return X(bounded)(a, LONG, *z);
}

/* interior=skip: a pixel is not iterated any further once it is certain that its orbit stays.
 *
 * Certain is, first, what lies in the cardioid, where orbits go to a fixed point, or in the disc
 * left of it, where they go to a cycle of two; but not close to the edge, where rounding might
 * push an orbit over.  So both are drawn a little smaller: it is c (1 + 2^-8) that has to lie in
 * the cardioid, which is star-shaped about 0, so that c lies deeper inside. */
INLINE bool X(surely_inside)(struct point c)
{
    const real margin = (real)(1 + 0x1p-8);
    real x = c.re * margin, y2 = c.im * margin * (c.im * margin);
    real from_cusp = x - (real)0.25, q = from_cusp * from_cusp + y2;
    real from_centre = c.re + 1;
    bool in_cardioid = q * (q + from_cusp) < (real)0.25 * y2;
    bool in_disc = (from_centre * from_centre + c.im * c.im) * margin < (real)0.0625;
    return in_cardioid | in_disc;
}

/* Second, an orbit that comes back to where it has been, to the last bit, goes round from then on.
 * The place to compare with moves on whenever the number of steps has doubled (R. Brent, 1980; on
 * the CPU: at the ends of phases, where it has quadrupled), so that a cycle is found soon after
 * the arithmetic has settled into it.  No pixel changes. */
INLINE bool X(same)(struct point a, struct point b)
{
    return a.re == b.re && a.im == b.im;
}

/* The escape time of c, or 0.  The walk that dates an escape comes after the leaps, not among
 * them, so that on a GPU all lanes of a warp walk together, once (resolution 4000 on an H100: 4.74
 * ms to 4.51 in float, 8.00 to 7.74 in double). */
INLINE int32_t X(escape)(enum arithmetic a, bool skip, int32_t iterations, struct point c)
{
    struct point z = { 0, 0 };
    int32_t time = X(walk)(a, c, 0, FIRST, &z), done = FIRST, remembered = FIRST;
    if (time != 0)
        return time <= iterations ? time : 0;
    struct point memory = z;
    for (; done < iterations; done += LONG) {
        struct point start = z;
        if (!X(leap)(a, c, &z)) {
            z = start;
            break;
        }
        if (skip && X(same)(z, memory))
            return 0;
        if (skip && done >= 2 * remembered) {
            memory = z;
            remembered = done;
        }
    }
    return X(walk)(a, c, done, iterations - done, &z);
}

INLINE struct point X(point)(struct view v, ptrdiff_t row, ptrdiff_t col)
{
    return (struct point){ X(coordinate)(v.arithmetic, v.re, col),
                           X(coordinate)(v.arithmetic, v.im, row) };
}

INLINE int32_t X(escape_time)(enum arithmetic arithmetic, bool skip, int32_t iterations,
                              struct point c)
{
    if (skip && X(surely_inside)(c))
        return 0;
    return WITH(arithmetic, X(escape), skip, iterations, c);
}

#pragma omp end declare target

/* ---- 3. The reference -------------------------------------------------------------------------
 *
 * The definition, one pixel after the other.  Each step waits for the one before, so a core that
 * could finish two fma a cycle is idle for most of the time.  It is timed on one thread; checks of
 * large images use all, which changes nothing but the waiting.  (schedule(runtime) is the one that
 * was asked for outside; see section 5.)
 */
static void X(mandelbrot_reference)(struct view v, int32_t *count)
{
    #pragma omp parallel for schedule(runtime)
    for (ptrdiff_t row = 0; row < v.height; row++)
        for (ptrdiff_t col = 0; col < v.width; col++) {
            struct point c = X(point)(v, row, col), z = { 0, 0 };
            count[row * v.width + col] = WITH(v.arithmetic, X(walk), c, 0, v.iterations, &z);
        }
}

/* Where it all began: the report's listing 1.  A power and an absolute value from the complex
 * library for every step, and the library's own idea of rounding: pretty, slow, and off the reference
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

/* ---- 4. GPU: omp target -----------------------------------------------------------------------
 *
 * A team takes a row, its threads take neighbouring pixels, one each and then the next in turn
 * (static, 1): they write next to each other, and mostly stop at about the same time, which a warp
 * needs because it runs until its last lane has stopped.  collapse(2) would say it in one line,
 * but then every pixel pays for a 64-bit division to get its row and column back (8 % in double at
 * resolution 4000 on an H100).  One team for each row (tri_teams(height) is height on a GPU),
 * because the runtime by itself starts 3200 and gives some more rows than others (6 %); of 128
 * threads, so that a row's last pixels keep few of them waiting.  (`bench --sweep teams=100,1000
 * threads-per-team=32,256` tries other numbers.)  The limit is a function's value, not a
 * number, on purpose: clang builds a kernel of a known limit differently, and slower (in float 4.3 ms
 * instead of 4.0).
 *
 * Only the result crosses the bus, by map(from:), and one integer that proves where this ran.  The
 * view goes in pieces because scalars travel as arguments of the kernel: a struct that is
 * firstprivate took 20 us longer, and one that is mapped, which is what happens when nothing is
 * said, 68 us; at resolution 250 that is as long as the whole region.
 */
static void X(mandelbrot_offload)(struct view v, int32_t *count, int *place)
{
    enum arithmetic arithmetic = v.arithmetic;
    bool skip = v.skip;
    int32_t iterations = v.iterations;
    ptrdiff_t width = v.width, height = v.height, left = v.re.origin, top = v.im.origin;
    real re_step = v.re.step, re = v.re.offset, im_step = v.im.step, im = v.im.offset;
    #pragma omp target teams distribute num_teams(tri_teams(height)) \
        thread_limit(tri_team_threads(128)) map(from: count[:height * width], place[:1])
    for (ptrdiff_t row = 0; row < height; row++) {
        #pragma omp parallel for schedule(static, 1)
        for (ptrdiff_t col = 0; col < width; col++) {
            struct axis across = { re_step, re, left }, up = { im_step, im, top };
            struct point c = { X(coordinate)(arithmetic, across, col),
                               X(coordinate)(arithmetic, up, row) };
            if (row == 0 && col == 0)
                *place = ran_on();
            /* Which of the two is known before: the loop without skip carries none of its tests. */
            count[row * width + col] = skip ? X(escape_time)(arithmetic, true, iterations, c)
                                            : X(escape_time)(arithmetic, false, iterations, c);
        }
    }
}

/* The same with the image dealt out in tiles (distribution=tiles).  Where few rows come to a multiprocessor,
 * those across the set keep it busy while others are done; tiles are small and many, so that hard ones
 * and easy ones mix.  On the GTX 1080 Ti of report C that paid eleven times.  An H100 starts teams
 * fast and holds thousands of rows' threads, and there rows win: a tile's team is started for 256 pixels
 * and ends with the slowest, while a row's threads go on to the next pixel.  (Float, resolution 1000:
 * 301 us by rows, 348 by tiles; double 564 and 565; at 500, double, the tiles win, 174 us to 182.)
 *
 * A warp takes 32 pixels of a row at most, as before: it writes next to each other.  Both extents are
 * constants, which is why collapse(2) needs no division here; tiles that stick out of the image have
 * pixels with nothing to do.
 */
enum { TILE_WIDTH = 32, TILE_HEIGHT = 8 };

static void X(mandelbrot_tiles)(struct view v, int32_t *count, int *place)
{
    enum arithmetic arithmetic = v.arithmetic;
    bool skip = v.skip;
    int32_t iterations = v.iterations;
    ptrdiff_t width = v.width, height = v.height, left = v.re.origin, top = v.im.origin;
    real re_step = v.re.step, re = v.re.offset, im_step = v.im.step, im = v.im.offset;
    ptrdiff_t across = (width + TILE_WIDTH - 1) / TILE_WIDTH;
    ptrdiff_t tiles = (height + TILE_HEIGHT - 1) / TILE_HEIGHT * across;
    #pragma omp target teams distribute num_teams(tri_teams(tiles)) \
        thread_limit(tri_team_threads(TILE_WIDTH * TILE_HEIGHT))    \
        map(from: count[:height * width], place[:1])
    for (ptrdiff_t tile = 0; tile < tiles; tile++) {
        ptrdiff_t first_row = tile / across * TILE_HEIGHT, first_col = tile % across * TILE_WIDTH;
        #pragma omp parallel for collapse(2) schedule(static, 1)
        for (int down = 0; down < TILE_HEIGHT; down++)
            for (int right = 0; right < TILE_WIDTH; right++) {
                ptrdiff_t row = first_row + down, col = first_col + right;
                struct axis re_axis = { re_step, re, left }, im_axis = { im_step, im, top };
                struct point c = { X(coordinate)(arithmetic, re_axis, col),
                                   X(coordinate)(arithmetic, im_axis, row) };
                if (row == 0 && col == 0)
                    *place = ran_on();
                if (row < height && col < width)
                    count[row * width + col] =
                        skip ? X(escape_time)(arithmetic, true, iterations, c)
                             : X(escape_time)(arithmetic, false, iterations, c);
            }
    }
}

/* ---- 5. CPU: strips and stretches --------------------------------------------------------------
 *
 * An escape loop does not vectorise: its lanes want to stop at different times.  A fixed number of
 * steps does, walked or leapt.  So the CPU's paths take a strip of pixels at once, and differ in
 * nothing but how a strip walks and how it leaps (sections 6 and 7).  The threads are here:
 *
 *   take_image        threads: each takes the next stretch of a row
 *     take_stretch    steps 1…32, then phases up to 128, 512, … iterations
 *       take_first_steps, take_steps
 *                     strip by strip: leap; if an orbit has left, walk that leap and note when
 *       compact       close the gaps between the pixels that are left
 *
 * A strip is what six vectors hold.  In a step two fma wait for each other, eight cycles.  Meanwhile
 * a core can start sixteen, and a Zen 3 additions besides.  A step has three fma and an addition: five
 * to six vectors keep it busy.  z of six takes twelve of sixteen registers; c comes
 * from memory. (Leaps alone, share of the fma ceiling on a Zen 3 core in double: four vectors
 * 0.77, five 0.86, six 0.93, seven, which do not fit any more, 0.75.)
 *
 * In a strip, a lane whose orbit has left is lost until all have left.  So a thread takes a
 * stretch of a row: all its strips take their first steps; then the pixels that are left move
 * together into full strips, and again after 128 steps, after 512 and so on.  (A stretch is 130 KB
 * on the thread's stack.)
 */
enum {
    STRIP = 6 * VECTOR_BITS / REAL_BITS, /* at most */
    YOUNG = 32, /* steps after which the pixels of a stretch move together for the first time */
    STRETCH = 4096,
    ROOM = STRETCH + STRIP,
    NEVER = 1 << 30, /* an escape time beyond every limit */
};

/* Pixels of one row: `lanes` values each of c's real part and of z, and c's imaginary part. */
struct strip {
    int lanes;
    real *c, *re, *im;
    real ci;
};

/* Walks n steps.  Adds to each orbit's `stayed` the number of these steps after which it was still
 * bounded, and returns how many orbits are bounded in the end.  It is counted in `real` so that a
 * counter is as wide as its lane; n is small, so that is exact. */
typedef int32_t walk_fn(enum arithmetic, struct strip, int32_t n, real *stayed);

/* Leaps from z(done) on, leap_length() steps at a time, for as long as those orbits that were
 * bounded still are, until z(to) is reached.  Returns how far it came: if not to the end, then one
 * leaves within the next leap. */
typedef int32_t leap_fn(enum arithmetic, struct strip, int32_t done, int32_t to);

INLINE int32_t X(leap_length)(int32_t done, int32_t to)
{
    return to - done < LONG ? (to - done + 7) / 8 * 8 : LONG;
}

struct gait {
    int lanes; /* of a strip */
    walk_fn *walk;
    leap_fn *leap;
};

/* A pixel that needs no more work has z set to infinity: it has escaped, lies beyond the row's
 * end, or is known to be inside.  After compact(), the first `left` are those that still go on. */
struct stretch {
    ptrdiff_t width, left;
    real ci;
    int32_t pixel[ROOM]; /* number in the stretch */
    real c[ROOM], re[ROOM], im[ROOM];
    int32_t time[ROOM]; /* by number */
};

INLINE struct strip X(strip)(const struct gait *by, struct stretch *s, ptrdiff_t first)
{
    return (struct strip){ by->lanes, s->c + first, s->re + first, s->im + first, s->ci };
}

INLINE bool X(at_infinity)(real re, real im)
{
    return !(re * re + im * im < (real)INFINITY); /* or NaN, which infinity turns into */
}

/* Appends to the first `left` pixels those of the next n that still go on. */
static void X(compact)(struct stretch *s, ptrdiff_t first, ptrdiff_t n)
{
    ptrdiff_t left = s->left;
    for (ptrdiff_t i = first; i < first + n; i++) {
        real re = s->re[i], im = s->im[i];
        s->pixel[left] = s->pixel[i];
        s->c[left] = s->c[i];
        s->re[left] = re;
        s->im[left] = im;
        left += !X(at_infinity)(re, im);
    }
    s->left = left;
}

/* Sets a strip to z(0), beyond the row's end to infinity; returns how many orbits begin. */
static int32_t X(begin)(struct view v, ptrdiff_t col, struct stretch *s, ptrdiff_t first,
                        struct strip strip)
{
    int32_t *pixel = s->pixel + first;
    int32_t left = s->width - first < strip.lanes ? (int32_t)(s->width - first) : strip.lanes;
    for (int32_t i = 0; i < strip.lanes; i++) {
        pixel[i] = (int32_t)first + i;
        strip.c[i] = X(coordinate)(v.arithmetic, v.re, col + first + i);
        strip.re[i] = i < left ? 0 : (real)INFINITY;
        strip.im[i] = 0;
    }
    return left;
}

/* Puts orbits at infinity that are sure to stay (interior=skip); returns how many. */
static int32_t X(drop_interior)(struct strip s)
{
    int32_t dropped = 0;
    #pragma omp simd reduction(+: dropped)
    for (int32_t i = 0; i < s.lanes; i++) {
        bool inside = (s.re[i] == 0) & X(surely_inside)((struct point){ s.c[i], s.ci });
        s.re[i] = inside ? (real)INFINITY : s.re[i];
        dropped += inside;
    }
    return dropped;
}

/* Where all stay for the first eight steps they may well stay for good: then a leap tells sooner
 * than a walk. */
static void X(take_first_steps)(const struct gait *by, struct view v, ptrdiff_t col,
                                struct stretch *s, ptrdiff_t first)
{
    struct strip strip = X(strip)(by, s, first);
    real stayed[STRIP];
    int32_t left = X(begin)(v, col, s, first, strip), done = FIRST;
    if (v.skip)
        left -= X(drop_interior)(strip);
    for (int i = 0; i < strip.lanes; i++)
        stayed[i] = strip.re[i] == 0 ? 0 : YOUNG; /* the others do not count as escaped */
    if (left > 0)
        left = by->walk(v.arithmetic, strip, FIRST, stayed);
    if (left == strip.lanes)
        done = by->leap(v.arithmetic, strip, FIRST, YOUNG);
    int32_t leapt = done - FIRST;
    for (; left > 0 && done < YOUNG; done += FIRST)
        left = by->walk(v.arithmetic, strip, FIRST, stayed);
    for (int i = 0; i < strip.lanes; i++) {
        int32_t steps = (int32_t)stayed[i] + leapt;
        s->time[first + i] = steps < YOUNG ? steps + 1 : NEVER;
        strip.re[i] = steps < YOUNG ? (real)INFINITY : strip.re[i];
    }
    if (left > 0)
        X(compact)(s, first, strip.lanes);
}

/* Walks n steps from z(done) on and notes the times of those that leave. */
static int32_t X(walk_and_note)(const struct gait *by, struct view v, int32_t done, int32_t n,
                                struct stretch *s, ptrdiff_t first)
{
    struct strip strip = X(strip)(by, s, first);
    real stayed[STRIP] = { 0 };
    bool idle[STRIP];
    for (int i = 0; i < strip.lanes; i++)
        idle[i] = X(at_infinity)(strip.re[i], strip.im[i]);
    int32_t left = by->walk(v.arithmetic, strip, n, stayed);
    for (int i = 0; i < strip.lanes; i++)
        if (!idle[i] && (int32_t)stayed[i] < n) {
            s->time[s->pixel[first + i]] = done + 1 + (int32_t)stayed[i];
            strip.re[i] = (real)INFINITY;
        }
    return left;
}

/* Puts orbits at infinity that are back where they were (interior=skip); returns how many. */
static int32_t X(drop_cycles)(struct strip z, const real *re, const real *im)
{
    int32_t cycles = 0;
    for (int i = 0; i < z.lanes; i++)
        if (X(same)((struct point){ z.re[i], z.im[i] }, (struct point){ re[i], im[i] }) &&
            !X(at_infinity)(re[i], im[i])) {
            z.re[i] = (real)INFINITY;
            cycles++;
        }
    return cycles;
}

/* Takes a strip from z(from) to z(to); returns how many of its pixels are left. */
static int32_t X(take_steps)(const struct gait *by, struct view v, int32_t from, int32_t to,
                             struct stretch *s, ptrdiff_t first)
{
    struct strip strip = X(strip)(by, s, first);
    int32_t left = s->left - first < strip.lanes ? (int32_t)(s->left - first) : strip.lanes;
    real re[STRIP], im[STRIP]; /* where they began: to find cycles by */
    memcpy(re, strip.re, (size_t)strip.lanes * sizeof *re);
    memcpy(im, strip.im, (size_t)strip.lanes * sizeof *im);
    for (int32_t done = from; left > 0 && done < to;) {
        int32_t goal = v.skip && to - done > LONG ? done + LONG : to;
        done = by->leap(v.arithmetic, strip, done, goal);
        if (done < goal) {
            int32_t n = X(leap_length)(done, goal);
            left = X(walk_and_note)(by, v, done, n, s, first);
            done += n;
        }
        if (v.skip)
            left -= X(drop_cycles)(strip, re, im);
    }
    return left;
}

/* Takes all pixels of a stretch that are left from z(from) to z(to), and moves them together. */
static void X(take_all)(const struct gait *by, struct view v, int32_t from, int32_t to,
                        struct stretch *s)
{
    ptrdiff_t left = 0, before = s->left;
    for (ptrdiff_t i = before; i < before + STRIP; i++) {
        s->c[i] = s->im[i] = 0;
        s->re[i] = (real)INFINITY; /* fills the last strip */
    }
    for (ptrdiff_t first = 0; first < before; first += by->lanes)
        left += X(take_steps)(by, v, from, to, s, first);
    if (left == before)
        return;
    s->left = 0;
    X(compact)(s, 0, before);
}

static void X(take_stretch)(const struct gait *by, struct view v, ptrdiff_t row, ptrdiff_t col,
                            int32_t *count)
{
    struct stretch s;
    s.width = v.width - col < STRETCH ? v.width - col : STRETCH;
    s.ci = X(coordinate)(v.arithmetic, v.im, row);
    s.left = 0;
    for (ptrdiff_t first = 0; first < s.width; first += by->lanes)
        X(take_first_steps)(by, v, col, &s, first);
    for (int32_t from = YOUNG, to; s.left > 0 && from < v.iterations; from = to) {
        to = from < v.iterations / 4 ? from * 4 : v.iterations;
        X(take_all)(by, v, from, to, &s);
    }
    for (ptrdiff_t i = 0; i < s.width; i++)
        count[i] = s.time[i] <= v.iterations ? s.time[i] : 0;
}

/* Rows differ in their work by a hundred to one: threads take the next stretch when they are done
 * with one, which is schedule(dynamic).  That is what schedule(runtime) is here, unless `bench --sweep
 * schedule=static,dynamic` asks what the other costs; a program of your own says dynamic. */
static void X(take_image)(const struct gait *by, struct view v, int32_t *count)
{
    #pragma omp parallel for collapse(2) schedule(runtime)
    for (ptrdiff_t row = 0; row < v.height; row++)
        for (ptrdiff_t col = 0; col < v.width; col += STRETCH)
            X(take_stretch)(by, v, row, col, count + row * v.width + col);
}

/* ---- 6. CPU: omp simd -------------------------------------------------------------------------
 *
 * The lanes of vectors take the pixels of a strip.  The strip's arrays are local and of constant
 * length, so that the compiler can hold them in registers; the same lines become AVX2 or AVX-512.
 */
INLINE int32_t X(count_bounded)(enum arithmetic a, const real *re, const real *im)
{
    int32_t bounded = 0;
    #pragma omp simd reduction(+: bounded)
    for (int lane = 0; lane < STRIP; lane++)
        bounded += X(bounded)(a, 0, (struct point){ re[lane], im[lane] });
    return bounded;
}

/* Half a strip at a time: with a counter for each orbit, a whole one does not fit the registers. */
enum { HALF = STRIP / 2 };

INLINE void X(walk_half)(enum arithmetic a, struct strip s, int32_t n, real *stayed)
{
    real re[HALF], im[HALF], steps[HALF];
    memcpy(re, s.re, sizeof re);
    memcpy(im, s.im, sizeof im);
    memcpy(steps, stayed, sizeof steps);
    for (int32_t i = 1; i <= n; i++) {
        #pragma omp simd
        for (int lane = 0; lane < HALF; lane++) {
            struct point c = { s.c[lane], s.ci }, z = { re[lane], im[lane] };
            z = X(step)(a, i, c, z);
            re[lane] = z.re;
            im[lane] = z.im;
            steps[lane] += X(bounded)(a, i, z) ? 1 : 0;
        }
    }
    memcpy(s.re, re, sizeof re);
    memcpy(s.im, im, sizeof im);
    memcpy(stayed, steps, sizeof steps);
}

INLINE int32_t X(walk_strip)(enum arithmetic a, struct strip s, int32_t n, real *stayed)
{
    struct strip second = { HALF, s.c + HALF, s.re + HALF, s.im + HALF, s.ci };
    X(walk_half)(a, s, n, stayed);
    X(walk_half)(a, second, n, stayed + HALF);
    return X(count_bounded)(a, s.re, s.im);
}

static int32_t X(walk_simd)(enum arithmetic a, struct strip s, int32_t n, real *stayed)
{
    return WITH(a, X(walk_strip), s, n, stayed);
}

/* Four steps are written as one round: longer, and compilers take one vector through all of them
 * before the next; shorter, and they move registers about at the end of every round. */
INLINE int32_t X(leap_strip)(enum arithmetic a, struct strip s, int32_t done, int32_t to)
{
    int32_t left = X(count_bounded)(a, s.re, s.im);
    for (int32_t n; done < to; done += n) {
        real re[STRIP], im[STRIP];
        memcpy(re, s.re, sizeof re);
        memcpy(im, s.im, sizeof im);
        n = X(leap_length)(done, to);
        for (int32_t i = 0; i < n; i += 4)
            for (int32_t k = 1; k <= 4; k++) {
                #pragma omp simd
                for (int lane = 0; lane < STRIP; lane++) {
                    struct point c = { s.c[lane], s.ci }, z = { re[lane], im[lane] };
                    z = X(step)(a, i + k, c, z);
                    re[lane] = z.re;
                    im[lane] = z.im;
                }
            }
        if (X(count_bounded)(a, re, im) != left)
            break;
        memcpy(s.re, re, sizeof re);
        memcpy(s.im, im, sizeof im);
    }
    return done;
}

static int32_t X(leap_simd)(enum arithmetic a, struct strip s, int32_t done, int32_t to)
{
    return WITH(a, X(leap_strip), s, done, to);
}

static void X(mandelbrot_simd)(struct view v, int32_t *count)
{
    static const struct gait by_simd = { STRIP, X(walk_simd), X(leap_simd) };
    X(take_image)(&by_simd, v, count);
}

/* ---- 7. CPU: AVX2 and FMA intrinsics ----------------------------------------------------------
 *
 * The same two, written by hand for one vector length.  What the hand does better is to keep z in
 * registers from leap to leap, and to see to it that six vectors fit.  On AVX2 that buys up to 12 %
 * on a Xeon, 6 to 18 % on Zen 3; the price is this section, and that on processors with 512-bit
 * vectors section 6 is 1.3 (float) and 1.4 times as fast.
 *
 * AVX2 (real.h) lets a function use these instructions whatever the build is for; that the processor
 * has them is asked before.  `omp parallel` stays outside of such functions, in take_image: its body
 * becomes a function of its own, without the attribute.
 */
#if defined(__x86_64__)

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
        next.im = V(fmadd)(V(add)(z.re, z.re), z.im, c.im);
        next.re = V(fmadd)(z.re, z.re, V(fnmadd)(z.im, z.im, c.re));
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

enum { ABREAST = 6 };
_Static_assert(ABREAST *LANES <= STRIP, "a strip holds them");

/* Left alone, a compiler starts a step of all six vectors and then has no registers to finish any.
 * This is no instruction, only a claim to change this z and the next, so that the step of one is
 * complete before that of the next begins (clang 19 on Zen 3 in double: 0.73 of the ceiling
 * without, 0.87 with). */
AVX2 INLINE void X(in_turn)(struct vector *z, struct vector *next)
{
    __asm__ volatile("" : "+x"(z->re), "+x"(z->im), "+x"(next->re), "+x"(next->im));
}

AVX2 INLINE int32_t X(count_bounded_avx2)(enum arithmetic a, int vectors, const struct vector *z)
{
    int32_t bounded = 0;
    for (int k = 0; k < vectors; k++)
        bounded += __builtin_popcount((unsigned)V(movemask)(X(bounded_avx2)(a, 0, z[k])));
    return bounded;
}

AVX2 INLINE void X(load)(struct strip s, int vectors, struct vector *c, struct vector *z)
{
    for (int k = 0; k < vectors; k++) {
        c[k] = (struct vector){ V(loadu)(s.c + k * LANES), V(set1)(s.ci) };
        z[k] = (struct vector){ V(loadu)(s.re + k * LANES), V(loadu)(s.im + k * LANES) };
    }
}

AVX2 INLINE void X(store)(struct strip s, int vectors, const struct vector *z)
{
    for (int k = 0; k < vectors; k++) {
        V(storeu)(s.re + k * LANES, z[k].re);
        V(storeu)(s.im + k * LANES, z[k].im);
    }
}

AVX2 INLINE int32_t X(walk_half_avx2)(enum arithmetic a, struct strip s, int32_t n, real *stayed)
{
    enum { VECTORS = ABREAST / 2 };
    struct vector c[VECTORS], z[VECTORS];
    vec steps[VECTORS], one = V(set1)(1);
    X(load)(s, VECTORS, c, z);
    for (int k = 0; k < VECTORS; k++)
        steps[k] = V(loadu)(stayed + k * LANES);
    for (int32_t i = 1; i <= n; i++)
        for (int k = 0; k < VECTORS; k++) {
            z[k] = X(step_avx2)(a, i, c[k], z[k]);
            steps[k] = V(add)(steps[k], V(and)(one, X(bounded_avx2)(a, i, z[k])));
            X(in_turn)(&z[k], &z[(k + 1) % VECTORS]);
        }
    X(store)(s, VECTORS, z);
    for (int k = 0; k < VECTORS; k++)
        V(storeu)(stayed + k * LANES, steps[k]);
    return X(count_bounded_avx2)(a, VECTORS, z);
}

AVX2 INLINE int32_t X(walk_strip_avx2)(enum arithmetic a, struct strip s, int32_t n, real *stayed)
{
    enum { HALF_AVX2 = ABREAST / 2 * LANES };
    struct strip second = { HALF_AVX2, s.c + HALF_AVX2, s.re + HALF_AVX2, s.im + HALF_AVX2, s.ci };
    return X(walk_half_avx2)(a, s, n, stayed) + X(walk_half_avx2)(a, second, n, stayed + HALF_AVX2);
}

AVX2 static int32_t X(walk_avx2)(enum arithmetic a, struct strip s, int32_t n, real *stayed)
{
    return WITH(a, X(walk_strip_avx2), s, n, stayed);
}

AVX2 INLINE int32_t X(leap_strip_avx2)(enum arithmetic a, struct strip s, int32_t done, int32_t to)
{
    struct vector c[ABREAST], z[ABREAST], ahead[ABREAST];
    X(load)(s, ABREAST, c, z);
    int32_t left = X(count_bounded_avx2)(a, ABREAST, z);
    for (int32_t n; done < to; done += n) {
        memcpy(ahead, z, sizeof ahead);
        n = X(leap_length)(done, to);
        for (int32_t i = 0; i < n; i += 8)
            for (int32_t step = 1; step <= 8; step++)
                for (int k = 0; k < ABREAST; k++) {
                    ahead[k] = X(step_avx2)(a, step, c[k], ahead[k]);
                    X(in_turn)(&ahead[k], &ahead[(k + 1) % ABREAST]);
                }
        if (X(count_bounded_avx2)(a, ABREAST, ahead) != left)
            break;
        memcpy(z, ahead, sizeof z);
    }
    X(store)(s, ABREAST, z);
    return done;
}

AVX2 static int32_t X(leap_avx2)(enum arithmetic a, struct strip s, int32_t done, int32_t to)
{
    return WITH(a, X(leap_strip_avx2), s, done, to);
}

static void X(mandelbrot_avx2)(struct view v, int32_t *count)
{
    static const struct gait by_avx2 = { ABREAST * LANES, X(walk_avx2), X(leap_avx2) };
    X(take_image)(&by_avx2, v, count);
}

#endif

/* ---- 8. The description -----------------------------------------------------------------------
 *
 * What the tools know of all this.  The defaults are the report's domain: three by two, from
 * -2 - i on, `resolution` pixels to the unit.
 */
enum {
    RESOLUTION,
    ITERATIONS,
    ARITHMETIC,
    INTERIOR,
    WIDTH,
    HEIGHT,
    XMIN,
    XMAX,
    YMIN,
    YMAX,
    DISTRIBUTION
};
enum { COUNT };

enum interior { ITERATE, SKIP };
enum distribution { ROWS, TILES };

static struct view X(view)(const struct tri_case *c)
{
    struct view v = {
        .arithmetic = (enum arithmetic)c->value[ARITHMETIC].integer,
        .skip = c->value[INTERIOR].integer == SKIP,
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
    X(mandelbrot_reference)(X(view)(c), c->operand[COUNT]);
}

static void X(run_origin)(const struct tri_case *c)
{
    X(mandelbrot_origin)(X(view)(c), c->operand[COUNT]);
}

static void X(run_offload)(const struct tri_case *c)
{
    if (c->value[DISTRIBUTION].integer == TILES)
        X(mandelbrot_tiles)(X(view)(c), c->operand[COUNT], c->ran_on);
    else
        X(mandelbrot_offload)(X(view)(c), c->operand[COUNT], c->ran_on);
}

static void X(run_simd)(const struct tri_case *c)
{
    X(mandelbrot_simd)(X(view)(c), c->operand[COUNT]);
}

#if defined(__x86_64__)
static void X(run_avx2)(const struct tri_case *c)
{
    X(mandelbrot_avx2)(X(view)(c), c->operand[COUNT]);
}
#endif

/* Steps taken, and the instructions each needs when nothing is tested.  With interior=skip the
 * steps of pixels inside count as taken, since the picture is the same, but none of them is
 * needed. */
static struct tri_work X(work)(const struct tri_case *c)
{
    static const double instructions[] = {
        [FUSED] = 4,      [PLAIN] = 7, [LISTING4] = 5, [LISTING7] = PRECISION == TRI_DOUBLE ? 6 : 7,
        [COURSEWORK] = 7,
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
        .instructions = needed * instructions[c->value[ARITHMETIC].integer],
        .bytes = (double)c->length[COUNT] * sizeof *count,
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
        [ARITHMETIC] = {"arithmetic", "what is rounded, and where; coursework has a view of its own", TRI_CHOICE, FUSED,
                        .choices = {"fused", "plain", "listing4", "listing7", "coursework"}},
        [INTERIOR] = {"interior", "pixels known to stay inside", TRI_CHOICE, ITERATE,
                      .choices = {"iterate", "skip"}},
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
        [DISTRIBUTION] = {"distribution", "of the offload region: what a team takes", TRI_CHOICE,
                          ROWS, .choices = {"rows", "tiles"}, .of_offload = true},
    },
    .operands = {
        [COUNT] = {"count", TRI_INT32, TRI_OUT, .rank = 2, .shape = {HEIGHT, WIDTH}},
    },
    .picture = {.show = TRI_TIMES, .operand = COUNT, .width = WIDTH, .height = HEIGHT},
    .work = X(work),
    .origin = PRECISION == TRI_DOUBLE ? X(run_origin) : NULL,
    .reference = X(run_reference),
    .plain = {
        "plain", "today's",
        .follows = {.schedule = true, .teams = true, .threads_per_team = true},
        .path = {
            [TRI_SIMD] = X(run_simd),
            [TRI_AVX2] = X(run_avx2),
            [TRI_OFFLOAD] = X(run_offload),
        },
    },
};
