/*
 * The product of two matrices.
 *
 *     c(i,j) = sum over p of a(i,p) b(p,j),      A: m x k,  B: k x n,  C: m x n,  row after row
 *
 * Two numbers are read for every fma, and m n k of those are to be done on few numbers: each is used
 * again and again.  So everything here is about use: a number that has come all the way from memory
 * has to be used many times before it is let go, in registers, in caches, in a team's memory.
 *
 * Read on: 1. the arithmetic, 2. the reference, 3. GPU, straight from memory, 4. GPU, tiled, 5. CPU,
 * straight from memory, 6. CPU, tiled: panels and blocks, 7. by directives, 8. by intrinsics, 9. the
 * description that the tools read.
 */
#include "real.h"

#include "ran_on.h"
#include "triptych.h"

#include <stdint.h>
#include <string.h>

/* ---- 1. The arithmetic ------------------------------------------------------------------------
 *
 * Every element is one chain of fma, from 0, in the order of p:
 *
 *     c = 0;   c = fma(a(i,p), b(p,j), c)   for p = 0, 1, …, k - 1
 *
 * Which elements are worked on together, and where a chain waits in between, in a register or in C
 * itself, changes no bit: so all blocking is free, as long as nobody takes a chain apart.
 */
struct extents {
    ptrdiff_t m, n, k;
};

/* ---- 2. The reference -------------------------------------------------------------------------
 *
 * The definition, with the loop over p in the middle: all chains of a row go on by one link, then by
 * the next, along rows of B that lie in memory as they are read.  Written for one number at a time;
 * but neighbours in a row are independent, so compilers find vectors in it by themselves, and it may
 * well exceed a ceiling that is measured without.
 */
static void X(matmul_reference)(struct extents x, const real *a, const real *b, real *c)
{
    #pragma omp parallel for
    for (ptrdiff_t i = 0; i < x.m; i++) {
        for (ptrdiff_t j = 0; j < x.n; j++)
            c[i * x.n + j] = 0;
        for (ptrdiff_t p = 0; p < x.k; p++)
            for (ptrdiff_t j = 0; j < x.n; j++)
                c[i * x.n + j] = FMA(a[i * x.k + p], b[p * x.n + j], c[i * x.n + j]);
    }
}

/* ---- 3. GPU: straight from memory ---------------------------------------------------------------
 *
 * A thread for each element, which walks along a row of A and down a column of B.  Neighbours share
 * the row, and read next to each other in B; a team takes a piece of C, so that what one of its
 * threads has fetched is still in the first cache when the others ask for it.  It loses all the same:
 * two loads for every fma, of which a multiprocessor can do four times as many as loads.  (H100,
 * n = 4096, float: 26.2 ms, where the tiles below take 3.2.)
 */
enum { PIECE_ROWS = 16, PIECE_COLS = 32 };

#pragma omp declare target

INLINE real X(chain)(struct extents x, const real *a, const real *b, ptrdiff_t i, ptrdiff_t j)
{
    real sum = 0;
    for (ptrdiff_t p = 0; p < x.k; p++)
        sum = FMA(a[i * x.k + p], b[p * x.n + j], sum);
    return sum;
}

/* How many pieces of a length cover an extent. */
INLINE ptrdiff_t X(pieces)(ptrdiff_t extent, ptrdiff_t length)
{
    return (extent + length - 1) / length;
}

#pragma omp end declare target

static void X(straight_offload)(struct extents x, const real *a, const real *b, real *c, int *place)
{
    ptrdiff_t m = x.m, n = x.n, k = x.k;
    ptrdiff_t down = X(pieces)(m, PIECE_ROWS), across = X(pieces)(n, PIECE_COLS);
    #pragma omp target teams distribute collapse(2) num_teams(tri_teams(down * across)) \
        thread_limit(PIECE_ROWS * PIECE_COLS) map(to: a[:m * k], b[:k * n]) \
        map(from: c[:m * n], place[:1])
    for (ptrdiff_t piece_row = 0; piece_row < down; piece_row++)
        for (ptrdiff_t piece_col = 0; piece_col < across; piece_col++) {
            #pragma omp parallel for
            for (int e = 0; e < PIECE_ROWS * PIECE_COLS; e++) {
                ptrdiff_t i = piece_row * PIECE_ROWS + e / PIECE_COLS;
                ptrdiff_t j = piece_col * PIECE_COLS + e % PIECE_COLS;
                if (i == 0 && j == 0)
                    *place = ran_on();
                if (i < m && j < n)
                    c[i * n + j] = X(chain)((struct extents){ m, n, k }, a, b, i, j);
            }
        }
}

/* ---- 4. GPU: tiled ------------------------------------------------------------------------------
 *
 * A team takes a tile of C and goes along p in slabs.  Of each slab, a piece of A and a piece of B,
 * every number is fetched once, and put where all threads of the team can read it: in team memory,
 * which is a multiprocessor's own.  From there each thread multiplies a block of 16 x 8 elements (8 x 8
 * in double) that it has in its registers: 24 numbers read for 128 fma.
 *
 * What each step of that bought on an H100 in float at n = 4096: blocks in registers alone, read
 * through the first cache, 8.8 ms; tiles, and blocks of 8 x 8, 5.6; to fetch the next slab while one is
 * multiplied, 3.9; quads, 3.7; blocks of 16 x 8, 3.2.  cuBLAS takes 2.8.  In double, where it uses
 * tensor cores, it takes a third of our time.
 *
 * The loops over a block say that they are to be unrolled: with an index that is not constant when
 * clang first looks, the block lies in memory, and nothing below is worth its trouble.
 */
enum {
    QUAD = 128 / REAL_BITS, /* numbers that one instruction moves */
    SLAB = 8,
    BLOCK_ROWS = REAL_BITS == 32 ? 16 : 8, /* of a thread: what its 255 registers hold */
    BLOCK_COLS = 8,
    STEPS = REAL_BITS == 32 ? 8 : 2, /* through a slab, written out; 8 do not fit in double */
    LANE_ROWS = 4, /* blocks of a warp: neighbours read the same, which is read once */
    LANE_COLS = 8,
    WARP_ROWS = 2, /* warps of a team */
    WARP_COLS = 2,
    TEAM = WARP_ROWS * WARP_COLS * LANE_ROWS * LANE_COLS,
    TILE_ROWS = WARP_ROWS * LANE_ROWS * BLOCK_ROWS,
    TILE_COLS = WARP_COLS * LANE_COLS * BLOCK_COLS,
    QUADS_A = TILE_ROWS * SLAB / QUAD / TEAM, /* of a slab, that a thread fetches */
    QUADS_B = TILE_COLS * SLAB / QUAD / TEAM,
};

struct quad {
    _Alignas(16) real at[QUAD];
};

/* A lies here column by column, so that a thread reads the rows of its block as quads.  One quad more
 * to a line: without it all that a warp writes of A would go to a few of the memory's 32 banks. */
struct slab {
    struct quad a[SLAB][TILE_ROWS / QUAD + 1], b[SLAB][TILE_COLS / QUAD];
};

/* What a thread has fetched of a slab, and not put down yet. */
struct share {
    struct quad a[QUADS_A], b[QUADS_B];
};

/* The matrices, and the tile's place in C. */
struct tile_of {
    ptrdiff_t m, n, k, top, left;
    const real *a, *b;
    real *c;
};

/* The first quad of a thread's rows and of its columns.  The others follow LANE_ROWS and LANE_COLS
 * quads apart, so that what the threads of a warp read at once lies side by side. */
struct quads {
    int row, col;
};

#pragma omp declare target

INLINE struct quads X(quads_of)(int thread)
{
    int warp = thread / (LANE_ROWS * LANE_COLS), lane = thread % (LANE_ROWS * LANE_COLS);
    return (struct quads){
        warp / WARP_COLS * (LANE_ROWS * BLOCK_ROWS / QUAD) + lane / LANE_COLS,
        warp % WARP_COLS * (LANE_COLS * BLOCK_COLS / QUAD) + lane % LANE_COLS,
    };
}

/* A quad of a line, of which `left` numbers are there, and the rest is `beyond`.  Where all lines are
 * of whole quads, there is a quad or nothing. */
INLINE struct quad X(quad_of)(bool whole, const real *line, ptrdiff_t left, real beyond)
{
    struct quad q;
    if (whole && left > 0)
        return *(const struct quad *)line;
    for (int i = 0; i < QUAD; i++)
        q.at[i] = i < left ? line[i] : beyond;
    return q;
}

/* Rows beyond C are computed as well, from the last one's numbers, and not stored.  Beyond the end of
 * p, A is -0 and B is 0: fma(-0, 0, c) is c, be it -0 itself. */
INLINE void X(fetch)(bool whole, struct tile_of t, ptrdiff_t first, int thread, struct share *s)
{
    for (int q = 0; q < QUADS_A; q++) {
        int e = thread + q * TEAM, p = e % (SLAB / QUAD) * QUAD;
        ptrdiff_t i = t.top + e / (SLAB / QUAD);
        const real *line = t.a + (i < t.m ? i : t.m - 1) * t.k + first + p;
        s->a[q] = X(quad_of)(whole, line, t.k - first - p, -(real)0);
    }
    for (int q = 0; q < QUADS_B; q++) {
        int e = thread + q * TEAM, p = e / (TILE_COLS / QUAD);
        ptrdiff_t j = t.left + e % (TILE_COLS / QUAD) * QUAD;
        const real *line = t.b + (first + p) * t.n + j;
        s->b[q] = X(quad_of)(whole, line, first + p < t.k ? t.n - j : 0, 0);
    }
}

INLINE void X(put)(const struct share *s, int thread, struct slab *slab)
{
    for (int q = 0; q < QUADS_A; q++) {
        int e = thread + q * TEAM, i = e / (SLAB / QUAD), p = e % (SLAB / QUAD) * QUAD;
        for (int r = 0; r < QUAD; r++)
            slab->a[p + r][i / QUAD].at[i % QUAD] = s->a[q].at[r];
    }
    for (int q = 0; q < QUADS_B; q++) {
        int e = thread + q * TEAM;
        slab->b[e / (TILE_COLS / QUAD)][e % (TILE_COLS / QUAD)] = s->b[q];
    }
}

INLINE void X(multiply_slab)(const struct slab *s, struct quads at, real c[BLOCK_ROWS][BLOCK_COLS])
{
#pragma GCC unroll STEPS
    for (int p = 0; p < SLAB; p++) {
        struct quad a[BLOCK_ROWS / QUAD], b[BLOCK_COLS / QUAD];
        for (int q = 0; q < BLOCK_ROWS / QUAD; q++)
            a[q] = s->a[p][at.row + q * LANE_ROWS];
        for (int q = 0; q < BLOCK_COLS / QUAD; q++)
            b[q] = s->b[p][at.col + q * LANE_COLS];
#pragma GCC unroll BLOCK_ROWS
        for (int i = 0; i < BLOCK_ROWS; i++)
            for (int j = 0; j < BLOCK_COLS; j++)
                c[i][j] = FMA(a[i / QUAD].at[i % QUAD], b[j / QUAD].at[j % QUAD], c[i][j]);
    }
}

INLINE void X(store_quad)(bool whole, struct quad q, real *line, ptrdiff_t left)
{
    if (whole && left > 0)
        *(struct quad *)line = q;
    else
        for (int i = 0; i < QUAD; i++)
            if (i < left)
                line[i] = q.at[i];
}

INLINE void X(store)(bool whole, struct tile_of t, struct quads at,
                     real block[BLOCK_ROWS][BLOCK_COLS])
{
#pragma GCC unroll BLOCK_ROWS
    for (int r = 0; r < BLOCK_ROWS; r++) {
        ptrdiff_t i = t.top + (at.row + r / QUAD * LANE_ROWS) * QUAD + r % QUAD;
#pragma GCC unroll BLOCK_COLS
        for (int q = 0; q < BLOCK_COLS / QUAD; q++) {
            ptrdiff_t j = t.left + (at.col + q * LANE_COLS) * QUAD;
            struct quad sums;
            memcpy(&sums, &block[r][q * QUAD], sizeof sums);
            X(store_quad)(whole, sums, t.c + i * t.n + j, i < t.m ? t.n - j : 0);
        }
    }
}

/* What each thread of a whole team does.  While a slab is multiplied, the next is on its way: fetched
 * into registers before, put into the other slab's place after. */
INLINE void X(multiply_tile)(bool whole, struct tile_of t, struct slab slab[2])
{
    int thread = omp_get_thread_num(), now = 0;
    struct quads at = X(quads_of)(thread);
    struct share next;
    real block[BLOCK_ROWS][BLOCK_COLS];
#pragma GCC unroll BLOCK_ROWS
    for (int i = 0; i < BLOCK_ROWS; i++)
        for (int j = 0; j < BLOCK_COLS; j++)
            block[i][j] = 0;
    X(fetch)(whole, t, 0, thread, &next);
    X(put)(&next, thread, &slab[now]);
    #pragma omp barrier
    for (ptrdiff_t p = SLAB; p < t.k + SLAB; p += SLAB) {
        X(fetch)(whole, t, p, thread, &next);
        X(multiply_slab)(&slab[now], at, block);
        now = !now;
        X(put)(&next, thread, &slab[now]);
        #pragma omp barrier
    }
    X(store)(whole, t, at, block);
}

/* A runtime may give fewer threads than were asked for, on a CPU a single one. */
INLINE void X(fill_tile)(struct tile_of t)
{
    struct extents x = { t.m, t.n, t.k };
    for (int e = omp_get_thread_num(); e < TILE_ROWS * TILE_COLS; e += omp_get_num_threads()) {
        ptrdiff_t i = t.top + e / TILE_COLS, j = t.left + e % TILE_COLS;
        if (i < t.m && j < t.n)
            t.c[i * t.n + j] = X(chain)(x, t.a, t.b, i, j);
    }
}

/* Whether all lines of the three matrices begin at a quad and end with one. */
INLINE bool X(whole_quads)(struct tile_of t)
{
    return t.n % QUAD == 0 && t.k % QUAD == 0 &&
           ((uintptr_t)t.a | (uintptr_t)t.b | (uintptr_t)t.c) % sizeof(struct quad) == 0;
}

#pragma omp end declare target

static void X(tiled_offload)(struct extents x, const real *a, const real *b, real *c, int *place)
{
    ptrdiff_t m = x.m, n = x.n, k = x.k;
    ptrdiff_t down = X(pieces)(m, TILE_ROWS), across = X(pieces)(n, TILE_COLS);
    #pragma omp target teams distribute collapse(2) num_teams(tri_teams(down * across)) \
        thread_limit(TEAM) map(to: a[:m * k], b[:k * n]) map(from: c[:m * n], place[:1])
    for (ptrdiff_t row = 0; row < down; row++)
        for (ptrdiff_t col = 0; col < across; col++) {
            /* Of the team: clang finds out, puts it into team memory and says so under
             * -Rpass=openmp-opt.  What the parallel region shares would be in there too; what is
             * firstprivate is in registers. */
            struct slab slab[2];
            #pragma omp parallel num_threads(TEAM) firstprivate(m, n, k, a, b, c, row, col, place)
            {
                struct tile_of t = { m, n, k, row * TILE_ROWS, col * TILE_COLS, a, b, c };
                if (row == 0 && col == 0 && omp_get_thread_num() == 0)
                    *place = ran_on();
                if (omp_get_num_threads() != TEAM)
                    X(fill_tile)(t);
                else if (X(whole_quads)(t))
                    X(multiply_tile)(true, t, slab);
                else
                    X(multiply_tile)(false, t, slab);
            }
        }
}

/* ---- 5. CPU: straight from memory -----------------------------------------------------------------
 *
 * A strip of a row of C stays in registers while B goes past it: an fma for each vector loaded.  A
 * core starts two fma in a cycle, and can load two vectors, but only from its first cache; B comes
 * from beyond.  Rows go round inside of strips, so that at least a strip's part of B is read again
 * soon.
 */
enum { STRIP = 8 * 256 / REAL_BITS };

INLINE void X(strip_simd)(struct extents x, const real *a, const real *b, real *c, int width)
{
    real sum[STRIP] = { 0 };
    for (ptrdiff_t p = 0; p < x.k; p++) {
        #pragma omp simd
        for (int j = 0; j < width; j++)
            sum[j] = FMA(a[p], b[p * x.n + j], sum[j]);
    }
    memcpy(c, sum, (size_t)width * sizeof *c);
}

static void X(straight_simd)(struct extents x, const real *a, const real *b, real *c)
{
    #pragma omp parallel for collapse(2)
    for (ptrdiff_t j = 0; j < x.n; j += STRIP)
        for (ptrdiff_t i = 0; i < x.m; i++) {
            const real *row = a + i * x.k;
            if (x.n - j >= STRIP)
                X(strip_simd)(x, row, b + j, c + i * x.n + j, STRIP);
            else
                X(strip_simd)(x, row, b + j, c + i * x.n + j, (int)(x.n - j));
        }
}

#if defined(__x86_64__)

AVX2 static void X(strip_avx2)(struct extents x, const real *a, const real *b, real *c)
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

static void X(straight_avx2)(struct extents x, const real *a, const real *b, real *c)
{
    #pragma omp parallel for collapse(2)
    for (ptrdiff_t j = 0; j < x.n; j += STRIP)
        for (ptrdiff_t i = 0; i < x.m; i++) {
            const real *row = a + i * x.k;
            if (x.n - j >= STRIP)
                X(strip_avx2)(x, row, b + j, c + i * x.n + j);
            else
                X(strip_simd)(x, row, b + j, c + i * x.n + j, (int)(x.n - j));
        }
}

#endif

/* ---- 6. CPU: tiled ----------------------------------------------------------------------------------
 *
 * A tile of C is held in registers, and along p every vector of B is used for all of the tile's rows,
 * every number of A for all of its columns: with 6 rows of two vectors, 8 loads for 12 fma.  What is
 * loaded comes from caches, by three rules (K. Goto and R. van de Geijn, 2008):
 *
 * - p goes in slabs of DEPTH.  Slab by slab, A and B are copied into panels, each as high or as wide
 *   as a tile, in which numbers lie in the order of their use.  A panel of B fits the first cache.
 * - A thread takes a block of C, BLOCK_PANELS panels high and wide: its panels of A fit the second
 *   cache, and meet one panel of B after the other.
 * - All threads share the panels, in the third cache.
 *
 * Between slabs, the chains wait in C.  The paths differ in nothing but how a tile is multiplied.
 */
enum {
    DEPTH = 256,
    BLOCK_PANELS = 16,
    PACKED = 8,
    MOST_ROWS = 12, /* of a tile, on any path */
    MOST_COLS = 2 * 512 / REAL_BITS
};

/* c += a b, or c = a b if it is the first slab; a and b are panels, c a tile in rows `stride` apart. */
typedef void multiply_fn(ptrdiff_t depth, const real *a, const real *b, bool first, real *c,
                         ptrdiff_t stride);

struct tile {
    int rows, cols;
    multiply_fn *multiply;
};

/* A slab in panels, those of A as high and those of B as wide as a tile.  Beyond the matrices A's have
 * its last row again and B's have zeros; what comes of either is not stored. */
struct panels {
    ptrdiff_t depth, down, across;
    real *a, *b;
};

static struct panels X(panels)(const struct tile *t, struct extents x, real *room)
{
    ptrdiff_t down = X(pieces)(x.m, t->rows), across = X(pieces)(x.n, t->cols);
    real *aligned = (real *)(((uintptr_t)room + 63) & ~(uintptr_t)63);
    return (struct panels){ 0, down, across, aligned + across * t->cols * DEPTH, aligned };
}

static void X(pack_a)(struct extents x, const real *a, ptrdiff_t depth, int rows, ptrdiff_t i,
                      real *panel)
{
    const real *row[MOST_ROWS];
    for (int r = 0; r < rows; r++)
        row[r] = a + (i + r < x.m ? i + r : x.m - 1) * x.k;
    for (ptrdiff_t p = 0; p < depth; p++)
        for (int r = 0; r < rows; r++)
            panel[p * rows + r] = row[r][p];
}

/* A few panels at once, along the rows of B: one after the other, every step would be to a new page. */
static void X(pack_b)(struct extents x, const real *b, ptrdiff_t depth, int cols, ptrdiff_t first,
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

/* A tile that reaches beyond C is computed beside it. */
static void X(multiply_edge)(const struct tile *t, struct panels s, const real *a, const real *b,
                             bool first, real *c, ptrdiff_t stride, int rows, int cols)
{
    real whole[MOST_ROWS * MOST_COLS] = { 0 };
    for (int i = 0; i < rows && !first; i++)
        memcpy(whole + i * t->cols, c + i * stride, (size_t)cols * sizeof *c);
    t->multiply(s.depth, a, b, first, whole, t->cols);
    for (int i = 0; i < rows; i++)
        memcpy(c + i * stride, whole + i * t->cols, (size_t)cols * sizeof *c);
}

/* Asks for a tile of C, whose rows are far apart, while the one above it is computed; a row may lie in
 * two cache lines. */
INLINE void X(prefetch_tile)(const struct tile *t, const real *c, ptrdiff_t stride, ptrdiff_t rows)
{
    for (int r = 0; r < t->rows && r < rows; r++) {
        __builtin_prefetch(c + r * stride, 1);
        __builtin_prefetch(c + r * stride + t->cols - 1, 1);
    }
}

static void X(multiply_block)(const struct tile *t, struct extents x, struct panels s, bool first,
                              ptrdiff_t down, ptrdiff_t across, real *c)
{
    for (ptrdiff_t v = across; v < across + BLOCK_PANELS && v < s.across; v++)
        for (ptrdiff_t u = down; u < down + BLOCK_PANELS && u < s.down; u++) {
            const real *a = s.a + u * t->rows * s.depth, *b = s.b + v * t->cols * s.depth;
            ptrdiff_t i = u * t->rows, j = v * t->cols;
            real *at = c + i * x.n + j;
            X(prefetch_tile)(t, at + t->rows * x.n, x.n, x.m - i - t->rows);
            if (x.m - i >= t->rows && x.n - j >= t->cols)
                t->multiply(s.depth, a, b, first, at, x.n);
            else
                X(multiply_edge)(t, s, a, b, first, at, x.n,
                                 (int)(x.m - i < t->rows ? x.m - i : t->rows),
                                 (int)(x.n - j < t->cols ? x.n - j : t->cols));
        }
}

static void X(multiply)(const struct tile *t, struct extents x, const real *a, const real *b,
                        real *c, real *room)
{
    struct panels s = X(panels)(t, x, room);
    #pragma omp parallel firstprivate(s)
    for (ptrdiff_t p = 0; p < x.k; p += DEPTH) {
        s.depth = x.k - p < DEPTH ? x.k - p : DEPTH;
        #pragma omp for nowait
        for (ptrdiff_t u = 0; u < s.down; u++)
            X(pack_a)(x, a + p, s.depth, t->rows, u * t->rows, s.a + u * t->rows * s.depth);
        #pragma omp for
        for (ptrdiff_t v = 0; v < s.across; v += PACKED)
            X(pack_b)(x, b + p * x.n, s.depth, t->cols, v,
                      s.across - v < PACKED ? s.across : v + PACKED, s.b);
        #pragma omp for collapse(2) schedule(dynamic)
        for (ptrdiff_t v = 0; v < s.across; v += BLOCK_PANELS)
            for (ptrdiff_t u = 0; u < s.down; u += BLOCK_PANELS)
                X(multiply_block)(t, x, s, p == 0, u, v, c);
    }
}

/* ---- 7. CPU: omp simd -------------------------------------------------------------------------
 *
 * A tile is a local array.  All that is done with it is in one function, in loops of constant length:
 * then clang and gcc unroll those and keep it in registers, in two vectors a row, of AVX2 or AVX-512.
 * The latter has twice as many registers, so twice as many rows fit.  What comes out is what section 8
 * says by hand, but for how far clang unrolls the loop over p, and about as fast.
 */
enum {
    ROWS = VECTOR_BITS == 512 ? 12 : 6,
    COLS = 2 * VECTOR_BITS / REAL_BITS,
};
_Static_assert((int)ROWS <= (int)MOST_ROWS && (int)COLS <= (int)MOST_COLS, "panels have room");

static void X(tile_simd)(ptrdiff_t depth, const real *a, const real *b, bool first, real *c,
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

static void X(tiled_simd)(struct extents x, const real *a, const real *b, real *c, real *room)
{
    static const struct tile tile = { ROWS, COLS, X(tile_simd) };
    X(multiply)(&tile, x, a, b, c, room);
}

/* ---- 8. CPU: AVX2 and FMA intrinsics ------------------------------------------------------------
 *
 * 6 x 2 vectors are twelve chains; eight would keep two units busy that take four cycles each.  With two
 * vectors of B and one number of A, spread over a vector, they take 15 of 16 registers.
 */
#if defined(__x86_64__)

enum { ROWS_AVX2 = 6, COLS_AVX2 = 2 * LANES };

AVX2 static void X(tile_avx2)(ptrdiff_t depth, const real *a, const real *b, bool first, real *c,
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

static void X(tiled_avx2)(struct extents x, const real *a, const real *b, real *c, real *room)
{
    static const struct tile tile = { ROWS_AVX2, COLS_AVX2, X(tile_avx2) };
    X(multiply)(&tile, x, a, b, c, room);
}

#endif

/* ---- 9. The description ------------------------------------------------------------------------- */

enum { N, M, K, VARIANT };
enum { A, B, C, ROOM };
enum { STRAIGHT, TILED };

static struct extents X(extents)(const struct tri_case *c)
{
    return (struct extents){ (ptrdiff_t)c->value[M].integer, (ptrdiff_t)c->value[N].integer,
                             (ptrdiff_t)c->value[K].integer };
}

static bool X(tiled)(const struct tri_case *c)
{
    return c->value[VARIANT].integer == TILED;
}

static void X(run_reference)(const struct tri_case *c)
{
    X(matmul_reference)(X(extents)(c), c->operand[A], c->operand[B], c->operand[C]);
}

static void X(run_offload)(const struct tri_case *c)
{
    if (X(tiled)(c))
        X(tiled_offload)(X(extents)(c), c->operand[A], c->operand[B], c->operand[C], c->ran_on);
    else
        X(straight_offload)(X(extents)(c), c->operand[A], c->operand[B], c->operand[C], c->ran_on);
}

static void X(run_simd)(const struct tri_case *c)
{
    if (X(tiled)(c))
        X(tiled_simd)(X(extents)(c), c->operand[A], c->operand[B], c->operand[C], c->operand[ROOM]);
    else
        X(straight_simd)(X(extents)(c), c->operand[A], c->operand[B], c->operand[C]);
}

#if defined(__x86_64__)
static void X(run_avx2)(const struct tri_case *c)
{
    if (X(tiled)(c))
        X(tiled_avx2)(X(extents)(c), c->operand[A], c->operand[B], c->operand[C], c->operand[ROOM]);
    else
        X(straight_avx2)(X(extents)(c), c->operand[A], c->operand[B], c->operand[C]);
}
#endif

/* From 0 up to 1 and without a pattern.  24 bits, so that float and double start from the same; not
 * negative, so that sums in any other order are within a known distance. */
static double X(number)(uint64_t seed, size_t i)
{
    uint64_t bits = (seed + i) * 0x9E3779B97F4A7C15; /* splitmix64, G. Steele and others, 2014 */
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9;
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB;
    return (double)((bits ^ bits >> 31) >> 40) * 0x1p-24;
}

static double X(value_of_a)(const struct tri_case *c, size_t i)
{
    (void)c;
    return X(number)(1, i);
}

static double X(value_of_b)(const struct tri_case *c, size_t i)
{
    (void)c;
    return X(number)((uint64_t)1 << 40, i);
}

/* Of a slab in panels: as much as any path fills up to, and to begin at a cache line. */
static bool X(length_of_room)(const struct tri_case *c, size_t *length)
{
    size_t rows = (size_t)c->value[M].integer + MOST_ROWS,
           cols = (size_t)c->value[N].integer + MOST_COLS;
    *length = (rows + cols) * DEPTH + 64;
    return true;
}

static enum tri_role X(role_of_room)(const struct tri_case *c)
{
    return X(tiled)(c) ? TRI_SCRATCH : TRI_ABSENT;
}

/* Counted as the field does: a product and a sum for each fma. */
static struct tri_work X(work)(const struct tri_case *c)
{
    double m = (double)c->value[M].integer, n = (double)c->value[N].integer,
           k = (double)c->value[K].integer;
    return (struct tri_work){
        .units = 2 * m * n * k,
        .instructions = m * n * k,
        .bytes = (m * k + k * n + m * n) * sizeof(real),
    };
}

const struct tri_hotspot X(matmul) = {
    .name = "matmul",
    .formula = "C = A B, each element one chain of fma: c = fma(a(i,p), b(p,j), c), p = 0, 1, ...",
    .unit = "flop",
    .precision = PRECISION,
    .params = {
        [N] = {"n", "columns of B and C", TRI_INTEGER, 1000, .min = 1, .max = 1 << 20},
        [M] = {"m", "rows of A and C", TRI_INTEGER, 1, .min = 1, .max = 1 << 20, .times = "n"},
        [K] = {"k", "columns of A, rows of B", TRI_INTEGER, 1, .min = 1, .max = 1 << 20,
               .times = "n"},
        [VARIANT] = {"variant", "how memory is used", TRI_CHOICE, TILED,
                     .choices = {"straight", "tiled"}},
    },
    .operands = {
        [A] = {"a", TRI_FLOATING, TRI_IN, .rank = 2, .shape = {M, K}, .value = X(value_of_a)},
        [B] = {"b", TRI_FLOATING, TRI_IN, .rank = 2, .shape = {K, N}, .value = X(value_of_b)},
        [C] = {"c", TRI_FLOATING, TRI_OUT, .rank = 2, .shape = {M, N}},
        [ROOM] = {"room", TRI_FLOATING, .role_of = X(role_of_room), .length_of = X(length_of_room)},
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
