/* versus: how rows are paired, and how differences are judged. */
#include "check.h"
#include "rows.h"
#include "versus.h"

#include <criterion/criterion.h>
#include <math.h>

static const char *const row_text =
    "{\"schema\":1,\"hotspot\":\"mandelbrot\",\"path\":\"%s\",\"precision\":\"double\","
    "\"params\":{\"resolution\":%d},\"threads\":%d,\"input\":%s,\"device\":null,"
    "\"cpu\":\"c\",\"compiler\":\"cc\",\"instructions\":1e9,\"bytes\":1e7,"
    "\"kernel_s\":{\"min\":%g,\"median\":%g,\"max\":%g},\"ceiling_fma_per_s\":1e9,"
    "\"ceiling_bytes_per_s\":1e9}\n";

static FILE *begin(const char *name)
{
    FILE *out = fopen(in_scratch(name), "w");
    cr_assert(out);
    return out;
}

/* A row of simd that has worked on a file, in quotes, or on none: null. */
static void add_input(FILE *out, int resolution, const char *input)
{
    fprintf(out, row_text, "simd", resolution, 2, input, 0.99, 1.0, 1.02);
}

static void add(FILE *out, const char *path, int resolution, int threads, double median)
{
    fprintf(out, row_text, path, resolution, threads, "null", median * 0.99, median, median * 1.02);
}

/* The table of two files, and whether B is a regression. */
static char *table_of(double tolerance, bool *slower)
{
    struct versus v = { .file = { in_scratch("a"), in_scratch("b") },
                        .files = 2,
                        .tolerance = tolerance,
                        .request.threads = 1 };
    struct tri_error e = { 0 };
    char *text = NULL;
    size_t size;
    v.out = open_memstream(&text, &size);
    cr_assert(versus(&v, &e), "%s", e.text);
    fclose(v.out);
    *slower = v.regressed;
    return text;
}

/* What is expected of B's one row beside A's. */
static void expect_said(const char *text, const char *said, bool regressed, bool expected)
{
    cr_expect(strstr(text, said), "no \"%s\" in\n%s", said, text);
    cr_expect(regressed == expected, "\"%s\": %s", said, regressed ? "regressed" : "let through");
}

static void expect(double b, double tolerance, const char *said, bool too_slow)
{
    bool slower = false;
    FILE *out = begin("a");
    add(out, "simd", 1, 2, 1);
    fclose(out);
    out = begin("b");
    add(out, "simd", 1, 2, b);
    fclose(out);
    char *text = table_of(tolerance, &slower);
    expect_said(text, said, slower, too_slow);
    free(text);
}

#define ALONE ", going by the medians alone: it takes 6 repetitions to be sure"

/* Rows that have no times but the median: it alone decides. */
Test(versus, medians_alone)
{
    expect(1, 0.05, "1.00 x  -                no difference" ALONE, false);
    expect(1.04, 0.05, "0.96 x  -                slower, within the tolerance" ALONE, false);
    expect(1.04, 0.02, "0.96 x  -                SLOWER" ALONE, true);
    expect(1.02, 0, "SLOWER" ALONE, true);
    expect(1.25, 0.05, "0.80 x  -                SLOWER" ALONE, true);
    expect(1.25, 0.30, "slower, within the tolerance" ALONE, false);
    expect(0.5, 0.05, "2.00 x  -                faster" ALONE, false);
}

/* ---- Samples with known answers ---- */

/* n times about a median, the furthest `noise` of it away; the last one is taken for an outlier. */
struct sample {
    double median, noise;
    size_t n;
    double outlier; /* 0: none */
};

static double time_of(const struct sample *s, size_t i)
{
    double place = s->n > 1 ? 2.0 * (double)i / (double)(s->n - 1) - 1 : 0;
    return s->outlier > 0 && i + 1 == s->n ? s->outlier : s->median * (1 + s->noise * place);
}

static void write_sample(const char *name, const struct sample *s)
{
    FILE *out = begin(name);
    fprintf(
        out,
        "{\"schema\":1,\"hotspot\":\"mandelbrot\",\"path\":\"simd\",\"precision\":\"double\",\"params\":{},"
        "\"threads\":1,\"device\":null,\"cpu\":\"c\",\"compiler\":\"cc\",\"instructions\":1e9,"
        "\"bytes\":1e7,\"ceiling_fma_per_s\":1e9,\"ceiling_bytes_per_s\":1e9,"
        "\"kernel_s\":{\"min\":%.9g,\"median\":%.9g,\"max\":%.9g,\"all\":[",
        time_of(s, 0), s->median, time_of(s, s->n - 1));
    for (size_t i = 0; i < s->n; i++) /* backwards: a run does not sort its times */
        fprintf(out, "%s%.9g", i ? "," : "", time_of(s, s->n - 1 - i));
    fprintf(out, "]}}\n");
    fclose(out);
}

static char *table_of_samples(struct sample a, struct sample b, double tolerance, bool *slower)
{
    write_sample("a", &a);
    write_sample("b", &b);
    return table_of(tolerance, slower);
}

static void expect_samples(struct sample a, struct sample b, const char *said, bool too_slow)
{
    bool slower = false;
    char *text = table_of_samples(a, b, 0.05, &slower);
    expect_said(text, said, slower, too_slow);
    free(text);
}

Test(versus, samples_that_tell)
{
    struct sample a = { .median = 1, .noise = 0.01, .n = 11 }, b = a;
    expect_samples(a, a, "no difference\n", false);
    b.median = 1.2;
    expect_samples(a, b, "SLOWER\n", true);
    expect_samples(b, a, "faster\n", false);
    b.median = 1.03;
    expect_samples(a, b, "slower, within the tolerance\n", false);
    b.median = 1.055; /* beyond the tolerance, by less than the noise */
    expect_samples(a, b, "SLOWER, going by the medians alone: too noisy to be sure\n", true);
}

/* An outlier made every difference smaller than the spread. */
Test(versus, one_outlier_hides_nothing)
{
    struct sample a = { .median = 1, .noise = 0.01, .n = 11 }, b = a;
    b.median = 1.2;
    b.outlier = 9;
    expect_samples(a, b, "SLOWER\n", true);
    a.outlier = 9;
    expect_samples(a, b, "SLOWER\n", true);
    expect_samples(a, a, "no difference\n", false);
}

/* Noise makes the answer unsure, and says so; repetitions make it sure again. */
Test(versus, repetitions_make_it_sharper)
{
    struct sample a = { .median = 1, .noise = 0.3, .n = 11 }, b = a;
    b.median = 1.2;
    expect_samples(a, b, "SLOWER, going by the medians alone: too noisy to be sure\n", true);
    expect_samples(a, a, "no difference, going by the medians alone: too noisy to be sure\n",
                   false);
    a.n = b.n = 5;
    expect_samples(a, b, "SLOWER" ALONE, true);
    expect_samples(a, a, "no difference" ALONE, false);
    a.n = b.n = 999;
    expect_samples(a, b, "SLOWER\n", true);
    expect_samples(a, a, "no difference\n", false);
}

/* Whatever the noise, and however many the repetitions. */
Test(versus, nothing_makes_it_laxer)
{
    static const double noise[] = { 0, 0.01, 0.1, 0.5, 0.9 };
    static const size_t n[] = { 1, 3, 5, 7, 11, 99, 999 };
    for (size_t i = 0; i < sizeof noise / sizeof *noise; i++)
        for (size_t k = 0; k < sizeof n / sizeof *n; k++) {
            struct sample a = { .median = 1, .noise = noise[i], .n = n[k] }, b = a;
            b.median = 1.06;
            expect_samples(a, b, " SLOWER", true);
            b.median = 1.04;
            expect_samples(a, b, "0.96 x", false);
        }
}

/* A program that has rewritten the median only: times that do not have it in their middle say nothing. */
Test(versus, times_of_another_median)
{
    struct sample a = { .median = 1, .noise = 0.01, .n = 11 }, b = a;
    bool slower = false;
    write_sample("a", &a);
    write_sample("c", &b);
    char line[4096];
    FILE *in = fopen(in_scratch("c"), "r"), *out = begin("b");
    cr_assert(in && fgets(line, sizeof line, in));
    char *median = strstr(line, "\"median\":1,");
    cr_assert(median);
    median[strlen("\"median\":")] = '9';
    fputs(line, out);
    fclose(in);
    fclose(out);
    char *text = table_of(0.05, &slower);
    expect_said(text, "SLOWER" ALONE, slower, true);
    free(text);
}

/* ---- Rows that are missing, absent or wrong ---- */

/* A row of a path, with what else it says. */
static void add_saying(FILE *out, const char *path, const char *more)
{
    char input[200];
    snprintf(input, sizeof input, "null%s", more);
    fprintf(out, row_text, path, 1, 1, input, 0.99, 1.0, 1.02);
}

static void add_absent(FILE *out, const char *path, const char *why)
{
    fprintf(out,
            "{\"schema\":1,\"hotspot\":\"mandelbrot\",\"path\":\"%s\",\"precision\":\"double\","
            "\"params\":{\"resolution\":1},\"threads\":1,\"device\":null,\"cpu\":\"c\","
            "\"compiler\":\"cc\",\"absent\":\"%s\"}\n",
            path, why);
}

static void begin_both(FILE **a, FILE **b)
{
    *a = begin("a");
    *b = begin("b");
    add(*a, "simd", 1, 1, 1);
    add(*b, "simd", 1, 1, 1);
}

static void expect_rows(FILE *a, FILE *b, const char *said, bool regressed)
{
    bool found = false;
    fclose(a);
    fclose(b);
    char *text = table_of(0.05, &found);
    expect_said(text, said, found, regressed);
    free(text);
}

Test(versus, missing)
{
    FILE *a, *b;
    begin_both(&a, &b);
    add(a, "avx2", 1, 1, 1);
    expect_rows(a, b, "MISSING\n", true);
    begin_both(&a, &b);
    add(b, "avx2", 1, 1, 1);
    expect_rows(a, b, "B has 1 row that A has not\n", false);
}

Test(versus, absent)
{
    FILE *a, *b;
    begin_both(&a, &b);
    add_saying(a, "offload", ",\"variant\":\"tuned\"");
    add_absent(b, "offload", "of another variant");
    expect_rows(a, b, "MISSING\n", true);
    begin_both(&a, &b);
    add(a, "offload", 1, 1, 1);
    add_absent(b, "offload", "no device");
    expect_rows(a, b, "NOT MEASURED: no device\n", true);
    begin_both(&a, &b); /* A has not measured it either */
    add_absent(a, "offload", "no device");
    add_absent(b, "offload", "no device");
    expect_rows(a, b, "no difference", false);
    begin_both(&a, &b);
    add_absent(a, "offload", "no device");
    add(b, "offload", 1, 1, 1);
    expect_rows(a, b, "B has 1 row that A has not\n", false);
}

/* The last word of a file counts. */
Test(versus, absent_and_measured)
{
    FILE *a, *b;
    begin_both(&a, &b);
    add_absent(b, "simd", "not on this machine");
    expect_rows(a, b, "NOT MEASURED: not on this machine\n", true);
    begin_both(&a, &b);
    add(a, "avx2", 1, 1, 1);
    add_absent(b, "avx2", "not yet");
    add(b, "avx2", 1, 1, 1);
    expect_rows(a, b, "no difference", false);
}

static const char wrong[] = ",\"variant\":\"%s\",\"points\":100,\"different\":%d,\"agrees\":%s";

static void expect_points(const char *variant, int different, const char *agrees, const char *said,
                          bool regressed)
{
    char more[120], right[120];
    FILE *a, *b;
    snprintf(more, sizeof more, wrong, variant, different, agrees);
    snprintf(right, sizeof right, wrong, variant, 0, "true");
    begin_both(&a, &b);
    add_saying(a, "avx2", right);
    add_saying(b, "avx2", more);
    expect_rows(a, b, said, regressed);
}

Test(versus, differs)
{
    expect_points("plain", 0, "true", "no difference", false);
    expect_points("plain", 77, "false", "DIFFERS in 77 of 100 points\n", true);
    /* A variant that owes the reference's bits cannot differ and agree. */
    expect_points("plain", 77, "true", "DIFFERS in 77 of 100 points\n", true);
    /* One that nobody here knows may have a bound. */
    expect_points("unknown", 77, "true", "no difference", false);
    expect_points("unknown", 77, "false", "DIFFERS in 77 of 100 points\n", true);
}

/* dot reorders its sum, and says how far that may take it; its row knows whether it kept to that. */
Test(versus, bounds_are_kept_to)
{
    cr_expect(!owes_bits("dot", "simd", "plain"));
    cr_expect(owes_bits("dot", "reference", NULL));
    cr_expect(owes_bits("mandelbrot", "simd", "plain"));
    cr_expect(!owes_bits("mandelbrot", "simd", "of another program"));
}

/* Ranks tell rows apart, as devices do. */
Test(versus, ranks_that_tell_apart)
{
    FILE *a, *b;
    begin_both(&a, &b);
    add_saying(a, "simd", ",\"ranks\":1");
    add_saying(a, "simd", ",\"ranks\":2");
    add_saying(b, "simd", ",\"ranks\":2");
    expect_rows(a, b, "double ranks=2  A ", true);
    begin_both(&a, &b);
    add_saying(a, "simd", ",\"ranks\":1");
    add_saying(b, "simd", ",\"ranks\":1");
    add_saying(b, "simd", ",\"ranks\":2");
    expect_rows(a, b, "B has 1 row that A has not\n", false);
}

/* Nor does a peer owe any. */
Test(versus, peers_may_differ)
{
    static const char peer[] = ",\"peer\":\"cuda\",\"points\":100,\"different\":77,\"agrees\":true";
    FILE *a, *b;
    begin_both(&a, &b);
    add_saying(a, "reference", peer);
    add_saying(b, "reference", peer);
    expect_rows(a, b, "no difference", false);
}

/* A machine with other cores: the threads tell nothing apart, so that they do not count. */
Test(versus, other_machines)
{
    bool slower;
    FILE *out = begin("a");
    add(out, "simd", 1, 2, 1);
    add(out, "simd", 1, 2, 8);
    fclose(out);
    out = begin("b");
    add(out, "simd", 1, 16, 4);
    fclose(out);
    char *text = table_of(0, &slower);
    cr_expect(strstr(text, "2.00 x") && strstr(text, "faster"), "the last row of A counts:\n%s",
              text);
    free(text);
}

Test(versus, threads_that_tell_apart)
{
    bool slower;
    FILE *out = begin("a");
    add(out, "simd", 1, 1, 2);
    add(out, "simd", 1, 2, 1);
    fclose(out);
    out = begin("b");
    add(out, "simd", 1, 2, 1);
    add(out, "simd", 2, 2, 1);
    fclose(out);
    char *text = table_of(0, &slower);
    cr_expect(strstr(text, "threads=1") && strstr(text, "threads=2"), "%s", text);
    cr_expect(strstr(text, "MISSING") && strstr(text, "1.00 x"), "%s", text);
    cr_expect(strstr(text, "B has 1 row that A has not"), "%s", text);
    free(text);
}

/* The table of a file with itself. */
static char *table_of_rows(void (*fill)(FILE *))
{
    bool slower;
    for (const char *name = "a"; name; name = *name == 'a' ? "b" : NULL) {
        FILE *out = begin(name);
        fill(out);
        fclose(out);
    }
    return table_of(0, &slower);
}

static void fill_inputs(FILE *out)
{
    add_input(out, 1, "\"p.png\"");
    add_input(out, 1, "\"ü.png\"");
    add_input(out, 1, "null");
}

/* The columns stand below each other, however many bytes a letter has. */
Test(versus, inputs_tell_apart)
{
    char *text = table_of_rows(fill_inputs);
    cr_expect(strstr(text, "\nmandelbrot simd double input=p.png  A "), "%s", text);
    cr_expect(strstr(text, "\nmandelbrot simd double input=ü.png  A "), "%s", text);
    cr_expect(strstr(text, "\nmandelbrot simd double              A "), "%s", text);
    free(text);
}

static void fill_large(FILE *out)
{
    add_input(out, 268435456, "null");
    add_input(out, 268435457, "null");
}

Test(versus, integers_to_the_last_digit)
{
    char *text = table_of_rows(fill_large);
    cr_expect(strstr(text, " resolution=268435456  A "), "%s", text);
    cr_expect(strstr(text, " resolution=268435457  A "), "%s", text);
    free(text);
}

static const char *const variants[] = { "plain", "tuned" };

static void fill_variants(FILE *out)
{
    char input_and_variant[40];
    for (size_t i = 0; i < 2; i++) {
        snprintf(input_and_variant, sizeof input_and_variant, "null,\"variant\":\"%s\"",
                 variants[i]);
        add_input(out, 1, input_and_variant);
    }
}

/* Times of two variants do not stand beside each other, and are called as in other tables. */
Test(versus, variants_tell_apart)
{
    char *text = table_of_rows(fill_variants);
    cr_expect(strstr(text, "\nmandelbrot simd plain double  A "), "%s", text);
    cr_expect(strstr(text, "\nmandelbrot simd tuned double  A "), "%s", text);
    cr_expect(!strstr(text, "B has"), "%s", text);
    free(text);
}

Test(versus, nothing_in_common)
{
    struct versus v = { .file = { in_scratch("a"), in_scratch("b") },
                        .files = 2,
                        .request.threads = 1,
                        .out = stdout };
    struct tri_error e = { 0 };
    FILE *out = begin("a");
    add(out, "simd", 1, 2, 1);
    fclose(out);
    out = begin("b");
    add(out, "avx2", 1, 2, 1);
    fclose(out);
    cr_expect(!versus(&v, &e) && e.status == TRI_USAGE);
    cr_expect(strstr(e.text, "has no row in common with"), "%s", e.text);
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
        FILE *out = begin("a");
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
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_expect(parse_tolerance(&v, bad[i]) != 0 && v.tolerance == 7 &&
                      strstr(v.request.error.text, "has to be a number of percent from 0 to 1000"),
                  "%s", bad[i]);
    cr_expect(parse_tolerance(&v, "2.5") == 0 && v.tolerance == 0.025);
    cr_expect(parse_tolerance(&v, "10%") == 0 && v.tolerance == 0.1);
}
