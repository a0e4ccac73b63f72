/*
 * The dot product of two vectors: the second lesson, after vecadd.c.
 *
 *     dot = a(0) b(0) + a(1) b(1) + … + a(n-1) b(n-1)
 *
 * In vecadd.c every element had a result of its own.  Here all elements share one result: computing one
 * number from many is called a reduction.  Written carelessly, it is a race.  In
 *
 *     #pragma omp parallel for
 *     for (…) sum += a[i] * b[i];
 *
 * two threads may read the same `sum`, add to it, and store one after the other: the first addition is
 * lost.  The clause reduction(+: sum) is the remedy.  Each thread gets a private `sum` that begins at
 * zero, and at the end OpenMP adds the private ones to the shared one.
 *
 * A sum of floating-point numbers depends on its order, since each addition rounds.  In float, 2^24 + 1
 * is 2^24: so (2^24 + 1) + 1 is 2^24, while 2^24 + (1 + 1) is two more.  Which numbers meet first in a
 * reduction is up to the vectors that the compiler chooses, to the number of threads, and to which of
 * them ends first.  So the last digits change from path to path, and may change from run to run.
 *
 * The loop is written four times: 1. the reference, whose order is fixed, 2. for the GPU, 3. for the cores
 * and vector units of a CPU, 4. the same with AVX2 intrinsics.  Section 5 bounds the difference between the
 * results, 6. describes the hotspot to the programs.  src/hotspots/dot/climb.c keeps the fixed order everywhere, and
 * reaches the speed of memory.  The next lesson is mandelbrot.c.
 */
#include "real.h"

#include "ran_on.h"
#include "hotspot.h"

#include <float.h>
#include <omp.h>

/* ---- 1. The reference, and the shape of its sum -------------------------------------------------
 *
 * A reference has to give the same bits on every machine, so its order is part of what it computes.
 * From left to right would be an order too, but a serial one: each addition waits for the
 * one before.  This one was chosen so that vector units, cores and a GPU's threads can all follow it.
 * The numbers are cut into blocks, and a block into eight tiles of 64 rows:
 *
 *     tile 0:   row 0     0     1     2  …  ROW-1         tile 1, which begins where tile 0 ends,
 *               row 1    ROW  ROW+1 …                     and so on
 *                 …
 *               row 63
 *
 *     column    is added down its tile by fma: FMA(a, b, c) is a b + c, rounded once
 *     block     the sums of the columns of its tiles, folded: the upper half onto the lower, and
 *               again, until one is left
 *     dot       the sums of the blocks: that of block k goes to column k % COLUMNS; then folded
 *
 * It is a better sum, too: a number goes through about 80 roundings, not n.
 */
enum {
    ROW = 256 * 8 / REAL_BITS, /* 256 bytes */
    DEPTH = 64,
    TILE = ROW * DEPTH,
    TILES = 8,
    COLUMNS = TILES * ROW,
    BLOCK = TILES * TILE,
};

static real fold(real *sum)
{
    for (int half = COLUMNS / 2; half > 0; half /= 2)
        for (int i = 0; i < half; i++)
            sum[i] += sum[i + half];
    return sum[0];
}

static real sum_of_block(ptrdiff_t n, const real *a, const real *b, ptrdiff_t block)
{
    real sum[COLUMNS];
    for (int column = 0; column < COLUMNS; column++) {
        ptrdiff_t top = block * BLOCK + column / ROW * TILE + column % ROW;
        sum[column] = 0;
        for (ptrdiff_t i = top; i < top + TILE && i < n; i += ROW)
            sum[column] = FMA(a[i], b[i], sum[column]);
    }
    return fold(sum);
}

static real dot_reference(ptrdiff_t n, const real *a, const real *b)
{
    real sum[COLUMNS];
    #pragma omp parallel for
    for (int column = 0; column < COLUMNS; column++) {
        sum[column] = 0;
        for (ptrdiff_t block = column; block * BLOCK < n; block += COLUMNS)
            sum[column] += sum_of_block(n, a, b, block);
    }
    return fold(sum);
}

/* ---- 2. GPU: omp target teams distribute parallel for, with a reduction ---------------------------
 *
 * One clause more than in vecadd.c.  A GPU runs 100,000 threads and more, so their sums are added in
 * steps: OpenMP adds those of a team first, in memory that the team shares, and then those of the teams.
 *
 * The private sums begin at zero, but the shared one does not: what it holds before the loop is part of
 * the result.  So `sum` is set to zero on the host and mapped `tofrom`.
 */
static real dot_offload(ptrdiff_t n, const real *a, const real *b, int *place)
{
    real sum = 0;
    #pragma omp target teams distribute parallel for reduction(+: sum) map(to: a[:n], b[:n]) \
        map(tofrom: sum) map(from: place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        sum += a[i] * b[i];
        if (i == 0)
            *place = ran_on();
    }
    return sum;
}

/* ---- 3. CPU: omp parallel for simd, with a reduction --------------------------------------------
 *
 * Each lane of a vector register keeps a private sum, as each thread does, and the lanes are added at the
 * end.  That changes the order, which a compiler may not do on its own: the clause allows it.  With it,
 * clang and gcc both vectorise this loop.
 */
static real dot_simd(ptrdiff_t n, const real *a, const real *b)
{
    real sum = 0;
    #pragma omp parallel for simd reduction(+: sum)
    for (ptrdiff_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* ---- 4. CPU: AVX2 and FMA intrinsics --------------------------------------------------------------
 *
 * V(fmadd) multiplies and adds in one instruction with one rounding.  An fma takes about four cycles, its
 * latency, and one that needs the result of another has to wait for it.  A core can start two in every
 * cycle: with one sum it would mostly wait, with eight it would not.  Here four vectors of sums take turns,
 * which is enough for numbers from memory.  (Loops over k are unrolled, and sums stay in registers.)
 *
 * `omp parallel` without `for` gives each thread one pass through the block below it, which computes
 * its own share, from `first` to `end`.  The threads' sums meet in a reduction as before.
 */
#if defined(__x86_64__)

enum { SUMS = 4, STEP = SUMS * LANES };

AVX2 static real dot_vectors(ptrdiff_t n, const real *a, const real *b)
{
    real lane[STEP], all = 0;
    vec sum[SUMS] = { V(setzero)(), V(setzero)(), V(setzero)(), V(setzero)() };
    ptrdiff_t whole = n - n % STEP;
    for (ptrdiff_t i = 0; i < whole; i += STEP)
        for (int k = 0; k < SUMS; k++)
            sum[k] = V(fmadd)(V(loadu)(a + i + k * LANES), V(loadu)(b + i + k * LANES), sum[k]);
    for (int k = 0; k < SUMS; k++)
        V(storeu)(lane + k * LANES, sum[k]);
    for (int k = 0; k < STEP; k++)
        all += lane[k];
    for (ptrdiff_t i = whole; i < n; i++)
        all += a[i] * b[i];
    return all;
}

static real dot_avx2(ptrdiff_t n, const real *a, const real *b)
{
    real sum = 0;
    #pragma omp parallel reduction(+: sum)
    {
        int thread = omp_get_thread_num(), threads = omp_get_num_threads();
        ptrdiff_t first = n * thread / threads, end = n * (thread + 1) / threads;
        sum += dot_vectors(end - first, a + first, b + first);
    }
    return sum;
}

#endif

/* ---- 5. How far apart the results can be ----------------------------------------------------------
 *
 * (To be skipped at a first reading.)  Let u be half the distance from 1 to the next number, n the
 * number of products that are not zero, and M the sum of their magnitudes.  Any sum of them, in
 * whatever order and fused or not, is within n u M of the truth.  (C.-P. Jeannerod and S. M. Rump,
 * Improved error bounds for inner products in floating-point arithmetic, SIAM J. Matrix Anal. Appl. 34,
 * 2013.)  The proof is by induction over its operations:
 *
 * One product is rounded once, which makes u M.  Let the last operation add x and y, sums of p and q
 * products whose magnitudes add up to X and Y.  Then |x| <= (1 + p u) X and |y| <= (1 + q u) Y, and its
 * own rounding d may be as large as u (p Y + q X) for the claim to hold.
 *     Y <= u X:  |d| <= |y|, for x can be represented; |y| <= Y + u Y + (q - 1) u Y, which is no more
 *                than u X + p u Y + (q - 1) u X.  X <= u Y is the same.
 *     else:      |d| <= u / (1 + u) |x + y|, and with p >= q, (p - q) u X <= (p - q) Y shows that
 *                (1 + p u) X + (1 + q u) Y <= (1 + u) (p Y + q X).
 * Let it fuse, and add one product of magnitude Y to x.  Then d may be u X + (p + 1) u Y.
 *     Y <= u X:  |d| <= Y, for x can be represented.
 *     else:      |d| <= u / (1 + u) ((1 + p u) X + Y), and u X < Y.
 *
 * The reference is such a sum.  Besides, each of its products goes through h roundings at most: 64 in its
 * column and 9 in its fold, n / 2^22 + 1 among the blocks, and 9 in the last fold.  So it is within
 * ((1 + u)^h - 1) M, which is less than 1.02 h u M for every n that is allowed.
 *
 * Where numbers are too small to be normal, an operation that multiplies may be off by half the least of
 * them instead: that is as if the product had been another.  And where sums may overflow, nothing is
 * known.  M is computed in double; the last factors stand for the roundings of this function itself.
 */
enum { N };
enum { A, B, DOT };

static double apart(const struct tri_case *c)
{
    const real *a = c->operand[A], *b = c->operand[B];
    ptrdiff_t length = (ptrdiff_t)c->length[A];
    double u = REAL_BITS == 32 ? 0x1p-24 : 0x1p-53, least = REAL_BITS == 32 ? 0x1p-149 : 0x1p-1074;
    double most = REAL_BITS == 32 ? (double)FLT_MAX : DBL_MAX, products = 0, m = 0;
    #pragma omp parallel for reduction(+: products, m)
    for (ptrdiff_t i = 0; i < length; i++) {
        products += a[i] != 0 && b[i] != 0;
        m += fabs((double)a[i] * (double)b[i]);
    }
    m = m * (1 + products * 0x1p-52) + products * least;
    double h = 83 + (double)length / 0x1p22;
    if (!(m * (1 + products * u) < most))
        return INFINITY;
    return ((products + fmin(products, 1.02 * h)) * u * m + 2 * products * least) * (1 + 0x1p-40);
}

/* ---- 6. The description -------------------------------------------------------------------------
 *
 * The programs keep the arrays on the device from run to run, also the result: `target update to` copies
 * the host's value there.  (A program of your own does not need that.)
 */
static void run_reference(const struct tri_case *c)
{
    real *dot = c->operand[DOT];
    *dot = dot_reference((ptrdiff_t)c->length[A], c->operand[A], c->operand[B]);
}

static void run_offload(const struct tri_case *c)
{
    real *dot = c->operand[DOT];
    *dot = dot_offload((ptrdiff_t)c->length[A], c->operand[A], c->operand[B], c->ran_on);
    #pragma omp target update to(dot[:1])
}

static void run_simd(const struct tri_case *c)
{
    real *dot = c->operand[DOT];
    *dot = dot_simd((ptrdiff_t)c->length[A], c->operand[A], c->operand[B]);
}

#if defined(__x86_64__)
static void run_avx2(const struct tri_case *c)
{
    real *dot = c->operand[DOT];
    *dot = dot_avx2((ptrdiff_t)c->length[A], c->operand[A], c->operand[B]);
}
#endif

static double value_of_a(const struct tri_case *c, size_t i)
{
    (void)c;
    return tri_scattered(0, i);
}

static double value_of_b(const struct tri_case *c, size_t i)
{
    (void)c;
    return tri_scattered(1, i);
}

/* An fma and two numbers loaded for each element: from memory, and through the caches. */
static struct tri_work work(const struct tri_case *c)
{
    double n = (double)c->length[A], bytes = 2 * n * sizeof(real);
    return (struct tri_work){
        .units = n, .instructions = n, .bytes = bytes, .near_bytes = bytes, .only_reads = true
    };
}

extern const struct tri_variant dot_tuned[];   /* src/hotspots/dot/climb.c */
extern const struct tri_division dot_division; /* there, too: for several devices */

const struct tri_hotspot dot = {
    .name = "dot",
    .formula = "a(0) b(0) + a(1) b(1) + ...",
    .unit = "elements",
    .precision = PRECISION,
    .params = {
        [N] = {"n", "elements", TRI_INTEGER, 1 << 24, .min = 1, .max = 1e12},
    },
    .operands = {
        [A] = {"a", TRI_FLOATING, TRI_IN, .rank = 1, .shape = {N}, .value = value_of_a},
        [B] = {"b", TRI_FLOATING, TRI_IN, .rank = 1, .shape = {N}, .value = value_of_b},
        [DOT] = {"dot", TRI_FLOATING, TRI_OUT, .rank = 0},
    },
    .work = work,
    .reference = run_reference,
    .plain = {
        "plain", "reduction(+: sum), in any order",
        .apart = apart, .division = &dot_division,
        .path = { [TRI_SIMD] = run_simd, [TRI_AVX2] = run_avx2, [TRI_OFFLOAD] = run_offload },
    },
    .tuned = dot_tuned,
};
