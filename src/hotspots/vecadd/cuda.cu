/* CUDA peers of vecadd: our kernel, and report C's. */
extern "C" {
#include "vecadd_peers.h"
}

/* ---- Ours ----------------------------------------------------------------------------------------
 *
 * One piece for each thread, no loop.  A single float is too little for a load; of doubles, 512 threads
 * with one each are faster than any number with two (H100, 2^28 elements: 3.10 TB/s against 3.07; of
 * floats, 3.05 against 2.77).  `to` may be `a`, so nothing here is __restrict__; with one piece for each
 * thread that costs nothing.
 */
enum { NUMBERS = REAL_BITS == 32 ? 4 : 1, THREADS = REAL_BITS == 32 ? 1024 : 512 };

struct alignas(NUMBERS * sizeof(real)) piece {
    real at[NUMBERS];
};

static __global__ void add_pieces(addition x)
{
    ptrdiff_t i = (ptrdiff_t)blockIdx.x * THREADS + threadIdx.x, first = i * NUMBERS;
    if (first + NUMBERS <= x.n) {
        piece a = ((const piece *)x.a)[i], b = ((const piece *)x.b)[i];
        #pragma unroll
        for (int k = 0; k < NUMBERS; k++)
            a.at[k] += b.at[k];
        ((piece *)x.to)[i] = a;
    } else {
        for (; first < x.n; first++)
            x.to[first] = x.a[first] + x.b[first];
    }
}

extern "C" void tri_vecadd_cuda(const struct tri_case *there)
{
    addition x = addition_of(there);
    ptrdiff_t pieces = (x.n + NUMBERS - 1) / NUMBERS;
    add_pieces<<<(unsigned)((pieces + THREADS - 1) / THREADS), THREADS>>>(x);
    tri_cuda_finish();
}

/* ---- The report's --------------------------------------------------------------------------------
 *
 * What its compiler makes of a parallel loop in C#: as many blocks as the GPU can hold, whose threads
 * continue at a distance of the grid's width.
 */
static __global__ void hello(ptrdiff_t n, real *a, const real *b)
{
    ptrdiff_t step = (ptrdiff_t)gridDim.x * blockDim.x;
    for (ptrdiff_t i = (ptrdiff_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        a[i] += b[i];
}

extern "C" void tri_vecadd_cuda_report(const struct tri_case *there)
{
    addition x = addition_of(there);
    int processors = 1;
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
    hello<<<(unsigned)processors * 16, 128>>>(x.n, x.to, x.b);
    tri_cuda_finish();
}
