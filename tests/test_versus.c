/* versus: how rows are paired, and what is said of those that are missing, absent or wrong. */
#include "beside.h"

/* A row of a path, with what else it says. */
static void add_saying(FILE *out, const char *path, const char *more)
{
    char input[200];
    snprintf(input, sizeof input, "null%s", more);
    add_beside(out, path, 1, 1, input, 1);
}

/* A row of another hotspot. */
static void add_of(FILE *out, const char *hotspot, const char *input, const char *more)
{
    fprintf(
        out,
        "{\"schema\":1,\"hotspot\":\"%s\",\"path\":\"simd\",\"variant\":\"plain\",\"precision\":\"double\","
        "\"params\":{},\"threads\":1,\"device\":null,\"cpu\":\"c\",\"compiler\":\"cc\",\"input\":%s,"
        "\"instructions\":1e9,\"bytes\":1e7,\"kernel_s\":{\"median\":1,\"all\":[1,1,1,1,1,1]},"
        "\"ceiling_fma_per_s\":1e9,\"ceiling_bytes_per_s\":1e9%s}\n",
        hotspot, input, more);
}

static void add_absent(FILE *out, const char *path, const char *why)
{
    fprintf(out,
            "{\"schema\":1,\"hotspot\":\"mandelbrot\",\"path\":\"%s\",\"precision\":\"double\","
            "\"params\":{\"resolution\":1},\"threads\":1,\"device\":null,\"cpu\":\"c\","
            "\"compiler\":\"cc\",\"absent\":\"%s\"}\n",
            path, why);
}

/* Rows of both files beside one of simd that both have, from another path or of another word; what is said of them, and
 * whether that is a regression. */
static const struct {
    struct saying {
        const char *path, *more, *absent;
    } a[2], b[2];
    const char *said;
    bool regressed;
} pairs[] = {
#define HAS(path, more) \
    {                   \
        {               \
            path, more  \
        }               \
    }
#define ABSENT(path, why)   \
    {                       \
        {                   \
            path, NULL, why \
        }                   \
    }
    { HAS("avx2", ""), { { NULL } }, "MISSING\n", true },
    { { { NULL } }, HAS("avx2", ""), "B has 1 row that A has not\n", false },
    /* Absent, with a reason: of another variant; in B; in both; in A. */
    { HAS("offload", ",\"variant\":\"tuned\""), ABSENT("offload", "of another variant"),
      "MISSING\n", true },
    { HAS("offload", ""), ABSENT("offload", "no device"), "NOT MEASURED: no device\n", true },
    { ABSENT("offload", "no device"), ABSENT("offload", "no device"), "no difference", false },
    { ABSENT("offload", "no device"), HAS("offload", ""), "B has 1 row that A has not\n", false },
    /* The last word of a file counts. */
    { { { NULL } },
      ABSENT("simd", "not on this machine"),
      "NOT MEASURED: not on this machine\n",
      true },
    { HAS("avx2", ""), { { "avx2", NULL, "not yet" }, { "avx2", "" } }, "no difference", false },
#define POINTS(variant, different, agrees)                                             \
    HAS("avx2", ",\"variant\":\"" variant "\",\"points\":100,\"different\":" different \
                ",\"agrees\":" agrees)
#define DIFFERS "DIFFERS in 77 of 100 points\n"
    { POINTS("plain", "0", "true"), POINTS("plain", "77", "false"), DIFFERS, true },
    /* A variant that owes the reference's bits cannot differ and agree; one that nobody here knows may have a bound. */
    { POINTS("plain", "0", "true"), POINTS("plain", "77", "true"), DIFFERS, true },
    { POINTS("unknown", "0", "true"), POINTS("unknown", "77", "true"), "no difference", false },
    { POINTS("unknown", "0", "true"), POINTS("unknown", "77", "false"), DIFFERS, true },
/* Nor does a peer owe any. */
#define CUDA HAS("reference", ",\"peer\":\"cuda\",\"points\":100,\"different\":77,\"agrees\":true")
    { CUDA, CUDA, "no difference", false },
/* Ranks tell rows apart, as devices do. */
#define RANKS(n) { "simd", ",\"ranks\":" n }
    { { RANKS("1"), RANKS("2") }, { RANKS("2") }, "double ranks=2  A ", true },
    { { RANKS("1") }, { RANKS("1"), RANKS("2") }, "B has 1 row that A has not\n", false },
};

Test(versus, pairs)
{
    FOR_EACH (r, pairs) {
        bool regressed = false;
        for (int side = 0; side < 2; side++) {
            FILE *out = begin_side(side ? "b" : "a");
            add_beside(out, "simd", 1, 1, "null", 1);
            const struct saying *s = side ? r->b : r->a;
            for (int k = 0; k < 2 && s[k].path; k++)
                if (s[k].absent)
                    add_absent(out, s[k].path, s[k].absent);
                else
                    add_saying(out, s[k].path, s[k].more);
            fclose(out);
        }
        text_auto_t *text = table_beside(0.05, &regressed);
        expect_beside(text, r->said, regressed, r->regressed);
    }
}

/* dot reorders its sum, and says how far that may take it; its row knows whether it kept to that. */
Test(versus, bounds_are_kept_to)
{
    cr_expect(!owes_bits("dot", "simd", "plain"));
    cr_expect(owes_bits("dot", "reference", NULL));
    cr_expect(owes_bits("mandelbrot", "simd", "plain"));
    cr_expect(!owes_bits("mandelbrot", "simd", "of another program"));
}

/* Of a hotspot that this program does not have, rows tell themselves whether they are right. */
Test(versus, hotspots_of_others)
{
    static const struct {
        const char *says, *said;
        int status;
    } rows[] = {
        { ",\"points\":9,\"different\":0,\"agrees\":true", "no difference\n", 0 },
        { ",\"points\":9,\"different\":3,\"agrees\":true", "no difference\n", 0 },
        { ",\"points\":9,\"different\":3,\"agrees\":false", "DIFFERS in 3 of 9 points\n", 1 },
        { ",\"points\":9,\"different\":3", "DIFFERS in 3 of 9 points\n", 1 },
    };
    FOR_EACH (r, rows) {
        int status;
        for (const char *name = "a"; name; name = *name == 'a' ? "b" : NULL) {
            FILE *out = begin_side(name);
            add_of(out, "waves", "null", r->says);
            fclose(out);
        }
        text_auto_t *text = table_of_sides("a", "b", 0.05, &status);
        cr_expect(strstr(text, r->said) && status == r->status, "%s: status %d\n%s", r->says,
                  status, text);
    }
}

/* What one of several runs lacks, another has; what is wrong in one of them is wrong. */
Test(versus, runs_that_lack_a_row)
{
    int status;
    SIDE("a", { "simd", 1, 1, 1 });
    SIDE("b", { "simd", 1, 1, 1 });
    FILE *out = begin_side("c");
    add_absent(out, "simd", "not now");
    fclose(out);
    text_auto_t *text = table_of_sides("a", "b,c", 0.05, &status);
    cr_expect(strstr(text, "no difference\n") && status == 0, "status %d\n%s", status, text);
    out = begin_side("c");
    add_saying(out, "simd", ",\"variant\":null,\"agrees\":false");
    fclose(out);
    text_auto_t *wrong = table_of_sides("a", "c,b", 0.05, &status);
    cr_expect(strstr(wrong, "DIFFERS\n") && status == 1, "status %d\n%s", status, wrong);
}

#define CONDITIONS(load, governor, throttle)                           \
    ",\"conditions\":{\"load_1min\":" load ",\"governor\":\"" governor \
    "\",\"gpu_throttle\":[" throttle "]}"

/* Members of any name are compared; numbers that differ as much within a side have not changed. */
Test(versus, changed_conditions)
{
    static const struct {
        const char *a[2], *b[2], *said; /* NULL: nothing has changed */
    } cases[] = {
        { { CONDITIONS("0.5", "performance", "") },
          { CONDITIONS("0.5", "performance", "") },
          NULL },
        { { CONDITIONS("0.5", "performance", "") },
          { CONDITIONS("3.5", "powersave", "\"hot\"") },
          "Changed from A to B: governor performance -> powersave, load_1min 0.5 -> 3.5\n" },
        { { CONDITIONS("0.5", "performance", ""), CONDITIONS("2", "performance", "") },
          { CONDITIONS("1.5", "performance", ""), CONDITIONS("1.5", "performance", "") },
          NULL },
        { { CONDITIONS("1", "x", "\"power\"") },
          { CONDITIONS("1", "x", "\"power\",\"hot\"") },
          "Changed from A to B: gpu_throttle - -> hot\n" },
        { { ",\"build_kind\":\"optimised\"" },
          { ",\"build_kind\":\"fast-math\"" },
          "Changed from A to B: build_kind optimised -> fast-math\n" },
        { { ",\"flags\":\"-O3 -g\",\"cores\":2" },
          { ",\"flags\":\"-O3 -ffast-math\",\"cores\":4" },
          "Changed from A to B: cores 2 -> 4, flags -g -> -ffast-math\n" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int status;
        for (int side = 0; side < 2; side++) {
            FILE *out = begin_side(side ? "b" : "a");
            const char *const *says = side ? cases[i].b : cases[i].a;
            for (int k = 0; k < 2 && says[k]; k++)
                add_of(out, "waves", k ? "\"p.png\"" : "null", says[k]);
            fclose(out);
        }
        text_auto_t *text = table_of_sides("a", "b", 0.05, &status);
        cr_expect(cases[i].said ? strstr(text, cases[i].said) != NULL : !strstr(text, "Changed"),
                  "case %zu:\n%s", i, text);
    }
}

static void add_loaded(FILE *out, const char *path, const char *device, const char *busy,
                       double seconds)
{
    fprintf(
        out,
        "{\"schema\":1,\"hotspot\":\"waves\",\"path\":\"%s\",\"variant\":\"plain\",\"precision\":\"double\","
        "\"params\":{},\"threads\":1,\"device\":%s,\"cpu\":\"c\",\"cores\":2,\"compiler\":\"cc\",\"input\":null,"
        "\"instructions\":1e9,\"bytes\":1e7,\"kernel_s\":{\"median\":%g,\"all\":[%g,%g,%g,%g,%g,%g]},"
        "\"ceiling_fma_per_s\":1e9,\"ceiling_bytes_per_s\":1e9,\"conditions\":{\"others_busy\":%s}}\n",
        path, device, seconds, seconds, seconds, seconds, seconds, seconds, seconds, busy);
}

/* What a path of the host gains or loses beside another load is no change of the program. */
Test(versus, other_loads)
{
    static const struct {
        const char *path, *device, *busy[2], *said; /* beside A and B */
        double seconds;
        int status;
    } cases[] = {
        { "simd",
          "null",
          { "0.1", "1.5" },
          "Cannot tell whether 1 row of B is slower: other programs took 0.1 processors beside A, and 1.5 beside B;",
          2,
          3 },
        { "simd", "null", { "0.1", "1.5" }, "faster", 0.5, 0 }, /* in spite of it */
        { "simd", "null", { "1.5", "0.1" }, "cannot tell", 0.5, 3 },
        { "simd", "null", { "1.5", "0.1" }, "SLOWER", 2, 1 },
        { "simd", "null", { "0.1", "1.5" }, "no difference", 1, 0 },
        { "simd", "null", { "0.1", "0.25" }, "SLOWER", 2, 1 },
        { "offload", "\"a GPU\"", { "0.1", "1.5" }, "SLOWER", 2, 1 },
    };
    FOR_EACH (r, cases) {
        int status;
        for (int side = 0; side < 2; side++) {
            FILE *out = begin_side(side ? "b" : "a");
            add_loaded(out, r->path, r->device, r->busy[side], side ? r->seconds : 1);
            fclose(out);
        }
        text_auto_t *text = table_of_sides("a", "b", 0.05, &status);
        cr_expect(strstr(text, r->said) && status == r->status, "status %d:\n%s", status, text);
    }
}

/* Rows of both sides, and what the table says of them. */
static const struct {
    struct beside a[4], b[4];
    const char *says[5];
} tables[] = {
    /* A machine with other cores: the threads tell nothing apart, so that they do not count; the last row of A does. */
    { { { "simd", 1, 2, 1 }, { "simd", 1, 2, 8 } },
      { { "simd", 1, 16, 4 } },
      { "2.00 x", "faster" } },
    { { { "simd", 1, 1, 2 }, { "simd", 1, 2, 1 } },
      { { "simd", 1, 2, 1 }, { "simd", 2, 2, 1 } },
      { "threads=1", "threads=2", "MISSING", "1.00 x", "B has 1 row that A has not" } },
};

Test(versus, of_other_threads)
{
    FOR_EACH (r, tables) {
        bool slower;
        put_side("a", r->a);
        put_side("b", r->b);
        text_auto_t *text = table_beside(0, &slower);
        for (int k = 0; k < 5 && r->says[k]; k++)
            expect_text(text, r->says[k]);
    }
}

/* What tells rows apart, in the table of a file with itself: whose columns stand below each other, however many bytes a letter has. */
static const struct {
    struct beside rows[4];
    const char *says[3];
} apart[] = {
    { { { "simd", 1, 2, 1, "\"p.png\"" }, { "simd", 1, 2, 1, "\"ü.png\"" }, { "simd", 1, 2, 1 } },
      { "\nmandelbrot simd double input=p.png  A ", "\nmandelbrot simd double input=ü.png  A ",
        "\nmandelbrot simd double              A " } },
    /* Integers to the last digit. */
    { { { "simd", 268435456, 2, 1 }, { "simd", 268435457, 2, 1 } },
      { " resolution=268435456  A ", " resolution=268435457  A " } },
    /* Times of two variants do not stand beside each other, and are called as in other tables. */
    { { { "simd", 1, 2, 1, "null,\"variant\":\"plain\"" },
        { "simd", 1, 2, 1, "null,\"variant\":\"tuned\"" } },
      { "\nmandelbrot simd plain double  A ", "\nmandelbrot simd tuned double  A " } },
};

Test(versus, what_tells_apart)
{
    FOR_EACH (r, apart) {
        bool slower;
        put_side("a", r->rows);
        put_side("b", r->rows);
        text_auto_t *text = table_beside(0, &slower);
        for (int k = 0; k < 3 && r->says[k]; k++)
            expect_text(text, r->says[k]);
        cr_expect(!strstr(text, "B has"), "%s", text);
    }
}

Test(versus, nothing_in_common)
{
    struct versus v = { .file = { in_scratch("a"), in_scratch("b") },
                        .files = 2,
                        .request.threads = 1,
                        .out = stdout };
    SIDE("a", { "simd", 1, 2, 1 });
    SIDE("b", { "avx2", 1, 2, 1 });
    expect_refuses(versus(&v, &failure), "has no row in common with");
}

/* Rows of another program may mean something else by the same names. */
Test(versus, refuses_other_schemas)
{
    static const char *const rows[][2] = {
        { "{\"schema\":2,\"hotspot\":7}\n", "a:1: is of schema 2, and this program knows 1" },
        { "{\"schema\":0.5}\n", "a:1: is of schema 0.5, and this program knows 1" },
        { "{\"schema\":\"1\"}\n", "a:1: \"schema\" has to be 1" },
        { "{\"hotspot\":\"dot\"}\n", "a:1: has no \"schema\"" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct versus v = { .file = { in_scratch("a"), in_scratch("a") },
                            .files = 2,
                            .out = stdout };
        struct tri_error e = { 0 };
        FILE *out = begin_side("a");
        fputs(rows[i][0], out);
        fclose(out);
        cr_expect(!versus(&v, &e) && e.status == TRI_USAGE, "%s", rows[i][0]);
        cr_expect(strstr(e.text, rows[i][1]), "\"%s\" is not in %s", rows[i][1], e.text);
    }
}

Test(versus, tolerance)
{
    struct versus v = { .tolerance = 7 };
    static const char *const bad[] = { "", "x", "-1", "1001", "nan", "5 %", "5x", "inf" };
    FOR_EACH (r, bad)
        cr_expect(parse_tolerance(&v, *r) != 0 && v.tolerance == 7 &&
                      strstr(v.request.error.text, "has to be a number of percent from 0 to 1000"),
                  "%s", *r);
    cr_expect(parse_tolerance(&v, "2.5") == 0 && v.tolerance == 0.025);
    cr_expect(parse_tolerance(&v, "10%") == 0 && v.tolerance == 0.1);
}
