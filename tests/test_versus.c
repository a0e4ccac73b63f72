/* bench --versus: which rows are of the same, and what a difference between them is. */
#include "check.h"

/* The tests are linked without bench; test_figure.c has what this needs of it. */
#include "../bench/versus.c"

#include <criterion/criterion.h>

static const char *const row_text =
    "{\"hotspot\":\"mandelbrot\",\"path\":\"%s\",\"precision\":\"double\","
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

/* The table of two files, and whether B is too slow. */
static char *table_of(double tolerance, bool *slower)
{
    struct versus v = { .file = { in_scratch("a"), in_scratch("b") }, .files = 2 };
    struct request all = { .threads = 1 };
    struct tri_error e = { 0 };
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    v.tolerance = tolerance;
    cr_assert(versus(&v, &all, out, slower, &e), "%s", e.text);
    fclose(out);
    return text;
}

static void expect(double b, double tolerance, const char *said, bool too_slow)
{
    bool slower;
    FILE *out = begin("a");
    add(out, "simd", 1, 2, 1);
    fclose(out);
    out = begin("b");
    add(out, "simd", 1, 2, b);
    fclose(out);
    char *text = table_of(tolerance, &slower);
    cr_expect(strstr(text, said), "%g: no \"%s\" in\n%s", b, said, text);
    cr_expect(slower == too_slow, "%g", b);
    free(text);
}

Test(versus, verdicts)
{
    expect(1, 0.05, "1.00 x  no more than the spread", false);
    expect(1.02, 0.05, "0.98 x  no more than the spread", false);
    expect(1.04, 0.05, "0.96 x  slower, within the tolerance", false);
    expect(1.04, 0.02, "0.96 x  SLOWER", true);
    expect(1.02, 0, "no more than the spread", false);
    expect(1.25, 0.05, "0.80 x  SLOWER", true);
    expect(1.25, 0.30, "0.80 x  slower, within the tolerance", false);
    expect(0.5, 0.05, "2.00 x  faster", false);
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
    cr_expect(strstr(text, "2.00 x  faster"), "the last row of A counts:\n%s", text);
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
    cr_expect(strstr(text, "not there") && strstr(text, "1.00 x"), "%s", text);
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

/* jq and others write 2.0 as 2. */
Test(versus, numbers_as_values)
{
    json_t *real = json_pack("{s:f,s:s}", "xmin", -2.0, "kind", "a"),
           *whole = json_pack("{s:i,s:s}", "xmin", -2, "kind", "a");
    json_t *other = json_pack("{s:i,s:s}", "xmin", -3, "kind", "a"),
           *less = json_pack("{s:i}", "xmin", -2);
    cr_expect(same_json(real, whole) && !same_json(real, other) && !same_json(real, less));
    cr_expect(!same_json(less, real));
    json_decref(real);
    json_decref(whole);
    json_decref(other);
    json_decref(less);
}

Test(versus, nothing_in_common)
{
    struct versus v = { .file = { in_scratch("a"), in_scratch("b") }, .files = 2 };
    struct request all = { .threads = 1 };
    struct tri_error e = { 0 };
    bool slower;
    FILE *out = begin("a");
    add(out, "simd", 1, 2, 1);
    fclose(out);
    out = begin("b");
    add(out, "avx2", 1, 2, 1);
    fclose(out);
    cr_expect(!versus(&v, &all, stdout, &slower, &e) && e.status == TRI_USAGE);
    cr_expect(strstr(e.text, "has no row in common with"), "%s", e.text);
}

Test(versus, tolerance)
{
    struct versus v = { .tolerance = 7 };
    struct request r = { .threads = 1 };
    static const char *const bad[] = { "", "x", "-1", "1001", "nan", "5 %", "5x", "inf" };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_expect(parse_tolerance(&v, &r, bad[i]) != 0 && v.tolerance == 7 &&
                      strstr(r.error.text, "has to be a number of percent from 0 to 1000"),
                  "%s", bad[i]);
    cr_expect(parse_tolerance(&v, &r, "2.5") == 0 && v.tolerance == 0.025);
    cr_expect(parse_tolerance(&v, &r, "10%") == 0 && v.tolerance == 0.1);
}
