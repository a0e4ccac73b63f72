/*
 * CUDA peers of julia: our kernel, and report D's six.
 *
 * In our kernel every fma is written; in the report's the compiler fuses what it wants, which is nvcc's
 * default.
 */
#include "real.h"

extern "C" {
#include "julia_peers.h"
}

struct point {
    real re, im;
};

/* How many pieces of a length cover an extent. */
static unsigned pieces_of(int extent, int length)
{
    return ((unsigned)extent + length - 1) / length;
}

/* ---- Ours ----------------------------------------------------------------------------------------
 *
 * A warp takes a tile of 8 x 4 pixels, which mostly stop together, and goes on to the tile below it.  The
 * third to the eighth step are tested one by one, the others in batches with one test each; a batch that
 * has left the bound is taken again with a test at every step.
 */
enum { TILE_WIDTH = 8, TILE_HEIGHT = 4 };
enum { UNTESTED = 2, TESTED = 8, BATCH = 16 };

static __device__ point next_point(const julia_view &v, point z)
{
    point next;
    next.im = FMA(z.re + z.re, z.im, v.c_im);
    next.re = FMA(z.re, z.re, FMA(-z.im, z.im, v.c_re));
    return next;
}

static __device__ bool is_bounded(const julia_view &v, point z)
{
    return FMA(z.re, z.re, z.im * z.im) <= v.bound;
}

static __device__ int test_every_step(const julia_view &v, int done, point z)
{
    for (; done < v.iterations && is_bounded(v, z); done++)
        z = next_point(v, z);
    return done;
}

template <int N> static __device__ point take_steps(const julia_view &v, point z)
{
    #pragma unroll
    for (int i = 0; i < N; i++)
        z = next_point(v, z);
    return z;
}

static __device__ int steps_taken(const julia_view &v, point start)
{
    int last = v.iterations - 1, done = TESTED;
    point z = take_steps<UNTESTED>(v, start);
    if (!is_bounded(v, z))
        return test_every_step(v, 0, start);
    #pragma unroll
    for (int i = UNTESTED + 1; i <= TESTED; i++) {
        z = next_point(v, z);
        if (!is_bounded(v, z))
            return min(i, v.iterations);
    }
    if (last <= TESTED)
        return v.iterations;
    for (; last - done >= BATCH; done += BATCH) {
        point ahead = take_steps<BATCH>(v, z);
        if (!is_bounded(v, ahead))
            return test_every_step(v, done, z);
        z = ahead;
    }
    point end = z;
    if ((last - done) & 8)
        end = take_steps<8>(v, end);
    if ((last - done) & 4)
        end = take_steps<4>(v, end);
    if ((last - done) & 2)
        end = take_steps<2>(v, end);
    if ((last - done) & 1)
        end = take_steps<1>(v, end);
    return is_bounded(v, end) ? v.iterations : test_every_step(v, done, z);
}

/* A block is ACROSS x DOWN warps; each takes TILES tiles, one below the other. */
template <int ACROSS, int DOWN, int TILES>
static __global__ void __launch_bounds__(ACROSS *DOWN * 32)
    tiles_of(julia_view v, const int32_t *__restrict__ table, int32_t *__restrict__ colour)
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int col = (blockIdx.x * ACROSS + warp % ACROSS) * TILE_WIDTH + lane % TILE_WIDTH;
    int row = (blockIdx.y * DOWN + warp / ACROSS) * TILES * TILE_HEIGHT + lane / TILE_WIDTH;
    if (col >= v.width)
        return;
    real re = FMA((real)col, v.step_re, v.xmin);
    for (int i = 0; i < TILES && row < v.height; i++, row += TILE_HEIGHT) {
        point z = { re, FMA((real)row, v.step_im, v.ymin) };
        colour[(ptrdiff_t)row * v.width + col] = table[steps_taken(v, z)];
    }
}

template <int ACROSS, int DOWN, int TILES> static void launch(const struct tri_case *there)
{
    julia_view v = julia_view_of(there);
    dim3 grid(pieces_of(v.width, ACROSS * TILE_WIDTH),
              pieces_of(v.height, DOWN * TILES * TILE_HEIGHT));
    tiles_of<ACROSS, DOWN, TILES><<<grid, ACROSS * DOWN * 32>>>(
        v, (const int32_t *)there->operand[TABLE], (int32_t *)there->operand[COLOUR]);
    tri_cuda_finish();
}

extern "C" void tri_julia_cuda(const struct tri_case *there)
{
    launch<4, 1, 8>(there);
}

/* ---- The report's --------------------------------------------------------------------------------
 *
 * The plain loop: test, step, test, step.  The table of colours is in global or in constant memory, the
 * loop unrolled by two or not, a thread takes one pixel or two, a block has 1024 x 1 or
 * 32 x 32 threads.
 */
static __constant__ int32_t constant[4096];

template <bool CONSTANT, int UNROLL, int PIXELS, int BLOCK_WIDTH>
static __global__ void report(julia_view v, const int32_t *table, int32_t *colour)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * BLOCK_WIDTH * PIXELS + threadIdx.x;
    for (int p = 0; p < PIXELS; p++, col += BLOCK_WIDTH) {
        if (col >= v.width || row >= v.height)
            return;
        real re = col * v.step_re + v.xmin, im = row * v.step_im + v.ymin;
        int steps = 0;
        #pragma unroll UNROLL
        for (; steps < v.iterations && re * re + im * im <= v.bound; steps++) {
            real next = re * re - im * im + v.c_re;
            im = 2 * re * im + v.c_im;
            re = next;
        }
        colour[(ptrdiff_t)row * v.width + col] = CONSTANT ? constant[steps] : table[steps];
    }
}

template <bool CONSTANT, int UNROLL, int PIXELS, int BLOCK_WIDTH>
static void launch_report(const struct tri_case *there)
{
    julia_view v = julia_view_of(there);
    const int32_t *table = (const int32_t *)there->operand[TABLE];
    dim3 block(BLOCK_WIDTH, 1024 / BLOCK_WIDTH);
    dim3 grid(pieces_of(v.width, BLOCK_WIDTH * PIXELS), pieces_of(v.height, block.y));
    if (CONSTANT)
        cudaMemcpyToSymbolAsync(constant, table, (v.iterations + 1) * sizeof *table, 0,
                                cudaMemcpyDeviceToDevice);
    report<CONSTANT, UNROLL, PIXELS, BLOCK_WIDTH>
        <<<grid, block>>>(v, table, (int32_t *)there->operand[COLOUR]);
    tri_cuda_finish();
}

/* The kernel of the case's variant; V5, the report's best, for all variants that are not the report's. */
extern "C" void tri_julia_cuda_report(const struct tri_case *there)
{
    const char *name = there->variant ? there->variant->name : "v5";
    switch (name[0] == 'v' ? name[1] : '5') {
    case '0': launch_report<false, 1, 1, 1024>(there); return;
    case '1': launch_report<true, 1, 1, 1024>(there); return;
    case '2': launch_report<false, 2, 1, 1024>(there); return;
    case '3': launch_report<false, 1, 2, 1024>(there); return;
    case '4': launch_report<false, 1, 2, 32>(there); return;
    default: launch_report<true, 2, 1, 32>(there); return;
    }
}
