/*
 * The product of two matrices: from plain loops to the rate of the fma units.
 *
 * The plain form is in src/hotspots/matmul/matmul.c.  There are m n k products of only m k + k n numbers, and
 * every variant does more fma with a number once it is loaded: into a register, a cache, or a team's
 * memory.  Which elements are computed together, and where a sum is kept meanwhile, changes no bit, so
 * blocking is allowed as long as each element is one chain of fma in the order of p.
 *
 *     plain-simd        GPU   the plain form as one loop, with `simd`, as in mandelbrot/climb.c
 *     pieces            GPU   a team computes a piece of C: its threads find each other's loads in cache
 *     strips            CPU   a strip of a row of C stays in registers while rows of B are read
 *     team-memory       GPU   tiles of A and B in team memory, one element of C to a thread (report E)
 *     register-blocks   GPU   from such tiles each thread computes a block of 8 x 8 elements
 *                       CPU   some rows of two vectors stay in registers: B is loaded once for all rows
 *     loads-ahead       GPU   the next tiles are loaded meanwhile, 16 bytes at a time; a layout by warps
 *     tensor-cores      GPU   in double: units that multiply small matrices, with the same bits
 *     tuned             GPU   tensor-cores in double where the GPU has them, otherwise loads-ahead
 *                       CPU   A and B copied into panels, in blocks that fit the caches
 *
 * The GPU's variants are in matmul_gpu.c, matmul_tiles.c and matmul_tensor.c, the CPU's in
 * matmul_cpu.c.  This file has how much each of them loads, and the table that the programs read.
 */
#include "matmul_rungs.h"

/* ---- How much is loaded ---------------------------------------------------------------------------
 *
 * The traffic with memory is at least that of the plain form, whatever the blocking: each matrix once.
 * The variants reduce .near_bytes: what cores load from caches and team memory, or store there, for each
 * fma.  If several lanes of a warp read the same number, it counts once, since the hardware reads it
 * once.
 */
static struct tri_work near(const struct tri_case *c, double numbers)
{
    struct tri_work w = c->hotspot->work(c);
    w.near_bytes = numbers * w.instructions * sizeof(real);
    return w;
}

/* How many numbers of A and B a warp with `rows` x `cols` elements of C loads for each fma: in a step of p it loads
 * rows + cols of them, and does rows * cols fma. */
static double loads(double rows, double cols)
{
    return 1 / cols + 1 / rows;
}

/* The numbers of a tile on their way to team memory: loaded from a cache and stored there. */
static double fetches(double rows, double cols)
{
    return 2 * loads(rows, cols);
}

/* A warp computes a row of the piece. */
static struct tri_work work_of_pieces(const struct tri_case *c, enum tri_path path)
{
    return near(c, loads(1, 32));
}

/* A number of B for each fma, and one of A for the whole strip. */
static struct tri_work work_of_strips(const struct tri_case *c, enum tri_path path)
{
    return near(c, loads(1, STRIP));
}

/* A warp computes two rows of the tile. */
static struct tri_work work_of_team_memory(const struct tri_case *c, enum tri_path path)
{
    return near(c, loads(32 / EDGE, EDGE) + fetches(EDGE, EDGE));
}

/* On a GPU the blocks of a warp are those of two rows of threads. */
static struct tri_work work_of_blocks(const struct tri_case *c, enum tri_path path)
{
    switch (path) {
    case TRI_OFFLOAD: return near(c, loads(32 / SIDE * EACH, SQUARE) + fetches(SQUARE, SQUARE));
    case TRI_AVX2: return near(c, loads(ROWS_AVX2, COLS_AVX2));
    default: return near(c, loads(ROWS, COLS));
    }
}

/* Whether `tuned` is tensor-cores. */
static bool on_tensor_cores(void)
{
    return REAL_BITS == 64 && tri_tensor_cores();
}

static struct tri_work work_of_loads_ahead(const struct tri_case *c, enum tri_path path)
{
    struct extents x = { c->value[M].integer, c->value[N].integer, c->value[K].integer };
    double rows = has_few_tiles(x) ? SMALL_BLOCK_ROWS : BLOCK_ROWS;
    return near(c, loads(LANE_ROWS * rows, LANE_COLS * BLOCK_COLS) +
                       fetches(WARP_ROWS * LANE_ROWS * rows, TILE_COLS));
}

static struct tri_work work_of_tensor_cores(const struct tri_case *c, enum tri_path path)
{
    struct extents x = { c->value[M].integer, c->value[N].integer, c->value[K].integer };
    if (!suits_tensor_cores(x))
        return work_of_loads_ahead(c, path);
    struct tri_work w = near(c, loads(PART_ROWS, PART_COLS) + fetches(CORE_ROWS, CORE_COLS));
    w.tensor = w.instructions;
    return w;
}

/* On a CPU, A and B are also loaded and stored once more, into panels, and C once for each slab. */
static struct tri_work work_of_tuned(const struct tri_case *c, enum tri_path path)
{
    struct extents x = { c->value[M].integer, c->value[N].integer, c->value[K].integer };
    double slabs = (double)pieces_of(x.k, DEPTH), k = (double)x.k;
    double packed = 2 * loads((double)x.m, (double)x.n) + (2 * slabs - 1) / k;
    switch (path) {
    case TRI_OFFLOAD:
        return on_tensor_cores() ? work_of_tensor_cores(c, path) : work_of_loads_ahead(c, path);
    case TRI_AVX2: return near(c, loads(ROWS_AVX2, COLS_AVX2) + packed);
    default: return near(c, loads(ROWS, COLS) + packed);
    }
}

/* ---- What they need ------------------------------------------------------------------------------- */

/* The threads of a team fill tiles together; each has a share that assumes a fixed number of threads. */
static bool has_blocks(enum tri_path path, struct tri_error *e)
{
    return needs_whole_teams(path, e) && needs_thread_arrays(path, e);
}

static bool has_large_blocks(enum tri_path path, struct tri_error *e)
{
    return needs_large_blocks(path, e) && has_blocks(path, e);
}

/* Whole teams suffice: no function gets the address of a thread's array. */
static bool has_tensor_cores(enum tri_path path, struct tri_error *e)
{
    return needs(path, REAL_BITS == 64, "double: in float tensor cores would round the operands",
                 e) &&
           needs_tensor_cores(path, e) && needs_whole_teams(path, e);
}

#define WHOLE_TEAMS "GPU: teams of as many threads as requested, which OpenMP does not guarantee"

/* For a slab in panels: as much as any path fills, and enough to begin at a cache line. */
static bool length_of_panels(const struct tri_case *c, size_t *length)
{
    size_t rows = (size_t)c->value[M].integer + MOST_ROWS,
           cols = (size_t)c->value[N].integer + MOST_COLS;
    *length = (rows + cols) * DEPTH + 64;
    return true;
}

static const struct tri_operand panels[] = {
    { "panels", TRI_FLOATING, TRI_SCRATCH, .length_of = length_of_panels },
    { .name = NULL },
};

/* ---- The rungs ---- */

/* On several devices each gets a band of rows of A and C, and all of B. */
const struct tri_division matmul_division = { .rows = M, .divided = { [A] = true, [C] = true } };

const struct tri_variant matmul_tuned[] = {
    { "plain-simd",
      "with simd: uses a warp's lanes with compilers that make a warp one thread, as gcc does" },
    { "pieces", "a team computes a piece of C, so that its threads share loads in the L1 cache",
      .work = work_of_pieces },
    { "strips", "a strip of a row of C stays in registers while B is read",
      .work = work_of_strips },
    { "team-memory", "tiles of A and B in team memory, where each number is read 16 times",
      .needs = WHOLE_TEAMS, .available = needs_whole_teams, .work = work_of_team_memory },
    { "register-blocks",
      "a block of C in a thread's registers: each loaded number serves a whole row of it",
      .needs = WHOLE_TEAMS, .available = has_blocks, .work = work_of_blocks },
    { "loads-ahead", "the next tiles are loaded early, 16 bytes at a time", .needs = WHOLE_TEAMS,
      .available = has_large_blocks, .work = work_of_loads_ahead },
    { "tensor-cores",
      "in double: units that multiply small matrices, each element by the same chain of fma",
      .needs = "clang, and an NVIDIA GPU from compute capability 8.0 on (A100, H100)",
      .available = has_tensor_cores, .work = work_of_tensor_cores },
    { "tuned",
      "GPU: tensor-cores in double if there are any, else loads-ahead; CPU: panels in the caches",
      .waits_awake = true, .division = &matmul_division, .needs = WHOLE_TEAMS,
      .available = has_large_blocks, .work = work_of_tuned, .scratch = panels },
    { .name = NULL },
};
