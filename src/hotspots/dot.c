/*
 * The dot product, and with it every sum of many numbers.
 *
 *     dot = a(0) b(0) + a(1) b(1) + … + a(n-1) b(n-1)
 *
 * Two numbers are read for one fma, so memory decides how fast it can be.  What makes it hard is
 * that a sum of floating-point numbers depends on its order.  The plain loop has one order and no
 * parallelism: each fma waits for the one before.  `reduction(+: sum)` has parallelism and no order:
 * which numbers meet first is up to the compiler's vectors, the threads there are and who of them
 * comes first, so that the last digits change from path to path and may change from run to run.
 *
 * So here the order is part of what is computed.  It is chosen so that a vector unit, sixteen cores
 * and a GPU's hundred thousand threads can all follow it, and then none of them needs to be told
 * `reduction`: same numbers, same bits, everywhere.
 *
 * Read on: 1. the shape of the sum, 2. the reference, 3. GPU, 4. what both CPU paths share, 5. CPU
 * by directives, 6. CPU by intrinsics, 7. the description that the tools read.
 */
#include "real.h"

#include "ran_on.h"
#include "triptych.h"

#include <string.h>

/* ---- 1. The shape of the sum --------------------------------------------------------------------
 *
 * The numbers are cut into blocks, and a block into eight tiles of 64 rows:
 *
 *     tile 0:   row 0     0     1     2  …  ROW-1         tile 1, which begins where tile 0 ends,
 *               row 1    ROW  ROW+1 …                     and so on
 *                 …
 *               row 63
 *
 *     column    a chain of fma down its tile: the only place where one number waits for another
 *     block     the sums of the columns of its tiles, folded: the upper half onto the lower, and
 *               again, until one is left
 *     dot       the sums of the blocks, dealt out to as many columns in turn, and folded
 *
 * A row is 256 bytes, read in one go: eight vectors of AVX2, four of AVX-512, or what one or two
 * warps of a GPU load together.  Eight vectors are as many chains, enough to start two fma in each
 * cycle although each takes four.  A block is what a team of 256 GPU threads adds up.  2^24 doubles
 * make 1024 of them, about as many as an H100 works on at a time.
 *
 * It is a better sum than the plain loop's, too.  In double a number goes through 64 roundings at
 * most in its column, 8 in its fold, n / 2^22 + 1 in the column of its block and 8 in the last fold.
 * In float it is n / 2^24, and a fold has 9.  So, to first order in u, half the distance from 1 to
 * the next number, the error is below
 *
 *     (83 + n / 2^22) u (|a(0) b(0)| + … + |a(n-1) b(n-1)|)
 *
 * where the plain loop's bound has n instead: adding ones in float, it stops at 2^24.
 */
enum {
    ROW = 256 * 8 / REAL_BITS,
    DEPTH = 64,
    TILE = ROW * DEPTH,
    TILES = 8,
    COLUMNS = TILES * ROW,
    BLOCK = TILES * TILE,
};

static ptrdiff_t X(blocks_of)(ptrdiff_t n)
{
    return (n + BLOCK - 1) / BLOCK;
}

#pragma omp declare target

/* Number of a block's first element that is in this column. */
INLINE ptrdiff_t X(top_of)(ptrdiff_t block, int column)
{
    return block * BLOCK + column / ROW * TILE + column % ROW;
}

/* A column of the sums of blocks. */
INLINE real X(column_of_blocks)(ptrdiff_t blocks, const real *partial, int column)
{
    real sum = 0;
    for (ptrdiff_t block = column; block < blocks; block += COLUMNS)
        sum += partial[block];
    return sum;
}

/* Folds x[0], x[step], …, n of them, a power of two, into x[0]. */
INLINE void X(fold)(int n, int step, real *x)
{
    for (int half = n / 2; half > 0; half /= 2)
        for (int i = 0; i < half; i++)
            x[i * step] += x[(i + half) * step];
}

#pragma omp end declare target

/* ---- 2. The reference -------------------------------------------------------------------------
 *
 * The definition, a column after the other.  Each fma waits for the one before, as in the plain
 * loop.  It is timed on one thread; checks use all, which changes nothing but the waiting.
 */
static real X(block_reference)(ptrdiff_t n, const real *a, const real *b, ptrdiff_t block)
{
    real sum[COLUMNS];
    for (int column = 0; column < COLUMNS; column++) {
        ptrdiff_t top = X(top_of)(block, column);
        sum[column] = 0;
        for (ptrdiff_t i = top; i < top + TILE && i < n; i += ROW)
            sum[column] = FMA(a[i], b[i], sum[column]);
    }
    X(fold)(COLUMNS, 1, sum);
    return sum[0];
}

static real X(sum_of_blocks)(ptrdiff_t blocks, const real *partial)
{
    real sum[COLUMNS];
    for (int column = 0; column < COLUMNS; column++)
        sum[column] = X(column_of_blocks)(blocks, partial, column);
    X(fold)(COLUMNS, 1, sum);
    return sum[0];
}

static void X(dot_reference)(ptrdiff_t n, const real *a, const real *b, real *partial, real *dot)
{
    ptrdiff_t blocks = X(blocks_of)(n);
    #pragma omp parallel for
    for (ptrdiff_t block = 0; block < blocks; block++)
        partial[block] = X(block_reference)(n, a, b, block);
    *dot = X(sum_of_blocks)(blocks, partial);
}

/* ---- 3. GPU: omp target -----------------------------------------------------------------------
 *
 * A team for each block, a thread for each column (of float, two): neighbours read neighbouring
 * numbers.  The team meets in `sum`, which lies in memory that its threads share.  Sixteen threads
 * fold a sixteenth each, one folds what they have left: the fold of all, with two waits instead of
 * one for every halving.
 *
 * Somebody has to add up the blocks, and who, shows only when the last of them is there: each team
 * takes a number once it has put its sum down, and the one that gets the last number does the rest,
 * in the order that is written down and not in that of arrival.  The flushes see to it that a sum is
 * there before its team counts, and is read after all have.  A second region would do without
 * numbers and flushes, and take 10 to 28 us more to start (H100, clang 19).
 *
 * The loads of AHEAD rows come before the first of their fma.  A GPU's thread does not look ahead:
 * it waits for the first number that it needs and does not have.  Sixteen rows in 2^28 doubles take
 * 1.43 ms, eight 1.50, four 1.70.
 *
 * `reduction(+: sum)` on `target teams distribute parallel for` is one line, and what most programs
 * have.  It takes 2.85 ms for the same, and its last digits change from run to run.
 */
#pragma omp declare target

enum { THREADS = 256, AHEAD = 16, SHARES = 16 };

INLINE real X(column)(ptrdiff_t n, const real *a, const real *b, ptrdiff_t top)
{
    ptrdiff_t end = top + TILE < n ? top + TILE : n, i = top;
    real sum = 0, x[AHEAD], y[AHEAD];
    for (; i + (AHEAD - 1) * ROW < end; i += AHEAD * ROW) {
        for (int k = 0; k < AHEAD; k++) {
            x[k] = a[i + k * ROW];
            y[k] = b[i + k * ROW];
        }
        for (int k = 0; k < AHEAD; k++)
            sum = FMA(x[k], y[k], sum);
    }
    for (; i < end; i += ROW)
        sum = FMA(a[i], b[i], sum);
    return sum;
}

/* Folds sum[0…COLUMNS) by all threads of the team, which all have to call it. */
INLINE void X(fold_together)(real *sum, int thread, int threads)
{
    #pragma omp barrier
    for (int i = thread; i < SHARES; i += threads)
        X(fold)(COLUMNS / SHARES, SHARES, sum + i);
    #pragma omp barrier
    if (thread == 0)
        X(fold)(SHARES, 1, sum);
}

static int X(arrived); /* teams; 0 between runs */

/* Whether the team that calls it is the last to do so. */
INLINE bool X(is_last)(int teams)
{
    int before;
    #pragma omp flush
    #pragma omp atomic capture
    before = X(arrived)++;
    #pragma omp flush
    if (before + 1 < teams)
        return false;
    X(arrived) = 0;
    return true;
}

#pragma omp end declare target

static void X(dot_offload)(ptrdiff_t n, const real *a, const real *b, real *partial, real *dot,
                           int *place)
{
    ptrdiff_t blocks = X(blocks_of)(n);
    #pragma omp target teams num_teams(tri_teams(blocks)) thread_limit(THREADS) \
        map(to: a[:n], b[:n]) map(alloc: partial[:blocks]) map(from: dot[:1], place[:1])
    {
        real sum[COLUMNS];
        bool last;
        #pragma omp parallel
        {
            int thread = omp_get_thread_num(), threads = omp_get_num_threads();
            int team = omp_get_team_num(), teams = omp_get_num_teams();
            for (ptrdiff_t block = team; block < blocks; block += teams) {
                for (int k = thread; k < COLUMNS; k += threads)
                    sum[k] = X(column)(n, a, b, X(top_of)(block, k));
                X(fold_together)(sum, thread, threads);
                if (thread == 0)
                    partial[block] = sum[0];
                #pragma omp barrier
            }
            if (thread == 0)
                last = X(is_last)(teams);
            #pragma omp barrier
            if (last) {
                for (int k = thread; k < COLUMNS; k += threads)
                    sum[k] = X(column_of_blocks)(blocks, partial, k);
                X(fold_together)(sum, thread, threads);
                if (thread == 0) {
                    *dot = sum[0];
                    *place = ran_on();
                }
            }
        }
    }
}

/* ---- 4. CPU: blocks in threads, tiles in vectors ----------------------------------------------
 *
 * Both paths give a thread blocks of its own, and differ in how they add up the columns of a tile
 * (sections 5 and 6).  The last row of the last tile may be cut off: it is done number by number.
 */

/* sum[0…ROW) = the columns of so many full rows. */
typedef void tile_fn(ptrdiff_t rows, const real *a, const real *b, real *sum);

/* The sum of a block of n numbers. */
static real X(block)(tile_fn *tile, ptrdiff_t n, const real *a, const real *b)
{
    real sum[COLUMNS] = { 0 };
    for (int k = 0; k * TILE < n; k++) {
        const real *x = a + k * TILE, *y = b + k * TILE;
        ptrdiff_t left = n - k * TILE, rows = left / ROW < DEPTH ? left / ROW : DEPTH;
        real *column = sum + k * ROW;
        tile(rows, x, y, column);
        for (ptrdiff_t i = rows * ROW; rows < DEPTH && i < left; i++)
            column[i - rows * ROW] = FMA(x[i], y[i], column[i - rows * ROW]);
    }
    X(fold)(COLUMNS, 1, sum);
    return sum[0];
}

static void X(add_blocks)(tile_fn *tile, ptrdiff_t n, const real *a, const real *b, real *partial,
                          real *dot)
{
    ptrdiff_t blocks = X(blocks_of)(n);
    #pragma omp parallel for
    for (ptrdiff_t block = 0; block < blocks; block++) {
        ptrdiff_t first = block * BLOCK, left = n - first < BLOCK ? n - first : BLOCK;
        partial[block] = X(block)(tile, left, a + first, b + first);
    }
    *dot = X(sum_of_blocks)(blocks, partial);
}

/* ---- 5. CPU: omp parallel for + simd -----------------------------------------------------------
 *
 * What is a chain for one thread of a GPU is a lane here: `simd` is true as it stands, for no lane
 * needs another.  The plain loop would need simd reduction(+: sum), which allows the compiler any
 * order.
 */
static void X(tile_simd)(ptrdiff_t rows, const real *a, const real *b, real *sum)
{
    real column[ROW] = { 0 };
    for (ptrdiff_t row = 0; row < rows; row++) {
        #pragma omp simd
        for (int lane = 0; lane < ROW; lane++)
            column[lane] = FMA(a[row * ROW + lane], b[row * ROW + lane], column[lane]);
    }
    memcpy(sum, column, sizeof column);
}

static void X(dot_simd)(ptrdiff_t n, const real *a, const real *b, real *partial, real *dot)
{
    X(add_blocks)(X(tile_simd), n, a, b, partial, dot);
}

/* ---- 6. CPU: AVX2 and FMA intrinsics ----------------------------------------------------------
 *
 * The same by hand: a column to each lane of eight vectors, which stay in registers.  It gains nothing
 * that could be told from chance, since memory sets the pace for both.
 */
#if defined(__x86_64__)

AVX2 static void X(tile_avx2)(ptrdiff_t rows, const real *a, const real *b, real *sum)
{
    enum { VECTORS = ROW / LANES };
    vec column[VECTORS];
    for (int k = 0; k < VECTORS; k++)
        column[k] = V(setzero)();
    for (ptrdiff_t row = 0; row < rows; row++)
        for (int k = 0; k < VECTORS; k++) {
            ptrdiff_t i = row * ROW + k * LANES;
            column[k] = V(fmadd)(V(loadu)(a + i), V(loadu)(b + i), column[k]);
        }
    for (int k = 0; k < VECTORS; k++)
        V(storeu)(sum + k * LANES, column[k]);
}

static void X(dot_avx2)(ptrdiff_t n, const real *a, const real *b, real *partial, real *dot)
{
    X(add_blocks)(X(tile_avx2), n, a, b, partial, dot);
}

#endif

/* ---- 7. The description ----------------------------------------------------------------------- */

enum { N };
enum { A, B, PARTIAL, DOT };

static void X(run_reference)(const struct tri_case *c)
{
    X(dot_reference)((ptrdiff_t)c->length[A], c->operand[A], c->operand[B], c->operand[PARTIAL],
                     c->operand[DOT]);
}

static void X(run_offload)(const struct tri_case *c)
{
    X(dot_offload)((ptrdiff_t)c->length[A], c->operand[A], c->operand[B], c->operand[PARTIAL],
                   c->operand[DOT], c->ran_on);
}

static void X(run_simd)(const struct tri_case *c)
{
    X(dot_simd)((ptrdiff_t)c->length[A], c->operand[A], c->operand[B], c->operand[PARTIAL],
                c->operand[DOT]);
}

#if defined(__x86_64__)
static void X(run_avx2)(const struct tri_case *c)
{
    X(dot_avx2)((ptrdiff_t)c->length[A], c->operand[A], c->operand[B], c->operand[PARTIAL],
                c->operand[DOT]);
}
#endif

static double X(value_of_a)(const struct tri_case *c, size_t i)
{
    (void)c;
    return tri_scattered(0, i);
}

static double X(value_of_b)(const struct tri_case *c, size_t i)
{
    (void)c;
    return tri_scattered(1, i);
}

static bool X(length_of_partial)(const struct tri_case *c, size_t *length)
{
    *length = (size_t)X(blocks_of)((ptrdiff_t)c->value[N].integer);
    return true;
}

static struct tri_work X(work)(const struct tri_case *c)
{
    double n = (double)c->length[A];
    return (struct tri_work){
        .units = n, .instructions = n, .bytes = 2 * n * sizeof(real), .only_reads = true
    };
}

const struct tri_hotspot X(dot) = {
    .name = "dot",
    .formula = "a(0) b(0) + a(1) b(1) + ..., in an order that is the same everywhere",
    .unit = "elements",
    .precision = PRECISION,
    .params = {
        [N] = {"n", "elements", TRI_INTEGER, 1 << 24, .min = 1, .max = 1e12},
    },
    .operands = {
        [A] = {"a", TRI_FLOATING, TRI_IN, .rank = 1, .shape = {N}, .value = X(value_of_a)},
        [B] = {"b", TRI_FLOATING, TRI_IN, .rank = 1, .shape = {N}, .value = X(value_of_b)},
        [PARTIAL] = {"partial", TRI_FLOATING, TRI_SCRATCH, .length_of = X(length_of_partial)},
        [DOT] = {"dot", TRI_FLOATING, TRI_OUT, .rank = 0},
    },
    .work = X(work),
    .reference = X(run_reference),
    .plain = {
        "plain", "today's",
        .path = {
            [TRI_SIMD] = X(run_simd),
            [TRI_AVX2] = X(run_avx2),
            [TRI_OFFLOAD] = X(run_offload),
        },
    },
};
