/*
 * The product of two matrices on a GPU: `loads-ahead` of climb.c, the last variant on the fma units, and `tuned` in float.
 *
 * Needs whole teams, like the variants before it in matmul_gpu.c.
 *
 * Register blocks as before, and four things that keep the fma units from waiting:
 *
 * - Two slabs in team memory (double buffering).  While one is multiplied, the next is loaded into registers,
 *   and then stored in the other slab's place.  One barrier for each slab is enough.
 * - Quads: 16 bytes are moved at a time if rows are aligned to that and hold a whole number of quads.
 * - A layout by warps.  The lanes of a warp have 4 x 8 blocks, so that what they read of A and B at once
 *   is little, and contiguous.  In float a block has 16 x 8 elements: 24 numbers are read for 128 fma.
 * - Pointers that advance along p.  To compute addresses anew for each slab would take instructions, and
 *   registers that the steps of p need.  With these the loop over p is unrolled by 4 in double instead of 2, and
 *   in float a step's numbers are loaded while those of the step before are multiplied.
 *
 * A small matrix has too few such tiles for all multiprocessors: n = 1000 has 64, and an H100 has 132
 * of them.  For these, blocks have 8 rows in float, too: tiles of half the size, twice as many teams.  It is
 * a separate region, since all threads of a kernel get the registers that its largest block needs.
 *
 * Registers are in two banks, even and odd ones (notes.md), and an fma reads one of each at a time.  That of A is kept
 * from the fma before, so those of B and C should be in different banks.  What is stored as a quad is in registers that
 * follow each other, as B's numbers are, which were loaded so: number j of both would be in the same bank.  So in
 * float C is stored number by number.
 */
#include "matmul_rungs.h"

#include "ran_on.h"

#include <stdint.h>

#if HAS_LARGE_BLOCKS

enum {
    LOADS_AHEAD = REAL_BITS == 32,      /* in double, registers do not hold two steps' numbers */
    STEPS = REAL_BITS == 32 ? SLAB : 4, /* of a slab, unrolled; 8 are slower in double */
    STORES_QUADS = REAL_BITS == 64,     /* a double is in both banks */
    QUADS_A = TILE_ROWS * SLAB / QUAD / TEAM, /* of a slab, loaded by a thread, at most */
    QUADS_B = TILE_COLS * SLAB / QUAD / TEAM,
    APART_B = TEAM / (TILE_COLS / QUAD), /* rows of B from one quad of a thread to its next */
};

struct quad {
    _Alignas(16) real at[QUAD];
};

/* A is stored by columns, so that a thread reads the rows of its block as quads.  Each column has an
 * extra quad: without it, all stores of a warp would go to a few of the 32 banks of team memory. */
struct slab {
    struct quad a[SLAB][TILE_ROWS / QUAD + 1], b[SLAB][TILE_COLS / QUAD];
};

/* What a thread has loaded of a slab, and not yet stored in team memory. */
struct share {
    struct quad a[QUADS_A], b[QUADS_B];
};

/* The address of a thread's share of the next slab, and what is left from there: of a row of A, of a row of B,
 * and how many rows of B. */
struct source {
    const real *a[QUADS_A], *b;
    int n, left_a, left_b, rows_b;
};

/* The numbers that one step of p multiplies. */
struct step {
    struct quad a[BLOCK_ROWS / QUAD], b[BLOCK_COLS / QUAD];
};

/* The matrices, and the tile's position in C.  As `int`, extents need half the registers, of which there are few. */
struct tile_of {
    int m, n, k, top, left;
    const real *a, *b;
    real *c;
};

/* The first quad of a thread's rows, and of its columns.  The others follow LANE_ROWS and LANE_COLS
 * quads apart, so that what the threads of a warp read at once is contiguous. */
struct quads {
    int row, col;
};

#pragma omp declare target

INLINE struct quads quads_of(int rows, int thread)
{
    int warp = thread / (LANE_ROWS * LANE_COLS), lane = thread % (LANE_ROWS * LANE_COLS);
    return (struct quads){
        warp / WARP_COLS * (LANE_ROWS * rows / QUAD) + lane / LANE_COLS,
        warp % WARP_COLS * (LANE_COLS * BLOCK_COLS / QUAD) + lane % LANE_COLS,
    };
}

/* A quad of which the first `left` numbers are in the matrix; the rest are `beyond`.  If all rows hold
 * whole quads, either all of it is in the matrix or none. */
INLINE struct quad quad_of(bool whole, const real *line, int left, real beyond)
{
    struct quad q;
    if (whole && left > 0)
        return *(const struct quad *)line;
    for (int i = 0; i < QUAD; i++)
        q.at[i] = i < left ? line[i] : beyond;
    return q;
}

/* How many quads of a slab of A a thread loads. */
INLINE int quads_of_a(int rows)
{
    return QUADS_A * rows / BLOCK_ROWS;
}

/* Rows and columns beyond C are computed too, from rows and columns of the matrices, and not stored. */
INLINE struct source source_of(int rows, bool whole, struct tile_of t, int thread)
{
    struct source s;
    int p = thread % (SLAB / QUAD) * QUAD, p_b = thread / (TILE_COLS / QUAD);
    int j = t.left + thread % (TILE_COLS / QUAD) * QUAD;
    for (int q = 0; q < quads_of_a(rows); q++) {
        int i = t.top + (thread + q * TEAM) / (SLAB / QUAD);
        s.a[q] = t.a + (ptrdiff_t)(i < t.m ? i : t.m - 1) * t.k + p;
    }
    s.n = t.n;
    s.left_a = t.k - p;
    s.rows_b = t.k - p_b;
    s.left_b = t.n - j;
    if (whole && j >= t.n)
        j = t.n - QUAD;
    s.b = t.b + (ptrdiff_t)p_b * t.n + j;
    return s;
}

/* Of whole slabs all numbers are in the matrices; if there are no more slabs, the last one is loaded again. */
INLINE void fetch_whole(int rows, bool more, struct source *from, struct share *s)
{
    for (int q = 0; q < quads_of_a(rows); q++) {
        s->a[q] = quad_of(true, from->a[q], QUAD, 0);
        from->a[q] += more ? SLAB : 0;
    }
    for (int q = 0; q < QUADS_B; q++)
        s->b[q] = quad_of(true, from->b + (ptrdiff_t)(q * APART_B) * from->n, QUAD, 0);
    from->b += more ? (ptrdiff_t)SLAB * from->n : 0;
}

/* Beyond the end of p, A is -0 and B is 0: fma(-0, 0, c) is c, even if c is -0. */
INLINE void fetch_part(int rows, bool whole, struct source *from, struct share *s)
{
    for (int q = 0; q < quads_of_a(rows); q++) {
        s->a[q] = quad_of(whole, from->a[q], from->left_a, -(real)0);
        from->a[q] += SLAB;
    }
    for (int q = 0; q < QUADS_B; q++) {
        int left = whole ? QUAD : from->left_b;
        s->b[q] = quad_of(whole, from->b + (ptrdiff_t)(q * APART_B) * from->n,
                          from->rows_b > q * APART_B ? left : 0, 0);
    }
    from->b += (ptrdiff_t)SLAB * from->n;
    from->left_a -= SLAB;
    from->rows_b -= SLAB;
}

/* The share of the next slab; `more`: there is one after it.  In double whole slabs, too, go the way of the others: with both in one
 * kernel, more registers are kept in memory. */
INLINE void fetch(int rows, bool whole, bool more, struct source *from, struct share *s)
{
    if (whole && REAL_BITS == 32)
        fetch_whole(rows, more, from, s);
    else
        fetch_part(rows, whole, from, s);
}

INLINE void put(int rows, const struct share *s, int thread, struct slab *slab)
{
    for (int q = 0; q < quads_of_a(rows); q++) {
        int e = thread + q * TEAM, i = e / (SLAB / QUAD), p = e % (SLAB / QUAD) * QUAD;
        for (int r = 0; r < QUAD; r++)
            slab->a[p + r][i / QUAD].at[i % QUAD] = s->a[q].at[r];
    }
    for (int q = 0; q < QUADS_B; q++) {
        int e = thread + q * TEAM;
        slab->b[e / (TILE_COLS / QUAD)][e % (TILE_COLS / QUAD)] = s->b[q];
    }
}

INLINE void load_step(int rows, const struct slab *s, int p, struct quads at, struct step *f)
{
    for (int q = 0; q < rows / QUAD; q++)
        f->a[q] = s->a[p][at.row + q * LANE_ROWS];
    for (int q = 0; q < BLOCK_COLS / QUAD; q++)
        f->b[q] = s->b[p][at.col + q * LANE_COLS];
}

/* Every second row goes from right to left, so that a row begins with the number of B that the row before
 * ended with, which then need not be read from its register again. */
INLINE void multiply_step(int rows, const struct step *f, real c[BLOCK_ROWS][BLOCK_COLS])
{
    UNROLLED(BLOCK_ROWS)
    for (int i = 0; i < rows; i++)
        UNROLLED(BLOCK_COLS)
    for (int x = 0; x < BLOCK_COLS; x++) {
        int j = i % 2 ? BLOCK_COLS - 1 - x : x;
        c[i][j] = FMA(f->a[i / QUAD].at[i % QUAD], f->b[j / QUAD].at[j % QUAD], c[i][j]);
    }
}

INLINE void multiply_slab(int rows, const struct slab *s, struct quads at,
                          real c[BLOCK_ROWS][BLOCK_COLS])
{
    UNROLLED(STEPS)
    for (int p = 0; p < SLAB; p++) {
        struct step step;
        load_step(rows, s, p, at, &step);
        multiply_step(rows, &step, c);
    }
}

/* The same, but each step loads the numbers of the next.  Begins with step[0] loaded; ends with step[1] loaded. */
INLINE void multiply_slab_ahead(int rows, const struct slab *s, struct quads at,
                                struct step step[2], real c[BLOCK_ROWS][BLOCK_COLS])
{
    UNROLLED(STEPS)
    for (int p = 0; p < SLAB - 1; p++) {
        load_step(rows, s, p + 1, at, &step[(p + 1) % 2]);
        multiply_step(rows, &step[p % 2], c);
    }
}

INLINE void store_quad(bool whole, struct quad q, real *line, int left)
{
    if (whole && left > 0)
        *(struct quad *)line = q;
    else
        for (int i = 0; i < QUAD; i++)
            if (i < left)
                line[i] = q.at[i];
}

INLINE void store(int rows, bool whole, struct tile_of t, struct quads at,
                  real block[BLOCK_ROWS][BLOCK_COLS])
{
    UNROLLED(BLOCK_ROWS)
    for (int r = 0; r < rows; r++) {
        int i = t.top + (at.row + r / QUAD * LANE_ROWS) * QUAD + r % QUAD;
        UNROLLED(BLOCK_COLS)
        for (int q = 0; q < BLOCK_COLS / QUAD; q++) {
            int j = t.left + (at.col + q * LANE_COLS) * QUAD;
            struct quad sums;
            for (int s = 0; s < QUAD; s++)
                sums.at[s] = block[r][q * QUAD + s];
            store_quad(whole && STORES_QUADS, sums, t.c + (ptrdiff_t)i * t.n + j,
                       i < t.m ? t.n - j : 0);
        }
    }
}

/* What each thread of a team does.  While a slab is multiplied, the next one is loaded into registers; then
 * it is stored in the other slab's place.  If steps are loaded ahead, the last step of a slab is multiplied
 * after the barrier, while the first step of the next slab is loaded. */
INLINE void multiply_tile(int rows, bool whole, struct tile_of t, struct slab slab[2])
{
    int thread = omp_get_thread_num(), now = 0;
    struct quads at = quads_of(rows, thread);
    struct source from = source_of(rows, whole, t, thread);
    struct share next;
    struct step step[2];
    real block[BLOCK_ROWS][BLOCK_COLS];
    UNROLLED(BLOCK_ROWS)
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < BLOCK_COLS; j++)
            block[i][j] = 0;
    fetch(rows, whole, SLAB < t.k, &from, &next);
    put(rows, &next, thread, &slab[now]);
    #pragma omp barrier
    if (LOADS_AHEAD)
        load_step(rows, &slab[now], 0, at, &step[0]);
    for (int p = 0; p < t.k; p += SLAB) {
        fetch(rows, whole, p + 2 * SLAB < t.k, &from, &next);
        if (LOADS_AHEAD)
            multiply_slab_ahead(rows, &slab[now], at, step, block);
        else
            multiply_slab(rows, &slab[now], at, block);
        now = !now;
        put(rows, &next, thread, &slab[now]);
        #pragma omp barrier
        if (LOADS_AHEAD) {
            load_step(rows, &slab[now], 0, at, &step[0]);
            multiply_step(rows, &step[1], block);
        }
    }
    store(rows, whole, t, at, block);
}

/* Whether p goes through whole slabs, and all rows of the three matrices begin at a multiple of a quad and hold whole
 * quads. */
INLINE bool is_whole(struct tile_of t)
{
    return t.n % QUAD == 0 && t.k % SLAB == 0 &&
           ((uintptr_t)t.a | (uintptr_t)t.b | (uintptr_t)t.c) % sizeof(struct quad) == 0;
}

INLINE void multiply_rows(int rows, struct tile_of t, struct slab slab[2])
{
    if (is_whole(t))
        multiply_tile(rows, true, t, slab);
    else
        multiply_tile(rows, false, t, slab);
}

#pragma omp end declare target

static void multiply(struct extents x, const real *a, const real *b, real *c, int *place)
{
    ptrdiff_t m = x.m, n = x.n, k = x.k, across = pieces_of(n, TILE_COLS);
    if (has_few_tiles(x)) { /* in float, tiles of half the rows */
        ptrdiff_t down = pieces_of(m, SMALL_TILE_ROWS);
        #pragma omp target teams distribute collapse(2) num_teams(tri_teams(down * across)) \
            thread_limit(TEAM) map(to: a[:m * k], b[:k * n]) map(from: c[:m * n], place[:1])
        for (ptrdiff_t row = 0; row < down; row++)
            for (ptrdiff_t col = 0; col < across; col++) {
                struct slab slab[2]; /* shared by the team */
                #pragma omp parallel num_threads(TEAM) firstprivate(m, n, k, a, b, c, row, col, place)
                {
                    struct tile_of t = {
                        (int)m, (int)n, (int)k, (int)row * SMALL_TILE_ROWS, (int)col * TILE_COLS,
                        a,      b,      c
                    };
                    if (row == 0 && col == 0 && omp_get_thread_num() == 0)
                        *place = ran_on();
                    multiply_rows(SMALL_BLOCK_ROWS, t, slab);
                }
            }
    } else {
        ptrdiff_t down = pieces_of(m, TILE_ROWS);
        #pragma omp target teams distribute collapse(2) num_teams(tri_teams(down * across)) \
            thread_limit(TEAM) map(to: a[:m * k], b[:k * n]) map(from: c[:m * n], place[:1])
        for (ptrdiff_t row = 0; row < down; row++)
            for (ptrdiff_t col = 0; col < across; col++) {
                /* Shared by the team: clang finds out, puts it into team memory, and says so under
                 * -Rpass=openmp-opt.  Shared variables of the parallel region would be there too; firstprivate
                 * ones are in registers. */
                struct slab slab[2];
                #pragma omp parallel num_threads(TEAM) firstprivate(m, n, k, a, b, c, row, col, place)
                {
                    struct tile_of t = {
                        (int)m, (int)n, (int)k, (int)row * TILE_ROWS, (int)col * TILE_COLS, a, b, c
                    };
                    if (row == 0 && col == 0 && omp_get_thread_num() == 0)
                        *place = ran_on();
                    multiply_rows(BLOCK_ROWS, t, slab);
                }
            }
    }
}

void matmul_loads_ahead_offload(ptrdiff_t n, ptrdiff_t m, ptrdiff_t k, const real a[m * k],
                                const real b[k * n], real c[m * n], int *place)
{
    multiply((struct extents){ m, n, k }, a, b, c, place);
}

#endif
