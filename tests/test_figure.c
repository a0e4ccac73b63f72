/* bench --draw: the data behind a picture.  What it looks like is for eyes, and tests/draw.sh. */
#include "check.h"
#include "frame.h"
#include "roofline.h"
#include "rows.h"
#include "spread.h"
#include "style.h"

#include <criterion/criterion.h>
#include <math.h>

/* ---- Spreading -------------------------------------------------------------------------------- */

static void expect_spread(size_t n, const double *wished, double gap, double low, double high,
                          const double *expected)
{
    double at[8];
    memcpy(at, wished, n * sizeof *at);
    spread(at, n, gap, low, high);
    for (size_t i = 0; i < n; i++)
        cr_expect(fabs(at[i] - expected[i]) < 1e-12, "%zu of %zu: %g, not %g", i, n, at[i],
                  expected[i]);
}

Test(spread, moves_what_has_to_move)
{
    expect_spread(1, (double[]){ 3 }, 1, 0, 10, (double[]){ 3 });
    expect_spread(3, (double[]){ 1, 3, 5 }, 2, 0, 10, (double[]){ 1, 3, 5 });
    expect_spread(2, (double[]){ 4, 4 }, 2, 0, 10, (double[]){ 3, 5 });
    expect_spread(3, (double[]){ 4, 4, 4 }, 1, 0, 10, (double[]){ 3, 4, 5 });
    /* The second pair is pushed onto the first: then all four share what there is to move. */
    expect_spread(4, (double[]){ 4, 4, 5, 5 }, 1, 0, 10, (double[]){ 3, 4, 5, 6 });
    expect_spread(4, (double[]){ 1, 8, 8, 9.5 }, 1, 0, 20, (double[]){ 1, 7.5, 8.5, 9.5 });
}

Test(spread, stays_within)
{
    expect_spread(2, (double[]){ 0, 0 }, 2, 0, 10, (double[]){ 0, 2 });
    expect_spread(3, (double[]){ 9, 10, 10 }, 2, 0, 10, (double[]){ 6, 8, 10 });
    expect_spread(1, (double[]){ 20 }, 2, 0, 10, (double[]){ 10 });
    expect_spread(3, (double[]){ 9, 10, 10 }, 100, 0, 10, (double[]){ 0, 5, 10 });
}

/* ---- Rows ------------------------------------------------------------------------------------- */

static const char *const row_text =
    "{\"hotspot\":\"mandelbrot\",\"path\":\"%s\",\"precision\":\"double\","
    "\"params\":{\"resolution\":%d,\"kind\":\"green\"},\"threads\":2,\"device\":null,"
    "\"cpu\":\"c\",\"compiler\":\"cc\",\"instructions\":1e9,\"bytes\":1e7,"
    "\"kernel_s\":{\"median\":%g},\"ceiling_fma_per_s\":%g,\"ceiling_bytes_per_s\":1e9}";

static void add_text(struct rows *rows, const char *text)
{
    struct tri_error e = { 0 };
    cr_assert(rows_add(rows, "file", rows->n + 1, text, strlen(text), &e), "%s", e.text);
}

/* Adds a row: double precision, 100 instructions a byte. */
static void add(struct rows *rows, const char *path, int resolution, double seconds, double fma)
{
    char text[600];
    snprintf(text, sizeof text, row_text, path, resolution, seconds, fma);
    add_text(rows, text);
}

/* The same with a launch: `more` is the rest of the row. */
static void add_launched(struct rows *rows, int threads, const char *more)
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

Test(rows, last_counts)
{
    struct rows rows = { 0 };
    add(&rows, "simd", 1, 1, 1e10);
    add(&rows, "simd", 2, 2, 1e10);
    add(&rows, "avx2", 1, 3, 1e10);
    add(&rows, "simd", 1, 4, 1e10);
    rows_latest(&rows, same_run);
    cr_assert(rows.n == 3);
    static const double seconds[] = { 2, 3, 4 };
    for (size_t i = 0; i < 3; i++)
        cr_expect(rows.row[i].seconds == seconds[i], "%zu: %g", i, rows.row[i].seconds);
    rows_free(&rows);
}

/* A row of these parameters; `more` is the rest of it. */
static void add_params(struct rows *rows, const char *params, const char *more)
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
    struct rows rows = { 0 };
    add_params(&rows, "{\"xmin\":-2.0}", "");
    add_params(&rows, "{\"xmin\":-2}", ",\"teams\":null,\"input\":null");
    add_params(&rows, "{\"xmin\":-3}", "");
    cr_expect(same_run(&rows.row[0], &rows.row[1]) && same_run(&rows.row[1], &rows.row[0]));
    cr_expect(same_roof(&rows.row[0], &rows.row[1]));
    cr_expect(!same_run(&rows.row[0], &rows.row[2]));
    rows_latest(&rows, same_run);
    cr_expect(rows.n == 2, "%zu", rows.n);
    rows_free(&rows);
}

/* ---- Roofs and points ------------------------------------------------------------------------- */

static void expect_near(double a, double b)
{
    cr_expect(fabs(a - b) < 1e-9, "%.12g, not %.12g", a, b);
}

Test(roofline, roofs)
{
    struct rows rows = { 0 };
    struct roofline r;
    struct canvas canvas;
    struct tri_error e = { 0 };
    add(&rows, "simd", 1, 1, 3e10);
    add(&rows, "avx2", 1, 1, 1e10);
    add(&rows, "cuda", 1, 1, 1e10);
    add(&rows, "simd", 2, 1, 2e10);
    cr_assert(roofline_of(&rows, &r, &canvas, &e), "%s", e.text);
    cr_assert(r.roofs == 2, "%zu", r.roofs);
    cr_expect_str_eq(r.roof[0].label, "avx2, cuda double 10.0 Gfma/s");
    cr_expect_str_eq(r.roof[1].label, "simd double 20.0 Gfma/s");
    expect_near(r.roof[0].top, 10);
    expect_near(r.roof[0].bytes, 9);
    roofline_free(&r);
    rows_free(&rows);
}

/* A row of a mix of instructions: `more` is the rest of it. */
static void add_mix(struct rows *rows, const char *path, const char *more)
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
    struct rows rows = { 0 };
    struct roofline r;
    struct canvas canvas;
    struct tri_error e = { 0 };
    add_mix(&rows, "reference", "");
    add_mix(&rows, "simd", ",\"additions\":1e9");
    add_mix(&rows, "avx2", ",\"additions\":7e8");
    add_mix(&rows, "offload", ",\"near_bytes\":9e9,\"ceiling_near_bytes_per_s\":1e10");
    add_mix(&rows, "offload", ",\"near_bytes\":2e9,\"ceiling_near_bytes_per_s\":1e9");
    static const char *const labels[] = { "reference double, 100 %", "simd double, 50 %",
                                          "avx2 double, 40 %", "offload double, 100 %",
                                          "offload double, 200 %!" };
    for (size_t i = 0; i < rows.n; i++) {
        char *label = point_label(&rows, &rows.row[i]);
        cr_expect_str_eq(label, labels[i]);
        free(label);
    }
    cr_assert(roofline_of(&rows, &r, &canvas, &e), "%s", e.text);
    cr_assert(r.roofs == 3, "%zu", r.roofs);
    cr_expect_str_eq(r.roof[0].label, "reference, offload double 1.00 Gfma/s");
    cr_expect_str_eq(r.roof[1].label, "simd double 2.00 G additions/s");
    cr_expect_str_eq(r.roof[2].label, "avx2 double 2.50 G instructions/s");
    roofline_free(&r);
    rows_free(&rows);
}

/* Labels stand right of their points, in their order, a line apart and within the plot. */
Test(roofline, labels)
{
    enum { N = 40 };
    struct rows rows = { 0 };
    struct roofline r;
    struct canvas canvas;
    struct tri_error e = { 0 };
    for (int i = 0; i < N; i++)
        add(&rows, "simd", i, 1 + i % 3, 1e10);
    cr_assert(roofline_of(&rows, &r, &canvas, &e), "%s", e.text);
    cr_assert(r.points == N);
    for (size_t i = 0; i < N; i++) {
        const struct point *p = &r.point[i];
        cr_expect(p->label_x > p->x && p->label_y > r.y0 && p->label_y < r.y1);
        cr_expect((r.x1 - p->label_x) * r.sx >= text_width(p->label), "%s leaves the plot",
                  p->label);
        if (i > 0) {
            cr_expect(p->y >= p[-1].y);
            cr_expect((p->label_y - p[-1].label_y) * r.sy > LINE - 1e-6, "%s", p->label);
        }
    }
    roofline_free(&r);
    rows_free(&rows);
}

Test(roofline, labels_tell_apart)
{
    struct rows rows = { 0 };
    add(&rows, "simd", 7, 1, 1e10);
    add(&rows, "simd", 8, 1, 1e10);
    add(&rows, "avx2", 8, 1, 1e10);
    char *first = point_label(&rows, &rows.row[0]), *last = point_label(&rows, &rows.row[2]);
    cr_expect_str_eq(first, "simd double resolution=7, 10 %");
    cr_expect_str_eq(last, "avx2 double, 10 %");
    free(first);
    free(last);
    rows_free(&rows);
}

/* Rows that differ in their launch alone are different points, under roofs of their own. */
Test(roofline, launches_tell_apart)
{
    struct rows rows = { 0 };
    struct roofline r;
    struct canvas canvas;
    struct tri_error e = { 0 };
    add_launched(&rows, 1, "");
    add_launched(&rows, 2, "");
    add_launched(&rows, 2, ",\"schedule\":\"static\"");
    add_launched(&rows, 2, ",\"schedule\":\"static\"");
    rows_latest(&rows, same_run);
    cr_assert(rows.n == 3, "%zu", rows.n);
    char *first = point_label(&rows, &rows.row[0]), *last = point_label(&rows, &rows.row[2]);
    cr_expect_str_eq(first, "simd double threads=1, 100 %");
    cr_expect_str_eq(last, "simd double threads=2 schedule=static, 50 %");
    cr_assert(roofline_of(&rows, &r, &canvas, &e), "%s", e.text);
    cr_expect(r.roofs == 2, "%zu", r.roofs);
    cr_expect_str_eq(r.roof[0].label, "simd double threads=1 1.00 Gfma/s");
    cr_expect_str_eq(r.roof[1].label, "simd double threads=2 2.00 Gfma/s");
    roofline_free(&r);
    free(first);
    free(last);
    rows_free(&rows);
}

static void expect_labels(struct rows *rows, const char *first, const char *second)
{
    char *a = point_label(rows, &rows->row[0]), *b = point_label(rows, &rows->row[1]);
    cr_expect_str_eq(a, first);
    cr_expect_str_eq(b, second);
    free(a);
    free(b);
    rows_free(rows);
}

Test(roofline, inputs_tell_apart)
{
    struct rows rows = { 0 };
    add_params(&rows, "{}", ",\"input\":\"a.png\"");
    add_params(&rows, "{}", ",\"input\":\"b.png\"");
    expect_labels(&rows, "simd double input=a.png, 100 %", "simd double input=b.png, 100 %");
    add_params(&rows, "{}", ",\"input\":\"a.png\"");
    add_params(&rows, "{}", ",\"input\":null");
    expect_labels(&rows, "simd double input=a.png, 100 %", "simd double input=-, 100 %");
}

/* What is the same as a value does not tell rows apart. */
Test(roofline, values_tell_apart)
{
    struct rows rows = { 0 };
    add_params(&rows, "{\"xmin\":-2.0,\"n\":268435456}", "");
    add_params(&rows, "{\"xmin\":-2,\"n\":268435457.0}", "");
    char *settings = roofline_settings(&rows);
    cr_expect_str_eq(settings, "xmin=-2");
    free(settings);
    expect_labels(&rows, "simd double n=268435456, 100 %", "simd double n=268435457, 100 %");
    add_params(&rows, "{\"xmin\":-0.74364388}", "");
    add_params(&rows, "{\"xmin\":-0.74364389}", "");
    expect_labels(&rows, "simd double xmin=-0.74364388, 100 %",
                  "simd double xmin=-0.74364389, 100 %");
}

/* A variant is part of who was measured, as in tables; of variants that share a roof it names the path. */
Test(roofline, variants_tell_apart)
{
    struct rows rows = { 0 };
    struct roofline r;
    struct canvas canvas;
    struct tri_error e = { 0 };
    add_params(&rows, "{}", ",\"variant\":\"plain\"");
    add_params(&rows, "{}", ",\"variant\":\"tuned\"");
    cr_expect(!same_run(&rows.row[0], &rows.row[1]) && !same_roof(&rows.row[0], &rows.row[1]));
    cr_assert(roofline_of(&rows, &r, &canvas, &e), "%s", e.text);
    cr_expect(r.roofs == 1, "%zu", r.roofs);
    cr_expect_str_eq(r.roof[0].label, "simd double 1.00 Gfma/s");
    roofline_free(&r);
    expect_labels(&rows, "simd plain double, 100 %", "simd tuned double, 100 %");
}

Test(roofline, team_sizes_tell_apart)
{
    struct rows rows = { 0 };
    add_params(&rows, "{}", ",\"threads_per_team\":64");
    add_params(&rows, "{}", ",\"threads_per_team\":128");
    expect_labels(&rows, "simd double threads-per-team=64, 100 %",
                  "simd double threads-per-team=128, 100 %");
}

/* ---- Texts ------------------------------------------------------------------------------------ */

Test(figure, styles)
{
    struct rows rows = { 0 };
    add(&rows, "simd", 1, 1, 1e10);
    add(&rows, "x", 1, 1, 1e10);
    add(&rows, "x", 2, 1, 1e10);
    add(&rows, "y", 1, 1, 1e10);
    cr_expect_str_eq(style_of(&rows, "simd")->path, "simd");
    cr_expect(style_of(&rows, "x") == spare_style(0) && style_of(&rows, "y") == spare_style(1));
    rows_free(&rows);
}
