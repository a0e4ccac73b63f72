/*
 * The product of two matrices on a GPU: the first variants of climb.c.
 *
 * plain-simd; 1. pieces, 2. team-memory, 3. register-blocks; loads-ahead is in matmul_tiles.c, tensor-cores in
 * matmul_tensor.c.  From team-memory on, the threads of a team fill tiles together, and a thread's share depends only
 * on its number.  So a team must have as many threads as it asks for.  Where that is not certain, the variant is
 * absent (.available in climb.c).
 */
#include "matmul_rungs.h"

#include "ran_on.h"

/* ---- Plain-simd -------------------------------------------------------------------------------
 *
 * vecadd/climb.c explains `simd`; mandelbrot/climb.c says why this is one loop.
 */
static void multiply_lanes(struct extents x, const real *a, const real *b, real *c, int *place)
{
    ptrdiff_t m = x.m, n = x.n, k = x.k;
    #pragma omp target teams distribute parallel for simd map(to: a[:m * k], b[:k * n]) \
        map(from: c[:m * n], place[:1])
    for (ptrdiff_t element = 0; element < m * n; element++) {
        ptrdiff_t i = element / n, j = element % n;
        real sum = 0;
        for (ptrdiff_t p = 0; p < k; p++)
            sum = FMA(a[i * k + p], b[p * n + j], sum);
        c[element] = sum;
        if (element == 0)
            *place = ran_on();
    }
}

void matmul_plain_simd_offload(ptrdiff_t n, ptrdiff_t m, ptrdiff_t k, const real a[m * k],
                               const real b[k * n], real c[m * n], int *place)
{
    multiply_lanes((struct extents){ m, n, k }, a, b, c, place);
}

/* ---- 1. Pieces --------------------------------------------------------------------------------
 *
 * In the plain form the threads of a team compute adjacent elements of a row or two of C: they share the
 * row of A, but each number of B that they load is used once.  Here a team computes a piece of several rows:
 * what one of its threads has loaded of B is still in the L1 cache when the threads of other rows need it.
 *
 * It is still slow: there are two loads for each fma, and a multiprocessor starts four fma in the time of
 * a load.
 */
#pragma omp declare target

INLINE real chain(struct extents x, const real *a, const real *b, ptrdiff_t i, ptrdiff_t j)
{
    real sum = 0;
    for (ptrdiff_t p = 0; p < x.k; p++)
        sum = FMA(a[i * x.k + p], b[p * x.n + j], sum);
    return sum;
}

#pragma omp end declare target

static void multiply_pieces(struct extents x, const real *a, const real *b, real *c, int *place)
{
    ptrdiff_t m = x.m, n = x.n, k = x.k;
    ptrdiff_t down = pieces_of(m, PIECE_ROWS), across = pieces_of(n, PIECE_COLS);
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
                    c[i * n + j] = chain((struct extents){ m, n, k }, a, b, i, j);
            }
        }
}

void matmul_pieces_offload(ptrdiff_t n, ptrdiff_t m, ptrdiff_t k, const real a[m * k],
                           const real b[k * n], real c[m * n], int *place)
{
    multiply_pieces((struct extents){ m, n, k }, a, b, c, place);
}

/* ---- 2. Team memory -----------------------------------------------------------------------------
 *
 * Needs whole teams: all threads that it asks for, which OpenMP does not promise.
 *
 * The tiled kernel of report E.  A team computes a tile of C and goes along p in steps of EDGE.  In each step
 * its threads load a tile of A and one of B, a number of each per thread, and store them in team memory
 * (CUDA: shared memory), which belongs to a multiprocessor and is as fast as its L1 cache.  Each number is
 * loaded once from memory and read EDGE times there.  One barrier makes sure that the tiles are complete
 * before they are read, another that they have been read before they are overwritten.
 *
 * Team memory is where compilers put a variable that is declared inside of `teams` and outside of
 * `parallel`.  What threads only read is firstprivate: then each thread has it in registers, whereas
 * shared variables would be in team memory, too.
 *
 * Beyond the end of p, A is filled with -0 and B with 0: fma(-0, 0, c) is c, even if c is -0.  Rows and
 * columns beyond C are computed from such numbers too, and not stored.
 */
#if HAS_TEAM_KERNELS

#pragma omp declare target

/* An element of a matrix stored by rows; `beyond` if the indices are outside of it. */
INLINE real element_at(const real *matrix, ptrdiff_t rows, ptrdiff_t cols, ptrdiff_t row,
                       ptrdiff_t col, real beyond)
{
    return row < rows && col < cols ? matrix[row * cols + col] : beyond;
}

/* What thread e of a team does for the tile of C that begins at (top, left). */
INLINE void multiply_edge_tile(struct extents x, const real *a, const real *b, real *c,
                               ptrdiff_t top, ptrdiff_t left, int e, real tile_a[EDGE][EDGE],
                               real tile_b[EDGE][EDGE])
{
    int row = e / EDGE, col = e % EDGE;
    real sum = 0;
    for (ptrdiff_t first = 0; first < x.k; first += EDGE) {
        real of_a = element_at(a, x.m, x.k, top + row, first + col, -(real)0);
        real of_b = element_at(b, x.k, x.n, first + row, left + col, 0);
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

static void multiply_team_memory(struct extents x, const real *a, const real *b, real *c,
                                 int *place)
{
    ptrdiff_t m = x.m, n = x.n, k = x.k;
    ptrdiff_t down = pieces_of(m, EDGE), across = pieces_of(n, EDGE);
    #pragma omp target teams distribute collapse(2) num_teams(tri_teams(down * across)) \
        thread_limit(EDGE * EDGE) map(to: a[:m * k], b[:k * n]) map(from: c[:m * n], place[:1])
    for (ptrdiff_t row = 0; row < down; row++)
        for (ptrdiff_t col = 0; col < across; col++) {
            real tile_a[EDGE][EDGE], tile_b[EDGE][EDGE]; /* shared by the team */
            #pragma omp parallel num_threads(EDGE * EDGE) \
                firstprivate(m, n, k, a, b, c, row, col, place)
            {
                int e = omp_get_thread_num();
                if (row == 0 && col == 0 && e == 0)
                    *place = ran_on();
                multiply_edge_tile((struct extents){ m, n, k }, a, b, c, row * EDGE, col * EDGE, e,
                                   tile_a, tile_b);
            }
        }
}

void matmul_team_memory_offload(ptrdiff_t n, ptrdiff_t m, ptrdiff_t k, const real a[m * k],
                                const real b[k * n], real c[m * n], int *place)
{
    multiply_team_memory((struct extents){ m, n, k }, a, b, c, place);
}

/* ---- 3. Register blocks ---------------------------------------------------------------------------
 *
 * Needs whole teams, too.
 *
 * In team-memory each fma still waits for two loads, now from team memory.  Here a thread computes a block
 * of EACH x EACH elements in registers: in each step of p it loads EACH numbers of A and EACH of B, and
 * does EACH x EACH fma with them.  A team's tile grows to SQUARE x SQUARE, and the tiles of A and B go along
 * p in slabs of SLAB.
 *
 * The rows and columns of a thread are SIDE apart, so that adjacent threads read adjacent numbers of B, which
 * are in different banks of team memory, and store adjacent numbers of C.
 *
 * The loops over a block have to be unrolled by a pragma: with an index that is not constant when clang
 * first looks, the block would be in memory, and nothing would be gained.
 */
#pragma omp declare target

enum { SHARE = SQUARE * SLAB / (SIDE * SIDE) }; /* numbers of each tile that a thread loads */

/* Loads a thread's share of a slab; all loads are in flight before it waits for the first. */
INLINE void fetch_slab(struct extents x, const real *a, const real *b, ptrdiff_t top,
                       ptrdiff_t left, ptrdiff_t first, int thread, real tile_a[SQUARE][SLAB],
                       real tile_b[SLAB][SQUARE])
{
    real of_a[SHARE], of_b[SHARE];
    UNROLLED(SHARE)
    for (int q = 0; q < SHARE; q++) {
        int e = thread + q * SIDE * SIDE;
        of_a[q] = element_at(a, x.m, x.k, top + e / SLAB, first + e % SLAB, -(real)0);
        of_b[q] = element_at(b, x.k, x.n, first + e / SQUARE, left + e % SQUARE, 0);
    }
    UNROLLED(SHARE)
    for (int q = 0; q < SHARE; q++) {
        int e = thread + q * SIDE * SIDE;
        tile_a[e / SLAB][e % SLAB] = of_a[q];
        tile_b[e / SQUARE][e % SQUARE] = of_b[q];
    }
}

/* One step of p, for all elements of a thread's block. */
INLINE void add_products(int row, int col, int p, real tile_a[SQUARE][SLAB],
                         real tile_b[SLAB][SQUARE], real block[EACH][EACH])
{
    real of_a[EACH], of_b[EACH];
    UNROLLED(EACH)
    for (int i = 0; i < EACH; i++) {
        of_a[i] = tile_a[row + i * SIDE][p];
        of_b[i] = tile_b[p][col + i * SIDE];
    }
    UNROLLED(EACH)
    for (int i = 0; i < EACH; i++) {
        UNROLLED(EACH)
        for (int j = 0; j < EACH; j++)
            block[i][j] = FMA(of_a[i], of_b[j], block[i][j]);
    }
}

INLINE void store_block(struct extents x, ptrdiff_t top, ptrdiff_t left, real block[EACH][EACH],
                        real *c)
{
    UNROLLED(EACH)
    for (int i = 0; i < EACH; i++) {
        UNROLLED(EACH)
        for (int j = 0; j < EACH; j++)
            if (top + i * SIDE < x.m && left + j * SIDE < x.n)
                c[(top + i * SIDE) * x.n + left + j * SIDE] = block[i][j];
    }
}

/* What a thread of a team does for a tile of C. */
INLINE void multiply_square(struct extents x, const real *a, const real *b, real *c, ptrdiff_t top,
                            ptrdiff_t left, int thread, real tile_a[SQUARE][SLAB],
                            real tile_b[SLAB][SQUARE])
{
    int row = thread / SIDE, col = thread % SIDE;
    real block[EACH][EACH];
    UNROLLED(EACH)
    for (int i = 0; i < EACH; i++) {
        UNROLLED(EACH)
        for (int j = 0; j < EACH; j++)
            block[i][j] = 0;
    }
    for (ptrdiff_t first = 0; first < x.k; first += SLAB) {
        fetch_slab(x, a, b, top, left, first, thread, tile_a, tile_b);
        #pragma omp barrier
        for (int p = 0; p < SLAB; p++)
            add_products(row, col, p, tile_a, tile_b, block);
        #pragma omp barrier
    }
    store_block(x, top + row, left + col, block, c);
}

#pragma omp end declare target

static void multiply_blocks(struct extents x, const real *a, const real *b, real *c, int *place)
{
    ptrdiff_t m = x.m, n = x.n, k = x.k;
    ptrdiff_t down = pieces_of(m, SQUARE), across = pieces_of(n, SQUARE);
    #pragma omp target teams distribute collapse(2) num_teams(tri_teams(down * across)) \
        thread_limit(SIDE * SIDE) map(to: a[:m * k], b[:k * n]) map(from: c[:m * n], place[:1])
    for (ptrdiff_t row = 0; row < down; row++)
        for (ptrdiff_t col = 0; col < across; col++) {
            real tile_a[SQUARE][SLAB], tile_b[SLAB][SQUARE]; /* shared by the team */
            #pragma omp parallel num_threads(SIDE * SIDE) \
                firstprivate(m, n, k, a, b, c, row, col, place)
            {
                int thread = omp_get_thread_num();
                if (row == 0 && col == 0 && thread == 0)
                    *place = ran_on();
                multiply_square((struct extents){ m, n, k }, a, b, c, row * SQUARE, col * SQUARE,
                                thread, tile_a, tile_b);
            }
        }
}

void matmul_register_blocks_offload(ptrdiff_t n, ptrdiff_t m, ptrdiff_t k, const real a[m * k],
                                    const real b[k * n], real c[m * n], int *place)
{
    multiply_blocks((struct extents){ m, n, k }, a, b, c, place);
}

#endif
