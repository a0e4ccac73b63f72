/*
 * The product of two matrices on a GPU: `tuned`, the last rung of the climb in matmul.c.
 *
 * Leans on whole teams, like the rungs before it in matmul_gpu.c.
 *
 * The same register blocks, and four things that keep the fma units from waiting:
 *
 * - Two slabs in team memory (double buffering).  While one is multiplied, the next is under way: fetched
 *   into registers before, put into the other slab's place after.  One barrier to a slab is enough.
 * - Quads: 16 bytes are moved at a time wherever a row is of whole quads, and rows begin at one.
 * - Steps that overlap.  A step's numbers are loaded while the one before is multiplied, or several steps are unrolled
 *   for the compiler to do so.
 * - A layout by warps.  The lanes of a warp have 4 x 8 blocks, so that what they read of A and B at once
 *   is little, and lies side by side.  In float a block has 16 x 8 elements: 24 numbers read for 128 fma.
 *
 * A small matrix has too few such tiles for all multiprocessors: n = 1000 has 64, and an H100 has 132
 * of them.  There blocks have 8 rows in float, too: tiles of half the size, twice as many teams.  It is a
 * region of its own, since all threads of a kernel have as many registers as its largest block needs.
 */
#include "matmul_rungs.h"

#include "ran_on.h"

#include <stdint.h>

#if HAS_LARGE_BLOCKS

enum {
    QUADS_A = TILE_ROWS * SLAB / QUAD / TEAM, /* of a slab, that a thread fetches: at most */
    QUADS_B = TILE_COLS * SLAB / QUAD / TEAM,
    APART_B = TEAM / (TILE_COLS / QUAD), /* rows of B between one quad of a thread and the next */
    STEPS_DOUBLE = 4, /* through a slab, unrolled in double: for 8 there are too few registers */
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

# pragma omp declare target

INLINE struct quads X(quads_of)(int rows, int thread)
{
    int warp = thread / (LANE_ROWS * LANE_COLS), lane = thread % (LANE_ROWS * LANE_COLS);
    return (struct quads){
        warp / WARP_COLS * (LANE_ROWS * rows / QUAD) + lane / LANE_COLS,
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

/* A thread's share of a slab of A. */
INLINE int X(quads_of_a)(int rows)
{
    return QUADS_A * rows / BLOCK_ROWS;
}

/* Where a thread's quads of the next slab lie, and how much of each line is left. */
struct source {
    const real *a[QUADS_A], *b;
    ptrdiff_t n, left_a, left_b, rows_b;
};

/* Rows beyond C are computed as well, from the last one's numbers, and not stored. */
INLINE struct source X(source)(int rows, bool whole, struct tile_of t, int thread)
{
    struct source s;
    int p = thread % (SLAB / QUAD) * QUAD, p_b = thread / (TILE_COLS / QUAD);
    ptrdiff_t j = t.left + thread % (TILE_COLS / QUAD) * QUAD;
    for (int q = 0; q < X(quads_of_a)(rows); q++) {
        ptrdiff_t i = t.top + (thread + q * TEAM) / (SLAB / QUAD);
        s.a[q] = t.a + (i < t.m ? i : t.m - 1) * t.k + p;
    }
    s.n = t.n;
    s.left_a = t.k - p;
    s.rows_b = t.k - p_b;
    s.left_b = t.n - j;
    if (whole && j >= t.n) /* a quad that is there: what is computed from it is not stored */
        j = t.n - QUAD;
    s.b = t.b + p_b * t.n + j;
    return s;
}

/* Fetches a thread's share of a slab, and moves on to the next.  Pointers walk along p: addresses that are computed anew
 * for each slab take the registers that unrolled steps need.  Beyond the end of p, A is -0 and B is 0: fma(-0, 0, c) is
 * c, be it -0 itself. */
INLINE void X(fetch)(int rows, bool whole, struct source *f, struct share *s)
{
    for (int q = 0; q < X(quads_of_a)(rows); q++) {
        s->a[q] = X(quad_of)(whole, f->a[q], f->left_a, -(real)0);
        f->a[q] += SLAB;
    }
    for (int q = 0; q < QUADS_B; q++)
        s->b[q] = X(quad_of)(whole, f->b + q * APART_B * f->n,
                             f->rows_b > q * APART_B ? (whole ? 1 : f->left_b) : 0, 0);
    f->b += SLAB * f->n;
    f->left_a -= SLAB;
    f->rows_b -= SLAB;
}

INLINE void X(put)(int rows, const struct share *s, int thread, struct slab *slab)
{
    for (int q = 0; q < X(quads_of_a)(rows); q++) {
        int e = thread + q * TEAM, i = e / (SLAB / QUAD), p = e % (SLAB / QUAD) * QUAD;
        for (int r = 0; r < QUAD; r++)
            slab->a[p + r][i / QUAD].at[i % QUAD] = s->a[q].at[r];
    }
    for (int q = 0; q < QUADS_B; q++) {
        int e = thread + q * TEAM;
        slab->b[e / (TILE_COLS / QUAD)][e % (TILE_COLS / QUAD)] = s->b[q];
    }
}

/* What one step of p multiplies. */
struct step {
    struct quad a[BLOCK_ROWS / QUAD], b[BLOCK_COLS / QUAD];
};

INLINE void X(load_step)(int rows, const struct slab *s, int p, struct quads at, struct step *f)
{
    for (int q = 0; q < rows / QUAD; q++)
        f->a[q] = s->a[p][at.row + q * LANE_ROWS];
    for (int q = 0; q < BLOCK_COLS / QUAD; q++)
        f->b[q] = s->b[p][at.col + q * LANE_COLS];
}

/* Along one row of the block and back along the next: an fma that shares a number with the one before it reads a register
 * less, and starts at once. */
INLINE void X(multiply_step)(int rows, const struct step *f, real c[BLOCK_ROWS][BLOCK_COLS])
{
    UNROLLED(BLOCK_ROWS)
    for (int i = 0; i < rows; i++)
        UNROLLED(BLOCK_COLS)
    for (int jj = 0; jj < BLOCK_COLS; jj++) {
        int j = i % 2 ? BLOCK_COLS - 1 - jj : jj;
        c[i][j] = FMA(f->a[i / QUAD].at[i % QUAD], f->b[j / QUAD].at[j % QUAD], c[i][j]);
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

INLINE void X(store)(int rows, bool whole, struct tile_of t, struct quads at,
                     real block[BLOCK_ROWS][BLOCK_COLS])
{
    UNROLLED(BLOCK_ROWS)
    for (int r = 0; r < rows; r++) {
        ptrdiff_t i = t.top + (at.row + r / QUAD * LANE_ROWS) * QUAD + r % QUAD;
        UNROLLED(BLOCK_COLS)
        for (int q = 0; q < BLOCK_COLS / QUAD; q++) {
            ptrdiff_t j = t.left + (at.col + q * LANE_COLS) * QUAD;
            struct quad sums;
            for (int s = 0; s < QUAD; s++)
                sums.at[s] = block[r][q * QUAD + s];
            X(store_quad)(whole, sums, t.c + i * t.n + j, i < t.m ? t.n - j : 0);
        }
    }
}

/* In double: each step's numbers are loaded just before they are multiplied. */
INLINE void X(multiply_slabs)(int rows, bool whole, ptrdiff_t k, struct quads at, int thread,
                              struct source *from, struct share *next, struct slab slab[2],
                              real block[BLOCK_ROWS][BLOCK_COLS])
{
    int now = 0;
    for (ptrdiff_t p = 0; p < k; p += SLAB) {
        X(fetch)(rows, whole, from, next);
        UNROLLED(STEPS_DOUBLE)
        for (int s = 0; s < SLAB; s++) {
            struct step step;
            X(load_step)(rows, &slab[now], s, at, &step);
            X(multiply_step)(rows, &step, block);
        }
        now = !now;
        X(put)(rows, next, thread, &slab[now]);
        #pragma omp barrier
    }
}

/* In float there are registers for two steps: one's numbers are loaded while the other's are multiplied, across the
 * barrier, too. */
INLINE void X(multiply_slabs_ahead)(int rows, bool whole, ptrdiff_t k, struct quads at, int thread,
                                    struct source *from, struct share *next, struct slab slab[2],
                                    real block[BLOCK_ROWS][BLOCK_COLS])
{
    int now = 0;
    struct step step[2];
    X(load_step)(rows, &slab[now], 0, at, &step[0]);
    for (ptrdiff_t p = 0; p < k; p += SLAB) {
        X(fetch)(rows, whole, from, next);
        UNROLLED(SLAB)
        for (int s = 0; s < SLAB - 1; s++) {
            X(load_step)(rows, &slab[now], s + 1, at, &step[(s + 1) % 2]);
            X(multiply_step)(rows, &step[s % 2], block);
        }
        now = !now;
        X(put)(rows, next, thread, &slab[now]);
        #pragma omp barrier
        X(load_step)(rows, &slab[now], 0, at, &step[0]);
        X(multiply_step)(rows, &step[(SLAB - 1) % 2], block);
    }
}

/* What each thread of a whole team does.  While a slab is multiplied, the next is on its way: fetched
 * into registers before, put into the other slab's place after. */
INLINE void X(multiply_tile)(int rows, bool whole, struct tile_of t, struct slab slab[2])
{
    int thread = omp_get_thread_num();
    struct quads at = X(quads_of)(rows, thread);
    struct share next;
    struct source from = X(source)(rows, whole, t, thread);
    real block[BLOCK_ROWS][BLOCK_COLS];
    UNROLLED(BLOCK_ROWS)
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < BLOCK_COLS; j++)
            block[i][j] = 0;
    X(fetch)(rows, whole, &from, &next);
    X(put)(rows, &next, thread, &slab[0]);
    #pragma omp barrier
    if (REAL_BITS == 32)
        X(multiply_slabs_ahead)(rows, whole, t.k, at, thread, &from, &next, slab, block);
    else
        X(multiply_slabs)(rows, whole, t.k, at, thread, &from, &next, slab, block);
    X(store)(rows, whole, t, at, block);
}

/* Whether all lines of the three matrices begin at a quad and end with one. */
INLINE bool X(whole_quads)(struct tile_of t)
{
    return t.n % QUAD == 0 && t.k % QUAD == 0 &&
           ((uintptr_t)t.a | (uintptr_t)t.b | (uintptr_t)t.c) % sizeof(struct quad) == 0;
}

INLINE void X(multiply_rows)(int rows, struct tile_of t, struct slab slab[2])
{
    if (X(whole_quads)(t))
        X(multiply_tile)(rows, true, t, slab);
    else
        X(multiply_tile)(rows, false, t, slab);
}

# pragma omp end declare target

static void X(multiply_large)(struct extents x, const real *a, const real *b, real *c, int *place)
{
    ptrdiff_t m = x.m, n = x.n, k = x.k;
    ptrdiff_t down = X(pieces)(m, TILE_ROWS), across = X(pieces)(n, TILE_COLS);
# pragma omp target teams distribute collapse(2) num_teams(tri_teams(down *across)) \
     thread_limit(TEAM) map(to : a[ : m * k], b[ : k * n]) map(from : c[ : m * n], place[ : 1])
    for (ptrdiff_t row = 0; row < down; row++)
        for (ptrdiff_t col = 0; col < across; col++) {
            /* Of the team: clang finds out, puts it into team memory and says so under
             * -Rpass=openmp-opt.  What the parallel region shares would be in there too; what is
             * firstprivate is in registers. */
            struct slab slab[2];
# pragma omp parallel num_threads(TEAM) firstprivate(m, n, k, a, b, c, row, col, place)
            {
                struct tile_of t = { m, n, k, row * TILE_ROWS, col * TILE_COLS, a, b, c };
                if (row == 0 && col == 0 && omp_get_thread_num() == 0)
                    *place = ran_on();
                X(multiply_rows)(BLOCK_ROWS, t, slab);
            }
        }
}

/* In float, tiles of half the rows. */
static void X(multiply_small)(struct extents x, const real *a, const real *b, real *c, int *place)
{
    ptrdiff_t m = x.m, n = x.n, k = x.k;
    ptrdiff_t down = X(pieces)(m, SMALL_TILE_ROWS), across = X(pieces)(n, TILE_COLS);
# pragma omp target teams distribute collapse(2) num_teams(tri_teams(down *across)) \
     thread_limit(TEAM) map(to : a[ : m * k], b[ : k * n]) map(from : c[ : m * n], place[ : 1])
    for (ptrdiff_t row = 0; row < down; row++)
        for (ptrdiff_t col = 0; col < across; col++) {
            struct slab slab[2]; /* the team's */
# pragma omp parallel num_threads(TEAM) firstprivate(m, n, k, a, b, c, row, col, place)
            {
                struct tile_of t = { m, n, k, row * SMALL_TILE_ROWS, col * TILE_COLS, a, b, c };
                if (row == 0 && col == 0 && omp_get_thread_num() == 0)
                    *place = ran_on();
                X(multiply_rows)(SMALL_BLOCK_ROWS, t, slab);
            }
        }
}

void X(matmul_offload_tuned)(const struct tri_case *c)
{
    struct extents x = X(extents)(c);
    if (X(has_few_tiles)(x))
        X(multiply_small)(x, c->operand[A], c->operand[B], c->operand[C], c->ran_on);
    else
        X(multiply_large)(x, c->operand[A], c->operand[B], c->operand[C], c->ran_on);
}

#endif
