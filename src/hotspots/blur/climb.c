/*
 * Blurring a picture: from one region per pass to one region for all passes.
 *
 * The plain form is in src/hotspots/blur/blur.c.  A pass reads and writes the whole picture and computes very
 * little, so memory is the limit (the plain form reaches a tenth of it on an H200, docs/measured.md).  But several
 * passes can be done on a tile of the picture once it is loaded: with a margin (halo) of t pixels around it, t passes
 * need nothing else.  All tiles, taken so once, are a sweep.  The price is that margins are computed twice.
 *
 *     map-each-pass     GPU   counterexample: each pass copies the picture to the device and back
 *     plain-simd        GPU   the plain form as one loop, with `simd`, as in mandelbrot/climb.c
 *     rows              GPU   a team for each row, so that no thread divides to find its row
 *     device-pointers   GPU   regions that skip the present-table lookup
 *     rows-overlapped   GPU   rows, in stripes: some are copied while others are computed
 *     eight-passes      GPU   eight passes on a tile in registers, one region per sweep
 *     one-region        GPU   all sweeps in one region, whose teams wait for each other
 *     average           CPU   one instruction for the mean of two samples, which are not widened
 *     sixteen-passes    CPU   sixteen passes on a block in the cache
 *     overlapped        GPU   tuned, in stripes
 *     tuned             GPU   two teams per multiprocessor
 *                       CPU   samples of 8 bits as bytes
 *
 * blur_picture.h has the definition; blur_overlapped.c rows-overlapped and overlapped; blur_tiles.c the GPU's variants
 * from eight-passes on, with blur_tile.h, blur_partial.h and blur_tickets.h; blur_blocks.c what the CPU does from
 * sixteen-passes on.  Samples are integers and their means exact, so that float and double make no difference here.
 */
#include "real.h"

#include "blur_blocks.h"
#include "blur_photo.h"
#include "blur_picture.h"
#include "blur_tiles.h"
#include "ran_on.h"
#include "hotspot.h"

#include <string.h>

/* ---- GPU, a pass a region -----------------------------------------------------------------------
 *
 * The variants of this section do each pass from one array to another; the last pass writes the result.
 * If there are no passes, a region copies the picture, also for the plain form.
 */
typedef void pass_fn(struct picture, const uint16_t *from, uint16_t *to, int *place);

void copy_offload(ptrdiff_t n, const uint16_t *photo, uint16_t *result, int *place)
{
    #pragma omp target teams distribute parallel for map(to: photo[:n]) \
        map(from: result[:n], place[:1])
    for (ptrdiff_t i = 0; i < n; i++) {
        result[i] = photo[i];
        if (i == 0)
            *place = ran_on();
    }
}

static void pass_by_pass(pass_fn *blur, struct picture s, const uint16_t *photo, uint16_t *other,
                         uint16_t *result, int *place)
{
    for (int pass = 0; pass < s.passes; pass++) {
        uint16_t *to = destination(pass, s.passes, other, result);
        blur(s, photo, to, place);
        photo = to;
    }
}

/* ---- GPU, map-each-pass ----
 *
 * The plain form without `target data`: each region copies the array that it reads to the device and the
 * one that it writes back.  With `always` it does so even if the arrays are on the device already, as they
 * are when bench times a run. */
static void pass_mapped(struct picture s, const uint16_t *from, uint16_t *to, int *place)
{
    ptrdiff_t samples = s.samples, height = s.height, n = samples * height;
    int channels = s.channels;
    #pragma omp target teams distribute parallel for collapse(2) map(always, to: from[:n]) \
        map(always, from: to[:n], place[:1])
    for (ptrdiff_t row = 0; row < height; row++)
        for (ptrdiff_t i = 0; i < samples; i++) {
            to[row * samples + i] = mean_at(from, row, i, samples, height, channels);
            if (row == 0 && i == 0)
                *place = ran_on();
        }
}

void blur_map_each_pass_offload(ptrdiff_t width, ptrdiff_t height, int channels, int depth,
                                int passes, const uint16_t photo[height * width * channels],
                                uint16_t blurred[height * width * channels],
                                uint16_t other[height * width * channels], int *place)
{
    struct picture s = picture_of(width, height, channels, depth, passes);
    pass_by_pass(pass_mapped, s, photo, other, blurred, place);
    if (passes == 0)
        copy_offload(s.samples * height, photo, blurred, place);
}

/* For variants with map clauses: keeps the picture on the device during all passes. */
static void kept_on_device(pass_fn *blur, struct picture s, const uint16_t *photo, uint16_t *other,
                           uint16_t *result, int *place)
{
    ptrdiff_t n = s.samples * s.height;
    #pragma omp target data map(to: photo[:n]) map(alloc: other[:n]) map(from: result[:n])
    pass_by_pass(blur, s, photo, other, result, place);
    if (s.passes == 0)
        copy_offload(n, photo, result, place);
}

/* ---- GPU, plain-simd ----
 *
 * vecadd/climb.c explains `simd`; mandelbrot/climb.c says why this is one loop. */
static void pass_in_lanes(struct picture s, const uint16_t *from, uint16_t *to, int *place)
{
    ptrdiff_t samples = s.samples, height = s.height, n = samples * height;
    int channels = s.channels;
    #pragma omp target teams distribute parallel for simd map(to: from[:n]) map(from: to[:n], place[:1])
    for (ptrdiff_t k = 0; k < n; k++) {
        to[k] = mean_at(from, k / samples, k % samples, samples, height, channels);
        if (k == 0)
            *place = ran_on();
    }
}

void blur_plain_simd_offload(ptrdiff_t width, ptrdiff_t height, int channels, int depth, int passes,
                             const uint16_t photo[height * width * channels],
                             uint16_t blurred[height * width * channels],
                             uint16_t other[height * width * channels], int *place)
{
    kept_on_device(pass_in_lanes, picture_of(width, height, channels, depth, passes), photo, other,
                   blurred, place);
}

/* ---- GPU, rows ----
 *
 * With `collapse(2)` each thread divides a 64-bit number by the length of a row, to find its row and
 * column; that takes more instructions than the mean.  Here the rows are distributed to teams and the
 * samples of a row to the threads of a team, without a division. */
static void pass_in_rows(struct picture s, const uint16_t *from, uint16_t *to, int *place)
{
    ptrdiff_t samples = s.samples, height = s.height, n = samples * height;
    int channels = s.channels;
    #pragma omp target teams distribute num_teams(tri_teams(height)) map(to: from[:n]) \
        map(from: to[:n], place[:1])
    for (ptrdiff_t row = 0; row < height; row++) {
        #pragma omp parallel for
        for (ptrdiff_t i = 0; i < samples; i++) {
            to[row * samples + i] = mean_at(from, row, i, samples, height, channels);
            if (row == 0 && i == 0)
                *place = ran_on();
        }
    }
}

void blur_rows_offload(ptrdiff_t width, ptrdiff_t height, int channels, int depth, int passes,
                       const uint16_t photo[height * width * channels],
                       uint16_t blurred[height * width * channels],
                       uint16_t other[height * width * channels], int *place)
{
    kept_on_device(pass_in_rows, picture_of(width, height, channels, depth, passes), photo, other,
                   blurred, place);
}

/* ---- GPU, device-pointers ----
 *
 * At each region, a map clause makes the runtime look up the array in its table of what is present on the
 * device.  `use_device_ptr` gets the arrays' device addresses once.  A region that is given these
 * (`is_device_ptr`) looks up nothing. */
static void pass_by_pointers(struct picture s, const uint16_t *from, uint16_t *to, int *place)
{
    ptrdiff_t samples = s.samples, height = s.height;
    int channels = s.channels;
    #pragma omp target teams distribute num_teams(tri_teams(height)) is_device_ptr(from, to, place)
    for (ptrdiff_t row = 0; row < height; row++) {
        #pragma omp parallel for
        for (ptrdiff_t i = 0; i < samples; i++) {
            to[row * samples + i] = mean_at(from, row, i, samples, height, channels);
            if (row == 0 && i == 0)
                *place = ran_on();
        }
    }
}

void blur_device_pointers_offload(ptrdiff_t width, ptrdiff_t height, int channels, int depth,
                                  int passes, const uint16_t photo[height * width * channels],
                                  uint16_t blurred[height * width * channels],
                                  uint16_t other[height * width * channels], int *place)
{
    struct picture s = picture_of(width, height, channels, depth, passes);
    ptrdiff_t n = s.samples * height;
    if (passes == 0)
        copy_offload(n, photo, blurred, place);
    else {
        #pragma omp target data map(to: photo[:n]) map(alloc: other[:n]) \
            map(from: blurred[:n], place[:1])
        #pragma omp target data use_device_ptr(photo, other, blurred, place)
        pass_by_pass(pass_by_pointers, s, photo, other, blurred, place);
    }
}

/* For the stripes of blur_overlapped.c. */
void blur_by_rows(struct picture s, const uint16_t *photo, uint16_t *other, uint16_t *result,
                  int32_t *progress, int *place)
{
    kept_on_device(pass_in_rows, s, photo, other, result, place);
}

static bool overlapped_available(enum tri_path path, struct tri_error *e)
{
    return needs_region_tasks(path, e) && blur_two_teams_available(path, e);
}

/* ---- CPU, average ---------------------------------------------------------------------------------
 *
 * The sum of four samples has more bits than a sample, and wider lanes are fewer lanes.  But there is
 * an instruction for the mean of two, rounded up, and with it
 *
 *     (l + r + a + b) div 4 = mean(mean(l, r), mean(a, b)) - 1
 *
 * if any of the three means was rounded, and without the 1 if none was.  The mean of two was rounded if
 * they differ in their last bit.  Compilers use that instruction when they find the expression
 * (x + y + 1) / 2.
 */
INLINE uint32_t mean_rounded_up(uint32_t x, uint32_t y)
{
    return (x + y + 1) >> 1;
}

static void mean_simd_8(ptrdiff_t vectors, int channels, const void *above, const void *here,
                        const void *below, void *out)
{
    const uint8_t *a = above, *b = below, *l = (const uint8_t *)here - channels;
    const uint8_t *r = (const uint8_t *)here + channels;
    uint8_t *mean = out;
    ptrdiff_t n = vectors * VECTOR / (ptrdiff_t)sizeof *mean;
    #pragma omp simd
    for (ptrdiff_t i = 0; i < n; i++) {
        uint8_t x = (uint8_t)mean_rounded_up(l[i], r[i]), y = (uint8_t)mean_rounded_up(a[i], b[i]);
        uint8_t rounded = (uint8_t)(((l[i] ^ r[i]) | (a[i] ^ b[i]) | (x ^ y)) & 1);
        mean[i] = (uint8_t)(mean_rounded_up(x, y) - rounded);
    }
}

static void mean_simd_16(ptrdiff_t vectors, int channels, const void *above, const void *here,
                         const void *below, void *out)
{
    const uint16_t *a = above, *b = below, *l = (const uint16_t *)here - channels;
    const uint16_t *r = (const uint16_t *)here + channels;
    uint16_t *mean = out;
    ptrdiff_t n = vectors * VECTOR / (ptrdiff_t)sizeof *mean;
    #pragma omp simd
    for (ptrdiff_t i = 0; i < n; i++) {
        uint16_t x = (uint16_t)mean_rounded_up(l[i], r[i]),
                 y = (uint16_t)mean_rounded_up(a[i], b[i]);
        uint16_t rounded = (uint16_t)(((l[i] ^ r[i]) | (a[i] ^ b[i]) | (x ^ y)) & 1);
        mean[i] = (uint16_t)(mean_rounded_up(x, y) - rounded);
    }
}

#if defined(AVX2)

AVX2 INLINE __m256i load_at(const void *p)
{
    return _mm256_loadu_si256((const __m256i *)p);
}

AVX2 INLINE __m256i mean_avx2(int depth, __m256i l, __m256i r, __m256i a, __m256i b)
{
    __m256i lr = _mm256_xor_si256(l, r), ab = _mm256_xor_si256(a, b), x, y, mean, one;
    x = depth == 8 ? _mm256_avg_epu8(l, r) : _mm256_avg_epu16(l, r);
    y = depth == 8 ? _mm256_avg_epu8(a, b) : _mm256_avg_epu16(a, b);
    mean = depth == 8 ? _mm256_avg_epu8(x, y) : _mm256_avg_epu16(x, y);
    one = depth == 8 ? _mm256_set1_epi8(1) : _mm256_set1_epi16(1);
    __m256i rounded = _mm256_or_si256(_mm256_or_si256(lr, ab), _mm256_xor_si256(x, y));
    rounded = _mm256_and_si256(rounded, one);
    return depth == 8 ? _mm256_sub_epi8(mean, rounded) : _mm256_sub_epi16(mean, rounded);
}

/* For a single row: its arrays need not be aligned. */
AVX2 static void mean_avx2_loose(ptrdiff_t vectors, int channels, const void *above,
                                 const void *here, const void *below, void *out)
{
    const uint16_t *a = above, *h = here, *b = below;
    uint16_t *mean = out;
    for (ptrdiff_t i = 0; i < vectors * (VECTOR / 2); i += 16)
        _mm256_storeu_si256((__m256i *)(mean + i),
                            mean_avx2(16, load_at(h + i - channels), load_at(h + i + channels),
                                      load_at(a + i), load_at(b + i)));
}

#endif

/* One row of a pass: samples with four neighbours in whole vectors, the others by the definition. */
static void row_of_averages(struct picture s, row_fn *mean, ptrdiff_t row, const uint16_t *from,
                            uint16_t *to)
{
    enum { SAMPLES = VECTOR / 2 };
    const uint16_t *here = from + row * s.samples;
    uint16_t *out = to + row * s.samples;
    bool inside = row > 0 && row < s.height - 1 && s.samples > 2 * s.channels;
    ptrdiff_t first = inside ? s.channels : s.samples;
    ptrdiff_t vectors = inside ? (s.samples - 2 * s.channels) / SAMPLES : 0;
    for (ptrdiff_t i = 0; i < first; i++)
        out[i] = mean_at(from, row, i, s.samples, s.height, s.channels);
    if (vectors > 0)
        mean(vectors, s.channels, here - s.samples + first, here + first, here + s.samples + first,
             out + first);
    for (ptrdiff_t i = first + vectors * SAMPLES; i < s.samples; i++)
        out[i] = mean_at(from, row, i, s.samples, s.height, s.channels);
}

static void blur_averages(struct picture s, row_fn *mean, const uint16_t *photo, uint16_t *other,
                          uint16_t *result)
{
    for (int pass = 0; pass < s.passes; pass++) {
        uint16_t *to = destination(pass, s.passes, other, result);
        #pragma omp parallel for
        for (ptrdiff_t row = 0; row < s.height; row++)
            row_of_averages(s, mean, row, photo, to);
        photo = to;
    }
    if (s.passes == 0)
        memcpy(result, photo, (size_t)(s.height * s.samples) * sizeof *result);
}

void blur_average_simd(ptrdiff_t width, ptrdiff_t height, int channels, int depth, int passes,
                       const uint16_t photo[height * width * channels],
                       uint16_t blurred[height * width * channels],
                       uint16_t other[height * width * channels])
{
    blur_averages(picture_of(width, height, channels, depth, passes), mean_simd_16, photo, other,
                  blurred);
}

/* ---- CPU, sixteen-passes, and tuned ---------------------------------------------------------------
 *
 * A thread does sixteen passes on a block of the picture that stays in its cache (blur_blocks.c).  For
 * samples of 8 bits, `tuned` keeps them as bytes, so that a vector holds twice as many.
 */
void blur_sixteen_passes_simd(ptrdiff_t width, ptrdiff_t height, int channels, int depth,
                              int passes, const uint16_t photo[height * width * channels],
                              uint16_t blurred[height * width * channels],
                              uint16_t other[height * width * channels])
{
    blur_in_blocks(picture_of(width, height, channels, depth, passes), mean_simd_16, 2, photo,
                   other, blurred);
}

void blur_tuned_simd(ptrdiff_t width, ptrdiff_t height, int channels, int depth, int passes,
                     const uint16_t photo[height * width * channels],
                     uint16_t blurred[height * width * channels],
                     uint16_t other[height * width * channels])
{
    bool bytes = depth == DEPTH_8;
    blur_in_blocks(picture_of(width, height, channels, depth, passes),
                   bytes ? mean_simd_8 : mean_simd_16, bytes ? 1 : 2, photo, other, blurred);
}

#if defined(AVX2)

void blur_average_avx2(ptrdiff_t width, ptrdiff_t height, int channels, int depth, int passes,
                       const uint16_t photo[height * width * channels],
                       uint16_t blurred[height * width * channels],
                       uint16_t other[height * width * channels])
{
    blur_averages(picture_of(width, height, channels, depth, passes), mean_avx2_loose, photo, other,
                  blurred);
}

AVX2 INLINE void row_avx2(int depth, ptrdiff_t vectors, int channels, const unsigned char *above,
                          const unsigned char *here, const unsigned char *below, unsigned char *out)
{
    ptrdiff_t aside = (ptrdiff_t)channels * (depth / 8);
    for (ptrdiff_t i = 0; i < vectors * VECTOR; i += 32) {
        __m256i l = load_at(here + i - aside), r = load_at(here + i + aside);
        __m256i mean = mean_avx2(depth, l, r, load_at(above + i), load_at(below + i));
        _mm256_store_si256((__m256i *)(out + i), mean);
    }
}

AVX2 static void mean_avx2_8(ptrdiff_t vectors, int channels, const void *above, const void *here,
                             const void *below, void *out)
{
    row_avx2(8, vectors, channels, above, here, below, out);
}

AVX2 static void mean_avx2_16(ptrdiff_t vectors, int channels, const void *above, const void *here,
                              const void *below, void *out)
{
    row_avx2(16, vectors, channels, above, here, below, out);
}

void blur_sixteen_passes_avx2(ptrdiff_t width, ptrdiff_t height, int channels, int depth,
                              int passes, const uint16_t photo[height * width * channels],
                              uint16_t blurred[height * width * channels],
                              uint16_t other[height * width * channels])
{
    blur_in_blocks(picture_of(width, height, channels, depth, passes), mean_avx2_16, 2, photo,
                   other, blurred);
}

void blur_tuned_avx2(ptrdiff_t width, ptrdiff_t height, int channels, int depth, int passes,
                     const uint16_t photo[height * width * channels],
                     uint16_t blurred[height * width * channels],
                     uint16_t other[height * width * channels])
{
    bool bytes = depth == DEPTH_8;
    blur_in_blocks(picture_of(width, height, channels, depth, passes),
                   bytes ? mean_avx2_8 : mean_avx2_16, bytes ? 1 : 2, photo, other, blurred);
}

#endif

/* ---- Work ----
 *
 * Ten instructions for a vector of samples: three means, three differences, two ors, an and, a
 * subtraction.  A lane of 32 bits holds two samples, or four if they are bytes.  A core loads four
 * neighbours and stores a mean; with blocks it also copies each sample in and out, once a sweep. */
static struct tri_work work_of_averages(const struct tri_case *c, int bytes, int at_once)
{
    struct picture s = picture_in(c);
    double samples = (double)c->length[BLURRED], sweeps = fmax(sweeps_for(s.passes, at_once), 1);
    double instructions = 10 * samples * s.passes * bytes / 4;
    /* The first sweep reads 16 bits a sample, the last one writes as many. */
    double memory = samples * (2 * bytes * sweeps + 2 * (2 - bytes));
    double copied = at_once > 1 || s.passes == 0 ? memory + 2 * bytes * samples * sweeps : 0;
    return (struct tri_work){
        .units = samples * fmax(s.passes, 1),
        .instructions = instructions,
        .integers = instructions,
        .bytes = memory,
        .near_bytes = 5 * bytes * samples * s.passes + copied,
    };
}

static struct tri_work work_average(const struct tri_case *c, enum tri_path path)
{
    return work_of_averages(c, 2, 1);
}

static struct tri_work work_sixteen_passes(const struct tri_case *c, enum tri_path path)
{
    return work_of_averages(c, 2, BLOCK_PASSES);
}

static struct tri_work work_tuned(const struct tri_case *c, enum tri_path path)
{
    if (path == TRI_OFFLOAD)
        return blur_work_of_tiles(c, path);
    return work_of_averages(c, c->value[DEPTH].integer == DEPTH_8 ? 1 : 2, BLOCK_PASSES);
}

/* ---- The variants ---- */

/* On several devices each one gets a band of rows. */
const struct tri_division blur_division = {
    .rows = HEIGHT,
    .divided = { [PHOTO] = true, [BLURRED] = true, [OTHER] = true },
    .stencil = true,
    .steps = PASSES,
    .from = PHOTO,
    .to = BLURRED,
};

const struct tri_variant blur_tuned[] = {
    { .name = "map-each-pass",
      .idea = "counterexample: the picture is copied to the device and back in every pass" },
    { .name = "plain-simd",
      .idea =
          "with simd: uses a warp's lanes with compilers that make a warp one thread, as gcc does" },
    { "rows", "one team per row: no division to find row and column",
      .follows = { .teams = true } },
    { "device-pointers", "device pointers: regions skip the present-table lookup",
      .follows = { .teams = true } },
    { "rows-overlapped", "rows, in stripes with margins: one is blurred while others are copied",
      .follows = { .teams = true }, .needs = OVERLAPPED_NEEDS, .available = needs_region_tasks,
      .scratch = blur_stripes },
    { "eight-passes", "a region does eight passes (four at 16 bits) on tiles in registers",
      .needs = "whole teams of 256 threads", .available = blur_whole_teams,
      .work = blur_work_of_tiles },
    { "one-region", "all passes in one region; a tile waits only for its neighbours",
      .needs = "whole teams, and teams that wait for each other, by tickets",
      .available = blur_waiting_teams, .work = blur_work_of_tiles, .scratch = blur_progress },
    { "average", "the averaging instruction: samples stay 8 or 16 bits wide",
      .work = work_average },
    { "sixteen-passes", "sixteen passes on a block that stays in a core's cache",
      .work = work_sixteen_passes },
    { "overlapped", "tuned, in stripes with margins: one is blurred while others are copied",
      .needs = OVERLAPPED_NEEDS ", and what tuned needs", .available = overlapped_available,
      .work = blur_work_of_overlapped, .scratch = blur_stripes },
    { "tuned", "GPU: two teams per multiprocessor; CPU: samples of 8 bits stay bytes",
      .waits_awake = true, .division = &blur_division,
      .needs = "GPU: whole teams, teams that wait for each other, and clang's launch_bounds",
      .available = blur_two_teams_available, .work = work_tuned, .scratch = blur_progress },
    { .name = NULL },
};
