/*
 * CUDA peers of julia: our kernel, and the report's six.
 *
 * In our kernel every fma is written; in the report's the compiler fuses what it wants, which is nvcc's
 * default.
 */
#include "real.h"

extern "C" {
#include "julia.h"
}

struct point {
    real re, im;
};

/* How many pieces of a length cover an extent. */
static unsigned X(pieces)(int extent, int length)
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

static __device__ point X(step)(const julia_view &v, point z)
{
    point next;
    next.im = FMA(z.re + z.re, z.im, v.c_im);
    next.re = FMA(z.re, z.re, FMA(-z.im, z.im, v.c_re));
    return next;
}

static __device__ bool X(bounded)(const julia_view &v, point z)
{
    return FMA(z.re, z.re, z.im * z.im) <= v.bound;
}

static __device__ int X(test_every_step)(const julia_view &v, int done, point z)
{
    for (; done < v.iterations && X(bounded)(v, z); done++)
        z = X(step)(v, z);
    return done;
}

template <int N> static __device__ point X(take_steps)(const julia_view &v, point z)
{
    #pragma unroll
    for (int i = 0; i < N; i++)
        z = X(step)(v, z);
    return z;
}

static __device__ int X(steps_taken)(const julia_view &v, point start)
{
    int last = v.iterations - 1, done = TESTED;
    point z = X(take_steps)<UNTESTED>(v, start);
    if (!X(bounded)(v, z))
        return X(test_every_step)(v, 0, start);
    #pragma unroll
    for (int i = UNTESTED + 1; i <= TESTED; i++) {
        z = X(step)(v, z);
        if (!X(bounded)(v, z))
            return min(i, v.iterations);
    }
    if (last <= TESTED)
        return v.iterations;
    for (; last - done >= BATCH; done += BATCH) {
        point ahead = X(take_steps)<BATCH>(v, z);
        if (!X(bounded)(v, ahead))
            return X(test_every_step)(v, done, z);
        z = ahead;
    }
    point end = z;
    if ((last - done) & 8)
        end = X(take_steps)<8>(v, end);
    if ((last - done) & 4)
        end = X(take_steps)<4>(v, end);
    if ((last - done) & 2)
        end = X(take_steps)<2>(v, end);
    if ((last - done) & 1)
        end = X(take_steps)<1>(v, end);
    return X(bounded)(v, end) ? v.iterations : X(test_every_step)(v, done, z);
}

/* A block is ACROSS x DOWN warps; each takes TILES tiles, one below the other. */
template <int ACROSS, int DOWN, int TILES>
static __global__ void __launch_bounds__(ACROSS *DOWN * 32)
    X(tiles)(julia_view v, const int32_t *__restrict__ table, int32_t *__restrict__ colour)
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int col = (blockIdx.x * ACROSS + warp % ACROSS) * TILE_WIDTH + lane % TILE_WIDTH;
    int row = (blockIdx.y * DOWN + warp / ACROSS) * TILES * TILE_HEIGHT + lane / TILE_WIDTH;
    if (col >= v.width)
        return;
    real re = FMA((real)col, v.step_re, v.xmin);
    for (int i = 0; i < TILES && row < v.height; i++, row += TILE_HEIGHT) {
        point z = { re, FMA((real)row, v.step_im, v.ymin) };
        colour[(ptrdiff_t)row * v.width + col] = table[X(steps_taken)(v, z)];
    }
}

template <int ACROSS, int DOWN, int TILES> static void X(launch)(const struct tri_case *there)
{
    julia_view v = X(julia_view)(there);
    dim3 grid(X(pieces)(v.width, ACROSS * TILE_WIDTH),
              X(pieces)(v.height, DOWN * TILES * TILE_HEIGHT));
    X(tiles)<ACROSS, DOWN, TILES><<<grid, ACROSS * DOWN * 32>>>(
        v, (const int32_t *)there->operand[TABLE], (int32_t *)there->operand[COLOUR]);
    tri_cuda_finish();
}

extern "C" void X(tri_julia_cuda)(const struct tri_case *there)
{
    X(launch)<4, 1, 8>(there);
}

/* ---- The report's --------------------------------------------------------------------------------
 *
 * The plain loop: test, step, test, step.  The table of colours is in global or in constant memory, the
 * loop unrolled by two or not, a thread takes one pixel or two, a block has 1024 x 1 or
 * 32 x 32 threads.
 */
static __constant__ int32_t X(constant)[4096];

template <bool CONSTANT, int UNROLL, int PIXELS, int BLOCK_WIDTH>
static __global__ void X(report)(julia_view v, const int32_t *table, int32_t *colour)
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
        colour[(ptrdiff_t)row * v.width + col] = CONSTANT ? X(constant)[steps] : table[steps];
    }
}

template <bool CONSTANT, int UNROLL, int PIXELS, int BLOCK_WIDTH>
static void X(launch_report)(const struct tri_case *there)
{
    julia_view v = X(julia_view)(there);
    const int32_t *table = (const int32_t *)there->operand[TABLE];
    dim3 block(BLOCK_WIDTH, 1024 / BLOCK_WIDTH);
    dim3 grid(X(pieces)(v.width, BLOCK_WIDTH * PIXELS), X(pieces)(v.height, block.y));
    if (CONSTANT)
        cudaMemcpyToSymbolAsync(X(constant), table, (v.iterations + 1) * sizeof *table, 0,
                                cudaMemcpyDeviceToDevice);
    X(report)<CONSTANT, UNROLL, PIXELS, BLOCK_WIDTH>
        <<<grid, block>>>(v, table, (int32_t *)there->operand[COLOUR]);
    tri_cuda_finish();
}

/* The kernel of the case's variant; V5, the report's best, for all variants that are not the report's. */
extern "C" void X(tri_julia_cuda_report)(const struct tri_case *there)
{
    const char *name = there->variant ? there->variant->name : "v5";
    switch (name[0] == 'v' ? name[1] : '5') {
    case '0': X(launch_report)<false, 1, 1, 1024>(there); return;
    case '1': X(launch_report)<true, 1, 1, 1024>(there); return;
    case '2': X(launch_report)<false, 2, 1, 1024>(there); return;
    case '3': X(launch_report)<false, 1, 2, 1024>(there); return;
    case '4': X(launch_report)<false, 1, 2, 32>(there); return;
    default: X(launch_report)<true, 2, 1, 32>(there); return;
    }
}
