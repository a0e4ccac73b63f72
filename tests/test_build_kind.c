/* Whether the compiler was asked to optimise: what it says of itself, in rows and above tables. */
#include "build_info.h"
#include "check.h"
#include "fake.h"
#include "output.h"

/* TRI_BUILD_KIND with these flags. */
static const char *kind_with(const char *flags)
{
    static char text[100];
    char command[800];
    snprintf(
        command, sizeof command,
        "echo TRI_BUILD_KIND | '%s' %s -E -P -include '%s/include/triptych/hotspot.h' -x c - | tail -1",
        TRIPTYCH_CC, flags, getenv("TRIPTYCH_SOURCE_DIR"));
    FILE *in = popen(command, "r");
    cr_assert(in && fgets(text, sizeof text, in), "%s", command);
    pclose(in);
    text[strcspn(text, "\n")] = '\0';
    return text;
}

Test(build_kind, of_flags)
{
    static const char *const rows[][2] = {
        { "-O3", "\"optimised\"" },
        { "-O2 -ffp-contract=off", "\"optimised\"" },
        { "-O0", "\"not optimised\"" },
        { "", "\"not optimised\"" },
        { "-O2 -ffast-math", "\"fast-math\"" },
        { "-O2 -ffinite-math-only", "\"fast-math\"" },
        { "-O0 -ffast-math", "\"not optimised, fast-math\"" },
    };
    if (strstr(TRIPTYCH_COMPILER, "nvc"))
        cr_skip_test("nvc does not say");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect_str_eq(kind_with(rows[i][0]), rows[i][1], "%s: %s", rows[i][0],
                         kind_with(rows[i][0]));
}

/* Of a build's own hotspots, and of those of others. */
Test(build_kind, of_hotspots)
{
    const struct tri_hotspot *vecadd = tri_hotspot_named("vecadd", TRI_FLOAT);
    cr_expect_str_eq(tri_build_kind(vecadd), TRI_BUILD_KIND);
    cr_expect_str_eq(tri_build_kind(&fake_double), "unknown", "it is not in use");
    static struct tri_entry entry = { { &fake_float, &fake_double },
                                      "fake.c",
                                      .build_kind = "fast-math" };
    const struct tri_entry *const all[] = { &entry };
    must(tri_hotspots_use(TRIPTYCH_VERSION, all, 1, &failure));
    cr_expect_str_eq(tri_build_kind(tri_hotspot_at(0, TRI_DOUBLE)), "fast-math");
}

Test(build_kind, is_said)
{
    static const struct {
        const char *kind, *said;
    } rows[] = {
        { "optimised", "" },
        { "unknown", "" },
        { NULL, "" },
        { "not optimised",
          "Built without optimisation (-O2, -O3): its times say nothing about the hardware.\n" },
        { "fast-math",
          "Built with -ffast-math, or a part of it: results need not have the reference's bits.\n" },
    };
    FOR_EACH (r, rows) {
        struct tri_entry entry = { { &fake_float, &fake_double }, "fake.c", .build_kind = r->kind };
        const struct tri_entry *const all[] = { &entry };
        must(tri_hotspots_use(TRIPTYCH_VERSION, all, 1, &failure));
        print_build_kind(begin_text(), tri_hotspot_at(0, TRI_FLOAT));
        text_auto_t *text = end_text();
        cr_expect_str_eq(text, r->said);
    }
}
