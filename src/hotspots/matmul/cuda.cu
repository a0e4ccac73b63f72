/*
 * CUDA peers of matmul: our kernel, and report E's two.
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
            for (int x = 0; x < shape::COLS; x++) {
                int j = i % 2 ? shape::COLS - 1 - x : x; /* there and back */
                c[i][j] = FMA(a[i / QUAD].at[i % QUAD], b[j / QUAD].at[j % QUAD], c[i][j]);
            }
    }
}

/* In float by numbers, so that C and B can be in different banks of registers (see matmul_tiles.c). */
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
            if (REAL_BITS == 64 && row < x.m && aligned && col + QUAD <= x.n)
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

/* ---- Ours, on tensor cores --------------------------------------------------------------------------
 *
 * The same as in matmul_tensor.c, which explains it.  A GPU before compute capability 8.0 has none for double.
 */
#if REAL_BITS == 64

enum {
    STAGES = 3,
    SLAB = 8,
    DEPTH = 4, /* of an instruction */
    WARPS_DOWN = 2,
    WARPS_ACROSS = 2,
    TEAM = 32 * WARPS_DOWN * WARPS_ACROSS,
    DOWN = 4, /* fragments of a warp, of 16 x 8 */
    ACROSS = 4,
    CORE_ROWS = WARPS_DOWN * DOWN * 16,
    CORE_COLS = WARPS_ACROSS * ACROSS * 8,
    PAIRS_A = CORE_ROWS * SLAB / 2 / TEAM, /* of a slab, copied by a thread */
    PAIRS_B = CORE_COLS * SLAB / 2 / TEAM,
    TILES_TOGETHER = 8,
};

struct fragment {
    real at[4];
};

struct __align__(16) stage {
    real a[CORE_ROWS][SLAB], b[SLAB][CORE_COLS];
};

static __device__ void multiply_fragments(const real a[2], real b, fragment *c)
{
# if __CUDA_ARCH__ >= 900
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 "
                 "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
                 : "+d"(c->at[0]), "+d"(c->at[1]), "+d"(c->at[2]), "+d"(c->at[3])
                 : "d"(a[0]), "d"(a[1]), "d"(b));
# elif __CUDA_ARCH__ >= 800
    for (int half = 0; half < 2; half++)
        asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 "
                     "{%0, %1}, {%2}, {%3}, {%0, %1};"
                     : "+d"(c->at[2 * half]), "+d"(c->at[2 * half + 1])
                     : "d"(a[half]), "d"(b));
# endif
}

/* Begins to copy a pair; the second number of a pair in B is the first again at the last column. */
template <bool aligned> static __device__ void copy_pair(real *to, const real *from, int second)
{
# if __CUDA_ARCH__ >= 800
    unsigned address = (unsigned)__cvta_generic_to_shared(to);
    if (aligned) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address), "l"(from)
                     : "memory");
        return;
    }
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(address), "l"(from) : "memory");
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(address + 8), "l"(from + second)
                 : "memory");
# endif
}

static __device__ void end_group_of_copies()
{
# if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;" ::: "memory");
# endif
}

static __device__ void await_older_copies()
{
# if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group 1;" ::: "memory");
# endif
}

/* The pairs that a thread copies of each slab: from where, and to where in a slab.  Which pair of a row it is there
 * depends on the row, but for none of a thread's rows differently. */
struct source {
    const real *a, *b;
    int down[PAIRS_A], second, n, left, row, step, pair_a, pair_b, first_a;
};

template <bool aligned> static __device__ source source_of(const product &x, int top, int left)
{
    source s;
    int pair_a = threadIdx.x % (SLAB / 2), pair_b = threadIdx.x % (CORE_COLS / 2);
    int col = min(left + 2 * pair_b, aligned ? x.n - 2 : x.n - 1);
    s.row = threadIdx.x / (SLAB / 2);
    s.step = threadIdx.x / (CORE_COLS / 2);
    s.pair_a = 2 * (pair_a ^ (s.row & 2));
    s.pair_b = 2 * (pair_b ^ 2 * (s.step & 3));
    s.first_a = 2 * pair_a;
    s.second = col + 1 < x.n;
    s.n = x.n;
    s.left = x.k;
    int row = min(top + s.row, x.m - 1);
    s.a = x.a + (ptrdiff_t)row * x.k + s.first_a;
    s.b = x.b + (ptrdiff_t)s.step * x.n + col;
    #pragma unroll
    for (int q = 0; q < PAIRS_A; q++)
        s.down[q] = (min(top + s.row + q * (TEAM / (SLAB / 2)), x.m - 1) - row) * x.k;
    return s;
}

template <bool aligned> static __device__ void begin_copies(const source &s, stage *to)
{
    #pragma unroll
    for (int q = 0; q < PAIRS_A; q++)
        copy_pair<aligned>(&to->a[s.row + q * (TEAM / (SLAB / 2))][s.pair_a], s.a + s.down[q], 1);
    #pragma unroll
    for (int q = 0; q < PAIRS_B; q++) {
        int p = q * (TEAM / (CORE_COLS / 2));
        copy_pair<aligned>(&to->b[s.step + p][s.pair_b], s.b + (ptrdiff_t)p * s.n, s.second);
    }
}

/* The last slab, if it is not whole; beyond the end of p there are -0 and 0, which change no sum. */
static __device__ void store_rest(const source &s, stage *to)
{
    for (int q = 0; q < PAIRS_A; q++)
        for (int r = 0; r < 2; r++)
            to->a[s.row + q * (TEAM / (SLAB / 2))][s.pair_a + r] =
                s.first_a + r < s.left ? s.a[s.down[q] + r] : -(real)0;
    for (int q = 0; q < PAIRS_B; q++)
        for (int r = 0; r < 2; r++) {
            int p = q * (TEAM / (CORE_COLS / 2));
            to->b[s.step + p][s.pair_b + r] =
                s.step + p < s.left ? s.b[(ptrdiff_t)p * s.n + r * s.second] : 0;
        }
}

/* Begins to bring the next slab.  There is a group of copies for each, if only an empty one. */
template <bool aligned> static __device__ void bring(source *s, stage *to)
{
    if (s->left >= SLAB)
        begin_copies<aligned>(*s, to);
    else if (s->left > 0)
        store_rest(*s, to);
    end_group_of_copies();
    s->a += SLAB;
    s->b += (ptrdiff_t)SLAB * s->n;
    s->left -= SLAB;
}

struct step {
    real a[DOWN][2], b[ACROSS];
};

static __device__ void load_step(const stage *s, int first, int row, int col, step *f)
{
    int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4, p = first + t;
    #pragma unroll
    for (int i = 0; i < DOWN; i++)
        #pragma unroll
        for (int half = 0; half < 2; half++)
            f->a[i][half] = s->a[row + i * 16 + half * 8 + g][2 * (p / 2 ^ (g & 2)) + p % 2];
    #pragma unroll
    for (int j = 0; j < ACROSS; j++) {
        int at = col + j * 8 + g;
        f->b[j] = s->b[p][2 * (at / 2 ^ 2 * t) + at % 2];
    }
}

static __device__ void multiply_step(const step &f, fragment c[DOWN][ACROSS])
{
    #pragma unroll
    for (int i = 0; i < DOWN; i++)
        #pragma unroll
        for (int j = 0; j < ACROSS; j++) {
            int at = i % 2 ? ACROSS - 1 - j : j;
            multiply_fragments(f.a[i], f.b[at], &c[i][at]);
        }
}

template <bool aligned>
static __device__ void store_fragments(const product &x, int top, int left,
                                       const fragment c[DOWN][ACROSS])
{
    #pragma unroll
    for (int i = 0; i < DOWN * 2; i++)
        #pragma unroll
        for (int j = 0; j < ACROSS; j++) {
            int row = top + i * 8 + threadIdx.x % 32 / 4, col = left + j * 8 + threadIdx.x % 4 * 2;
            real *to = x.c + (ptrdiff_t)row * x.n + col;
            const real *sums = &c[i / 2][j].at[i % 2 * 2];
            if (row < x.m && aligned && col < x.n)
                *(double2 *)to = make_double2(sums[0], sums[1]);
            else
                #pragma unroll
                for (int r = 0; r < 2; r++)
                    if (row < x.m && col + r < x.n)
                        to[r] = sums[r];
        }
}

template <bool aligned> static __global__ void __launch_bounds__(TEAM, 2) by_fragments(product x)
{
    __shared__ stage slab[STAGES];
    int down = (x.m + CORE_ROWS - 1) / CORE_ROWS, across = (x.n + CORE_COLS - 1) / CORE_COLS;
    int begin = blockIdx.x / (TILES_TOGETHER * across) * TILES_TOGETHER;
    int rows = min((int)TILES_TOGETHER, down - begin), number = blockIdx.x - begin * across;
    int top = (begin + number % rows) * CORE_ROWS, left = number / rows * CORE_COLS;
    int row = threadIdx.x / 32 / WARPS_ACROSS * DOWN * 16;
    int col = threadIdx.x / 32 % WARPS_ACROSS * ACROSS * 8, now = 0;
    fragment c[DOWN][ACROSS] = {};
    source from = source_of<aligned>(x, top, left);
    step early, late;
    bring<aligned>(&from, &slab[0]);
    bring<aligned>(&from, &slab[1]);
    await_older_copies();
    __syncthreads();
    load_step(&slab[0], 0, row, col, &early);
    bring<aligned>(&from, &slab[2]);
    while (from.left > -STAGES * SLAB) { /* so far ahead are the copies */
        int next = now < STAGES - 1 ? now + 1 : 0;
        load_step(&slab[now], DEPTH, row, col, &late);
        multiply_step(early, c);
        await_older_copies();
        __syncthreads();
        load_step(&slab[next], 0, row, col, &early);
        bring<aligned>(&from, &slab[now]);
        multiply_step(late, c);
        now = next;
    }
    store_fragments<aligned>(x, top + row, left + col, c);
}

static bool has_tensor_cores()
{
    cudaFuncAttributes compiled = {};
    return cudaFuncGetAttributes(&compiled, by_fragments<true>) == cudaSuccess &&
           compiled.ptxVersion >= 80;
}

static void launch_fragments(const product &x)
{
    unsigned tiles = pieces_of(x.m, CORE_ROWS) * pieces_of(x.n, CORE_COLS);
    if (x.n % 2 == 0 && x.k % 2 == 0)
        by_fragments<true><<<tiles, TEAM>>>(x);
    else
        by_fragments<false><<<tiles, TEAM>>>(x);
}

#else

static bool has_tensor_cores()
{
    return false;
}

static void launch_fragments(const product &x)
{
}

#endif

/* Large tiles use what they load more often; with small ones there are enough for all multiprocessors sooner, and
 * three run on one at a time. */
extern "C" void tri_matmul_cuda(const struct tri_case *there)
{
    product x = product_of(there);
    int processors = 0;
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
    if (has_tensor_cores())
        launch_fragments(x);
    else if (REAL_BITS == 64 || pieces_of(x.m, 64) * pieces_of(x.n, 128) <= 3u * processors)
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
