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
 * is 2^24: so (2^24 + 1) + 1 is 2^24, while 2^24 + (1 + 1) is 2^24 + 2.  A reduction leaves the order open: it
 * depends on the vectors that the compiler chooses, on the number of threads, and on which of them ends first.
 * So the last digits change from path to path, and may change from run to run.
 *
 * The loop is written four times: 1. the reference, whose order is fixed, 2. for the GPU, 3. for the cores
 * and vector units of a CPU, 4. the same with AVX2 intrinsics.  Section 5 has a bound for the difference between
 * the results.  The variants in climb.c add in the order of the reference.  The next lesson is mandelbrot.c.
 */
#include "real.h"

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
 *     column    its products are added from row 0 to row 63, by fma: FMA(a, b, c) is a b + c, rounded once
 *     block     the sums of the columns of its tiles, folded: the upper half is added to the lower, and
 *               again, until one is left
 *     dot       the sums of the blocks, in rows of COLUMNS: each column is added from the top down; then folded
 *
 * It is more exact, too: a number goes through about 80 roundings, not n.
 */
enum {
    ROW = 256 * 8 / REAL_BITS, /* numbers in a row of a tile: 256 bytes */
    DEPTH = 64,                /* rows of a tile */
    TILE = ROW * DEPTH,        /* numbers in a tile */
    TILES = 8,                 /* tiles of a block */
    COLUMNS = TILES * ROW,     /* columns of all tiles of a block */
    BLOCK = TILES * TILE,      /* numbers in a block */
};

static real fold(real *sum)
{
    for (int half = COLUMNS / 2; half > 0; half /= 2)
        for (int i = 0; i < half; i++)
            sum[i] += sum[i + half];
    return sum[0];
}

/* The sum of block number `block`; the last block may be shorter.  `top` is the index of a column's number in row 0. */
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

real dot_reference(ptrdiff_t n, const real a[n], const real b[n])
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
real dot_offload(ptrdiff_t n, const real a[n], const real b[n])
{
    real sum = 0;
    #pragma omp target teams distribute parallel for reduction(+: sum) map(to: a[:n], b[:n]) \
        map(tofrom: sum)
    for (ptrdiff_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* ---- 3. CPU: omp parallel for simd, with a reduction --------------------------------------------
 *
 * Each lane of a vector register keeps a private sum, as each thread does, and the lanes are added at the
 * end.  That changes the order, which a compiler may not do on its own: the clause allows it.  With it,
 * clang and gcc both vectorise this loop.
 */
real dot_simd(ptrdiff_t n, const real a[n], const real b[n])
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
 * which is enough for numbers from memory.  (The compiler unrolls the loops over k, and the
 * sums stay in registers.)
 *
 * With `omp parallel` without `for`, each thread executes the braces once, for its own share of the numbers, from
 * `first` to `end`.  The sums of the threads are added by a reduction, as before.
 */
#if defined(AVX2)

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

real dot_avx2(ptrdiff_t n, const real a[n], const real b[n])
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

/* ---- 5. What the prototypes do not say ----------------------------------------------------------
 *
 * As in vecadd.c; and .apart, how far a result may be from the reference's.  Without it, bits have to be the same.  Here the
 * order of the sums differs, so their last bits may.  With M the sum of the products' magnitudes, n of them not zero, and u
 * half the distance from 1 to the next number, any two of these sums differ by no more than about 2 n u M: notes.md has
 * the proof, and apart() also takes account of overflow and of numbers near zero.
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
    double h = 83 + (double)length / 0x1p22; /* roundings of a number in the reference, at most */
    if (!(m * (1 + products * u) < most))
        return INFINITY;
    return ((products + fmin(products, 1.02 * h)) * u * m + 2 * products * least) * (1 + 0x1p-40);
}

/* An fma and two numbers for each element.  .only_reads: the limit is the speed at which memory is read. */
static struct tri_work work(const struct tri_case *c)
{
    double n = (double)c->length[A], bytes = 2 * n * sizeof(real);
    return (struct tri_work){
        .units = n, .instructions = n, .bytes = bytes, .near_bytes = bytes, .only_reads = true
    };
}

const struct tri_hotspot dot = {
    .name = "dot",
    .formula = "a(0) b(0) + a(1) b(1) + ...",
    .unit = "elements",
    .precision = PRECISION,
    .params = { [N] = { "n", "elements", TRI_INTEGER, 1 << 24, .min = 1, .max = 1e12 } },
    .operands = { { .name = "a" },
                  { .name = "b" },
                  { .name = "dot" } }, /* dot: what the paths return */
    .work = work,
    .plain = { "plain", "reduction(+: sum), in any order", .apart = apart },
};
