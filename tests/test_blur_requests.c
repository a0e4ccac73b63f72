/* The blur: the work in its variants' descriptions, their requirements, and valid parameters. */
#include "laws.h"

enum { PHOTO, BLURRED };

/* ---- What is said of the work, and of what a rung needs ---- */

static struct tri_work work_of(const char *variant, enum tri_path path, const char *settings)
{
    const struct tri_hotspot *h = tri_hotspot_named("blur", TRI_FLOAT);
    const struct tri_variant *v = tri_variant_named(h, variant);
    cr_assert(v, "%s", variant);
    case_auto_t c = case_of_variant(h, v, settings);
    return v->work ? v->work(&c, path) : h->work(&c);
}

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
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        const struct tri_variant *v = tri_variant_named(h, names[k]);
        cr_expect(v->needs && strstr(v->needs, "whole teams"), "%s", names[k]);
        cr_expect(v->available(TRI_SIMD, &failure), "%s: a CPU path needs nothing", names[k]);
        cr_expect(tri_whole_teams() || !v->available(TRI_OFFLOAD, &failure), "%s", names[k]);
        cr_expect(tri_whole_teams() || strstr(failure.text, "needs "), "%s: %s", names[k],
                  failure.text);
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
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
        struct tri_error e = { 0 };
        struct tri_case c = prepared(tri_hotspot_named("blur", TRI_FLOAT), settings[k]);
        cr_expect(!tri_case_take(&c, &image, &e) && e.status == TRI_USAGE && !c.input);
        cr_expect(strncmp(e.text, settings[k], 5) == 0, "%s", e.text);
        cr_expect(strstr(e.text, "the image decides that"), "%s", e.text);
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

Test(blur, bad_settings)
{
    static const char *const bad[] = { "passes=-1",  "passes=1.5", "width=0",     "height=0",
                                       "channels=0", "channels=5", "depth=12",    "depth=0",
                                       "passes=",    "depth=8.0",  "width=1e300", "height=nan" };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        expect_refused("blur", bad[k], ": ");
}
