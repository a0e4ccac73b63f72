/*
 * The product of two matrices on a CPU: the variants of climb.c.
 *
 * 1. strips, 2. register-blocks, 3. tuned: panels and cache blocks, by directives and by intrinsics.
 */
#include "matmul_rungs.h"

#include <stdint.h>
#include <string.h>

/* ---- 1. Strips ----------------------------------------------------------------------------------
 *
 * The plain form loads and stores a vector of C for each fma.  Here a strip of a row of C stays in
 * registers for all of p: one fma for each vector of B loaded.  A core starts two fma in a cycle, and can
 * load two vectors, but only from its L1 cache, and B comes from further away.  The loop over rows is inside
 * the loop over strips, so that at least a strip's part of B is read again soon.
 */
INLINE void strip_simd(struct extents x, const real *a, const real *b, real *c, int width)
{
    real sum[STRIP] = { 0 };
    for (ptrdiff_t p = 0; p < x.k; p++) {
        #pragma omp simd
        for (int j = 0; j < width; j++)
            sum[j] = FMA(a[p], b[p * x.n + j], sum[j]);
    }
    memcpy(c, sum, (size_t)width * sizeof *c);
}

void matmul_strips_simd(ptrdiff_t n, ptrdiff_t m, ptrdiff_t k, const real a[m * k],
                        const real b[k * n], real c[m * n])
{
    struct extents x = { m, n, k };
    #pragma omp parallel for collapse(2)
    for (ptrdiff_t j = 0; j < x.n; j += STRIP)
        for (ptrdiff_t i = 0; i < x.m; i++) {
            const real *row = a + i * x.k;
            if (x.n - j >= STRIP)
                strip_simd(x, row, b + j, c + i * x.n + j, STRIP);
            else
                strip_simd(x, row, b + j, c + i * x.n + j, (int)(x.n - j));
        }
}

#if defined(AVX2)

AVX2 static void strip_avx2(struct extents x, const real *a, const real *b, real *c)
{
    enum { VECTORS = STRIP / LANES };
    vec sum[VECTORS];
    for (int v = 0; v < VECTORS; v++)
        sum[v] = V(setzero)();
    for (ptrdiff_t p = 0; p < x.k; p++)
        for (int v = 0; v < VECTORS; v++)
            sum[v] = V(fmadd)(V(set1)(a[p]), V(loadu)(b + p * x.n + v * LANES), sum[v]);
    for (int v = 0; v < VECTORS; v++)
        V(storeu)(c + v * LANES, sum[v]);
}

void matmul_strips_avx2(ptrdiff_t n, ptrdiff_t m, ptrdiff_t k, const real a[m * k],
                        const real b[k * n], real c[m * n])
{
    struct extents x = { m, n, k };
    #pragma omp parallel for collapse(2)
    for (ptrdiff_t j = 0; j < x.n; j += STRIP)
        for (ptrdiff_t i = 0; i < x.m; i++) {
            const real *row = a + i * x.k;
            if (x.n - j >= STRIP)
                strip_avx2(x, row, b + j, c + i * x.n + j);
            else
                strip_simd(x, row, b + j, c + i * x.n + j, (int)(x.n - j));
        }
}

#endif

/* ---- 2. Register blocks -----------------------------------------------------------------------------
 *
 * A strip uses each vector of B for one row only.  A block of C with 6 rows of two vectors uses it for six
 * rows, and each number of A for two vectors: 8 loads for 12 fma, so that the fma units no longer wait for
 * loads.  Twelve sums are enough to keep two units busy that take four cycles for each fma, and with two
 * vectors of B and a number of A they just fit into 16 registers.  AVX-512 has 32, for 12 rows.
 *
 * A and B are read where they are, for all of p: two vectors from each row of B, which is in another
 * page each time.  Incomplete blocks, at the edges of C, are computed in strips.
 */
typedef void block_fn(struct extents, const real *a, const real *b, real *c);

/* All of a block's work is in one function, in loops of constant length, so that clang and gcc unroll them
 * and keep the local array in registers. */
static void block_simd(struct extents x, const real *a, const real *b, real *c)
{
    real block[ROWS][COLS];
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLS; j++)
            block[i][j] = 0;
    for (ptrdiff_t p = 0; p < x.k; p++)
        for (int i = 0; i < ROWS; i++) {
            #pragma omp simd
            for (int j = 0; j < COLS; j++)
                block[i][j] = FMA(a[i * x.k + p], b[p * x.n + j], block[i][j]);
        }
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLS; j++)
            c[i * x.n + j] = block[i][j];
}

/* Rows i to i + rows - 1 of C, in columns j to j + cols - 1. */
static void multiply_edge_strips(struct extents x, const real *a, const real *b, real *c,
                                 ptrdiff_t i, ptrdiff_t j, ptrdiff_t rows, ptrdiff_t cols)
{
    for (ptrdiff_t r = i; r < i + rows; r++)
        strip_simd(x, a + r * x.k, b + j, c + r * x.n + j, (int)cols);
}

static void multiply_blocks(struct extents x, const real *a, const real *b, real *c, int rows,
                            int cols, block_fn *multiply)
{
    #pragma omp parallel for collapse(2)
    for (ptrdiff_t j = 0; j < x.n; j += cols)
        for (ptrdiff_t i = 0; i < x.m; i += rows) {
            if (x.m - i >= rows && x.n - j >= cols)
                multiply(x, a + i * x.k, b + j, c + i * x.n + j);
            else
                multiply_edge_strips(x, a, b, c, i, j, x.m - i < rows ? x.m - i : rows,
                                     x.n - j < cols ? x.n - j : cols);
        }
}

void matmul_register_blocks_simd(ptrdiff_t n, ptrdiff_t m, ptrdiff_t k, const real a[m * k],
                                 const real b[k * n], real c[m * n])
{
    multiply_blocks((struct extents){ m, n, k }, a, b, c, ROWS, COLS, block_simd);
}

#if defined(AVX2)

AVX2 static void block_avx2(struct extents x, const real *a, const real *b, real *c)
{
    vec block[ROWS_AVX2][2];
    for (int i = 0; i < ROWS_AVX2; i++)
        block[i][0] = block[i][1] = V(setzero)();
    for (ptrdiff_t p = 0; p < x.k; p++) {
        vec left = V(loadu)(b + p * x.n), right = V(loadu)(b + p * x.n + LANES);
        for (int i = 0; i < ROWS_AVX2; i++) {
            vec number = V(set1)(a[i * x.k + p]);
            block[i][0] = V(fmadd)(number, left, block[i][0]);
            block[i][1] = V(fmadd)(number, right, block[i][1]);
        }
    }
    for (int i = 0; i < ROWS_AVX2; i++)
        for (int v = 0; v < 2; v++)
            V(storeu)(c + i * x.n + v * LANES, block[i][v]);
}

void matmul_register_blocks_avx2(ptrdiff_t n, ptrdiff_t m, ptrdiff_t k, const real a[m * k],
                                 const real b[k * n], real c[m * n])
{
    multiply_blocks((struct extents){ m, n, k }, a, b, c, ROWS_AVX2, COLS_AVX2, block_avx2);
}

#endif

/* ---- 3. Tuned ---------------------------------------------------------------------------------------
 *
 * Blocks in registers as before, here called tiles; but what they load comes from caches, by three
 * rules (K. Goto and R. van de Geijn, 2008):
 *
 * - p is cut into slabs of DEPTH.  Slab by slab, A and B are copied into panels as high or as wide as a
 *   tile, in which numbers are in the order of their use.  A panel of B fits the L1 cache.
 * - A thread takes a part of C, PART_PANELS panels high and wide: its panels of A fit the L2 cache, and
 *   are multiplied by one panel of B after the other.
 * - All threads share the panels, in the L3 cache.
 *
 * Between slabs, the sums are kept in C.  The paths differ only in how a tile is multiplied.
 */
enum { PART_PANELS = 16, PACKED = 8 };

/* c += a b, or c = a b for the first slab; a and b are panels, c is a tile whose rows are `stride` apart. */
typedef void multiply_fn(ptrdiff_t depth, const real *a, const real *b, bool first, real *c,
                         ptrdiff_t stride);

struct tile {
    int rows, cols;
    multiply_fn *multiply;
};

/* A slab in panels, those of A as high and those of B as wide as a tile.  Beyond the matrices, A's panels
 * repeat its last row and B's have zeros; what is computed from these is not stored. */
struct panels {
    ptrdiff_t depth, down, across;
    real *a, *b;
};

static struct panels divide_into_panels(const struct tile *t, struct extents x, real *scratch)
{
    ptrdiff_t down = pieces_of(x.m, t->rows), across = pieces_of(x.n, t->cols);
    real *aligned = (real *)(((uintptr_t)scratch + 63) & ~(uintptr_t)63);
    return (struct panels){ 0, down, across, aligned + across * t->cols * DEPTH, aligned };
}

static void pack_a(struct extents x, const real *a, ptrdiff_t depth, int rows, ptrdiff_t i,
                   real *panel)
{
    const real *row[MOST_ROWS];
    for (int r = 0; r < rows; r++)
        row[r] = a + (i + r < x.m ? i + r : x.m - 1) * x.k;
    for (ptrdiff_t p = 0; p < depth; p++)
        for (int r = 0; r < rows; r++)
            panel[p * rows + r] = row[r][p];
}

/* Packs a few panels at once, along the rows of B: panel by panel, each row would be in another page. */
static void pack_b(struct extents x, const real *b, ptrdiff_t depth, int cols, ptrdiff_t first,
                   ptrdiff_t last, real *panel)
{
    for (ptrdiff_t p = 0; p < depth; p++)
        for (ptrdiff_t v = first; v < last; v++) {
            const real *from = b + p * x.n + v * cols;
            real *to = panel + (v * depth + p) * cols;
            ptrdiff_t there = x.n - v * cols < cols ? x.n - v * cols : cols;
            for (ptrdiff_t s = 0; s < there; s++)
                to[s] = from[s];
            for (ptrdiff_t s = there; s < cols; s++)
                to[s] = 0;
        }
}

/* A tile that extends beyond C is computed in a local array. */
static void multiply_edge(const struct tile *t, struct panels s, const real *a, const real *b,
                          bool first, real *c, ptrdiff_t stride, int rows, int cols)
{
    real whole[MOST_ROWS * MOST_COLS] = { 0 };
    for (int i = 0; i < rows && !first; i++)
        memcpy(whole + i * t->cols, c + i * stride, (size_t)cols * sizeof *c);
    t->multiply(s.depth, a, b, first, whole, t->cols);
    for (int i = 0; i < rows; i++)
        memcpy(c + i * stride, whole + i * t->cols, (size_t)cols * sizeof *c);
}

/* Prefetches a tile of C, whose rows are far apart, while the one above it is computed.  A row may be in
 * two cache lines. */
INLINE void prefetch_tile(const struct tile *t, const real *c, ptrdiff_t stride, ptrdiff_t rows)
{
    for (int r = 0; r < t->rows && r < rows; r++) {
        __builtin_prefetch(c + r * stride, 1);
        __builtin_prefetch(c + r * stride + t->cols - 1, 1);
    }
}

static void multiply_part(const struct tile *t, struct extents x, struct panels s, bool first,
                          ptrdiff_t down, ptrdiff_t across, real *c)
{
    for (ptrdiff_t v = across; v < across + PART_PANELS && v < s.across; v++)
        for (ptrdiff_t u = down; u < down + PART_PANELS && u < s.down; u++) {
            const real *a = s.a + u * t->rows * s.depth, *b = s.b + v * t->cols * s.depth;
            ptrdiff_t i = u * t->rows, j = v * t->cols;
            real *at = c + i * x.n + j;
            prefetch_tile(t, at + t->rows * x.n, x.n, x.m - i - t->rows);
            if (x.m - i >= t->rows && x.n - j >= t->cols)
                t->multiply(s.depth, a, b, first, at, x.n);
            else
                multiply_edge(t, s, a, b, first, at, x.n,
                              (int)(x.m - i < t->rows ? x.m - i : t->rows),
                              (int)(x.n - j < t->cols ? x.n - j : t->cols));
        }
}

static void multiply_panels(const struct tile *t, struct extents x, const real *a, const real *b,
                            real *c, real *scratch)
{
    struct panels s = divide_into_panels(t, x, scratch);
    #pragma omp parallel firstprivate(s)
    for (ptrdiff_t p = 0; p < x.k; p += DEPTH) {
        s.depth = x.k - p < DEPTH ? x.k - p : DEPTH;
        #pragma omp for nowait
        for (ptrdiff_t u = 0; u < s.down; u++)
            pack_a(x, a + p, s.depth, t->rows, u * t->rows, s.a + u * t->rows * s.depth);
        #pragma omp for
        for (ptrdiff_t v = 0; v < s.across; v += PACKED)
            pack_b(x, b + p * x.n, s.depth, t->cols, v,
                   s.across - v < PACKED ? s.across : v + PACKED, s.b);
        #pragma omp for collapse(2) schedule(dynamic)
        for (ptrdiff_t v = 0; v < s.across; v += PART_PANELS)
            for (ptrdiff_t u = 0; u < s.down; u += PART_PANELS)
                multiply_part(t, x, s, p == 0, u, v, c);
    }
}

/* By directives: a tile is a local array, like a block above.  The machine code is that of the intrinsics,
 * except for how far clang unrolls the loop over p, and about as fast. */
static void tile_simd(ptrdiff_t depth, const real *a, const real *b, bool first, real *c,
                      ptrdiff_t stride)
{
    real tile[ROWS][COLS];
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLS; j++)
            tile[i][j] = first ? 0 : c[i * stride + j];
    for (ptrdiff_t p = 0; p < depth; p++)
        for (int i = 0; i < ROWS; i++) {
            #pragma omp simd
            for (int j = 0; j < COLS; j++)
                tile[i][j] = FMA(a[p * ROWS + i], b[p * COLS + j], tile[i][j]);
        }
    for (int i = 0; i < ROWS; i++)
        memcpy(c + i * stride, tile[i], sizeof tile[i]);
}

void matmul_tuned_simd(ptrdiff_t n, ptrdiff_t m, ptrdiff_t k, const real a[m * k],
                       const real b[k * n], real c[m * n], const struct tri_case *case_of_panels)
{
    static const struct tile tile = { ROWS, COLS, tile_simd };
    multiply_panels(&tile, (struct extents){ m, n, k }, a, b, c,
                    case_of_panels->operand[TRI_MAX_OPERANDS]);
}

#if defined(AVX2)

AVX2 static void tile_avx2(ptrdiff_t depth, const real *a, const real *b, bool first, real *c,
                           ptrdiff_t stride)
{
    vec tile[ROWS_AVX2][2];
    for (int i = 0; i < ROWS_AVX2; i++)
        for (int v = 0; v < 2; v++)
            tile[i][v] = first ? V(setzero)() : V(loadu)(c + i * stride + v * LANES);
    for (ptrdiff_t p = 0; p < depth; p++, a += ROWS_AVX2, b += COLS_AVX2) {
        vec left = V(loadu)(b), right = V(loadu)(b + LANES);
        for (int i = 0; i < ROWS_AVX2; i++) {
            vec number = V(set1)(a[i]);
            tile[i][0] = V(fmadd)(number, left, tile[i][0]);
            tile[i][1] = V(fmadd)(number, right, tile[i][1]);
        }
    }
    for (int i = 0; i < ROWS_AVX2; i++)
        for (int v = 0; v < 2; v++)
            V(storeu)(c + i * stride + v * LANES, tile[i][v]);
}

void matmul_tuned_avx2(ptrdiff_t n, ptrdiff_t m, ptrdiff_t k, const real a[m * k],
                       const real b[k * n], real c[m * n], const struct tri_case *case_of_panels)
{
    static const struct tile tile = { ROWS_AVX2, COLS_AVX2, tile_avx2 };
    multiply_panels(&tile, (struct extents){ m, n, k }, a, b, c,
                    case_of_panels->operand[TRI_MAX_OPERANDS]);
}

#endif
