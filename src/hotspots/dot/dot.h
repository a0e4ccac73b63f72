/* What the files of dot's variants share: the order of the sum. */
#pragma once

#include "real.h"

#include "hotspot.h"

enum { N };                          /* the parameter, */
enum { A, B, DOT };                  /* operands, as in the lesson, */
enum { PARTIAL = TRI_MAX_OPERANDS }; /* and the sum of each block, for all rungs */

/* ---- The shape of the sum, as in the lesson ------------------------------------------------------ */

enum {
    ROW = 256 * 8 / REAL_BITS,
    DEPTH = 64,
    TILE = ROW * DEPTH,
    TILES = 8,
    COLUMNS = TILES * ROW,
    BLOCK = TILES * TILE,
};

INLINE ptrdiff_t blocks_of(ptrdiff_t n)
{
    return (n + BLOCK - 1) / BLOCK;
}

#pragma omp declare target

/* The first element of this column in a block. */
INLINE ptrdiff_t top_of(ptrdiff_t block, int column)
{
    return block * BLOCK + column / ROW * TILE + column % ROW;
}

/* The sum of every COLUMNS-th block, beginning with number `column`. */
INLINE real column_of_blocks(ptrdiff_t blocks, const real *partial, int column)
{
    real sum = 0;
    for (ptrdiff_t block = column; block < blocks; block += COLUMNS)
        sum += partial[block];
    return sum;
}

/* Folds the n numbers x[0], x[step], … into x[0]; n is a power of two. */
INLINE void fold(int n, int step, real *x)
{
    for (int half = n / 2; half > 0; half /= 2)
        for (int i = 0; i < half; i++)
            x[i * step] += x[(i + half) * step];
}

#pragma omp end declare target

/* ---- CPU: dot_cpu.c ---- */

/* The sums of all blocks, added in the order of the reference; also what the host does for several devices. */
real dot_sum_of_blocks(ptrdiff_t blocks, const real *partial);
