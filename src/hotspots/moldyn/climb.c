/*
 * Molecular dynamics: from a cell list in its simplest form to what the hardware can do.
 *
 * The plain form is in src/hotspots/moldyn/moldyn.c.  Of the particles in the cells around one, one in seven is near
 * enough to act on it.  The task is to find those fast, and to use full vectors and warps on scattered data.
 *
 *     sorted         both  particles sorted by cell, so that loads are contiguous
 *     reciprocal     GPU   1 / r^2 without the function call for very large and small numbers
 *     first-look     both  tests candidates in float first, then computes those that may be near
 *     half-distance  GPU   that test in four instructions instead of seven
 *     cell           GPU   a thread takes a cell, so that a load serves four particles
 *     tuned          GPU   a thread takes a particle again, and loads four candidates at a time
 *                    CPU   one list for all 27 cells; AVX2: four candidates packed at a time
 *
 * There is no variant over all pairs: it would add in another order than that of the cells, with other bits.
 *
 * This file describes the variants.  moldyn.h sorts by cells; moldyn_gpu.h, moldyn_gpu.c and
 * moldyn_steps.c are the GPU's, moldyn_clusters.h, moldyn_clusters.c, moldyn_simd.c and moldyn_avx2.c the
 * CPU's.
 */
#include "moldyn.h"

#include "moldyn_clusters.h"
#include "needs.h"

/* Where each cell begins, and where the last one of a row ends: one number more than cells in each row. */
static bool length_of_cell_offset(const struct tri_case *c, size_t *length)
{
    size_t edge = (size_t)edge_cells_in(c);
    *length = edge * edge * (edge + 1) + 1;
    return true;
}

/* Two numbers for each list, and those of the counter behind them. */
static bool length_of_lists(const struct tri_case *c, size_t *length)
{
    size_t edge = (size_t)edge_cells_in(c);
    *length = 2 * (edge * edge * (edge + 1) + 1);
    return true;
}

/* On a GPU four numbers for each particle, in double another four in float, and some more that are read
 * beyond the last; on a CPU three arrays and some more behind each, which is not more. */
static bool length_of_sorted(const struct tri_case *c, size_t *length)
{
    size_t n = (size_t)c->value[PARTICLES].integer;
    *length = (PRECISION == TRI_FLOAT ? 4 : 6) * n + 5 * BLOCK;
    return true;
}

static const struct tri_operand scratch[] = {
    [SORTED - TRI_MAX_OPERANDS] = { "sorted", TRI_FLOATING, TRI_SCRATCH,
                                    .length_of = length_of_sorted },
    [ORDER -
        TRI_MAX_OPERANDS] = { "order", TRI_INT32, TRI_SCRATCH, .rank = 1, .shape = { PARTICLES } },
    [CELL_OFFSET - TRI_MAX_OPERANDS] = { "cell_offset", TRI_INT32, TRI_SCRATCH,
                                         .length_of = length_of_cell_offset },
    [NEXT_IN_LIST -
        TRI_MAX_OPERANDS] = { "next", TRI_INT32, TRI_SCRATCH, .rank = 1, .shape = { PARTICLES } },
    [LISTS - TRI_MAX_OPERANDS] = { "lists", TRI_INT32, TRI_SCRATCH, .length_of = length_of_lists,
                                   .value = tri_zero },
    { .name = NULL },
};

const struct tri_variant moldyn_tuned[] = {
    { "sorted", "particles sorted by cell; one loop for forces and moves",
      .follows = { .threads_per_team = true }, .available = needs_thread_arrays, .scratch = scratch,
      .work = work_by_distance },
    { "reciprocal", "1 / r^2 without the call for very large and small numbers",
      .follows = { .threads_per_team = true }, .available = needs_thread_arrays, .scratch = scratch,
      .work = work_by_distance },
    { "first-look", "tests candidates in float first, computes only those that may be near",
      .follows = { .threads_per_team = true }, .available = needs_thread_arrays, .scratch = scratch,
      .work = work_by_look },
    { "half-distance", "that test in four instructions: the sign of half of r^2 - reach^2",
      .follows = { .threads_per_team = true }, .available = needs_thread_arrays, .scratch = scratch,
      .work = work_by_half_distance },
    { "cell", "one thread per cell: its loads serve four particles; tests in rounds of four",
      .follows = { .threads_per_team = true }, .available = needs_thread_arrays, .scratch = scratch,
      .work = work_by_half_distance },
    { "tuned",
      "GPU: one thread per particle again; CPU: one list for all cells around, packed by a table",
      .waits_awake = true, .division = &moldyn_slabs, .follows = { .threads_per_team = true },
      .available = needs_thread_arrays, .scratch = scratch, .work = work_by_half_distance },
    { .name = NULL },
};
