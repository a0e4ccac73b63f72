/*
 * CUDA peers of blur: ours, and report E's form.
 */
#include "real.h"

extern "C" {
#include "blur_peers.h"
}

static unsigned pieces_of(ptrdiff_t length, ptrdiff_t piece)
{
    return (unsigned)((length + piece - 1) / piece);
}

static __device__ int mean_of(int sum, int n)
{
    return n == 4 ? sum / 4 : n == 3 ? sum / 3 : n == 2 ? sum / 2 : sum;
}

/* ---- One pass in each kernel: for pictures smaller than a tile, and with no passes at all ------- */

static __global__ void one_pass(sheet s, bool copy, const uint16_t *from, uint16_t *to)
{
    int samples = s.width * s.channels, i = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (i >= samples)
        return;
    const uint16_t *here = from + (ptrdiff_t)row * samples + i;
    int sum = 0, n = 0;
    if (i >= s.channels)
        sum += here[-s.channels], n++;
    if (i < samples - s.channels)
        sum += here[s.channels], n++;
    if (row > 0)
        sum += here[-samples], n++;
    if (row < s.height - 1)
        sum += here[samples], n++;
    to[(ptrdiff_t)row * samples + i] = copy || n == 0 ? *here : mean_of(sum, n);
}

/* ---- Ours: many passes in each kernel -----------------------------------------------------------
 *
 * As the hotspot does it: a block takes a tile, a thread keeps columns of it in registers, and only the
 * outermost of these go through shared memory.  A word holds two samples of 8 bits, WORDS rows apart, or
 * one of 16.
 */
enum { THREADS = 256, ABREAST = 2, WORDS = 32, CHUNK = 8, MOST_CHANNELS = 4, BLOCKS = 2 };
enum { PASSES8 = 8, PASSES16 = 4 };

typedef uint32_t fringe[CHUNK][2][THREADS + 2 * MOST_CHANNELS];

struct cut {
    int length, piece, margin, pieces;
};

static cut cut_of(int length, int piece, int margin)
{
    cut c = { length, piece, margin, 1 };
    if (length > piece)
        c.pieces = (length - 2 * margin - 1) / (piece - 2 * margin) + 1;
    return c;
}

static __device__ int start(cut c, int k)
{
    return min(k * (c.piece - 2 * c.margin), c.length - c.piece);
}

static __device__ int own_length(cut c, int k)
{
    return k == 0 ? 0 : k < c.pieces ? k * (c.piece - 2 * c.margin) + c.margin : c.length;
}

template <int depth> static __device__ uint32_t quarters(uint32_t sum)
{
    return depth == 8 ? sum >> 2 & 0x3fff3fff : sum >> 2;
}

template <int depth> static __device__ uint32_t thirds(uint32_t sum)
{
    return depth == 8 ? (sum & 0xffff) / 3 | (sum >> 16) / 3 << 16 : sum / 3;
}

template <int depth> static __device__ uint32_t halves(uint32_t sum)
{
    return depth == 8 ? sum >> 1 & 0x7fff7fff : sum >> 1;
}

struct edges {
    bool top, bottom, first, last;
};

/* The mean at word r; a neighbour that is missing counts as 0 in the sum. */
template <int depth>
static __device__ uint32_t mean_of_word(edges e, int r, bool beside, uint32_t sum)
{
    uint32_t all = beside ? thirds<depth>(sum) : quarters<depth>(sum);
    if (!(r == 0 && e.top) && !(r == WORDS - 1 && e.bottom))
        return all;
    uint32_t less = beside ? halves<depth>(sum) : thirds<depth>(sum);
    uint32_t part = depth == 16 ? ~0u : r == 0 ? 0xffff : ~0u << 16;
    return (all & ~part) | (less & part);
}

template <int depth, bool beside>
static __device__ void pass_of_tile(edges e, int channels, fringe *shared,
                                    uint32_t word[WORDS][ABREAST])
{
    int me = threadIdx.x + MOST_CHANNELS;
    uint32_t above[ABREAST], last[ABREAST];
    #pragma unroll
    for (int k = 0; k < ABREAST; k++) {
        above[k] = depth == 8 ? word[WORDS - 1][k] << 16 : 0;
        last[k] = depth == 8 ? word[0][k] >> 16 : 0;
    }
    #pragma unroll
    for (int chunk = 0; chunk < WORDS / CHUNK; chunk++) {
        fringe &f = shared[chunk % 2];
        #pragma unroll
        for (int i = 0; i < CHUNK; i++) {
            f[i][0][me] = word[chunk * CHUNK + i][0];
            f[i][1][me] = word[chunk * CHUNK + i][ABREAST - 1];
        }
        __syncthreads();
        #pragma unroll
        for (int i = 0; i < CHUNK; i++) {
            int r = chunk * CHUNK + i;
            uint32_t here[ABREAST], left = f[i][1][me - channels], right = f[i][0][me + channels];
            #pragma unroll
            for (int k = 0; k < ABREAST; k++)
                here[k] = word[r][k];
            #pragma unroll
            for (int k = 0; k < ABREAST; k++) {
                bool first = beside && k == 0 && e.first,
                     final = beside && k == ABREAST - 1 && e.last;
                uint32_t sum = above[k] + (r + 1 < WORDS ? word[r + 1][k] : last[k]);
                sum += k ? here[k - 1] : first ? 0 : left;
                sum += k + 1 < ABREAST ? here[k + 1] : final ? 0 : right;
                word[r][k] = mean_of_word<depth>(e, r, first || final, sum);
            }
            #pragma unroll
            for (int k = 0; k < ABREAST; k++)
                above[k] = here[k];
        }
    }
}

template <int depth>
static __global__ void __launch_bounds__(THREADS, BLOCKS)
    tiles_of(cut rows, cut columns, int channels, const uint16_t *from, uint16_t *to)
{
    __shared__ fringe shared[2];
    uint32_t word[WORDS][ABREAST];
    int x = blockIdx.x, y = blockIdx.y, samples = columns.length, group = threadIdx.x / channels;
    bool spare = group >= THREADS / channels;
    int left = start(columns, x), row = start(rows, y);
    int col = left + (spare ? 0 : group) * channels * ABREAST + threadIdx.x % channels;
    edges e = { row == 0, row + rows.piece == rows.length, col < channels,
                col + ABREAST * channels >= samples };
    const uint16_t *in = from + (ptrdiff_t)row * samples + col;
    #pragma unroll
    for (int r = 0; r < WORDS; r++, in += samples)
        #pragma unroll
        for (int k = 0; k < ABREAST; k++) {
            uint32_t lower = depth == 8 ? in[(ptrdiff_t)WORDS * samples + k * channels] : 0;
            word[r][k] = in[k * channels] | lower << 16;
        }
    if (left == 0 || left + columns.piece == samples)
        for (int pass = 0; pass < rows.margin; pass++)
            pass_of_tile<depth, true>(e, channels, shared, word);
    else
        for (int pass = 0; pass < rows.margin; pass++)
            pass_of_tile<depth, false>(e, channels, shared, word);
    int own = own_length(rows, y) - row, end = own_length(rows, y + 1) - row;
    uint16_t *out = to + (ptrdiff_t)row * samples + col;
    bool mine[ABREAST];
    #pragma unroll
    for (int k = 0; k < ABREAST; k++) {
        int i = col + k * channels;
        mine[k] = !spare && i >= own_length(columns, x) && i < own_length(columns, x + 1);
    }
    #pragma unroll
    for (int r = 0; r < WORDS; r++, out += samples)
        #pragma unroll
        for (int k = 0; k < ABREAST; k++) {
            if (mine[k] && r >= own && r < end)
                out[k * channels] = (uint16_t)word[r][k];
            if (depth == 8 && mine[k] && r + WORDS >= own && r + WORDS < end)
                out[(ptrdiff_t)WORDS * samples + k * channels] = (uint16_t)(word[r][k] >> 16);
        }
}

static void sweep_once(sheet s, int passes, const uint16_t *from, uint16_t *to)
{
    cut rows = cut_of(s.height, s.depth == 8 ? 2 * WORDS : WORDS, passes);
    cut columns = cut_of(s.width * s.channels, THREADS / s.channels * s.channels * ABREAST,
                         passes * s.channels);
    dim3 grid(columns.pieces, rows.pieces);
    if (s.depth == 8)
        tiles_of<8><<<grid, THREADS>>>(rows, columns, s.channels, from, to);
    else
        tiles_of<16><<<grid, THREADS>>>(rows, columns, s.channels, from, to);
}

extern "C" void tri_blur_cuda(const struct tri_case *there)
{
    sheet s = sheet_of(there);
    const uint16_t *from = (const uint16_t *)there->operand[0];
    uint16_t *result = (uint16_t *)there->operand[1], *other = (uint16_t *)there->operand[2];
    int samples = s.width * s.channels;
    bool tiles = s.height >= 2 * WORDS && samples >= THREADS * ABREAST;
    int most = !tiles ? 1 : s.depth == 8 ? PASSES8 : PASSES16;
    int sweeps = (s.passes + most - 1) / most;
    dim3 grid(pieces_of(samples, THREADS), s.height);
    for (int sweep = 0; sweep < sweeps; sweep++) {
        uint16_t *to = (sweeps - sweep) % 2 ? result : other;
        if (tiles)
            sweep_once(s, min(most, s.passes - sweep * most), from, to);
        else
            one_pass<<<grid, THREADS>>>(s, false, from, to);
        from = to;
    }
    if (sweeps == 0)
        one_pass<<<grid, THREADS>>>(s, true, from, result);
    tri_cuda_finish();
}

/* ---- The report's form -----------------------------------------------------------------------------
 *
 * Bytes, a thread for each pixel, blocks of 16 x 16; one kernel blurs, another one copies the new picture
 * over the old one.  The other array, of two bytes a sample, holds both.
 */
enum { EDGE = 16, RGB = 3 };

static __global__ void blur_bytes(int width, int height, const uint8_t *old, uint8_t *blurred)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= width || row >= height)
        return;
    for (int channel = 0; channel < RGB; channel++) {
        ptrdiff_t i = ((ptrdiff_t)row * width + col) * RGB + channel;
        int sum = 0, n = 0;
        if (col > 0)
            sum += old[i - RGB], n++;
        if (col < width - 1)
            sum += old[i + RGB], n++;
        if (row > 0)
            sum += old[i - (ptrdiff_t)width * RGB], n++;
        if (row < height - 1)
            sum += old[i + (ptrdiff_t)width * RGB], n++;
        blurred[i] = n ? sum / n : old[i];
    }
}

static __global__ void copy_bytes(int width, int height, const uint8_t *blurred, uint8_t *old)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= width || row >= height)
        return;
    for (int channel = 0; channel < RGB; channel++) {
        ptrdiff_t i = ((ptrdiff_t)row * width + col) * RGB + channel;
        old[i] = blurred[i];
    }
}

template <typename A, typename B> static __global__ void convert(ptrdiff_t n, const A *a, B *b)
{
    ptrdiff_t i = (ptrdiff_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] = (B)a[i];
}

extern "C" void tri_blur_cuda_report(const struct tri_case *there)
{
    sheet s = sheet_of(there);
    ptrdiff_t n = (ptrdiff_t)s.width * s.height * RGB;
    uint8_t *old = (uint8_t *)there->operand[2], *blurred = old + n;
    dim3 grid(pieces_of(s.width, EDGE), pieces_of(s.height, EDGE)), block(EDGE, EDGE);
    unsigned blocks = pieces_of(n, THREADS);
    convert<<<blocks, THREADS>>>(n, (const uint16_t *)there->operand[0], old);
    for (int pass = 0; pass < s.passes; pass++) {
        blur_bytes<<<grid, block>>>(s.width, s.height, old, blurred);
        copy_bytes<<<grid, block>>>(s.width, s.height, blurred, old);
    }
    convert<<<blocks, THREADS>>>(n, old, (uint16_t *)there->operand[1]);
    tri_cuda_finish();
}
