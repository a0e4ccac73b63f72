/*
 * On every path of the blur: a second implementation of the mean, and two laws that owe nothing to a loop; and what its
 * description says.
 *
 * Sizes are below and above those of a vector, a cache block and a GPU tile.
 */
#include "laws.h"

enum { PASSES, PHOTO = 0, BLURRED };

/* ---- Images ---- */

static const struct size {
    int width, height, channels, depth;
} sizes[] = {
    { 1, 1, 1, 8 },      { 1, 1, 4, 16 },     { 1, 7, 3, 8 },     { 7, 1, 3, 16 },
    { 2, 2, 2, 8 },      { 2, 2, 3, 16 },     { 3, 2, 1, 16 },    { 3, 3, 3, 8 },
    { 67, 35, 1, 8 },    { 33, 18, 4, 16 },   { 1030, 70, 1, 8 }, { 530, 130, 3, 8 },
    { 601, 140, 2, 16 }, { 300, 260, 4, 16 }, { 530, 40, 1, 8 },  { 520, 31, 1, 16 },
    { 100, 150, 3, 8 },  { 40, 530, 1, 16 },
};
enum { SIZES = sizeof sizes / sizeof *sizes };

static size_t samples_of(struct size s)
{
    return (size_t)s.width * (size_t)s.height * (size_t)s.channels;
}

static int most_of(struct size s)
{
    return s.depth == 8 ? 255 : 65535;
}

static struct tri_samples image_of(struct size s)
{
    struct tri_samples image = {
        s.width, s.height, s.channels, s.depth, calloc(samples_of(s), sizeof(uint16_t)), NULL
    };
    cr_assert(image.sample);
    return image;
}

/* Random samples up to `most`, or just the darkest and the brightest there are. */
static struct tri_samples noise(struct size s, unsigned seed, int most)
{
    struct tri_samples image = image_of(s);
    srand(seed);
    for (size_t i = 0; i < samples_of(s); i++)
        image.sample[i] = (uint16_t)(rand() % (most + 1));
    return image;
}

static struct tri_samples extremes(struct size s, unsigned seed)
{
    struct tri_samples image = noise(s, seed, 1);
    for (size_t i = 0; i < samples_of(s); i++)
        image.sample[i] *= (uint16_t)most_of(s);
    return image;
}

/* Blurs an image, and frees it. */
static struct tri_samples blur(const struct row *r, struct tri_samples image, int passes)
{
    case_auto_t c;
    char settings[40];
    tri_case_init(&c, tri_hotspot_named("blur", (enum tri_precision)r->precision));
    snprintf(settings, sizeof settings, "passes=%d", passes);
    must(tri_case_choose(&c, r->variant, &failure));
    must(tri_case_set(&c, settings, &failure) && tri_case_take(&c, &image, &failure));
    must(tri_case_allocate(&c, &failure));
    run_path(&c, (enum tri_path)r->path);
    memcpy(image.sample, c.operand[BLURRED], tri_operand_bytes(&c, BLURRED));
    return image;
}

static void expect_same(struct tri_samples a, struct tri_samples b, struct size s, const char *law)
{
    for (size_t i = 0; i < samples_of(s); i++)
        cr_assert(a.sample[i] == b.sample[i], "%s, %d x %d x %d, %d bits: sample %zu: %d, not %d",
                  law, s.width, s.height, s.channels, s.depth, i, a.sample[i], b.sample[i]);
    free(a.sample);
    free(b.sample);
}

static size_t place(struct size s, int row, int col, int channel)
{
    return ((size_t)row * (size_t)s.width + (size_t)col) * (size_t)s.channels + (size_t)channel;
}

/* ---- A second opinion ---- */

enum { MOST_PASSES = 19 };

static uint16_t mean_of(const struct tri_samples *image, struct size s, int row, int col,
                        int channel)
{
    static const int aside[][2] = { { 0, 1 }, { 0, -1 }, { 1, 0 }, { -1, 0 } };
    int sum = 0, n = 0;
    for (int k = 0; k < 4; k++) {
        int y = row + aside[k][0], x = col + aside[k][1];
        if (y < 0 || y >= s.height || x < 0 || x >= s.width)
            continue;
        sum += image->sample[place(s, y, x, channel)];
        n++;
    }
    return n ? (uint16_t)(sum / n) : image->sample[place(s, row, col, channel)];
}

static struct tri_samples slowly(struct tri_samples image, struct size s, int passes)
{
    for (int pass = 0; pass < passes; pass++) {
        struct tri_samples next = image_of(s);
        for (int row = 0; row < s.height; row++)
            for (int col = 0; col < s.width; col++)
                for (int channel = 0; channel < s.channels; channel++)
                    next.sample[place(s, row, col, channel)] =
                        mean_of(&image, s, row, col, channel);
        free(image.sample);
        image = next;
    }
    return image;
}

/* Of image number k, computed once for all variants: they come in one process. */
static struct tri_samples opinion(int k, bool extreme, int passes)
{
    static struct tri_samples known[SIZES][2][MOST_PASSES + 1];
    struct size s = sizes[k];
    struct tri_samples *one = &known[k][extreme][passes], image = image_of(s);
    if (!one->sample)
        *one = slowly(extreme ? extremes(s, 2) : noise(s, 1, most_of(s)), s, passes);
    memcpy(image.sample, one->sample, samples_of(s) * sizeof *image.sample);
    return image;
}

/* None; odd and even; fewer and more than the eight or sixteen that some variants do in one visit. */
static void second_opinion(const struct row *r)
{
    static const int passes[] = { 0, 1, 2, 8, 13, MOST_PASSES };
    for (int k = 0; k < SIZES; k++)
        for (size_t p = 0; p < sizeof passes / sizeof *passes; p++) {
            struct size s = sizes[k];
            expect_same(blur(r, noise(s, 1, most_of(s)), passes[p]), opinion(k, false, passes[p]),
                        s, "noise");
            expect_same(blur(r, extremes(s, 2), passes[p]), opinion(k, true, passes[p]), s,
                        "extremes");
        }
}

LAW(blur, second_opinion)

/* The smallest image with everything in it, by hand: corners have two neighbours, edges three. */
static void by_hand(const struct row *r)
{
    static const uint16_t before[] = { 10, 20, 31, 40, 50, 60, 70, 81, 90 };
    static const uint16_t after[] = { 30, 30, 40, 43, 50, 57, 60, 70, 70 };
    struct size s = { 3, 3, 1, 8 };
    struct tri_samples image = image_of(s);
    memcpy(image.sample, before, sizeof before);
    image = blur(r, image, 1);
    for (int i = 0; i < 9; i++)
        cr_expect(image.sample[i] == after[i], "sample %d: %d, not %d", i, image.sample[i],
                  after[i]);
    free(image.sample);
}

LAW(blur, by_hand)

/* ---- Where a single bright pixel goes ----
 *
 * To every neighbour a quarter, so that after k passes a pixel has as many 4^k-ths of it as there are
 * walks of k steps to it: C(k, (k + x + y) / 2) C(k, (k + x - y) / 2).  4^7 is divided exactly. */
static int choose(int n, int k)
{
    int c = 1;
    if (k < 0 || k > n)
        return 0;
    for (int i = 0; i < k; i++)
        c = c * (n - i) / (i + 1);
    return c;
}

static int walks(int k, int x, int y)
{
    return (k + x + y) % 2 ? 0 : choose(k, (k + x + y) / 2) * choose(k, (k + x - y) / 2);
}

static void bright_pixel(const struct row *r)
{
    enum { X = 261, Y = 33 };
    struct size s = { 530, 140, 1, 16 };
    for (int k = 1; k <= 7; k++) {
        struct tri_samples image = image_of(s);
        image.sample[place(s, Y, X, 0)] = 1 << 14;
        image = blur(r, image, k);
        for (int row = 0; row < s.height; row++)
            for (int col = 0; col < s.width; col++) {
                int is = image.sample[place(s, row, col, 0)];
                int should = walks(k, col - X, row - Y) << (14 - 2 * k);
                cr_assert(is == should, "pass %d, %+d %+d: %d, not %d", k, col - X, row - Y, is,
                          should);
            }
        free(image.sample);
    }
}

LAW(blur, bright_pixel)

/* ---- What overlapped says that it uses: margins are computed twice, stripes are copied once more ---- */

static struct tri_work work_of(const char *variant, enum tri_path path, const char *settings)
{
    const struct tri_hotspot *h = tri_hotspot_named("blur", TRI_FLOAT);
    const struct tri_variant *v = tri_variant_named(h, variant);
    cr_assert(v, "%s", variant);
    struct tri_case c = prepared(h, settings);
    must(tri_case_choose(&c, v, &failure));
    return v->work ? v->work(&c, path) : h->work(&c);
}

Test(blur, work_of_stripes)
{
    static const char *const settings[] = { "width=3840,height=2160,passes=1",
                                            "width=3840,height=2160,passes=10",
                                            "width=3840,height=2160,passes=100" };
    FOR_EACH (r, settings) {
        struct tri_case c = prepared(tri_hotspot_named("blur", TRI_FLOAT), *r);
        struct tri_work whole = work_of("tuned", TRI_OFFLOAD, *r),
                        stripes = work_of("overlapped", TRI_OFFLOAD, *r);
        double copies = 2 * sizeof(uint16_t) * (double)c.length[BLURRED];
        double of_whole = stripes.instructions / whole.instructions;
        cr_expect(stripes.units == whole.units, "%s", *r);
        cr_expect(of_whole >= 1 && of_whole < 1.5, "%s: %g", *r, of_whole);
        cr_expect(stripes.bytes > whole.bytes + copies &&
                      stripes.bytes < 1.5 * whole.bytes + copies,
                  "%s: %g bytes, in one %g", *r, stripes.bytes, whole.bytes);
    }
}

/* ---- What is said of the work, and of what a rung needs ---- */

/* Every rung does the same means; those that do several passes a visit move less for them. */
Test(blur, work)
{
    const char *s = "passes=32,width=1000,height=500,channels=1,depth=8";
    double samples = 500000;
    struct tri_work plain = work_of("plain", TRI_SIMD, s), tiles = work_of("tuned", TRI_OFFLOAD, s);
    struct tri_work average = work_of("average", TRI_SIMD, s);
    struct tri_work blocks = work_of("sixteen-passes", TRI_AVX2, s);
    struct tri_work bytes = work_of("tuned", TRI_AVX2, s);
    cr_expect(plain.units == 32 * samples && tiles.units == plain.units);
    cr_expect(average.units == plain.units && bytes.units == plain.units);
    cr_expect(plain.bytes == 32 * 4 * samples && average.bytes == plain.bytes);
    cr_expect(tiles.bytes == 4 * 4 * samples, "four sweeps of eight passes");
    cr_expect(blocks.bytes == 2 * 4 * samples, "two of sixteen");
    cr_expect(bytes.bytes == (2 + 1 + 1 + 2) * samples, "bytes between the two");
    cr_expect(plain.integers == plain.instructions && plain.additions == 0);
    cr_expect(bytes.integers == bytes.instructions && 2 * bytes.integers == blocks.integers);
    cr_expect(tiles.integers > 2.5 * tiles.units, "margins are computed twice");
    cr_expect(work_of("tuned", TRI_OFFLOAD, "passes=0").bytes ==
              work_of("plain", TRI_SIMD, "passes=0").bytes);
}

Test(blur, tiles_need_whole_teams)
{
    const struct tri_hotspot *h = tri_hotspot_named("blur", TRI_FLOAT);
    static const char *const names[] = { "eight-passes", "one-region", "tuned" };
    if (!tri_device_start(&failure))
        cr_skip_test("%s", failure.text);
    FOR_EACH (r, names) {
        const struct tri_variant *v = tri_variant_named(h, *r);
        cr_expect(v->needs && strstr(v->needs, "whole teams"), "%s", *r);
        cr_expect(v->available(TRI_SIMD, &failure), "%s: a CPU path needs nothing", *r);
        cr_expect(tri_whole_teams() || !v->available(TRI_OFFLOAD, &failure), "%s", *r);
        cr_expect(tri_whole_teams() || strstr(failure.text, "needs "), "%s: %s", *r, failure.text);
    }
}

/* ---- What --input and --set may not both say ---- */

static struct tri_samples small_image(void)
{
    static uint16_t black[5 * 4 * 2];
    return (struct tri_samples){ 5, 4, 2, 16, black, NULL };
}

Test(blur, input_and_settings)
{
    static const char *const settings[] = { "width=3", "height=3", "channels=1", "depth=8" };
    struct tri_samples image = small_image();
    FOR_EACH (r, settings) {
        struct tri_error e = { 0 };
        struct tri_case c = prepared(tri_hotspot_named("blur", TRI_FLOAT), *r);
        cr_expect(!tri_case_take(&c, &image, &e) && e.status == TRI_USAGE && !c.input);
        cr_expect(strncmp(e.text, *r, 5) == 0, "%s", e.text);
        expect_text(e.text, "the image decides that");
    }
}

Test(blur, size_of_the_input)
{
    struct tri_case c;
    char text[200];
    struct tri_samples image = small_image();
    tri_case_init(&c, tri_hotspot_named("blur", TRI_FLOAT));
    must(tri_case_take(&c, &image, &failure));
    tri_case_describe(&c, text, sizeof text);
    cr_expect_str_eq(text, "passes=100,width=5,height=4,channels=2,depth=16");
    cr_expect(c.length[PHOTO] == 40 && c.length[BLURRED] == 40);
}
