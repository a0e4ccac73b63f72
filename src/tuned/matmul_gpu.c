/*
 * The product of two matrices on a GPU: the rungs of the climb in matmul.c.
 *
 * plain-simd; 1. pieces, 2. team-memory, 3. register-blocks, 4. tuned.  From the second on, the threads of a team fill
 * tiles together, each a share that depends on its number alone; so a team has to have as many threads as
 * it asks for.  Where it may not have them, the rung is absent (`available` in matmul.c).
 */
#include "matmul_rungs.h"

#include "ran_on.h"

#include <stdint.h>

/* ---- Plain-simd -------------------------------------------------------------------------------
 *
 * vecadd.c says what the word is for.
 */
static void X(multiply_lanes)(struct extents x, const real *a, const real *b, real *c, int *place)
{
    ptrdiff_t m = x.m, n = x.n, k = x.k;
    #pragma omp target teams distribute parallel for simd collapse(2) \
        map(to: a[:m * k], b[:k * n]) map(from: c[:m * n], place[:1])
    for (ptrdiff_t i = 0; i < m; i++)
        for (ptrdiff_t j = 0; j < n; j++) {
            real sum = 0;
            for (ptrdiff_t p = 0; p < k; p++)
                sum = FMA(a[i * k + p], b[p * n + j], sum);
            c[i * n + j] = sum;
            if (i == 0 && j == 0)
                *place = ran_on();
        }
}

void X(matmul_offload_lanes)(const struct tri_case *c)
{
    X(multiply_lanes)(X(extents)(c), c->operand[A], c->operand[B], c->operand[C], c->ran_on);
}

/* ---- 1. Pieces --------------------------------------------------------------------------------
 *
 * In the plain form a team's threads have elements of C side by side in one row, or a few: they share the
 * row of A, and all that they read of B is used once.  Here a team has a piece of several rows: what one of
 * its threads has fetched of B is still in the first cache when the threads of the other rows ask for it.
 *
 * It loses all the same: there are two loads for every fma, and a multiprocessor starts four fma in the
 * time of a load.
 */
#pragma omp declare target

INLINE real X(chain)(struct extents x, const real *a, const real *b, ptrdiff_t i, ptrdiff_t j)
{
    real sum = 0;
    for (ptrdiff_t p = 0; p < x.k; p++)
        sum = FMA(a[i * x.k + p], b[p * x.n + j], sum);
    return sum;
}

#pragma omp end declare target

static void X(multiply_pieces)(struct extents x, const real *a, const real *b, real *c, int *place)
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

void X(matmul_offload_pieces)(const struct tri_case *c)
{
    X(multiply_pieces)(X(extents)(c), c->operand[A], c->operand[B], c->operand[C], c->ran_on);
}

/* ---- 2. Team memory -----------------------------------------------------------------------------
 *
 * Leans on whole teams: on all the threads that it asks for, which OpenMP does not promise.
 *
 * The tiled kernel of report E.  A team computes a tile of C and goes along p in steps of EDGE.  In each,
 * its threads fetch a tile of A and one of B, a number of each to a thread, and put them into team memory
 * (CUDA: shared memory), which is a multiprocessor's own and as fast as its first cache.  There every
 * number is read EDGE times, and fetched once.  A barrier stands before the tiles are read, so that they
 * are whole, and another before they are overwritten.
 *
 * Team memory is what OpenMP calls a variable that is declared inside of `teams` and outside of
 * `parallel`.  What the threads only read is firstprivate: each has it in registers then, while what they
 * share would lie in team memory as well.
 *
 * Beyond the end of p, A is filled up with -0 and B with 0: fma(-0, 0, c) is c, be it -0 itself.  Rows and
 * columns beyond C are computed from such numbers too, and not stored.
 */
#pragma omp declare target

/* An element of a matrix, row after row; outside of it, `beyond`. */
INLINE real X(element)(const real *matrix, ptrdiff_t rows, ptrdiff_t cols, ptrdiff_t row,
                       ptrdiff_t col, real beyond)
{
    return row < rows && col < cols ? matrix[row * cols + col] : beyond;
}

/* What thread e of a whole team does for a tile of C that begins at (top, left). */
INLINE void X(multiply_edge_tile)(struct extents x, const real *a, const real *b, real *c,
                                  ptrdiff_t top, ptrdiff_t left, int e, real tile_a[EDGE][EDGE],
                                  real tile_b[EDGE][EDGE])
{
    int row = e / EDGE, col = e % EDGE;
    real sum = 0;
    for (ptrdiff_t first = 0; first < x.k; first += EDGE) {
        real of_a = X(element)(a, x.m, x.k, top + row, first + col, -(real)0);
        real of_b = X(element)(b, x.k, x.n, first + row, left + col, 0);
        tile_a[row][col] = of_a;
        tile_b[row][col] = of_b;
        #pragma omp barrier
        for (int p = 0; p < EDGE; p++)
            sum = FMA(tile_a[row][p], tile_b[p][col], sum);
        #pragma omp barrier
    }
    if (top + row < x.m && left + col < x.n)
        c[(top + row) * x.n + left + col] = sum;
}

#pragma omp end declare target

static void X(multiply_team_memory)(struct extents x, const real *a, const real *b, real *c,
                                    int *place)
{
    ptrdiff_t m = x.m, n = x.n, k = x.k;
    ptrdiff_t down = X(pieces)(m, EDGE), across = X(pieces)(n, EDGE);
    #pragma omp target teams distribute collapse(2) num_teams(tri_teams(down * across)) \
        thread_limit(EDGE * EDGE) map(to: a[:m * k], b[:k * n]) map(from: c[:m * n], place[:1])
    for (ptrdiff_t row = 0; row < down; row++)
        for (ptrdiff_t col = 0; col < across; col++) {
            real tile_a[EDGE][EDGE], tile_b[EDGE][EDGE]; /* the team's */
            #pragma omp parallel num_threads(EDGE * EDGE) \
                firstprivate(m, n, k, a, b, c, row, col, place)
            {
                int e = omp_get_thread_num();
                if (row == 0 && col == 0 && e == 0)
                    *place = ran_on();
                X(multiply_edge_tile)((struct extents){ m, n, k }, a, b, c, row * EDGE, col * EDGE,
                                      e, tile_a, tile_b);
            }
        }
}

void X(matmul_offload_team_memory)(const struct tri_case *c)
{
    X(multiply_team_memory)(X(extents)(c), c->operand[A], c->operand[B], c->operand[C], c->ran_on);
}

/* ---- 3. Register blocks ---------------------------------------------------------------------------
 *
 * Leans on whole teams, too.
 *
 * Above, each fma still waits for two loads, from team memory now.  So a thread computes a block of
 * EACH x EACH elements, all in registers: in each step of p it loads EACH numbers of A and EACH of B, and
 * does EACH x EACH fma with them.  A team's tile grows to SQUARE x SQUARE, and tiles of A and B go along p
 * in slabs of SLAB.
 *
 * A thread's rows and columns lie SIDE apart: so adjacent threads read adjacent numbers of B, which are in
 * different banks of team memory, and store adjacent numbers of C.
 *
 * The loops over a block say that they are to be unrolled: with an index that is not constant when clang
 * first looks, the block lies in memory, and nothing is won.
 */
#pragma omp declare target

enum { SHARE = SQUARE * SLAB / (SIDE * SIDE) }; /* of each tile, that a thread fetches */

/* All of a thread's loads are in flight before it waits for the first. */
INLINE void X(fetch_slab)(struct extents x, const real *a, const real *b, ptrdiff_t top,
                          ptrdiff_t left, ptrdiff_t first, int thread, real tile_a[SQUARE][SLAB],
                          real tile_b[SLAB][SQUARE])
{
    real of_a[SHARE], of_b[SHARE];
#pragma GCC unroll SHARE
    for (int q = 0; q < SHARE; q++) {
        int e = thread + q * SIDE * SIDE;
        of_a[q] = X(element)(a, x.m, x.k, top + e / SLAB, first + e % SLAB, -(real)0);
        of_b[q] = X(element)(b, x.k, x.n, first + e / SQUARE, left + e % SQUARE, 0);
    }
#pragma GCC unroll SHARE
    for (int q = 0; q < SHARE; q++) {
        int e = thread + q * SIDE * SIDE;
        tile_a[e / SLAB][e % SLAB] = of_a[q];
        tile_b[e / SQUARE][e % SQUARE] = of_b[q];
    }
}

/* One step of p, of all chains of a thread's block. */
INLINE void X(add_products)(int row, int col, int p, real tile_a[SQUARE][SLAB],
                            real tile_b[SLAB][SQUARE], real block[EACH][EACH])
{
    real of_a[EACH], of_b[EACH];
#pragma GCC unroll EACH
    for (int i = 0; i < EACH; i++) {
        of_a[i] = tile_a[row + i * SIDE][p];
        of_b[i] = tile_b[p][col + i * SIDE];
    }
#pragma GCC unroll EACH
    for (int i = 0; i < EACH; i++)
#pragma GCC unroll EACH
        for (int j = 0; j < EACH; j++)
            block[i][j] = FMA(of_a[i], of_b[j], block[i][j]);
}

INLINE void X(store_block)(struct extents x, ptrdiff_t top, ptrdiff_t left, real block[EACH][EACH],
                           real *c)
{
#pragma GCC unroll EACH
    for (int i = 0; i < EACH; i++)
#pragma GCC unroll EACH
        for (int j = 0; j < EACH; j++)
            if (top + i * SIDE < x.m && left + j * SIDE < x.n)
                c[(top + i * SIDE) * x.n + left + j * SIDE] = block[i][j];
}

/* What a thread of a whole team does for a tile of C. */
INLINE void X(multiply_square)(struct extents x, const real *a, const real *b, real *c,
                               ptrdiff_t top, ptrdiff_t left, int thread, real tile_a[SQUARE][SLAB],
                               real tile_b[SLAB][SQUARE])
{
    int row = thread / SIDE, col = thread % SIDE;
    real block[EACH][EACH];
#pragma GCC unroll EACH
    for (int i = 0; i < EACH; i++)
#pragma GCC unroll EACH
        for (int j = 0; j < EACH; j++)
            block[i][j] = 0;
    for (ptrdiff_t first = 0; first < x.k; first += SLAB) {
        X(fetch_slab)(x, a, b, top, left, first, thread, tile_a, tile_b);
        #pragma omp barrier
        for (int p = 0; p < SLAB; p++)
            X(add_products)(row, col, p, tile_a, tile_b, block);
        #pragma omp barrier
    }
    X(store_block)(x, top + row, left + col, block, c);
}

#pragma omp end declare target

static void X(multiply_blocks)(struct extents x, const real *a, const real *b, real *c, int *place)
{
    ptrdiff_t m = x.m, n = x.n, k = x.k;
    ptrdiff_t down = X(pieces)(m, SQUARE), across = X(pieces)(n, SQUARE);
    #pragma omp target teams distribute collapse(2) num_teams(tri_teams(down * across)) \
        thread_limit(SIDE * SIDE) map(to: a[:m * k], b[:k * n]) map(from: c[:m * n], place[:1])
    for (ptrdiff_t row = 0; row < down; row++)
        for (ptrdiff_t col = 0; col < across; col++) {
            real tile_a[SQUARE][SLAB], tile_b[SLAB][SQUARE]; /* the team's */
            #pragma omp parallel num_threads(SIDE * SIDE) \
                firstprivate(m, n, k, a, b, c, row, col, place)
            {
                int thread = omp_get_thread_num();
                if (row == 0 && col == 0 && thread == 0)
                    *place = ran_on();
                X(multiply_square)((struct extents){ m, n, k }, a, b, c, row * SQUARE, col * SQUARE,
                                   thread, tile_a, tile_b);
            }
        }
}

void X(matmul_offload_blocks)(const struct tri_case *c)
{
    X(multiply_blocks)(X(extents)(c), c->operand[A], c->operand[B], c->operand[C], c->ran_on);
}

/* ---- 4. Tuned -----------------------------------------------------------------------------------
 *
 * Leans on whole teams, too.
 *
 * The same blocks, and three things that keep the fma units from waiting:
 *
 * - Two slabs in team memory (double buffering).  While one is multiplied, the next is under way: fetched
 *   into registers before, put into the other slab's place after.  One barrier to a slab is enough.
 * - Quads: 16 bytes are moved at a time wherever a row is of whole quads, and rows begin at one.
 * - A layout by warps.  The lanes of a warp have 4 x 8 blocks, so that what they read of A and B at once
 *   is little, and lies side by side.  In float a block has 16 x 8 elements: 24 numbers read for 128 fma.
 */
enum {
    STEPS = REAL_BITS == 32 ? 8 : 2, /* through a slab, written out; 8 do not fit in double */
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
            for (int s = 0; s < QUAD; s++)
                sums.at[s] = block[r][q * QUAD + s];
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

/* Whether all lines of the three matrices begin at a quad and end with one. */
INLINE bool X(whole_quads)(struct tile_of t)
{
    return t.n % QUAD == 0 && t.k % QUAD == 0 &&
           ((uintptr_t)t.a | (uintptr_t)t.b | (uintptr_t)t.c) % sizeof(struct quad) == 0;
}

#pragma omp end declare target

static void X(multiply_tuned)(struct extents x, const real *a, const real *b, real *c, int *place)
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
                if (X(whole_quads)(t))
                    X(multiply_tile)(true, t, slab);
                else
                    X(multiply_tile)(false, t, slab);
            }
        }
}

void X(matmul_offload_tuned)(const struct tri_case *c)
{
    X(multiply_tuned)(X(extents)(c), c->operand[A], c->operand[B], c->operand[C], c->ran_on);
}
