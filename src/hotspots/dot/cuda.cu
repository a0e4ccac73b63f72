/*
 * The CUDA peer of dot: it adds in the order of src/hotspots/dot/dot.c, and so gives the same bits.  What CUDA
 * can do beyond the directives: the last 32 sums are folded in a warp's registers, without shared
 * memory.
 */
#include "real.h"

extern "C" {
#include "dot_peers.h"
}

enum { ROW = 256 * 8 / REAL_BITS, DEPTH = 64, TILE = ROW * DEPTH, TILES = 8 };
enum { COLUMNS = TILES * ROW, BLOCK = TILES * TILE, THREADS = 256, WARP = 32 };
enum { EACH = COLUMNS / THREADS, AHEAD = 4, FOLDS = COLUMNS / WARP };

static __device__ int arrived; /* number of blocks that have; 0 between launches */

/* The sums of a thread's columns, which are `top` and every THREADS-th after it. */
static __device__ void columns(factors x, ptrdiff_t top, real sum[EACH])
{
    enum { APART = THREADS / ROW * TILE };
    const real *a = x.a + top, *b = x.b + top;
    if (top + (EACH - 1) * APART + (DEPTH - 1) * ROW < x.n) {
        #pragma unroll 1
        for (int row = 0; row < DEPTH; row += AHEAD)
            #pragma unroll
            for (int k = 0; k < AHEAD; k++)
                #pragma unroll
                for (int e = 0; e < EACH; e++) {
                    int i = e * APART + (row + k) * ROW;
                    sum[e] = FMA(__ldg(a + i), __ldg(b + i), sum[e]);
                }
    } else {
        for (int e = 0; e < EACH; e++)
            for (ptrdiff_t i = e * APART; i < e * APART + TILE && top + i < x.n; i += ROW)
                sum[e] = FMA(a[i], b[i], sum[e]);
    }
}

/* Folds all sums of a block; thread 0 gets the result. */
static __device__ real fold(const real mine[EACH])
{
    __shared__ real all[COLUMNS];
    for (int e = 0; e < EACH; e++)
        all[threadIdx.x + e * THREADS] = mine[e];
    __syncthreads();
    if (threadIdx.x >= WARP)
        return 0;
    real x[FOLDS];
    #pragma unroll
    for (int k = 0; k < FOLDS; k++)
        x[k] = all[threadIdx.x + k * WARP];
    #pragma unroll
    for (int half = FOLDS / 2; half > 0; half /= 2)
        #pragma unroll
        for (int k = 0; k < FOLDS / 2; k++)
            if (k < half)
                x[k] += x[k + half];
    for (int half = WARP / 2; half > 0; half /= 2)
        x[0] += __shfl_down_sync(~0u, x[0], half);
    return x[0];
}

/* Stores the block's sum; returns whether it is the last block to do so. */
static __device__ bool put(real sum, real *partial)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(&arrived, 1) + 1 == (int)gridDim.x;
        __threadfence();
    }
    __syncthreads();
    return last;
}

static __global__ void multiply_add(factors x)
{
    real sum[EACH] = { 0 };
    ptrdiff_t top = (ptrdiff_t)blockIdx.x * BLOCK + threadIdx.x / ROW * TILE + threadIdx.x % ROW;
    columns(x, top, sum);
    if (!put(fold(sum), x.partial))
        return;
    for (int e = 0; e < EACH; e++) {
        sum[e] = 0;
        for (unsigned k = threadIdx.x + e * THREADS; k < gridDim.x; k += COLUMNS)
            sum[e] += __ldcg(x.partial + k);
    }
    real dot = fold(sum);
    if (threadIdx.x == 0) {
        *x.dot = dot;
        arrived = 0;
    }
}

extern "C" void tri_dot_cuda(const struct tri_case *there)
{
    factors x = factors_of(there);
    multiply_add<<<(unsigned)((x.n + BLOCK - 1) / BLOCK), THREADS>>>(x);
    tri_cuda_finish();
}
