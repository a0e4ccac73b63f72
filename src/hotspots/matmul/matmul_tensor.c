/*
 * The product of two matrices on a GPU's tensor cores, in double: `tensor-cores` of climb.c.
 *
 * Needs clang, and an NVIDIA GPU of compute capability 8.0 or later; and whole teams, like the variants before it.
 *
 * A tensor core multiplies small matrices: a warp gives it 16 x 4 numbers of A and 4 x 8 of B, and adds their product
 * to 16 x 8 numbers of C.  In double it has twice the rate of the fma units, and computes the same: each element is
 * a chain of fma in the order of p.  So the reference's bits stay, as long as p ascends from one instruction to
 * the next.  (Of several NaN that meet, another one may be the result: NaN it is in any case.)
 *
 * The form is that of loads-ahead, in matmul_tiles.c:
 *
 * - A team computes a tile of 128 x 64, a warp a part of 64 x 32 of it: 4 x 4 fragments of C, in registers.
 * - Rows hold whole pairs of numbers, and p whole slabs: n is even, and k a multiple of 8.  loads-ahead does the others.
 * - Three slabs of A and B in team memory.  While one is multiplied, two are on their way.  They are copied by
 *   instructions that no thread waits for, past the registers, which are needed for C.
 * - Fragments of A and B for the next four steps of p are loaded while four are multiplied.  The last four of a slab are
 *   multiplied behind the barrier, so that tensor cores have work while threads meet.
 * - A fragment is eight numbers of four rows at a time: in rows of 8 or 64 numbers these would be in a few of the 32 banks
 *   of team memory.  So pairs of numbers are stored in another order in each row (swizzling), which takes no room.
 * - Eight rows of tiles are computed together, tile column by tile column, so that what runs at a time needs little of A
 *   and B, which the L2 cache then has.
 */
#include "matmul_rungs.h"

#include "ran_on.h"
#include "tensor_cores.h"

void matmul_loads_ahead_offload(ptrdiff_t n, ptrdiff_t m, ptrdiff_t k, const real a[m * k],
                                const real b[k * n], real c[m * n], int *place);

#if REAL_BITS == 64 && HAS_PTX

enum {
    STAGES = 3, /* slabs in team memory: 36 KiB; clang places no more than 48 */
    PAIR = 2,   /* numbers that one instruction copies */
    CORE_TEAM = CORE_ROWS / PART_ROWS * (CORE_COLS / PART_COLS) * WARP_LANES,
    PAIRS_A = CORE_ROWS * SLAB / PAIR / CORE_TEAM, /* of a slab, copied by a thread */
    PAIRS_B = CORE_COLS * SLAB / PAIR / CORE_TEAM,
    APART_ROWS = CORE_TEAM / (SLAB / PAIR), /* rows of A from one pair of a thread to its next */
    APART_STEPS = CORE_TEAM / (CORE_COLS / PAIR), /* rows of B */
    DOWN = PART_ROWS / FRAGMENT_ROWS,             /* fragments of a warp */
    ACROSS = PART_COLS / FRAGMENT_COLS,
    TILES_TOGETHER = 8,
};
_Static_assert(SLAB == 2 * FRAGMENT_DEPTH, "a slab is multiplied in two halves");
_Static_assert(APART_ROWS % 4 == 0 && APART_STEPS % 4 == 0, "a thread's pairs have one swizzle");

struct slab {
    _Alignas(16) double a[CORE_ROWS][SLAB];
    _Alignas(16) double b[SLAB][CORE_COLS];
};

/* The matrices, and the tile's position in C.  As `int`, extents need half the registers, of which there are few. */
struct tile_of {
    int m, n, k, top, left;
    const double *a, *b;
    double *c;
};

/* The pairs that a thread copies of each slab: where the next ones come from, and where in a slab they go. */
struct source {
    const double *a, *b;
    int down[PAIRS_A];  /* how far from the first pair of A the others are */
    int n, left;        /* steps of p from the beginning of the next slab to the end */
    int row, step;      /* of a slab, of the first pair */
    int pair_a, pair_b; /* which pair of its row that is in team memory */
};

/* Fragments of A and B: four steps of p. */
struct step {
    double a[DOWN][2], b[ACROSS];
};

/* Where a thread's elements of fragments are: rows of A and columns of B in the slab. */
struct place_of {
    int row, col, g, t;
};

#pragma omp declare target

/* Where pair `pair` of a row of A or B is stored. */
INLINE int pair_of_a(int row, int pair)
{
    return pair ^ (row & 2);
}

INLINE int pair_of_b(int step, int pair)
{
    return pair ^ 2 * (step & 3);
}

INLINE int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* Rows and columns beyond C are computed too, from the last ones of the matrices, and not stored. */
INLINE struct source source_of(struct tile_of t, int thread)
{
    struct source s = { .n = t.n, .left = t.k };
    int pair_a = thread % (SLAB / PAIR), pair_b = thread % (CORE_COLS / PAIR);
    s.row = thread / (SLAB / PAIR);
    s.step = thread / (CORE_COLS / PAIR);
    s.pair_a = pair_of_a(s.row, pair_a);
    s.pair_b = pair_of_b(s.step, pair_b);
    int row = smaller(t.top + s.row, t.m - 1);
    s.a = t.a + (ptrdiff_t)row * t.k + pair_a * PAIR;
    for (int q = 0; q < PAIRS_A; q++)
        s.down[q] = (smaller(t.top + s.row + q * APART_ROWS, t.m - 1) - row) * t.k;
    s.b = t.b + (ptrdiff_t)s.step * t.n + smaller(t.left + pair_b * PAIR, t.n - PAIR);
    return s;
}

INLINE void begin_copies(const struct source *s, struct slab *to)
{
    UNROLLED(PAIRS_A)
    for (int q = 0; q < PAIRS_A; q++)
        copy_16_bytes(&to->a[s->row + q * APART_ROWS][s->pair_a * PAIR], s->a + s->down[q]);
    UNROLLED(PAIRS_B)
    for (int q = 0; q < PAIRS_B; q++)
        copy_16_bytes(&to->b[s->step + q * APART_STEPS][s->pair_b * PAIR],
                      s->b + (ptrdiff_t)q * APART_STEPS * s->n);
}

/* Begins to bring the next slab.  There is a group of copies for each, if only an empty one. */
INLINE void fetch(struct source *s, struct slab *to)
{
    if (s->left > 0)
        begin_copies(s, to);
    end_group_of_copies();
    s->a += SLAB;
    s->b += (ptrdiff_t)SLAB * s->n;
    s->left -= SLAB;
}

INLINE struct place_of place_of(int thread)
{
    int warp = thread / WARP_LANES, lane = thread % WARP_LANES;
    return (struct place_of){
        .row = warp / (CORE_COLS / PART_COLS) * PART_ROWS,
        .col = warp % (CORE_COLS / PART_COLS) * PART_COLS,
        .g = lane / 4,
        .t = lane % 4,
    };
}

INLINE void load_step(const struct slab *s, int first, struct place_of at, struct step *step)
{
    int p = first + at.t, odd = p % PAIR;
    UNROLLED(DOWN)
    for (int i = 0; i < DOWN; i++) {
        int row = at.row + i * FRAGMENT_ROWS + at.g, pair = pair_of_a(at.g, p / PAIR);
        step->a[i][0] = s->a[row][pair * PAIR + odd];
        step->a[i][1] = s->a[row + 8][pair * PAIR + odd];
    }
    UNROLLED(ACROSS)
    for (int j = 0; j < ACROSS; j++) {
        int col = at.col + j * FRAGMENT_COLS + at.g;
        step->b[j] = s->b[p][pair_of_b(at.t, col / PAIR) * PAIR + col % PAIR];
    }
}

/* Every second row goes from right to left, and begins with the fragment of B that the row before ended with. */
INLINE void multiply_step(const struct step *s, double part[DOWN][ACROSS][4])
{
    UNROLLED(DOWN)
    for (int i = 0; i < DOWN; i++) {
        UNROLLED(ACROSS)
        for (int x = 0; x < ACROSS; x++) {
            int j = i % 2 ? ACROSS - 1 - x : x;
            multiply_fragments(s->a[i], s->b[j], part[i][j]);
        }
    }
}

INLINE void store_pair(const double sum[PAIR], double *to)
{
    typedef struct {
        _Alignas(16) double at[PAIR];
    } pair;
    *(pair *)to = (pair){ { sum[0], sum[1] } };
}

INLINE void store(struct tile_of t, struct place_of at, double part[DOWN][ACROSS][4])
{
    UNROLLED(DOWN)
    for (int i = 0; i < DOWN; i++) {
        UNROLLED(2)
        for (int half = 0; half < 2; half++) {
            int row = t.top + at.row + i * FRAGMENT_ROWS + half * 8 + at.g;
            UNROLLED(ACROSS)
            for (int j = 0; j < ACROSS; j++) {
                int col = t.left + at.col + j * FRAGMENT_COLS + at.t * PAIR;
                if (row < t.m && col < t.n)
                    store_pair(&part[i][j][half * PAIR], t.c + (ptrdiff_t)row * t.n + col);
            }
        }
    }
}

/* What each thread of a team does.  A slab is in two halves; when the second is loaded, all threads meet: then the next
 * slab is there, and where this one was, there is room for another. */
INLINE void multiply_tile(struct tile_of t, struct slab slab[STAGES])
{
    int thread = omp_get_thread_num(), now = 0;
    struct place_of at = place_of(thread);
    struct source from = source_of(t, thread);
    struct step first, second;
    double part[DOWN][ACROSS][4];
    UNROLLED(DOWN)
    for (int i = 0; i < DOWN; i++) {
        UNROLLED(ACROSS)
        for (int j = 0; j < ACROSS; j++)
            part[i][j][0] = part[i][j][1] = part[i][j][2] = part[i][j][3] = 0;
    }
    fetch(&from, &slab[0]);
    fetch(&from, &slab[1]);
    await_older_copies();
    #pragma omp barrier
    load_step(&slab[0], 0, at, &first);
    fetch(&from, &slab[2]);
    while (from.left > -STAGES * SLAB) { /* so far ahead are the copies */
        int next = now < STAGES - 1 ? now + 1 : 0;
        load_step(&slab[now], FRAGMENT_DEPTH, at, &second);
        multiply_step(&first, part);
        await_older_copies();
        #pragma omp barrier
        load_step(&slab[next], 0, at, &first);
        fetch(&from, &slab[now]);
        multiply_step(&second, part);
        now = next;
    }
    store(t, at, part);
}

/* Tile number `number`, where TILES_TOGETHER rows of tiles are numbered column by column. */
INLINE struct tile_of numbered(int number, struct tile_of t)
{
    int down = (int)pieces_of(t.m, CORE_ROWS), across = (int)pieces_of(t.n, CORE_COLS);
    int first = number / (TILES_TOGETHER * across) * TILES_TOGETHER;
    int rows = smaller(TILES_TOGETHER, down - first);
    number -= first * across;
    t.top = (first + number % rows) * CORE_ROWS;
    t.left = number / rows * CORE_COLS;
    return t;
}

#pragma omp end declare target

static void multiply(struct extents x, const double *a, const double *b, double *c, int *place)
{
    ptrdiff_t m = x.m, n = x.n, k = x.k;
    int tiles = (int)(pieces_of(m, CORE_ROWS) * pieces_of(n, CORE_COLS));
    #pragma omp target teams distribute num_teams(tri_teams(tiles)) thread_limit(CORE_TEAM) \
        map(to: a[:m * k], b[:k * n]) map(from: c[:m * n], place[:1])
    for (int tile = 0; tile < tiles; tile++) {
        struct slab slab[STAGES]; /* shared by the team */
        #pragma omp parallel num_threads(CORE_TEAM) firstprivate(m, n, k, a, b, c, tile, place)
        {
            if (tile == 0 && omp_get_thread_num() == 0)
                *place = ran_on();
            struct tile_of all = { (int)m, (int)n, (int)k, 0, 0, a, b, c };
            multiply_tile(numbered(tile, all), slab);
        }
    }
}

void matmul_tensor_cores_offload(ptrdiff_t n, ptrdiff_t m, ptrdiff_t k, const real a[m * k],
                                 const real b[k * n], real c[m * n], int *place)
{
    if (suits_tensor_cores((struct extents){ m, n, k }))
        multiply((struct extents){ m, n, k }, a, b, c, place);
    else
        matmul_loads_ahead_offload(n, m, k, a, b, c, place);
}

void matmul_tuned_offload(ptrdiff_t n, ptrdiff_t m, ptrdiff_t k, const real a[m * k],
                          const real b[k * n], real c[m * n], int *place)
{
    if (tri_tensor_cores())
        matmul_tensor_cores_offload(n, m, k, a, b, c, place);
    else
        matmul_loads_ahead_offload(n, m, k, a, b, c, place);
}

#elif HAS_LARGE_BLOCKS

void matmul_tuned_offload(ptrdiff_t n, ptrdiff_t m, ptrdiff_t k, const real a[m * k],
                          const real b[k * n], real c[m * n], int *place)
{
    matmul_loads_ahead_offload(n, m, k, a, b, c, place);
}

#endif
