/*
 * The dot product: from a reduction to the speed of memory, in an order that is the same everywhere.
 *
 * The plain form is in src/hotspots/dot/dot.c, with a picture of the reference's order.  All variants but
 * plain-simd add in that order, so that all of them give the same bits, run after run.
 *
 *     plain-simd    GPU   the plain form with `simd`, as in vecadd/climb.c: not in the fixed order
 *     two-regions   GPU   the fixed order: a team adds a block, a second region adds the blocks
 *     loads-ahead   GPU   each thread has 16 loads of each vector in flight before its first fma
 *     awake         GPU   the host does not sleep while it waits
 *     strips        CPU   the fixed order: a vector of columns at a time, down its tile
 *     tuned         GPU   one region, whose last team adds the blocks
 *                   CPU   whole rows, read in order: all columns of a tile at once
 *
 * The rungs of the GPU and the table are here, those of the CPU in dot_cpu.c.
 */
#include "dot.h"
#include "needs.h"
#include "ran_on.h"

#include <string.h>

#pragma omp declare target

enum { THREADS = 256, SHARES = 16 };

/* Folds sum[0…COLUMNS) with all threads of a team: each of SHARES threads folds every SHARES-th sum, and then one
 * thread folds the SHARES that are left, with fold.  These are the additions of fold in its order, but with two
 * barriers, before and after, instead of one for each halving.  (The barriers are in the regions, next to `parallel`:
 * whether nvc accepts them in a function is not known.) */
INLINE void fold_shares(real *sum, int thread, int threads)
{
    for (int i = thread; i < SHARES; i += threads)
        fold(COLUMNS / SHARES, SHARES, sum + i);
}

#pragma omp end declare target

/* ---- GPU, plain-simd ------------------------------------------------------------------------------
 *
 * vecadd/climb.c explains `simd`.  Lanes, threads and teams add in any order.
 */
real dot_plain_simd_offload(ptrdiff_t n, const real a[n], const real b[n])
{
    real sum = 0;
    #pragma omp target teams distribute parallel for simd reduction(+: sum) map(to: a[:n], b[:n]) \
        map(tofrom: sum)
    for (ptrdiff_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* The lesson's bound holds for any order. */
static double apart(const struct tri_case *c)
{
    return c->hotspot->plain.apart(c);
}

/* ---- GPU, two regions -----------------------------------------------------------------------------
 *
 * A team for each block, a thread for each column (in float, for two columns).  Adjacent threads read adjacent
 * numbers, so the loads of a warp coalesce.  The sums of the columns are in `sum`, which the team's threads
 * share: a variable declared inside of `teams` and outside of `parallel` exists once for each
 * team.
 *
 * The blocks can only be added when all are done.  Teams cannot wait for each other: OpenMP does not
 * promise that they run at the same time.  But a region ends when all its teams have ended, so a second
 * region, of a single team, finds all sums.  `partial` stays on the device between the two.
 */
static void sum_blocks(ptrdiff_t n, const real *a, const real *b, ptrdiff_t blocks, real *partial)
{
    #pragma omp target teams num_teams(tri_teams(blocks)) thread_limit(THREADS) \
        map(to: a[:n], b[:n]) map(from: partial[:blocks])
    {
        real sum[COLUMNS];
        #pragma omp parallel
        {
            int thread = omp_get_thread_num(), threads = omp_get_num_threads();
            int team = omp_get_team_num(), teams = omp_get_num_teams();
            for (ptrdiff_t block = team; block < blocks; block += teams) {
                for (int k = thread; k < COLUMNS; k += threads) {
                    ptrdiff_t top = top_of(block, k), end = top + TILE < n ? top + TILE : n;
                    real column = 0;
                    for (ptrdiff_t i = top; i < end; i += ROW)
                        column = FMA(a[i], b[i], column);
                    sum[k] = column;
                }
                #pragma omp barrier
                fold_shares(sum, thread, threads);
                #pragma omp barrier
                if (thread == 0) {
                    fold(SHARES, 1, sum);
                    partial[block] = sum[0];
                }
                #pragma omp barrier
            }
        }
    }
}

static void add_blocks(ptrdiff_t blocks, const real *partial, real *dot, int *place)
{
    #pragma omp target teams num_teams(1) thread_limit(THREADS) map(to: partial[:blocks]) \
        map(from: dot[:1], place[:1])
    {
        real sum[COLUMNS];
        #pragma omp parallel
        {
            int thread = omp_get_thread_num(), threads = omp_get_num_threads();
            for (int k = thread; k < COLUMNS; k += threads)
                sum[k] = column_of_blocks(blocks, partial, k);
            #pragma omp barrier
            fold_shares(sum, thread, threads);
            #pragma omp barrier
            if (thread == 0) {
                fold(SHARES, 1, sum);
                *dot = sum[0];
                *place = ran_on();
            }
        }
    }
}

void dot_two_regions_offload(ptrdiff_t n, const real a[n], const real b[n], real dot[1], int *place,
                             const struct tri_case *c)
{
    ptrdiff_t blocks = blocks_of(n);
    real *partial = c->operand[PARTIAL];
    #pragma omp target data map(alloc: partial[:blocks])
    {
        sum_blocks(n, a, b, blocks, partial);
        add_blocks(blocks, partial, dot, place);
    }
}

/* ---- GPU, loads ahead -----------------------------------------------------------------------------
 *
 * A thread of a GPU executes in order: it waits for the first operand that has not been loaded yet.  So here
 * a thread loads AHEAD rows before the first of their fma, and has more loads in flight.  On an H200 the
 * many threads of the variant before hide most of the latency already, and this gains almost nothing
 * (docs/measured.md).
 */
#pragma omp declare target

enum { AHEAD = 16 };

INLINE real sum_of_column(ptrdiff_t n, const real *a, const real *b, ptrdiff_t top)
{
    ptrdiff_t end = top + TILE < n ? top + TILE : n, i = top;
    real sum = 0, x[AHEAD], y[AHEAD];
    for (; i + (AHEAD - 1) * ROW < end; i += AHEAD * ROW) {
        for (int k = 0; k < AHEAD; k++) {
            x[k] = a[i + k * ROW];
            y[k] = b[i + k * ROW];
        }
        for (int k = 0; k < AHEAD; k++)
            sum = FMA(x[k], y[k], sum);
    }
    for (; i < end; i += ROW)
        sum = FMA(a[i], b[i], sum);
    return sum;
}

#pragma omp end declare target

static void sum_blocks_ahead(ptrdiff_t n, const real *a, const real *b, ptrdiff_t blocks,
                             real *partial)
{
    #pragma omp target teams num_teams(tri_teams(blocks)) thread_limit(THREADS) \
        map(to: a[:n], b[:n]) map(from: partial[:blocks])
    {
        real sum[COLUMNS];
        #pragma omp parallel
        {
            int thread = omp_get_thread_num(), threads = omp_get_num_threads();
            int team = omp_get_team_num(), teams = omp_get_num_teams();
            for (ptrdiff_t block = team; block < blocks; block += teams) {
                for (int k = thread; k < COLUMNS; k += threads)
                    sum[k] = sum_of_column(n, a, b, top_of(block, k));
                #pragma omp barrier
                fold_shares(sum, thread, threads);
                #pragma omp barrier
                if (thread == 0) {
                    fold(SHARES, 1, sum);
                    partial[block] = sum[0];
                }
                #pragma omp barrier
            }
        }
    }
}

static void dot_ahead(ptrdiff_t n, const real *a, const real *b, real *partial, real *dot,
                      int *place)
{
    ptrdiff_t blocks = blocks_of(n);
    #pragma omp target data map(alloc: partial[:blocks])
    {
        sum_blocks_ahead(n, a, b, blocks, partial);
        add_blocks(blocks, partial, dot, place);
    }
}

void dot_loads_ahead_offload(ptrdiff_t n, const real a[n], const real b[n], real dot[1], int *place,
                             const struct tri_case *c)
{
    dot_ahead(n, a, b, c->operand[PARTIAL], dot, place);
}

/* ---- GPU, awake -------------------------------------------------------------------------------------
 *
 * The same regions.  The host waits for each, and is awake when it ends (src/hotspots/vecadd/climb.c).
 */
void dot_awake_offload(ptrdiff_t n, const real a[n], const real b[n], real dot[1], int *place,
                       const struct tri_case *c)
{
    dot_ahead(n, a, b, c->operand[PARTIAL], dot, place);
}

/* ---- GPU, tuned: one region, whose last team adds ---------------------------------------------------
 *
 * Relies on flushes and atomics between teams, which nvc refuses in device code (`omp flush`).
 *
 * A second region costs the start of a kernel, and the host waits in between.  Here each team takes a
 * ticket from an atomic counter once it has stored its sum, and the team with the last ticket adds the
 * blocks, in the fixed order, not that of arrival.  No team waits for another.  The flushes make sure
 * that a sum is in memory before its team counts, and that it is read after all have counted.
 */
#if HAS_FLUSH

#pragma omp declare target

static int arrived; /* number of teams that have; 0 between runs */

/* Whether the team that calls it is the last to do so. */
INLINE bool is_last(int teams)
{
    int before;
    #pragma omp flush
    #pragma omp atomic capture
    before = arrived++;
    #pragma omp flush
    if (before + 1 < teams)
        return false;
    arrived = 0;
    return true;
}

#pragma omp end declare target

static void dot_one_region(ptrdiff_t n, const real *a, const real *b, real *partial, real *dot,
                           int *place)
{
    ptrdiff_t blocks = blocks_of(n);
    #pragma omp target teams num_teams(tri_teams(blocks)) thread_limit(THREADS) \
        map(to: a[:n], b[:n]) map(alloc: partial[:blocks]) map(from: dot[:1], place[:1])
    {
        real sum[COLUMNS];
        bool last;
        #pragma omp parallel
        {
            int thread = omp_get_thread_num(), threads = omp_get_num_threads();
            int team = omp_get_team_num(), teams = omp_get_num_teams();
            for (ptrdiff_t block = team; block < blocks; block += teams) {
                for (int k = thread; k < COLUMNS; k += threads)
                    sum[k] = sum_of_column(n, a, b, top_of(block, k));
                #pragma omp barrier
                fold_shares(sum, thread, threads);
                #pragma omp barrier
                if (thread == 0) {
                    fold(SHARES, 1, sum);
                    partial[block] = sum[0];
                }
                #pragma omp barrier
            }
            if (thread == 0)
                last = is_last(teams);
            #pragma omp barrier
            if (last) {
                for (int k = thread; k < COLUMNS; k += threads)
                    sum[k] = column_of_blocks(blocks, partial, k);
                #pragma omp barrier
                fold_shares(sum, thread, threads);
                #pragma omp barrier
                if (thread == 0) {
                    fold(SHARES, 1, sum);
                    *dot = sum[0];
                    *place = ran_on();
                }
            }
        }
    }
}

void dot_tuned_offload(ptrdiff_t n, const real a[n], const real b[n], real dot[1], int *place,
                       const struct tri_case *c)
{
    dot_one_region(n, a, b, c->operand[PARTIAL], dot, place);
}

#endif

/* ---- The rungs ----------------------------------------------------------------------------------- */

static bool length_of_partial(const struct tri_case *c, size_t *length)
{
    *length = (size_t)blocks_of((ptrdiff_t)c->value[N].integer);
    return true;
}

/* The plain form on several devices: each one gets a band of elements, and their sums are added.  Any order is within
 * the bound. */
static void add_parts(const struct tri_case *c, const struct tri_part *part, size_t n)
{
    real *dot = c->operand[DOT];
    *dot = 0;
    for (size_t i = 0; i < n; i++)
        *dot += *(real *)part[i].c.operand[DOT];
}

const struct tri_division dot_division = { .rows = N,
                                           .divided = { [A] = true, [B] = true },
                                           .joined = { [DOT] = TRI_ON_HOST },
                                           .join = add_parts };

/* Several devices get bands of whole blocks; the sums of all blocks are then added in the order of one device. */
static void add_all_blocks(const struct tri_case *c, const struct tri_part *part, size_t n)
{
    real *partial = c->operand[PARTIAL], *dot = c->operand[DOT];
    for (size_t i = 0; i < n; i++)
        memcpy(partial + part[i].first / BLOCK, part[i].c.operand[PARTIAL],
               tri_operand_bytes(&part[i].c, PARTIAL));
    *dot = dot_sum_of_blocks((ptrdiff_t)c->length[PARTIAL], partial);
}

static const struct tri_division division = {
    .rows = N,
    .unit = BLOCK,
    .divided = { [A] = true, [B] = true },
    .joined = { [PARTIAL] = TRI_ON_DEVICE },
    .join = add_all_blocks,
};

static const struct tri_operand scratch[] = {
    { "partial", TRI_FLOATING, TRI_SCRATCH, .length_of = length_of_partial },
    { .name = NULL },
};

const struct tri_variant dot_tuned[] = {
    { "plain-simd",
      "with simd: uses a warp's lanes with compilers that make a warp one thread, as gcc does",
      .apart = apart },
    { "two-regions", "the reference's order: each team sums a block, a second region sums these",
      .scratch = scratch },
    { "loads-ahead", "a thread has 16 loads of each vector in flight before the first fma",
      .scratch = scratch },
    { "awake", "the host does not sleep while it waits for the GPU", .waits_awake = true,
      .scratch = scratch },
    { "strips", "the reference's order: a vector of columns at a time, down a tile",
      .scratch = scratch },
    { "tuned", "GPU: one region, whose last team adds the blocks; CPU: whole rows, read in order",
      .waits_awake = true, .division = &division,
      .needs = "flushes and atomics that order memory between teams", .available = needs_flush,
      .scratch = scratch },
    { .name = NULL },
};
