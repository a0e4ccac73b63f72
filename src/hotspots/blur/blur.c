/*
 * Blurring a picture: a stencil on integers, pass after pass.
 *
 *     sample = (left + right + above + below) div 4       everywhere at once, `passes` times
 *
 * A pixel has a sample for each channel, such as red, green and blue.  Every sample becomes the mean of its four neighbours
 * of the same channel; a fraction is cut off.  At an edge of the picture there are fewer neighbours: the mean is of those
 * that exist.  A picture of a single pixel stays as it is.
 *
 * Read laplace.c first, which is the same pattern: a stencil, in passes from array to array.  New here: samples are
 * integers, so that every order of additions gives the same bits; and edges are computed too, by a branch that
 * the interior does not need.  A pass moves the whole picture and computes almost nothing: so variants in climb.c do
 * several passes on what they have loaded.  The next lesson, the last, is moldyn.c.
 *
 * Samples lie in memory as in a PNG file: row by row, the channels of a pixel side by side.  So a row is
 * width x channels samples long, and the neighbours to the left and right are `channels` away.  In the file a sample
 * has 8 or 16 bits, the depth.  Here it always has 16: so these paths need not know the depth; some in climb.c use it.
 */
#include "real.h"

#include "blur_photo.h"
#include "ran_on.h"
#include "hotspot.h"
#include <string.h>

/* ---- 1. The reference -------------------------------------------------------------------------
 *
 * mean_at() is the new value of sample number `i` of a row: it adds the neighbours that exist, counts them, and
 * divides.  The divisors are written as 4, 3 and 2, since a compiler turns a division by a constant into a
 * multiplication and a shift, or a shift alone.  `declare target` compiles the function for the device as well, for section 2.
 */
#pragma omp declare target
static inline uint16_t mean_at(const uint16_t *from, ptrdiff_t row, ptrdiff_t i, ptrdiff_t samples,
                               ptrdiff_t height, int channels)
{
    const uint16_t *here = from + row * samples + i;
    uint32_t sum = 0;
    int n = 0;
    if (i >= channels)
        sum += here[-channels], n++;
    if (i < samples - channels)
        sum += here[channels], n++;
    if (row > 0)
        sum += here[-samples], n++;
    if (row < height - 1)
        sum += here[samples], n++;
    return (uint16_t)(n == 4 ? sum / 4 : n == 3 ? sum / 3 : n == 2 ? sum / 2 : n ? sum : *here);
}
#pragma omp end declare target

/* In place, threads would race: one writes what another still has to read.  So passes alternate between
 * two arrays (double buffering), so that the last one writes `blurred`. */
void blur_reference(ptrdiff_t width, ptrdiff_t height, int channels, int depth, int passes,
                    const uint16_t photo[height * width * channels],
                    uint16_t blurred[height * width * channels],
                    uint16_t other[height * width * channels])
{
    ptrdiff_t samples = width * channels;
    const uint16_t *from = photo;
    for (int pass = 0; pass < passes; pass++) {
        uint16_t *to = (passes - pass) % 2 ? blurred : other;
        #pragma omp parallel for
        for (ptrdiff_t row = 0; row < height; row++)
            for (ptrdiff_t i = 0; i < samples; i++)
                to[row * samples + i] = mean_at(from, row, i, samples, height, channels);
        from = to;
    }
    if (passes == 0)
        memcpy(blurred, photo, (size_t)(samples * height) * sizeof *blurred);
}

/* ---- 2. GPU: omp target teams distribute parallel for -------------------------------------------
 *
 * A pass is a region: no thread may begin a pass before the previous one has written every sample, and only at the end
 * of a region do all teams wait for each other.  With the regions alone, the picture would be copied to the
 * device and back in every pass.  `target data` keeps it there for the whole block: `to` copies at the beginning,
 * `from` at the end, `alloc` never.  The regions' map clauses then find their arrays present, and copy nothing.
 *
 * `collapse(2)` makes one loop of rows and samples, since rows alone would occupy a small part of a GPU.
 * Adjacent threads have adjacent samples, so loads and stores coalesce; branches diverge only at edges.
 * (copy_offload, a region in climb.c, copies the photo if there are no passes.)
 */
void blur_offload(ptrdiff_t width, ptrdiff_t height, int channels, int depth, int passes,
                  const uint16_t photo[height * width * channels],
                  uint16_t blurred[height * width * channels],
                  uint16_t other[height * width * channels], int *place)
{
    ptrdiff_t samples = width * channels, n = samples * height;
    const uint16_t *old = photo;
    #pragma omp target data map(to: photo[:n]) map(alloc: other[:n]) map(from: blurred[:n], place[:1])
    {
        for (int pass = 0; pass < passes; pass++) {
            uint16_t *next = (passes - pass) % 2 ? blurred : other;
            #pragma omp target teams distribute parallel for collapse(2) map(to: old[:n]) \
                map(from: next[:n], place[:1])
            for (ptrdiff_t row = 0; row < height; row++)
                for (ptrdiff_t i = 0; i < samples; i++) {
                    next[row * samples + i] = mean_at(old, row, i, samples, height, channels);
                    if (row == 0 && i == 0)
                        *place = ran_on();
                }
            old = next;
        }
        if (passes == 0)
            copy_offload(n, photo, blurred, place);
    }
}

/* ---- 3. CPU: omp parallel for, and omp simd inside ---------------------------------------------
 *
 * Each of the two loops gets its directive: `parallel for` divides the rows among threads, `simd`
 * computes several samples of a row with one instruction.  Lanes cannot branch one by one, so the loop with `simd` gets
 * the samples with four neighbours, from `first` to `end`; mean_at() computes the others, and all of the top and
 * bottom rows.  C adds in int, of 32 bits: a sum of four samples fits, but a vector holds half as many.
 */
static void row_simd(ptrdiff_t row, ptrdiff_t samples, ptrdiff_t height, int channels,
                     const uint16_t *from, uint16_t *to)
{
    const uint16_t *here = from + row * samples, *below = here + samples;
    const uint16_t *above = row > 0 ? here - samples : here; /* the top row does not use it */
    uint16_t *mean = to + row * samples;
    bool inside = row > 0 && row < height - 1 && samples > 2 * channels;
    ptrdiff_t first = inside ? channels : samples, end = inside ? samples - channels : samples;
    for (ptrdiff_t i = 0; i < first; i++)
        mean[i] = mean_at(from, row, i, samples, height, channels);
    #pragma omp simd
    for (ptrdiff_t i = first; i < end; i++)
        mean[i] = (uint16_t)((here[i - channels] + here[i + channels] + above[i] + below[i]) / 4u);
    for (ptrdiff_t i = end; i < samples; i++)
        mean[i] = mean_at(from, row, i, samples, height, channels);
}

void blur_simd(ptrdiff_t width, ptrdiff_t height, int channels, int depth, int passes,
               const uint16_t photo[height * width * channels],
               uint16_t blurred[height * width * channels],
               uint16_t other[height * width * channels])
{
    const uint16_t *from = photo;
    for (int pass = 0; pass < passes; pass++) {
        uint16_t *to = (passes - pass) % 2 ? blurred : other;
        #pragma omp parallel for
        for (ptrdiff_t row = 0; row < height; row++)
            row_simd(row, width * channels, height, channels, from, to);
        from = to;
    }
    if (passes == 0)
        memcpy(blurred, photo, (size_t)(width * height * channels) * sizeof *blurred);
}

/* ---- 4. CPU: AVX2 intrinsics ----------------------------------------------------------------------
 *
 * Section 3 by hand.  Eight samples are loaded and widened to 32 bits (cvtepu16), summed, and shifted by two bits,
 * which divides by 4.  packus narrows the lower four means and the upper four to 16 bits again.
 */
#if defined(AVX2)
AVX2 static inline __m256i wide(const uint16_t *sample)
{
    return _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)sample));
}

AVX2 static void row_avx2(ptrdiff_t row, ptrdiff_t samples, ptrdiff_t height, int channels,
                          const uint16_t *from, uint16_t *to)
{
    const uint16_t *here = from + row * samples;
    uint16_t *mean = to + row * samples;
    bool inside = row > 0 && row < height - 1 && samples > 2 * channels;
    ptrdiff_t i = 0, first = inside ? channels : samples;
    for (; i < first; i++)
        mean[i] = mean_at(from, row, i, samples, height, channels);
    for (; i + 8 <= samples - channels; i += 8) {
        __m256i beside = _mm256_add_epi32(wide(here + i - channels), wide(here + i + channels));
        __m256i vertical = _mm256_add_epi32(wide(here + i - samples), wide(here + i + samples));
        __m256i mean32 = _mm256_srli_epi32(_mm256_add_epi32(beside, vertical), 2);
        __m128i low = _mm256_castsi256_si128(mean32), high = _mm256_extracti128_si256(mean32, 1);
        _mm_storeu_si128((__m128i *)(mean + i), _mm_packus_epi32(low, high));
    }
    for (; i < samples; i++)
        mean[i] = mean_at(from, row, i, samples, height, channels);
}

void blur_avx2(ptrdiff_t width, ptrdiff_t height, int channels, int depth, int passes,
               const uint16_t photo[height * width * channels],
               uint16_t blurred[height * width * channels],
               uint16_t other[height * width * channels])
{
    const uint16_t *from = photo;
    for (int pass = 0; pass < passes; pass++) {
        uint16_t *to = (passes - pass) % 2 ? blurred : other;
        #pragma omp parallel for
        for (ptrdiff_t row = 0; row < height; row++)
            row_avx2(row, width * channels, height, channels, from, to);
        from = to;
    }
    if (passes == 0)
        memcpy(blurred, photo, (size_t)(width * height * channels) * sizeof *blurred);
}
#endif

/* ---- 5. What the prototypes do not say: the fields of vecadd.c, and .input, the array that a PNG file can fill ---- */
enum { PASSES, WIDTH, HEIGHT, CHANNELS, DEPTH };
enum { PHOTO, BLURRED };
enum { DEPTH_8, DEPTH_16 };

static double value_of_photo(const struct tri_case *c, size_t i)
{
    return (double)photo_sample((int64_t)i, c->value[WIDTH].integer, c->value[HEIGHT].integer,
                                c->value[CHANNELS].integer,
                                c->value[DEPTH].integer == DEPTH_8 ? 255 : 65535);
}

/* For each sample: three additions and a shift (.integers, of 32 bits); a core loads four samples and stores one
 * (.near_bytes), and memory has to move one of each (.bytes).  With no passes, the picture is copied. */
static struct tri_work work(const struct tri_case *c)
{
    double passes = (double)c->value[PASSES].integer, samples = (double)c->length[BLURRED];
    double n = samples * fmax(passes, 1), ops = 4 * samples * passes;
    double bytes = n * sizeof(uint16_t), near = (passes > 0 ? 5 : 2) * bytes;
    return (struct tri_work){
        .units = n, .instructions = ops, .integers = ops, .bytes = 2 * bytes, .near_bytes = near
    };
}

const struct tri_hotspot blur = {
    .name = "blur",
    .formula = "N times: every sample = the mean of its four neighbours, cut off to an integer",
    .unit = "samples", .precision = PRECISION,
    .params = {
        [PASSES] = {"passes", "how often the picture is blurred", TRI_INTEGER, 100, .min = 0, .max = 1000000},
        [WIDTH] = {"width", "pixels in a row", TRI_INTEGER, 1920, .min = 1, .max = 1 << 28},
        [HEIGHT] = {"height", "rows", TRI_INTEGER, 1080, .min = 1, .max = 1 << 30},
        [CHANNELS] = {"channels", "1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha", TRI_INTEGER, 3, .min = 1, .max = 4},
        [DEPTH] = {"depth", "bits of a sample", TRI_CHOICE, DEPTH_8, .choices = {"8", "16"}},
    },
    .operands = { {"photo", .value = value_of_photo}, {.name = "blurred"}, {"other", .role = TRI_SCRATCH} },
    .picture = {TRI_SAMPLES, BLURRED, WIDTH, HEIGHT, CHANNELS, DEPTH},
    .input = {TRI_SAMPLES, PHOTO, WIDTH, HEIGHT, CHANNELS, DEPTH},
    .work = work,
    .plain.idea = "one thread per sample, one region per pass, the picture stays on the device",
};
