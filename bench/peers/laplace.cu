/*
 * CUDA peers of laplace: ours, and the report's.
 *
 * A sum of four and a quarter of it: there is nothing here that a compiler could fuse.
 */
#include "real.h"

extern "C" {
#include "laplace.h"
}

static __device__ real X(average)(real up, real down, real left, real right)
{
    return ((up + down) + (left + right)) * (real)0.25;
}

static __device__ bool X(is_free)(box b, const uint32_t *mask, int row, int col)
{
    bool inside = row > 0 && row < b.height - 1 && col > 0 && col < b.width - 1;
    return inside && mask[(ptrdiff_t)row * b.words + col / 32] >> col % 32 & 1;
}

/* ---- Ours ----------------------------------------------------------------------------------------
 *
 * A block takes a tile into its registers, a patch of 8 x 8 for each thread, and does eight steps; the
 * outermost ring of patches is the halo, and is thrown away.  A row of patches is half a warp: what
 * they need of each other to the left and right goes by shuffles, up and down through shared memory,
 * of which there are two sets, so that a step needs one barrier only.
 *
 * The steps of all tiles are one kernel: blocks draw numbers, and wait for the tiles around theirs to
 * have come as far.  A number waits only for lower ones, which were drawn by blocks that run, so
 * nothing can lock up.
 */
enum { DEPTH = 8, PATCH = 8, ACROSS = 16, DOWN = REAL_BITS == 32 ? 16 : 8, TEAM = ACROSS * DOWN };
enum { INNER_COLS = (ACROSS - 2) * PATCH, INNER_ROWS = (DOWN - 2) * PATCH };
enum { BLOCKS_AN_SM = 2 };

struct patch {
    real u[PATCH][PATCH];
    uint64_t fixed;
};

enum { TILE_COLS = ACROSS * PATCH, TILE_ROWS = DOWN * PATCH, SWEEP = TEAM / TILE_COLS };
enum { BATCH = 2048 / REAL_BITS, PITCH = TILE_COLS + 16 };

/* The uppermost and the last row of each patch; or rows of the tile on their way from or to memory,
 * which threads move by rows. */
union edges {
    struct {
        real north[2][PATCH][TEAM], south[2][PATCH][TEAM];
    };
    real row[BATCH * PITCH];
};

/* No two threads of a warp meet at a bank, neither with patches nor with rows. */
static __device__ int X(place)(int row, int col)
{
    return row % BATCH * PITCH + col + col / (1024 / REAL_BITS) + row / PATCH % 2 * 4;
}

struct tiles {
    int across, down;
};

static __host__ __device__ tiles X(tiles)(box b)
{
    tiles t = { (b.width + INNER_COLS - 1) / INNER_COLS, (b.height + INNER_ROWS - 1) / INNER_ROWS };
    return t;
}

static __device__ int X(below)(int end, int at)
{
    return max(0, min(end - at, (int)PATCH));
}

static __device__ uint64_t X(fixed)(box b, const uint32_t *mask, int row, int col)
{
    uint32_t columns = ((1u << X(below)(b.width - 1, col)) - 1) & -1u << X(below)(1, col);
    uint64_t free = 0;
    const uint32_t *word = mask + min(max(col, 0), b.width - 1) / 32;
    int top = X(below)(1, row), bottom = X(below)(b.height - 1, row);
    #pragma unroll
    for (int r = 0; r < PATCH; r++) {
        int at = min(max(row + r, 0), b.height - 1);
        uint32_t bits = word[(ptrdiff_t)at * b.words] >> (col & 31) & columns;
        free |= (uint64_t)(r >= top && r < bottom ? bits : 0) << 8 * r;
    }
    return ~free;
}

static __device__ void X(load)(patch *p, edges *e, box b, const real *from, int top, int left)
{
    int row = threadIdx.x / ACROSS * PATCH, col = threadIdx.x % ACROSS * PATCH;
    int my = threadIdx.x % TILE_COLS, first_row = threadIdx.x / TILE_COLS;
    const real *column = from + min(max(left + my, 0), b.width - 1);
    #pragma unroll
    for (int first = 0; first < TILE_ROWS; first += BATCH) {
        real number[BATCH / SWEEP];
        #pragma unroll
        for (int i = 0; i < BATCH / SWEEP; i++) {
            int at = min(max(top + first + first_row + i * SWEEP, 0), b.height - 1);
            number[i] = column[(ptrdiff_t)at * b.width];
        }
        #pragma unroll
        for (int i = 0; i < BATCH / SWEEP; i++)
            e->row[X(place)(first + first_row + i * SWEEP, my)] = number[i];
        __syncthreads();
        if (row >= first && row < first + BATCH) {
            const real *at = &e->row[X(place)(row, col)];
            #pragma unroll
            for (int r = 0; r < PATCH; r++)
                #pragma unroll
                for (int c = 0; c < PATCH; c++)
                    p->u[r][c] = at[r * PITCH + c];
        }
        __syncthreads();
    }
}

static __device__ void X(store)(const patch *p, edges *e, box b, real *to, int top, int left)
{
    int row = threadIdx.x / ACROSS * PATCH, col = threadIdx.x % ACROSS * PATCH;
    int my = threadIdx.x % TILE_COLS;
    bool mine = my >= DEPTH && my < TILE_COLS - DEPTH && left + my < b.width;
    #pragma unroll
    for (int first = 0; first < TILE_ROWS; first += BATCH) {
        __syncthreads();
        if (row >= first && row < first + BATCH) {
            real *at = &e->row[X(place)(row, col)];
            #pragma unroll
            for (int r = 0; r < PATCH; r++)
                #pragma unroll
                for (int c = 0; c < PATCH; c++)
                    at[r * PITCH + c] = p->u[r][c];
        }
        __syncthreads();
        int end = min(min(first + BATCH, (int)TILE_ROWS - DEPTH), b.height - top);
        if (mine) {
            #pragma unroll 8
            for (int i = max(first, (int)DEPTH) + (int)threadIdx.x / TILE_COLS; i < end; i += SWEEP)
                to[(ptrdiff_t)(top + i) * b.width + left + my] = e->row[X(place)(i, my)];
        }
    }
}

template <bool has_fixed>
static __device__ void X(advance)(patch *p, const real (*south)[TEAM], const real (*north)[TEAM],
                                  const real *from_west, const real *from_east)
{
    int up = (threadIdx.x + TEAM - ACROSS) % TEAM, down = (threadIdx.x + ACROSS) % TEAM;
    real above[PATCH];
    #pragma unroll
    for (int c = 0; c < PATCH; c++)
        above[c] = south[c][up];
    #pragma unroll
    for (int r = 0; r < PATCH; r++) {
        real west = from_west[r];
        #pragma unroll
        for (int c = 0; c < PATCH; c++) {
            real centre = p->u[r][c];
            real east = c + 1 < PATCH ? p->u[r][c + 1] : from_east[r];
            real under = r + 1 < PATCH ? p->u[r + 1][c] : north[c][down];
            real next = X(average)(above[c], under, west, east);
            p->u[r][c] = has_fixed && p->fixed >> (8 * r + c) & 1 ? centre : next;
            above[c] = west = centre;
        }
    }
}

static __device__ void X(step)(patch *p, edges *e, int set)
{
    real west[PATCH], east[PATCH];
    #pragma unroll
    for (int c = 0; c < PATCH; c++) {
        e->north[set][c][threadIdx.x] = p->u[0][c];
        e->south[set][c][threadIdx.x] = p->u[PATCH - 1][c];
    }
    #pragma unroll
    for (int r = 0; r < PATCH; r++) {
        west[r] = __shfl_up_sync(~0u, p->u[r][PATCH - 1], 1, ACROSS);
        east[r] = __shfl_down_sync(~0u, p->u[r][0], 1, ACROSS);
    }
    __syncthreads();
    if (p->fixed == 0)
        X(advance)<false>(p, e->south[set], e->north[set], west, east);
    else if (p->fixed != ~(uint64_t)0)
        X(advance)<true>(p, e->south[set], e->north[set], west, east);
}

/* Up to eight steps of a tile. */
static __device__ void X(take_tile)(box b, const uint32_t *mask, const real *from, real *to,
                                    int tile, int steps, edges *e)
{
    tiles t = X(tiles)(b);
    int top = tile / t.across * INNER_ROWS - DEPTH, left = tile % t.across * INNER_COLS - DEPTH;
    patch p;
    p.fixed = X(fixed)(b, mask, top + (int)threadIdx.x / ACROSS * PATCH,
                       left + (int)threadIdx.x % ACROSS * PATCH);
    X(load)(&p, e, b, from, top, left);
    for (int i = 0; i < steps; i++)
        X(step)(&p, e, i % 2);
    X(store)(&p, e, b, to, top, left);
}

/* Who has read what of the board is up to fences, as in cooperative groups' barrier of a grid. */
static __device__ void X(wait_for_neighbours)(tiles t, int tile, int round,
                                              const volatile int32_t *board)
{
    int across = tile % t.across + (int)threadIdx.x % 3 - 1;
    int down = tile / t.across + (int)threadIdx.x / 3 - 1;
    bool there = across >= 0 && across < t.across && down >= 0 && down < t.down;
    if (threadIdx.x < 9 && there && round > 0) {
        while (board[down * t.across + across] < round)
            ;
        __threadfence();
    }
    __syncthreads();
}

static __global__ void __launch_bounds__(TEAM, BLOCKS_AN_SM)
    X(all_steps)(box b, const uint32_t *mask, const real *start, real *potential, real *room,
                 int32_t *taken, int32_t *board)
{
    __shared__ edges e;
    __shared__ int drawn;
    tiles t = X(tiles)(b);
    int all = t.across * t.down, rounds = max(1, (b.steps + DEPTH - 1) / DEPTH);
    for (;;) {
        if (threadIdx.x == 0)
            drawn = atomicAdd(&board[all], 1);
        __syncthreads();
        int round = drawn / all, tile = drawn % all;
        if (round >= rounds)
            return;
        if (drawn == 0 && threadIdx.x == 0)
            *taken = b.steps;
        X(wait_for_neighbours)(t, tile, round, board);
        bool last = (rounds - round) % 2;
        X(take_tile)(b, mask,
                     round == 0 ? start
                     : last     ? room
                                : potential,
                     last ? potential : room, tile, min((int)DEPTH, b.steps - round * DEPTH), &e);
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            ((volatile int32_t *)board)[tile] = round + 1;
        }
    }
}

extern "C" void X(laplace_cuda)(const struct tri_case *there)
{
    box b = X(box)(there);
    tiles t = X(tiles)(b);
    int all = t.across * t.down, device, processors;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    cudaMemsetAsync(there->operand[BOARD], 0, (size_t)(all + 1) * sizeof(int32_t));
    X(all_steps)<<<min(all, processors * BLOCKS_AN_SM), TEAM>>>(
        b, (uint32_t *)there->operand[MASK], (real *)there->operand[START],
        (real *)there->operand[POTENTIAL], (real *)there->operand[ROOM],
        (int32_t *)there->operand[TAKEN], (int32_t *)there->operand[BOARD]);
    cuda_finish();
}

/* ---- A launch for each eight steps --------------------------------------------------------------- */

static __global__ void __launch_bounds__(TEAM, BLOCKS_AN_SM)
    X(eight_steps)(box b, const uint32_t *mask, const real *from, real *to, int steps,
                   int32_t *taken)
{
    __shared__ edges e;
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *taken = b.steps;
    X(take_tile)(b, mask, from, to, (int)blockIdx.x, steps, &e);
}

extern "C" void X(laplace_cuda_launches)(const struct tri_case *there)
{
    box b = X(box)(there);
    tiles t = X(tiles)(b);
    int rounds = max(1, (b.steps + DEPTH - 1) / DEPTH);
    const real *from = (real *)there->operand[START];
    for (int round = 0; round < rounds; round++) {
        real *to = (real *)there->operand[(rounds - round) % 2 ? POTENTIAL : ROOM];
        X(eight_steps)<<<t.across * t.down, TEAM>>>(b, (uint32_t *)there->operand[MASK], from, to,
                                                    min((int)DEPTH, b.steps - round * DEPTH),
                                                    (int32_t *)there->operand[TAKEN]);
        from = to;
    }
    cuda_finish();
}

/* ---- The report's ---------------------------------------------------------------------------------
 *
 * One kernel computes the new potential from the old one, another copies it back; blocks of 16 x 16.
 * Its mask was an array of numbers, one for each point; here it is ours, which is less to read.
 */
enum { EDGE = 16 };

static __global__ void X(update)(box b, const uint32_t *mask, const real *from, real *to)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= b.width || row >= b.height)
        return;
    const real *at = from + (ptrdiff_t)row * b.width + col;
    real next = *at;
    if (X(is_free)(b, mask, row, col))
        next = X(average)(at[-b.width], at[b.width], at[-1], at[1]);
    to[(ptrdiff_t)row * b.width + col] = next;
}

static __global__ void X(copy_back)(box b, const real *from, real *to)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col < b.width && row < b.height)
        to[(ptrdiff_t)row * b.width + col] = from[(ptrdiff_t)row * b.width + col];
}

extern "C" void X(laplace_cuda_report)(const struct tri_case *there)
{
    box b = X(box)(there);
    dim3 block(EDGE, EDGE), grid((b.width + EDGE - 1) / EDGE, (b.height + EDGE - 1) / EDGE);
    real *potential = (real *)there->operand[POTENTIAL], *room = (real *)there->operand[ROOM];
    X(copy_back)<<<grid, block>>>(b, (real *)there->operand[START], potential);
    for (int step = 0; step < b.steps; step++) {
        X(update)<<<grid, block>>>(b, (uint32_t *)there->operand[MASK], potential, room);
        X(copy_back)<<<grid, block>>>(b, room, potential);
    }
    cudaMemcpyAsync(there->operand[TAKEN], &b.steps, sizeof b.steps, cudaMemcpyHostToDevice);
    cuda_finish();
}
