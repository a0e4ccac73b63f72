/* versus: how rows are paired, and what is said of those that are missing, absent or wrong. */
#include "beside.h"
#include "check.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* A row of simd that has worked on a file, in quotes, or on none: null. */
static void add_input(FILE *out, int resolution, const char *input)
{
    add_beside(out, "simd", resolution, 2, input, 1);
}

/* A row of a path, with what else it says. */
static void add_saying(FILE *out, const char *path, const char *more)
{
    char input[200];
    snprintf(input, sizeof input, "null%s", more);
    add_beside(out, path, 1, 1, input, 1);
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
    *a = begin_side("a");
    *b = begin_side("b");
    add_path(*a, "simd", 1, 1, 1);
    add_path(*b, "simd", 1, 1, 1);
}

static void expect_rows(FILE *a, FILE *b, const char *said, bool regressed)
{
    bool found = false;
    fclose(a);
    fclose(b);
    char *text = table_beside(0.05, &found);
    expect_beside(text, said, found, regressed);
    free(text);
}

Test(versus, missing)
{
    FILE *a, *b;
    begin_both(&a, &b);
    add_path(a, "avx2", 1, 1, 1);
    expect_rows(a, b, "MISSING\n", true);
    begin_both(&a, &b);
    add_path(b, "avx2", 1, 1, 1);
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
    add_path(a, "offload", 1, 1, 1);
    add_absent(b, "offload", "no device");
    expect_rows(a, b, "NOT MEASURED: no device\n", true);
    begin_both(&a, &b); /* A has not measured it either */
    add_absent(a, "offload", "no device");
    add_absent(b, "offload", "no device");
    expect_rows(a, b, "no difference", false);
    begin_both(&a, &b);
    add_absent(a, "offload", "no device");
    add_path(b, "offload", 1, 1, 1);
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
    add_path(a, "avx2", 1, 1, 1);
    add_absent(b, "avx2", "not yet");
    add_path(b, "avx2", 1, 1, 1);
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
    FILE *out = begin_side("a");
    add_path(out, "simd", 1, 2, 1);
    add_path(out, "simd", 1, 2, 8);
    fclose(out);
    out = begin_side("b");
    add_path(out, "simd", 1, 16, 4);
    fclose(out);
    char *text = table_beside(0, &slower);
    cr_expect(strstr(text, "2.00 x") && strstr(text, "faster"), "the last row of A counts:\n%s",
              text);
    free(text);
}

Test(versus, threads_that_tell_apart)
{
    bool slower;
    FILE *out = begin_side("a");
    add_path(out, "simd", 1, 1, 2);
    add_path(out, "simd", 1, 2, 1);
    fclose(out);
    out = begin_side("b");
    add_path(out, "simd", 1, 2, 1);
    add_path(out, "simd", 2, 2, 1);
    fclose(out);
    char *text = table_beside(0, &slower);
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
        FILE *out = begin_side(name);
        fill(out);
        fclose(out);
    }
    return table_beside(0, &slower);
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
    FILE *out = begin_side("a");
    add_path(out, "simd", 1, 2, 1);
    fclose(out);
    out = begin_side("b");
    add_path(out, "avx2", 1, 2, 1);
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
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_expect(parse_tolerance(&v, bad[i]) != 0 && v.tolerance == 7 &&
                      strstr(v.request.error.text, "has to be a number of percent from 0 to 1000"),
                  "%s", bad[i]);
    cr_expect(parse_tolerance(&v, "2.5") == 0 && v.tolerance == 0.025);
    cr_expect(parse_tolerance(&v, "10%") == 0 && v.tolerance == 0.1);
}
