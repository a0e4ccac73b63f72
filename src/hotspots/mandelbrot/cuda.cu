/*
 * CUDA peers of mandelbrot: our kernel, and report A's.
 *
 * The compiler may fuse products and sums here (-fmad=true, nvcc's default), since that gives listing 7 its
 * results.  In our kernel every fma is written, and there is no other product that is followed by a
 * sum.
 */
#include "real.h"

extern "C" {
#include "mandelbrot_peers.h"
}

/* ---- Ours ----------------------------------------------------------------------------------------
 *
 * A warp runs until its last pixel has escaped, so its pixels should be alike: those of a tile of 8 x 4 are
 * closer together than 32 in a row.  Most pixels that escape do so early: the first steps are tested one by
 * one.  After these, steps are taken in batches with one test; only the batch in which an orbit has
 * escaped is repeated with tests, by all lanes of the warp together.
 */
enum { TILE_WIDTH = 8, TILE_HEIGHT = 4, TILES_ACROSS = 4, TILES_DOWN = 2 };
enum { BLOCK_WIDTH = TILES_ACROSS * TILE_WIDTH, BLOCK_HEIGHT = TILES_DOWN * TILE_HEIGHT };
enum { TESTED = 8, UNTESTED = 32 };

struct point {
    real re, im;
};

static __device__ point next_point(point c, point z)
{
    point next;
    next.im = FMA(z.re + z.re, z.im, c.im);
    next.re = FMA(z.re, z.re, FMA(-z.im, z.im, c.re));
    return next;
}

static __device__ bool is_bounded(point z)
{
    return FMA(z.re, z.re, z.im * z.im) < 4;
}

/* The first of steps from…to that leaves the bound, or 0; z, z(from - 1) before, is z(to) after. */
static __device__ int escape(point c, point *z, int from, int to)
{
    for (int i = from; i <= to; i++) {
        *z = next_point(c, *z);
        if (!is_bounded(*z))
            return i;
    }
    return 0;
}

static __device__ int escape_time(point c, int iterations)
{
    point z = { 0, 0 };
    int time = escape(c, &z, 1, TESTED);
    if (time)
        return time <= iterations ? time : 0;
    int done = TESTED;
    for (; done < iterations; done += UNTESTED) {
        point ahead = z;
        #pragma unroll
        for (int i = 0; i < UNTESTED; i++)
            ahead = next_point(c, ahead);
        if (!is_bounded(ahead))
            break;
        z = ahead;
    }
    return escape(c, &z, done + 1, iterations);
}

static __global__ void by_tiles(view v, int32_t *count)
{
    int lane = threadIdx.x % 32, tile = threadIdx.x / 32;
    int col = blockIdx.x * BLOCK_WIDTH + tile % TILES_ACROSS * TILE_WIDTH + lane % TILE_WIDTH;
    int row = blockIdx.y * BLOCK_HEIGHT + tile / TILES_ACROSS * TILE_HEIGHT + lane / TILE_WIDTH;
    if (col >= v.width || row >= v.height)
        return;
    point c = { FMA((real)col, v.step_re, v.xmin), FMA((real)row, v.step_im, v.ymin) };
    count[(ptrdiff_t)row * v.width + col] = escape_time(c, v.iterations);
}

/* How many pieces of a length cover an extent. */
static unsigned pieces_of(int extent, int length)
{
    return ((unsigned)extent + length - 1) / length;
}

extern "C" void tri_mandelbrot_cuda(const struct tri_case *there)
{
    view v = view_of(there);
    dim3 grid(pieces_of(v.width, BLOCK_WIDTH), pieces_of(v.height, BLOCK_HEIGHT));
    by_tiles<<<grid, BLOCK_WIDTH * BLOCK_HEIGHT>>>(v, (int32_t *)there->operand[0]);
    tri_cuda_finish();
}

/* ---- The report's: listing 7 ----------------------------------------------------------------------
 *
 * One step, one test, blocks of 16 x 16.  The 2.0 is a double in the float version, too, so that a step
 * goes through double precision and back.  The number of iterations is a constant, so that the compiler
 * unrolls the loop by eight; what it fuses follows from that.
 */
enum { ITERATIONS = 1000, EDGE = 16 };

static __global__ void listing7(view v, int32_t *count)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= v.width || row >= v.height)
        return;
    real c_re = col * v.step_re + v.xmin, c_im = row * v.step_im + v.ymin, z_re = 0, z_im = 0;
    int time = 0;
    for (int i = 1; i <= ITERATIONS; i++) {
        real square_re = z_re * z_re - z_im * z_im, square_im = 2.0 * z_re * z_im;
        z_re = square_re + c_re;
        z_im = square_im + c_im;
        if (z_re * z_re + z_im * z_im >= 4) {
            time = i;
            break;
        }
    }
    count[(ptrdiff_t)row * v.width + col] = time;
}

extern "C" void tri_mandelbrot_cuda_listing7(const struct tri_case *there)
{
    view v = view_of(there);
    dim3 grid(pieces_of(v.width, EDGE), pieces_of(v.height, EDGE)), block(EDGE, EDGE);
    listing7<<<grid, block>>>(v, (int32_t *)there->operand[0]);
    tri_cuda_finish();
}
