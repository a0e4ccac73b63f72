/*
 * CUDA peers of matmul: our kernel, and the two of the report.
 *
 * All of them add the products of an element in the order of p and fuse each with its sum, as the
 * reference does: ours because it is written so, the report's because that is nvcc's default.
 */
#include "real.h"

extern "C" {
#include "matmul_peers.h"
}

static unsigned pieces_of(int extent, int length)
{
    return ((unsigned)extent + length - 1) / length;
}

/* ---- Ours ----------------------------------------------------------------------------------------
 *
 * A block of threads takes a tile of C and goes along p in slabs, of which two are in shared memory, one in
 * use and the next one; each thread has a part of the tile in registers.  If rows are aligned to 16 bytes,
 * all numbers are moved in such quads.
 */
enum { QUAD = 16 / sizeof(real), LANE_ROWS = 4, LANE_COLS = 8 };

struct __align__(16) quad {
    real at[QUAD];
};

template <int warp_rows, int warp_cols, int rows, int cols, int slab> struct shape {
    enum {
        WARP_COLS = warp_cols,
        ROWS = rows, /* of a thread */
        COLS = cols,
        SLAB = slab,
        THREADS = 32 * warp_rows * warp_cols,
        TILE_ROWS = warp_rows * LANE_ROWS * rows,
        TILE_COLS = warp_cols * LANE_COLS * cols,
        QUADS_A = TILE_ROWS * slab / QUAD / THREADS, /* loaded by a thread */
        QUADS_B = TILE_COLS * slab / QUAD / THREADS,
    };
    /* A by columns, each with an extra quad, against bank conflicts. */
    struct store {
        quad a[slab][TILE_ROWS / QUAD + 1], b[slab][TILE_COLS / QUAD];
    };
    struct share {
        quad a[QUADS_A], b[QUADS_B];
    };
};

/* A quad of which the first `left` numbers are in the matrix; the rest are `beyond`. */
template <bool aligned> static __device__ quad quad_of(const real *line, int left, real beyond)
{
    quad q;
    if (aligned && left >= QUAD)
        return *(const quad *)line;
    #pragma unroll
    for (int i = 0; i < QUAD; i++)
        q.at[i] = i < left ? line[i] : beyond;
    return q;
}

/* Rows beyond C are read from its last one; beyond the end of p there are -0 and 0, which change no sum. */
template <class shape, bool aligned>
static __device__ void fetch(const product &x, int top, int left, int first,
                             typename shape::share *s)
{
    #pragma unroll
    for (int q = 0; q < shape::QUADS_A; q++) {
        int e = threadIdx.x + q * shape::THREADS;
        int i = min(top + e / (shape::SLAB / QUAD), x.m - 1);
        int p = first + e % (shape::SLAB / QUAD) * QUAD;
        s->a[q] = quad_of<aligned>(x.a + (ptrdiff_t)i * x.k + p, x.k - p, -(real)0);
    }
    #pragma unroll
    for (int q = 0; q < shape::QUADS_B; q++) {
        int e = threadIdx.x + q * shape::THREADS;
        int p = first + e / (shape::TILE_COLS / QUAD);
        int j = left + e % (shape::TILE_COLS / QUAD) * QUAD;
        s->b[q] = quad_of<aligned>(x.b + (ptrdiff_t)p * x.n + j, p < x.k ? x.n - j : 0, 0);
    }
}

template <class shape>
static __device__ void put(const typename shape::share *s, typename shape::store *to)
{
    #pragma unroll
    for (int q = 0; q < shape::QUADS_A; q++) {
        int e = threadIdx.x + q * shape::THREADS;
        int i = e / (shape::SLAB / QUAD), p = e % (shape::SLAB / QUAD) * QUAD;
        #pragma unroll
        for (int r = 0; r < QUAD; r++)
            to->a[p + r][i / QUAD].at[i % QUAD] = s->a[q].at[r];
    }
    #pragma unroll
    for (int q = 0; q < shape::QUADS_B; q++) {
        int e = threadIdx.x + q * shape::THREADS;
        to->b[e / (shape::TILE_COLS / QUAD)][e % (shape::TILE_COLS / QUAD)] = s->b[q];
    }
}

template <class shape>
static __device__ void multiply_slab(const typename shape::store *s, int row, int col,
                                     real c[shape::ROWS][shape::COLS])
{
    #pragma unroll
    for (int p = 0; p < shape::SLAB; p++) {
        quad a[shape::ROWS / QUAD], b[shape::COLS / QUAD];
        #pragma unroll
        for (int q = 0; q < shape::ROWS / QUAD; q++)
            a[q] = s->a[p][row + q * LANE_ROWS];
        #pragma unroll
        for (int q = 0; q < shape::COLS / QUAD; q++)
            b[q] = s->b[p][col + q * LANE_COLS];
        #pragma unroll
        for (int i = 0; i < shape::ROWS; i++)
            #pragma unroll
            for (int j = 0; j < shape::COLS; j++)
                c[i][j] = FMA(a[i / QUAD].at[i % QUAD], b[j / QUAD].at[j % QUAD], c[i][j]);
    }
}

template <class shape, bool aligned>
static __device__ void store(const product &x, int top, int left,
                             const real c[shape::ROWS][shape::COLS])
{
    #pragma unroll
    for (int i = 0; i < shape::ROWS; i++) {
        int row = top + i / QUAD * LANE_ROWS * QUAD + i % QUAD;
        #pragma unroll
        for (int q = 0; q < shape::COLS / QUAD; q++) {
            int col = left + q * LANE_COLS * QUAD;
            real *to = x.c + (ptrdiff_t)row * x.n + col;
            quad sums;
            #pragma unroll
            for (int j = 0; j < QUAD; j++)
                sums.at[j] = c[i][q * QUAD + j];
            if (row < x.m && aligned && col + QUAD <= x.n)
                *(quad *)to = sums;
            else
                #pragma unroll
                for (int j = 0; j < QUAD; j++)
                    if (row < x.m && col + j < x.n)
                        to[j] = sums.at[j];
        }
    }
}

template <class shape, bool aligned, int blocks>
static __global__ void __launch_bounds__(shape::THREADS, blocks) by_tiles(product x)
{
    __shared__ typename shape::store slabs[2];
    typename shape::share next;
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, now = 0;
    int row = warp / shape::WARP_COLS * (LANE_ROWS * shape::ROWS / QUAD) + lane / LANE_COLS;
    int col = warp % shape::WARP_COLS * (LANE_COLS * shape::COLS / QUAD) + lane % LANE_COLS;
    int top = blockIdx.y * shape::TILE_ROWS, left = blockIdx.x * shape::TILE_COLS;
    real c[shape::ROWS][shape::COLS] = {};
    fetch<shape, aligned>(x, top, left, 0, &next);
    put<shape>(&next, &slabs[now]);
    __syncthreads();
    for (int p = shape::SLAB; p < x.k + shape::SLAB; p += shape::SLAB) {
        fetch<shape, aligned>(x, top, left, p, &next);
        multiply_slab<shape>(&slabs[now], row, col, c);
        now = !now;
        put<shape>(&next, &slabs[now]);
        __syncthreads();
    }
    store<shape, aligned>(x, top + row * QUAD, left + col * QUAD, c);
}

template <class shape, int blocks> static void launch(const product &x)
{
    dim3 grid(pieces_of(x.n, shape::TILE_COLS), pieces_of(x.m, shape::TILE_ROWS));
    if (x.n % QUAD == 0 && x.k % QUAD == 0)
        by_tiles<shape, true, blocks><<<grid, shape::THREADS>>>(x);
    else
        by_tiles<shape, false, blocks><<<grid, shape::THREADS>>>(x);
}

/* Large tiles use what they load more often; with small ones there are enough for all multiprocessors sooner. */
extern "C" void tri_matmul_cuda(const struct tri_case *there)
{
    product x = product_of(there);
    int processors = 0;
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
    if (REAL_BITS == 64 || pieces_of(x.m, 128) * pieces_of(x.n, 128) < 2u * processors)
        launch<shape<2, 2, 8, 8, 8>, 2>(x);
    else
        launch<shape<2, 2, REAL_BITS == 32 ? 16 : 8, 8, 8>, 1>(x);
    tri_cuda_finish();
}

/* ---- The report's ---------------------------------------------------------------------------------
 *
 * Blocks of 16 x 16 threads, one for each element: directly from memory, and with tiles of A and B in
 * shared memory, from which every number is read 16 times.
 */
enum { EDGE = 16 };

static __global__ void straight16(product x)
{
    int row = blockIdx.y * EDGE + threadIdx.y, col = blockIdx.x * EDGE + threadIdx.x;
    if (row >= x.m || col >= x.n)
        return;
    real sum = 0;
    for (int p = 0; p < x.k; p++)
        sum += x.a[(ptrdiff_t)row * x.k + p] * x.b[(ptrdiff_t)p * x.n + col];
    x.c[(ptrdiff_t)row * x.n + col] = sum;
}

static __global__ void tiled16(product x)
{
    __shared__ real a[EDGE][EDGE], b[EDGE][EDGE];
    int i = threadIdx.y, j = threadIdx.x, row = blockIdx.y * EDGE + i, col = blockIdx.x * EDGE + j;
    real sum = 0;
    for (int first = 0; first < x.k; first += EDGE) {
        bool a_there = row < x.m && first + j < x.k, b_there = first + i < x.k && col < x.n;
        a[i][j] = a_there ? x.a[(ptrdiff_t)row * x.k + first + j] : 0;
        b[i][j] = b_there ? x.b[(ptrdiff_t)(first + i) * x.n + col] : 0;
        __syncthreads();
        for (int p = 0; p < EDGE; p++)
            sum += a[i][p] * b[p][j];
        __syncthreads();
    }
    if (row < x.m && col < x.n)
        x.c[(ptrdiff_t)row * x.n + col] = sum;
}

extern "C" void tri_matmul_cuda_straight16(const struct tri_case *there)
{
    product x = product_of(there);
    straight16<<<dim3(pieces_of(x.n, EDGE), pieces_of(x.m, EDGE)), dim3(EDGE, EDGE)>>>(x);
    tri_cuda_finish();
}

extern "C" void tri_matmul_cuda_tiled16(const struct tri_case *there)
{
    product x = product_of(there);
    tiled16<<<dim3(pieces_of(x.n, EDGE), pieces_of(x.m, EDGE)), dim3(EDGE, EDGE)>>>(x);
    tri_cuda_finish();
}
