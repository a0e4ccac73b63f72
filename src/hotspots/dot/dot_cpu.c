/*
 * The dot product on a CPU, in the fixed order of dot.c: threads compute blocks, vectors compute tiles.
 *
 * Each thread has its own blocks.  The variants differ in how they add the columns of a tile.  The last
 * row of the last tile may be incomplete: it is added number by number.
 */
#include "dot.h"

#include <string.h>

/* sum[0…ROW) = the columns of so many full rows. */
typedef void tile_fn(ptrdiff_t rows, const real *a, const real *b, real *sum);

/* The sum of a block of n numbers. */
static real sum_of_block(tile_fn *tile, ptrdiff_t n, const real *a, const real *b)
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
    fold(COLUMNS, 1, sum);
    return sum[0];
}

/* As column_of_blocks() for all columns and a fold, but with vectors: a row of columns at a time. */
real dot_sum_of_blocks(ptrdiff_t blocks, const real *partial)
{
    real sum[COLUMNS] = { 0 };
    for (ptrdiff_t first = 0; first < blocks; first += COLUMNS) {
        ptrdiff_t columns = blocks - first < COLUMNS ? blocks - first : COLUMNS;
        for (ptrdiff_t k = 0; k < columns; k++)
            sum[k] += partial[first + k];
    }
    fold(COLUMNS, 1, sum);
    return sum[0];
}

static real dot_by_blocks(tile_fn *tile, ptrdiff_t n, const real *a, const real *b, real *partial)
{
    ptrdiff_t blocks = blocks_of(n);
    #pragma omp parallel for
    for (ptrdiff_t block = 0; block < blocks; block++) {
        ptrdiff_t first = block * BLOCK, left = n - first < BLOCK ? n - first : BLOCK;
        partial[block] = sum_of_block(tile, left, a + first, b + first);
    }
    return dot_sum_of_blocks(blocks, partial);
}

/* ---- CPU, strips ----------------------------------------------------------------------------------
 *
 * A column belongs to a thread on a GPU, and to a lane here.  `simd` needs no reduction clause, since no
 * lane needs another lane's sum.  A strip is as wide as a vector and goes down all 64 rows of its tile, so its
 * sums stay in one register.  But each fma waits for the one before, and a strip takes only a part of each
 * row, so that the rest of every cache line is loaded again later.
 */
enum { STRIP = VECTOR_BITS / REAL_BITS };

static void strips_simd(ptrdiff_t rows, const real *a, const real *b, real *sum)
{
    for (int first = 0; first < ROW; first += STRIP) {
        real column[STRIP] = { 0 };
        for (ptrdiff_t i = first; i < rows * ROW; i += ROW) {
            #pragma omp simd
            for (int lane = 0; lane < STRIP; lane++)
                column[lane] = FMA(a[i + lane], b[i + lane], column[lane]);
        }
        memcpy(sum + first, column, sizeof column);
    }
}

real dot_strips_simd(ptrdiff_t n, const real a[n], const real b[n], const struct tri_case *c)
{
    return dot_by_blocks(strips_simd, n, a, b, c->operand[PARTIAL]);
}

#if defined(AVX2)

AVX2 static void strips_avx2(ptrdiff_t rows, const real *a, const real *b, real *sum)
{
    for (int first = 0; first < ROW; first += LANES) {
        vec column = V(setzero)();
        for (ptrdiff_t i = first; i < rows * ROW; i += ROW)
            column = V(fmadd)(V(loadu)(a + i), V(loadu)(b + i), column);
        V(storeu)(sum + first, column);
    }
}

real dot_strips_avx2(ptrdiff_t n, const real a[n], const real b[n], const struct tri_case *c)
{
    return dot_by_blocks(strips_avx2, n, a, b, c->operand[PARTIAL]);
}

#endif

/* ---- CPU, tuned: whole rows -----------------------------------------------------------------------
 *
 * A row is 256 bytes: eight AVX2 vectors, or four of AVX-512.  Together they are that many independent chains,
 * which hide the latency of an fma; and memory is read from beginning to end.
 */
static void tile_simd(ptrdiff_t rows, const real *a, const real *b, real *sum)
{
    real column[ROW] = { 0 };
    for (ptrdiff_t row = 0; row < rows; row++) {
        #pragma omp simd
        for (int lane = 0; lane < ROW; lane++)
            column[lane] = FMA(a[row * ROW + lane], b[row * ROW + lane], column[lane]);
    }
    memcpy(sum, column, sizeof column);
}

real dot_tuned_simd(ptrdiff_t n, const real a[n], const real b[n], const struct tri_case *c)
{
    return dot_by_blocks(tile_simd, n, a, b, c->operand[PARTIAL]);
}

#if defined(AVX2)

AVX2 static void tile_avx2(ptrdiff_t rows, const real *a, const real *b, real *sum)
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

real dot_tuned_avx2(ptrdiff_t n, const real a[n], const real b[n], const struct tri_case *c)
{
    return dot_by_blocks(tile_avx2, n, a, b, c->operand[PARTIAL]);
}

#endif
