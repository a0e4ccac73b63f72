/* draw: what of rows a picture shows, and where.  What it looks like is for eyes, and tests/draw.sh. */
#include "check.h"
#include "figure.h"
#include "rows.h"
#include "svg.h"

#include <criterion/criterion.h>
#include <math.h>

/* ---- Rows ------------------------------------------------------------------------------------- */

static const char *const row_text =
    "{\"hotspot\":\"mandelbrot\",\"path\":\"%s\",\"precision\":\"double\","
    "\"params\":{\"resolution\":%d,\"kind\":\"green\"},\"threads\":2,\"device\":null,"
    "\"cpu\":\"c\",\"compiler\":\"cc\",\"instructions\":1e9,\"bytes\":1e7,"
    "\"kernel_s\":{\"median\":%g},\"ceiling_fma_per_s\":%g,\"ceiling_bytes_per_s\":1e9}";

static struct store *no_rows(void)
{
    struct tri_error e = { 0 };
    struct store *rows = store_in_memory(&e);
    cr_assert(rows, "%s", e.text);
    return rows;
}

static void add_text(struct store *rows, const char *text)
{
    struct tri_error e = { 0 };
    json_error_t why;
    json_t *row = json_loads(text, 0, &why);
    cr_assert(row, "%s", why.text);
    size_t line = (size_t)store_number(rows, "select count(*) from row", NULL) + 1;
    cr_assert(store_load(rows, row, "file", line, &e), "%s", e.text);
    json_decref(row);
}

/* Adds a row: double precision, 100 instructions a byte. */
static void add(struct store *rows, const char *path, int resolution, double seconds, double fma)
{
    char text[600];
    snprintf(text, sizeof text, row_text, path, resolution, seconds, fma);
    add_text(rows, text);
}

/* The same with a launch: `more` is the rest of the row. */
static void add_launched(struct store *rows, int threads, const char *more)
{
    char text[600];
    snprintf(
        text, sizeof text,
        "{\"hotspot\":\"mandelbrot\",\"path\":\"simd\",\"precision\":\"double\",\"params\":{},"
        "\"threads\":%d,\"device\":null,\"cpu\":\"c\",\"compiler\":\"cc\",\"instructions\":1e9,"
        "\"bytes\":1e7,\"kernel_s\":{\"median\":1},\"ceiling_fma_per_s\":%de9,"
        "\"ceiling_bytes_per_s\":1e9%s}",
        threads, threads, more);
    add_text(rows, text);
}

/* Of each run the last. */
static void choose_latest(struct store *rows)
{
    struct tri_error e = { 0 };
    cr_assert(rows_choose(rows, "row", NULL, &e), "%s", e.text);
}

/* What is chosen, as "1,2,3". */
static void expect_chosen(struct store *rows, const char *column, const char *expected)
{
    char sql[200], found[100];
    choose_latest(rows);
    snprintf(
        sql, sizeof sql,
        "select group_concat(%s) from (select * from row join chosen_row using (id) order by id)",
        column);
    store_text(rows, sql, NULL, found, sizeof found);
    cr_expect_str_eq(found, expected);
}

Test(rows, last_counts)
{
    struct store *rows = no_rows();
    add(rows, "simd", 1, 1, 1e10);
    add(rows, "simd", 2, 2, 1e10);
    add(rows, "avx2", 1, 3, 1e10);
    add(rows, "simd", 1, 4, 1e10);
    expect_chosen(rows, "kernel_s", "2.0,3.0,4.0");
    store_close(rows);
}

/* A row of these parameters; `more` is the rest of it. */
static void add_params(struct store *rows, const char *params, const char *more)
{
    char text[600];
    snprintf(text, sizeof text,
             "{\"hotspot\":\"blur\",\"path\":\"simd\",\"precision\":\"double\",\"params\":%s,"
             "\"threads\":2,\"device\":null,\"cpu\":\"c\",\"compiler\":\"cc\",\"instructions\":1e9,"
             "\"bytes\":1e7,\"kernel_s\":{\"median\":1},\"ceiling_fma_per_s\":1e9,"
             "\"ceiling_bytes_per_s\":1e9%s}",
             params, more);
    add_text(rows, text);
}

/* jq and others write 2.0 as 2, and a row of before may lack what is null today. */
Test(rows, of_one_run_as_values)
{
    struct store *rows = no_rows();
    add_params(rows, "{\"xmin\":-2.0}", "");
    add_params(rows, "{\"xmin\":-2}", ",\"teams\":null,\"input\":null");
    add_params(rows, "{\"xmin\":-3}", "");
    expect_chosen(rows, "line", "2,3");
    store_close(rows);
}

/* ---- What is told to gnuplot ------------------------------------------------------------------ */

static char *script_of(struct store *rows)
{
    struct tri_error e = { 0 };
    char *script = NULL;
    size_t size;
    FILE *out = open_memstream(&script, &size);
    choose_latest(rows);
    cr_assert(write_roofline(rows, out, &e), "%s", e.text);
    fclose(out);
    return script;
}

/* Variable `name` is what a line sets it to. */
static void expect_set(const char *script, const char *name, const char *value)
{
    char line[300];
    snprintf(line, sizeof line, "\n%s = %s\n", name, value);
    cr_expect(strstr(script, line), "no %s = %s in\n%s", name, value, script);
}

static void expect_element(const char *script, const char *array, size_t i, const char *text)
{
    char name[40], value[200];
    snprintf(name, sizeof name, "%s[%zu]", array, i + 1);
    snprintf(value, sizeof value, "'%s'", text);
    expect_set(script, name, value);
}

static void empty(struct store *rows)
{
    struct tri_error e = { 0 };
    cr_assert(store_run(rows, "delete from row", &e), "%s", e.text);
}

/* The labels of n points and m roofs, each from below to above; points on one height as rows come. */
static void expect_labels(struct store *rows, size_t n, const char *const *points, size_t m,
                          const char *const *roofs)
{
    char *script = script_of(rows), number[40];
    snprintf(number, sizeof number, "%zu", n);
    expect_set(script, "POINTS", number);
    for (size_t i = 0; i < n; i++)
        expect_element(script, "POINT_LABEL", i, points[i]);
    snprintf(number, sizeof number, "%zu", m);
    expect_set(script, "ROOFS", number);
    for (size_t i = 0; i < m; i++)
        expect_element(script, "ROOF_LABEL", i, roofs[i]);
    free(script);
    empty(rows);
}

#define LABELS(...)                                                                      \
    sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *), (const char *const[]) \
    {                                                                                    \
        __VA_ARGS__                                                                      \
    }

Test(roofline, roofs)
{
    struct store *rows = no_rows();
    add(rows, "simd", 1, 1, 3e10);
    add(rows, "avx2", 1, 1, 1e10);
    add(rows, "cuda", 1, 1, 1e10);
    add(rows, "simd", 2, 1, 2e10);
    char *script = script_of(rows);
    expect_element(script, "ROOF_LABEL", 0, "avx2, cuda double 10.0 Gfma/s");
    expect_element(script, "ROOF_LABEL", 1, "simd double 20.0 Gfma/s");
    expect_set(script, "ROOFS", "2");
    expect_set(script, "ROOF_TOP[1]", "1e+10");
    expect_set(script, "ROOF_BYTES[1]", "1e+09");
    expect_set(script, "SLOPES", "1");
    free(script);
    store_close(rows);
}

/* A row of a mix of instructions: `more` is the rest of it. */
static void add_mix(struct store *rows, const char *path, const char *more)
{
    char text[700];
    snprintf(text, sizeof text,
             "{\"hotspot\":\"h\",\"path\":\"%s\",\"precision\":\"double\",\"params\":{},"
             "\"threads\":1,\"device\":null,\"cpu\":\"c\",\"compiler\":\"cc\",\"instructions\":1e9,"
             "\"bytes\":1e7,\"kernel_s\":{\"median\":1},\"ceiling_fma_per_s\":1e9,"
             "\"ceiling_bytes_per_s\":1e9,\"ceiling_additions_per_s\":2e9,"
             "\"ceiling_mixed_per_s\":2.5e9,\"ceiling_integers_per_s\":null%s}",
             path, more);
    add_text(rows, text);
}

/* The roof is that of the row's own mix; the share, that of what binds. */
Test(roofline, roofs_of_a_mix)
{
    struct store *rows = no_rows();
    add_mix(rows, "reference", "");
    add_mix(rows, "simd", ",\"additions\":1e9");
    add_mix(rows, "avx2", ",\"additions\":7e8");
    add_mix(rows, "offload", ",\"near_bytes\":9e9,\"ceiling_near_bytes_per_s\":1e10");
    add_mix(rows, "cuda", ",\"near_bytes\":2e9,\"ceiling_near_bytes_per_s\":1e9");
    expect_labels(rows,
                  LABELS("reference double, 100 %", "simd double, 50 %", "avx2 double, 40 %",
                         "offload double, 100 %", "cuda double, 200 %!"),
                  LABELS("reference, offload, cuda double 1.00 Gfma/s",
                         "simd double 2.00 G additions/s", "avx2 double 2.50 G instructions/s"));
    store_close(rows);
}

Test(roofline, labels_tell_apart)
{
    struct store *rows = no_rows();
    add(rows, "simd", 7, 1, 1e10);
    add(rows, "simd", 8, 1, 1e10);
    add(rows, "avx2", 8, 1, 1e10);
    expect_labels(rows,
                  LABELS("simd double resolution=7, 10 %", "simd double resolution=8, 10 %",
                         "avx2 double, 10 %"),
                  LABELS("simd, avx2 double 10.0 Gfma/s"));
    store_close(rows);
}

/* Rows that differ in their launch alone are different points, under roofs of their own. */
Test(roofline, launches_tell_apart)
{
    struct store *rows = no_rows();
    add_launched(rows, 1, "");
    add_launched(rows, 2, "");
    add_launched(rows, 2, ",\"schedule\":\"static\"");
    add_launched(rows, 2, ",\"schedule\":\"static\"");
    expect_labels(rows,
                  LABELS("simd double threads=1, 100 %", "simd double threads=2 schedule=-, 50 %",
                         "simd double threads=2 schedule=static, 50 %"),
                  LABELS("simd double threads=1 1.00 Gfma/s", "simd double threads=2 2.00 Gfma/s"));
    store_close(rows);
}

/* A row whose launch, device and ceiling are these. */
static void add_on(struct store *rows, const char *path, const char *launch, double fma)
{
    char text[600];
    snprintf(text, sizeof text,
             "{\"hotspot\":\"h\",\"path\":\"%s\",\"precision\":\"double\",\"params\":{},"
             "\"cpu\":\"c\",\"compiler\":\"cc\",\"instructions\":1e9,\"bytes\":1e7,"
             "\"kernel_s\":{\"median\":1},\"ceiling_fma_per_s\":%g,\"ceiling_bytes_per_s\":1e9,%s}",
             path, fma, launch);
    add_text(rows, text);
}

/* Of a device's row the threads of the CPU say nothing, neither to the point nor to the roof. */
Test(roofline, threads_of_a_device)
{
    struct store *rows = no_rows();
    add_on(rows, "offload", "\"device\":\"d\",\"threads\":3,\"threads_per_team\":64", 1e9);
    add_on(rows, "offload", "\"device\":\"d\",\"threads\":1,\"threads_per_team\":64", 1e9);
    add_on(rows, "offload", "\"device\":\"d\",\"threads\":2,\"threads_per_team\":128", 1e9);
    add_on(rows, "cuda", "\"device\":\"d\",\"threads\":1,\"input\":\"a\"", 2e9);
    add_on(rows, "cuda", "\"device\":\"d\",\"threads\":2,\"input\":\"b\"", 4e9);
    expect_labels(rows,
                  LABELS("offload double threads-per-team=64, 100 %",
                         "offload double threads-per-team=128, 100 %", "cuda double input=a, 50 %",
                         "cuda double input=b, 25 %"),
                  LABELS("offload double 1.00 Gfma/s", "cuda double 4.00 Gfma/s"));
    store_close(rows);
}

/* What is launched otherwise has ceilings of its own. */
Test(roofline, ceilings_of_launches)
{
    struct store *rows = no_rows();
    add_on(rows, "simd", "\"device\":null,\"threads\":2,\"schedule\":\"static\"", 1e9);
    add_on(rows, "simd", "\"device\":null,\"threads\":2,\"schedule\":\"dynamic\"", 2e9);
    expect_labels(
        rows, LABELS("simd double schedule=static, 100 %", "simd double schedule=dynamic, 50 %"),
        LABELS("simd double 1.00 Gfma/s", "simd double 2.00 Gfma/s"));
    store_close(rows);
}

static const char one_roof[] = "simd double 1.00 Gfma/s";

Test(roofline, inputs_tell_apart)
{
    struct store *rows = no_rows();
    add_params(rows, "{}", ",\"input\":\"a.png\"");
    add_params(rows, "{}", ",\"input\":\"b.png\"");
    expect_labels(rows, LABELS("simd double input=a.png, 100 %", "simd double input=b.png, 100 %"),
                  LABELS(one_roof));
    add_params(rows, "{}", ",\"input\":\"a.png\"");
    add_params(rows, "{}", ",\"input\":null");
    expect_labels(rows, LABELS("simd double input=a.png, 100 %", "simd double input=-, 100 %"),
                  LABELS(one_roof));
    store_close(rows);
}

/* What is the same as a value does not tell rows apart, and is a setting of all. */
Test(roofline, values_tell_apart)
{
    struct store *rows = no_rows();
    add_params(rows, "{\"xmin\":-2.0,\"n\":268435456,\"a\":\"b\"}", "");
    add_params(rows, "{\"xmin\":-2,\"n\":268435457.0,\"a\":\"b\"}", "");
    char *script = script_of(rows);
    expect_element(script, "COMMON", 0, "xmin=-2, a=b");
    expect_element(script, "HEADLINE", 0, "Roofline of blur");
    free(script);
    expect_labels(rows, LABELS("simd double n=268435456, 100 %", "simd double n=268435457, 100 %"),
                  LABELS(one_roof));
    add_params(rows, "{\"xmin\":-0.74364388}", "");
    add_params(rows, "{\"xmin\":-0.74364389}", "");
    expect_labels(
        rows, LABELS("simd double xmin=-0.74364388, 100 %", "simd double xmin=-0.74364389, 100 %"),
        LABELS(one_roof));
    store_close(rows);
}

/* A variant is part of who was measured, as in tables; of variants that share a roof it names the path. */
Test(roofline, variants_tell_apart)
{
    struct store *rows = no_rows();
    add_params(rows, "{}", ",\"variant\":\"plain\"");
    add_params(rows, "{}", ",\"variant\":\"tuned\"");
    expect_labels(rows, LABELS("simd plain double, 100 %", "simd tuned double, 100 %"),
                  LABELS(one_roof));
    store_close(rows);
}

Test(roofline, team_sizes_tell_apart)
{
    struct store *rows = no_rows();
    add_params(rows, "{}", ",\"threads_per_team\":64");
    add_params(rows, "{}", ",\"threads_per_team\":128");
    expect_labels(
        rows,
        LABELS("simd double threads-per-team=64, 100 %", "simd double threads-per-team=128, 100 %"),
        LABELS(one_roof));
    store_close(rows);
}

/* ---- Where it stands -------------------------------------------------------------------------- */

static char *picture_of(struct store *rows)
{
    const struct drawing drawing = { roofline_gp, write_roofline, rows };
    choose_latest(rows);
    return svg_of(&drawing, "c");
}

static struct place place_of_resolution(const char *svg, const char *path, int resolution,
                                        int percent)
{
    char label[80];
    snprintf(label, sizeof label, "%s double resolution=%d, %d %%", path, resolution, percent);
    return place_of(svg, label);
}

enum { LINE = 18 };

static const char *last_of(const char *svg, const char *what)
{
    const char *last = svg;
    for (const char *s = svg; (s = strstr(s, what)); s++)
        last = s;
    return last;
}

/* Labels stand right of their points, in their order, a line apart and within the plot, on white paper. */
Test(roofline, labels)
{
    enum { N = 40 };
    static const int percent[] = { 100, 50, 33 };
    struct store *rows = no_rows();
    struct place at[MANY], before = { 0, 1e9 };
    struct box paper[MANY];
    for (int i = 0; i < N; i++)
        add(rows, "simd", i, 1 + i % 3, 1e9);
    char *svg = picture_of(rows);
    struct place axis = place_of(svg, "floating-point instructions per byte of memory traffic");
    double roof = place_of(svg, "simd double 1.00 Gfma/s").x, title = 2 * LINE;
    cr_assert(find_marks(svg, "rgb(  0, 114, 178)", at) == N);
    cr_assert(find_boxes(svg, "rgb(255, 255, 255)", paper) == N);
    cr_expect(last_of(svg, "<polygon") < last_of(svg, "<path stroke='black'"), "paper on the axes");
    for (int k = 0; k < N; k++) {
        int slow = k < 13 ? 2 : k < 26 ? 1 : 0; /* from below to above */
        int i = 3 * (slow == 2 ? k : slow == 1 ? k - 13 : k - 26) + slow;
        struct place label = place_of_resolution(svg, "simd", i, percent[slow]);
        cr_expect(label.x > at[k].x + 20 && label.x + 30 * 8 < roof, "%d: %g", i, label.x);
        cr_expect(paper[k].left <= label.x && paper[k].right > label.x + 29 * 7 &&
                      paper[k].top < label.y - 8 && paper[k].bottom > label.y,
                  "%d has no paper", i);
        cr_expect(label.y > title && label.y < axis.y - LINE, "%d: %g", i, label.y);
        cr_expect(before.y - label.y > LINE - 0.05, "%d is %g above", i, before.y - label.y);
        before = label;
    }
    free(svg);
    store_close(rows);
}

/* Labels move no further than they have to, all of them together. */
Test(roofline, labels_are_near)
{
    struct store *rows = no_rows();
    struct place at[MANY];
    add(rows, "simd", 1, 100, 1e9); /* far from the others: as high as its point */
    add(rows, "simd", 2, 1, 1e9);
    add(rows, "simd", 3, 1, 1e9);
    add(rows, "simd", 4, 0.9, 1e9);
    add(rows, "simd", 5, 0.9, 1e9);
    char *svg = picture_of(rows);
    cr_assert(find_marks(svg, "rgb(  0, 114, 178)", at) == 5);
    static const int percent[] = { 1, 100, 100, 111, 111 };
    double baseline = 0, moved = 0;
    for (int i = 0; i < 5; i++) {
        char label[80];
        snprintf(label, sizeof label,
                 i ? "simd double resolution=%d, %d %%%s" : "simd double resolution=1, 1.0 %%",
                 i + 1, percent[i], percent[i] > 105 ? "!" : "");
        double away = place_of(svg, label).y - at[i].y;
        baseline = i ? baseline : away;
        moved += away - baseline;
    }
    cr_expect(baseline > 0 && baseline < 7, "%g", baseline);
    cr_expect(fabs(moved) < 0.1, "all in all they are moved by %g", moved);
    free(svg);
    store_close(rows);
}

/* Labels of points further left stand there, left of the points that come. */
Test(roofline, columns)
{
    struct store *rows = no_rows();
    struct place at[MANY];
    add_mix(rows, "avx2", "");
    for (int i = 0; i < 2; i++) { /* of three thousand million times the bytes */
        char text[400];
        snprintf(text, sizeof text,
                 "{\"hotspot\":\"h\",\"path\":\"p%d\",\"precision\":\"double\",\"params\":{},"
                 "\"threads\":1,\"device\":null,\"cpu\":\"c\",\"compiler\":\"cc\","
                 "\"instructions\":1e9,\"bytes\":%g,\"kernel_s\":{\"median\":1},"
                 "\"ceiling_fma_per_s\":null,\"ceiling_bytes_per_s\":null}",
                 i, i ? 2.9e16 : 3e16);
        add_text(rows, text);
    }
    char *svg = picture_of(rows);
    double first = place_of(svg, "p0 double").x, second = place_of(svg, "p1 double").x;
    struct place last = place_of(svg, "avx2 double, 100 %");
    cr_assert(find_marks(svg, "rgb(213,  94,   0)", at) == 1);
    cr_expect(fabs(first - second) < 0.1 && second < at[0].x - 100 && last.x > at[0].x + 20,
              "%g, %g, %g, %g", first, second, at[0].x, last.x);
    free(svg);
    store_close(rows);
}

/* Slopes that are too close for a text between them share one. */
Test(roofline, slopes)
{
    struct store *rows = no_rows();
    add_params(rows, "{}", "");
    add_text(rows, "{\"hotspot\":\"blur\",\"path\":\"avx2\",\"precision\":\"double\",\"params\":{},"
                   "\"threads\":2,\"device\":null,\"cpu\":\"c\",\"compiler\":\"cc\","
                   "\"instructions\":1e9,\"bytes\":1e7,\"kernel_s\":{\"median\":1},"
                   "\"ceiling_fma_per_s\":1e9,\"ceiling_bytes_per_s\":1.1e9}");
    add_text(rows, "{\"hotspot\":\"blur\",\"path\":\"cuda\",\"precision\":\"double\",\"params\":{},"
                   "\"threads\":2,\"device\":null,\"cpu\":\"c\",\"compiler\":\"cc\","
                   "\"instructions\":1e9,\"bytes\":1e7,\"kernel_s\":{\"median\":1},"
                   "\"ceiling_fma_per_s\":1e9,\"ceiling_bytes_per_s\":1e11}");
    char *svg = picture_of(rows);
    expect_shows(svg, "1.00\u20131.10 GB/s");
    expect_shows(svg, "100 GB/s");
    cr_expect(!shows(svg, "1.00 GB/s") && !shows(svg, "1.10 GB/s"));
    free(svg);
    store_close(rows);
}

/* What the legend says: filled marks and solid roofs are double, open and dashed ones float. */
Test(roofline, precisions)
{
    struct store *rows = no_rows();
    add(rows, "simd", 1, 1, 1e10);
    char *svg = picture_of(rows);
    cr_expect(strstr(svg, "<use xlink:href='#gpPt4' transform") && !strstr(svg, "dasharray"));
    free(svg);
    empty(rows);
    add_text(rows, "{\"hotspot\":\"h\",\"path\":\"simd\",\"precision\":\"float\",\"params\":{},"
                   "\"threads\":1,\"device\":null,\"cpu\":\"c\",\"compiler\":\"cc\","
                   "\"instructions\":1e9,\"bytes\":1e7,\"kernel_s\":{\"median\":1},"
                   "\"ceiling_fma_per_s\":1e9,\"ceiling_bytes_per_s\":1e9}");
    svg = picture_of(rows);
    cr_expect(strstr(svg, "<use xlink:href='#gpPt3' transform") && strstr(svg, "dasharray"));
    free(svg);
    store_close(rows);
}

/* What has no floating-point instructions is no point, but has its roof. */
Test(roofline, no_points)
{
    struct store *rows = no_rows();
    struct place at[MANY];
    add_text(rows, "{\"hotspot\":\"h\",\"path\":\"simd\",\"precision\":\"double\",\"params\":{},"
                   "\"threads\":1,\"device\":null,\"cpu\":\"c\",\"compiler\":\"cc\","
                   "\"instructions\":0,\"bytes\":1e7,\"kernel_s\":{\"median\":1},"
                   "\"ceiling_fma_per_s\":1e9,\"ceiling_bytes_per_s\":1e9}");
    char *svg = picture_of(rows);
    cr_expect(find_marks(svg, "", at) == 0);
    expect_shows(svg, "simd double 1.00 Gfma/s");
    free(svg);
    store_close(rows);
}

/* Paths have colours of their own, and others what is left in the order in which they come. */
Test(roofline, colours)
{
    struct store *rows = no_rows();
    struct place at[MANY];
    add(rows, "simd", 1, 1, 1e10);
    add(rows, "x", 1, 1, 1e10);
    add(rows, "x", 2, 1, 1e10);
    add(rows, "y", 1, 1, 1e10);
    char *svg = picture_of(rows);
    cr_expect(find_marks(svg, "rgb(  0, 114, 178)", at) == 1);
    cr_expect(find_marks(svg, "rgb(230, 159,   0)", at) == 2);
    cr_expect(find_marks(svg, "rgb( 86, 180, 233)", at) == 1);
    free(svg);
    store_close(rows);
}
