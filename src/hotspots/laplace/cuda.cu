/*
 * CUDA peers of laplace: ours, and report E's.
 *
 * A sum of four numbers and a quarter of it: there is nothing that a compiler could fuse.
 */
#include "real.h"

extern "C" {
#include "laplace_peers.h"
}

static __device__ real average(real up, real down, real left, real right)
{
    return ((up + down) + (left + right)) * (real)0.25;
}

static __device__ bool is_free(box b, const uint32_t *mask, int row, int col)
{
    bool inside = row > 0 && row < b.height - 1 && col > 0 && col < b.width - 1;
    return inside && mask[(ptrdiff_t)row * b.words + col / 32] >> col % 32 & 1;
}

/* ---- Ours ----------------------------------------------------------------------------------------
 *
 * A block loads a tile into its registers, a patch of 8 x 8 for each thread, sixteen bytes at a time, and
 * takes eight steps; the outermost ring of patches is the halo, and is not stored.  A row of patches is
 * half a warp: neighbours to the left and right exchange edges by shuffles, those above and below through
 * shared memory, of which there are two sets, so that a step needs one
 * barrier only.
 *
 * The steps of all tiles are in one kernel: blocks take tickets from an atomic counter, and wait until the
 * tiles around theirs have done as many steps.  A ticket waits only for lower ones, which belong to
 * blocks that are running, so there is no deadlock.  The next ticket is taken while the block stores.
 *
 * Between rounds patches are stored in the hotspot's order: what neighbouring threads store at the same
 * time is contiguous.
 */
enum { DEPTH = 8, PATCH = 8, ACROSS = 16, DOWN = REAL_BITS == 32 ? 16 : 8, TEAM = ACROSS * DOWN };
enum { INNER_COLS = (ACROSS - 2) * PATCH, INNER_ROWS = (DOWN - 2) * PATCH };
enum { LINE = 8 /* lots */ };
enum { BLOCKS_AN_SM = 2 };

struct patch {
    real u[PATCH][PATCH];
    uint64_t fixed;
};

enum { LOT = 128 / REAL_BITS, LOTS = PATCH * PATCH / LOT };

/* The uppermost and the last row of each patch. */
struct edges {
    float4 north[2][PATCH / LOT][TEAM], south[2][PATCH / LOT][TEAM];
};

struct tiles {
    int across, down;
};

static __host__ __device__ tiles tiles_of(box b)
{
    tiles t = { (b.width + INNER_COLS - 1) / INNER_COLS, (b.height + INNER_ROWS - 1) / INNER_ROWS };
    return t;
}

static __device__ int count_below(int end, int at)
{
    return max(0, min(end - at, (int)PATCH));
}

static __device__ uint64_t fixed_points(box b, const uint32_t *mask, int row, int col)
{
    uint32_t columns = ((1u << count_below(b.width - 1, col)) - 1) & -1u << count_below(1, col);
    uint64_t free = 0;
    const uint32_t *word = mask + min(max(col, 0), b.width - 1) / 32;
    int top = count_below(1, row), bottom = count_below(b.height - 1, row);
    #pragma unroll
    for (int r = 0; r < PATCH; r++) {
        int at = min(max(row + r, 0), b.height - 1);
        uint32_t bits = word[(ptrdiff_t)at * b.words] >> (col & 31) & columns;
        free |= (uint64_t)(r >= top && r < bottom ? bits : 0) << 8 * r;
    }
    return ~free;
}

/* A lot: sixteen bytes, as much as a thread loads or stores at once. */
union alignas(16) lot {
    real number[LOT];
    float4 all;
};

/* Whether rows consist of whole lots. */
static __device__ bool has_lots(box b, const real *u)
{
    return b.width % LOT == 0 && (uintptr_t)u % sizeof(lot) == 0;
}

static __device__ void load(patch *p, box b, const real *from, int row, int col)
{
    bool in_lots = has_lots(b, from);
    #pragma unroll
    for (int r = 0; r < PATCH; r++) {
        const real *at = from + (ptrdiff_t)min(max(row + r, 0), b.height - 1) * b.width;
        if (in_lots) {
            #pragma unroll
            for (int c = 0; c < PATCH; c += LOT) {
                lot l;
                l.all = *(const float4 *)(at + min(max(col + c, 0), b.width - LOT));
                #pragma unroll
                for (int i = 0; i < LOT; i++)
                    p->u[r][c + i] = l.number[i];
            }
        } else {
            #pragma unroll
            for (int c = 0; c < PATCH; c++)
                p->u[r][c] = at[min(max(col + c, 0), b.width - 1)];
        }
    }
}

static __device__ void store(const patch *p, box b, real *to, int row, int col)
{
    bool in_lots = has_lots(b, to);
    #pragma unroll
    for (int r = 0; r < PATCH; r++) {
        real *at = to + (ptrdiff_t)(row + r) * b.width + col;
        if (in_lots) {
            #pragma unroll
            for (int c = 0; c < PATCH; c += LOT) {
                lot l;
                #pragma unroll
                for (int i = 0; i < LOT; i++)
                    l.number[i] = p->u[r][c + i];
                if (row + r < b.height && col + c < b.width)
                    *(float4 *)(at + c) = l.all;
            }
        } else {
            #pragma unroll
            for (int c = 0; c < PATCH; c++)
                if (row + r < b.height && col + c < b.width)
                    at[c] = p->u[r][c];
        }
    }
}

static __device__ void take_lot(real *number, float4 all)
{
    lot l;
    l.all = all;
    #pragma unroll
    for (int i = 0; i < LOT; i++)
        number[i] = l.number[i];
}

static __device__ float4 lot_of(const real *number)
{
    lot l;
    #pragma unroll
    for (int i = 0; i < LOT; i++)
        l.number[i] = number[i];
    return l.all;
}

/* The patches of a box, in two sets that take turns.  Of a row of patches, the first lots of all are stored
 * first, then the second ones, and so on. */
struct patches {
    int across, down;
};

static __device__ patches patches_of(box b)
{
    patches all = { (b.width + PATCH * LINE - 1) / (PATCH * LINE) * LINE,
                    (b.height + PATCH - 1) / PATCH };
    return all;
}

/* Where the patch of this thread is stored.  Computed from the tile, not from the patch's row and
 * column, since in float that spills half as much. */
static __device__ float4 *kept_at(box b, tiles t, int tile, float4 *scratch, int turn)
{
    patches all = patches_of(b);
    int row = tile / t.across * (DOWN - 2) - 1 + (int)threadIdx.x / ACROSS;
    int col = tile % t.across * (ACROSS - 2) - 1 + (int)threadIdx.x % ACROSS;
    row = min(max(row, 0), all.down - 1);
    col = min(max(col, 0), all.across - 1);
    return scratch + ((ptrdiff_t)(turn & 1) * all.down + row) * LOTS * all.across + col;
}

static __device__ void fetch(patch *p, box b, const float4 *at)
{
    int across = patches_of(b).across;
    #pragma unroll
    for (int k = 0; k < LOTS; k++)
        take_lot(&p->u[k * LOT / PATCH][k * LOT % PATCH], at[(ptrdiff_t)k * across]);
}

static __device__ void keep(const patch *p, box b, float4 *at)
{
    int across = patches_of(b).across;
    #pragma unroll
    for (int k = 0; k < LOTS; k++)
        at[(ptrdiff_t)k * across] = lot_of(&p->u[k * LOT / PATCH][k * LOT % PATCH]);
}

/* Whether there are fixed points is the same for a whole tile, so that no warp executes both. */
template <bool has_fixed> static __device__ void advance(patch *p, edges *e, int set)
{
    int up = (threadIdx.x + TEAM - ACROSS) % TEAM, down = (threadIdx.x + ACROSS) % TEAM;
    real from_west[PATCH], from_east[PATCH], above[PATCH], under_all[PATCH];
    #pragma unroll
    for (int c = 0; c < PATCH; c += LOT) {
        e->north[set][c / LOT][threadIdx.x] = lot_of(&p->u[0][c]);
        e->south[set][c / LOT][threadIdx.x] = lot_of(&p->u[PATCH - 1][c]);
    }
    #pragma unroll
    for (int r = 0; r < PATCH; r++) {
        from_west[r] = __shfl_up_sync(~0u, p->u[r][PATCH - 1], 1, ACROSS);
        from_east[r] = __shfl_down_sync(~0u, p->u[r][0], 1, ACROSS);
    }
    __syncthreads();
    #pragma unroll
    for (int c = 0; c < PATCH; c += LOT) {
        take_lot(above + c, e->south[set][c / LOT][up]);
        take_lot(under_all + c, e->north[set][c / LOT][down]);
    }
    #pragma unroll
    for (int r = 0; r < PATCH; r++) {
        real west = from_west[r];
        #pragma unroll
        for (int c = 0; c < PATCH; c++) {
            real centre = p->u[r][c];
            real east = c + 1 < PATCH ? p->u[r][c + 1] : from_east[r];
            real under = r + 1 < PATCH ? p->u[r + 1][c] : under_all[c];
            real next = average(above[c], under, west, east);
            p->u[r][c] = has_fixed && p->fixed >> (8 * r + c) & 1 ? centre : next;
            above[c] = west = centre;
        }
    }
}

/* What a round reads and writes: arrays in the box's order, or, if these are NULL, this thread's patch in
 * the two sets. */
struct stage {
    const real *from;
    real *to;
    const float4 *kept_from;
    float4 *kept_to;
    int steps;
};

/* Up to eight steps of a tile.  The first thread, which stores nothing, takes the next ticket. */
static __device__ void take_tile(box b, const uint32_t *mask, stage s, int tile, edges *e,
                                 int *next, int32_t *tickets)
{
    tiles t = tiles_of(b);
    int across = (int)threadIdx.x % ACROSS, down = (int)threadIdx.x / ACROSS;
    int row = tile / t.across * INNER_ROWS - DEPTH + down * PATCH;
    int col = tile % t.across * INNER_COLS - DEPTH + across * PATCH;
    patch p;
    p.fixed = fixed_points(b, mask, row, col);
    if (s.from)
        load(&p, b, s.from, row, col);
    else
        fetch(&p, b, s.kept_from);
    if (__syncthreads_or(p.fixed != 0))
        for (int i = 0; i < s.steps; i++)
            advance<true>(&p, e, i % 2);
    else
        for (int i = 0; i < s.steps; i++)
            advance<false>(&p, e, i % 2);
    if (tickets && threadIdx.x == 0)
        *next = atomicAdd(tickets, 1);
    if (across == 0 || across == ACROSS - 1 || down == 0 || down == DOWN - 1)
        return;
    if (s.to)
        store(&p, b, s.to, row, col);
    else if (row < b.height && col < b.width)
        keep(&p, b, s.kept_to);
}

/* Fences order the accesses to the counters, as in the grid barrier of cooperative groups. */
static __device__ void wait_for_neighbours(tiles t, int tile, int round,
                                           const volatile int32_t *progress)
{
    int which =
        TEAM - 1 - (int)threadIdx.x; /* the last threads: the first may still have to publish */
    int across = tile % t.across + which % 3 - 1, down = tile / t.across + which / 3 - 1;
    bool there = across >= 0 && across < t.across && down >= 0 && down < t.down;
    if (which < 9 && there && round > 0) {
        while (progress[down * t.across + across] < round)
            ;
        __threadfence();
    }
    __syncthreads();
}

/* In place there are at least two rounds: the first only reads `start`, the last only writes. */
static __global__ void __launch_bounds__(TEAM, BLOCKS_AN_SM)
    all_steps(box b, const uint32_t *mask, const real *start, real *potential, float4 *scratch,
              int done, int32_t *taken, int32_t *progress)
{
    __shared__ edges e;
    __shared__ int next;
    tiles t = tiles_of(b);
    int all = t.across * t.down, least = start == potential ? 2 : 1;
    int rounds = max(least, (b.steps + DEPTH - 1) / DEPTH);
    if (threadIdx.x == 0)
        next = atomicAdd(&progress[all], 1);
    __syncthreads();
    for (;;) {
        int round = next / all, tile = next % all;
        if (round >= rounds)
            return;
        if (next == 0 && threadIdx.x == 0)
            *taken = done + b.steps;
        wait_for_neighbours(t, tile, round, progress);
        stage s = { round == 0 ? start : NULL, round == rounds - 1 ? potential : NULL,
                    kept_at(b, t, tile, scratch, round - 1), kept_at(b, t, tile, scratch, round),
                    min((int)DEPTH, b.steps - round * DEPTH) };
        take_tile(b, mask, s, tile, &e, &next, &progress[all]);
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            ((volatile int32_t *)progress)[tile] = round + 1;
        }
    }
}

/* As many launches as are necessary for the tickets of each to stay in their range. */
extern "C" void tri_laplace_cuda(const struct tri_case *there)
{
    box b = box_of(there), part = b;
    tiles t = tiles_of(b);
    int all = t.across * t.down, most = max(2, min((1 << 30) / all, (1 << 30) / DEPTH)) * DEPTH;
    int device, processors, done = 0;
    int32_t *progress = (int32_t *)there->operand[PROGRESS];
    real *potential = (real *)there->operand[POTENTIAL];
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    do {
        part.steps = min(b.steps - done, most);
        cudaMemsetAsync(progress, 0, (size_t)(all + 1) * sizeof *progress);
        all_steps<<<min(all, processors * BLOCKS_AN_SM), TEAM>>>(
            part, (uint32_t *)there->operand[MASK],
            done == 0 ? (real *)there->operand[START] : potential, potential,
            (float4 *)there->operand[PATCHES], done, (int32_t *)there->operand[TAKEN], progress);
        done += part.steps;
    } while (done < b.steps);
    tri_cuda_finish();
}

/* ---- A launch for each eight steps --------------------------------------------------------------- */

static __global__ void __launch_bounds__(TEAM, BLOCKS_AN_SM)
    eight_steps(box b, const uint32_t *mask, const real *from, real *to, int steps, int32_t *taken)
{
    __shared__ edges e;
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *taken = b.steps;
    stage s = { from, to, NULL, NULL, steps };
    take_tile(b, mask, s, (int)blockIdx.x, &e, NULL, NULL);
}

extern "C" void tri_laplace_cuda_launches(const struct tri_case *there)
{
    box b = box_of(there);
    tiles t = tiles_of(b);
    int rounds = max(1, (b.steps + DEPTH - 1) / DEPTH);
    const real *from = (real *)there->operand[START];
    for (int round = 0; round < rounds; round++) {
        real *to = (real *)there->operand[(rounds - round) % 2 ? POTENTIAL : OTHER];
        eight_steps<<<t.across * t.down, TEAM>>>(b, (uint32_t *)there->operand[MASK], from, to,
                                                 min((int)DEPTH, b.steps - round * DEPTH),
                                                 (int32_t *)there->operand[TAKEN]);
        from = to;
    }
    tri_cuda_finish();
}

/* ---- The report's ---------------------------------------------------------------------------------
 *
 * One kernel computes the new potential from the old one, another copies it back; blocks of 16 x 16.
 * Its mask was an array of numbers, one for each point; here it is ours, which is less to read.
 */
enum { EDGE = 16 };

static __global__ void update_points(box b, const uint32_t *mask, const real *from, real *to)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= b.width || row >= b.height)
        return;
    const real *at = from + (ptrdiff_t)row * b.width + col;
    real next = *at;
    if (is_free(b, mask, row, col))
        next = average(at[-b.width], at[b.width], at[-1], at[1]);
    to[(ptrdiff_t)row * b.width + col] = next;
}

static __global__ void copy_back(box b, const real *from, real *to)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col < b.width && row < b.height)
        to[(ptrdiff_t)row * b.width + col] = from[(ptrdiff_t)row * b.width + col];
}

extern "C" void tri_laplace_cuda_report(const struct tri_case *there)
{
    box b = box_of(there);
    dim3 block(EDGE, EDGE), grid((b.width + EDGE - 1) / EDGE, (b.height + EDGE - 1) / EDGE);
    real *potential = (real *)there->operand[POTENTIAL], *other = (real *)there->operand[OTHER];
    copy_back<<<grid, block>>>(b, (real *)there->operand[START], potential);
    for (int step = 0; step < b.steps; step++) {
        update_points<<<grid, block>>>(b, (uint32_t *)there->operand[MASK], potential, other);
        copy_back<<<grid, block>>>(b, other, potential);
    }
    cudaMemcpyAsync(there->operand[TAKEN], &b.steps, sizeof b.steps, cudaMemcpyHostToDevice);
    tri_cuda_finish();
}
