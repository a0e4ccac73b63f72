/* draw: the rows and values that a picture shows, and where. */
#include "check.h"
#include "figure.h"
#include "rows.h"
#include "svg.h"

#include <math.h>
#include <stdarg.h>

/* Adds a row: of simd in double, which takes a second for 100 instructions a byte, 1e9 of them, under ceilings of
 * 1e9.  What is other in it is the rest of an object, with ' for ": "'path':'avx2','threads':2". */
__attribute__((format(printf, 2, 3))) static void add_drawn(struct store *rows, const char *format,
                                                            ...)
{
    char more[500], text[520];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(more, sizeof more, format, arguments);
    va_end(arguments);
    snprintf(text, sizeof text, "{%s}", more);
    json_auto_t *other = object_of(text),
                *row = object_of("{'hotspot':'h','path':'simd','precision':'double','params':{},"
                                 "'threads':1,'device':null,'cpu':'c','compiler':'cc',"
                                 "'instructions':1e9,'bytes':1e7,'kernel_s':{'median':1},"
                                 "'ceiling_fma_per_s':1e9,'ceiling_bytes_per_s':1e9}");
    json_object_update(row, other);
    size_t line = (size_t)store_last(rows) + 1;
    must(store_load(rows, row, "file", line, &failure));
}

/* The same of a path, with a resolution, seconds and a ceiling of arithmetic. */
static void add(struct store *rows, const char *path, int resolution, double seconds, double fma)
{
    add_drawn(rows,
              "'path':'%s','params':{'resolution':%d,'kind':'green'},'kernel_s':{'median':%g},"
              "'ceiling_fma_per_s':%g",
              path, resolution, seconds, fma);
}

/* Of each run the last is drawn. */
static void choose_latest(struct store *rows)
{
    must(rows_prepare(rows, &failure) &&
         rows_choose(rows, "insert into chosen_row select id from row", &failure));
}

/* ---- Rows ------------------------------------------------------------------------------------- */

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
    store_auto_t *rows = new_store();
    add(rows, "simd", 1, 1, 1e10);
    add(rows, "simd", 2, 2, 1e10);
    add(rows, "avx2", 1, 3, 1e10);
    add(rows, "simd", 1, 4, 1e10);
    expect_chosen(rows, "kernel_s", "2.0,3.0,4.0");
}

/* jq and others write 2.0 as 2, and a row of before may lack what is null today. */
Test(rows, of_one_run_as_values)
{
    store_auto_t *rows = new_store();
    add_drawn(rows, "'params':{'xmin':-2.0}");
    add_drawn(rows, "'params':{'xmin':-2},'teams':null,'input':null");
    add_drawn(rows, "'params':{'xmin':-3}");
    expect_chosen(rows, "line", "2,3");
}

/* ---- What is told to gnuplot ------------------------------------------------------------------ */

static char *script_of(struct store *rows)
{
    choose_latest(rows);
    must(figure_prepare(&figures[0], rows, &failure) &&
         figure_write(&figures[0], rows, begin_text(), &failure));
    return end_text();
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

static void expect_elements(const char *script, const char *count, const char *array,
                            const char *const *texts)
{
    char number[40];
    size_t n = 0;
    for (; texts[n]; n++)
        expect_element(script, array, n, texts[n]);
    snprintf(number, sizeof number, "%zu", n);
    expect_set(script, count, number);
}

Test(roofline, roofs)
{
    store_auto_t *rows = new_store();
    add(rows, "simd", 1, 1, 3e10);
    add(rows, "avx2", 1, 1, 1e10);
    add(rows, "cuda", 1, 1, 1e10);
    add(rows, "simd", 2, 1, 2e10);
    text_auto_t *script = script_of(rows);
    expect_elements(
        script, "ROOFS", "ROOF_LABEL",
        (const char *const[]){ "avx2, cuda double 10.0 Gfma/s", "simd double 20.0 Gfma/s", NULL });
    expect_set(script, "ROOF_TOP[1]", "1e+10");
    expect_set(script, "ROOF_BYTES[1]", "1e+09");
    expect_set(script, "SLOPES", "1");
}

#define MIX "'ceiling_additions_per_s':2e9,'ceiling_mixed_per_s':2.5e9,"
#define TEN "'ceiling_fma_per_s':1e10,"
#define TWO "'threads':2,'ceiling_fma_per_s':2e9"
#define DEVICE "'device':'d','threads':"
static const char one_roof[] = "simd double 1.00 Gfma/s";

/* Rows, and the labels of their points and roofs, each from below to above; points on one height as rows come. */
static const struct {
    const char *rows[6], *points[6], *roofs[4];
} labels[] = {
    /* The roof is that of the row's own mix; the share, that of what binds. */
    { { MIX "'path':'reference'", MIX "'path':'simd','additions':1e9",
        MIX "'path':'avx2','additions':7e8",
        MIX "'path':'offload','near_bytes':9e9,'ceiling_near_bytes_per_s':1e10",
        MIX "'path':'cuda','near_bytes':2e9,'ceiling_near_bytes_per_s':1e9" },
      { "reference double, 100 %", "simd double, 50 %", "avx2 double, 40 %",
        "offload double, 100 %", "cuda double, 200 %!" },
      { "reference, offload, cuda double 1.00 Gfma/s", "simd double 2.00 G additions/s",
        "avx2 double 2.50 G instructions/s" } },
    /* Labels tell apart. */
    { { TEN "'params':{'resolution':7}", TEN "'params':{'resolution':8}",
        TEN "'path':'avx2','params':{'resolution':8}" },
      { "simd double resolution=7, 10 %", "simd double resolution=8, 10 %", "avx2 double, 10 %" },
      { "simd, avx2 double 10.0 Gfma/s" } },
    /* Rows that differ in their launch alone are different points, under roofs of their own. */
    { { "'threads':1", TWO, TWO ",'schedule':'static'", TWO ",'schedule':'static'" },
      { "simd double threads=1, 100 %", "simd double threads=2 schedule=-, 50 %",
        "simd double threads=2 schedule=static, 50 %" },
      { "simd double threads=1 1.00 Gfma/s", "simd double threads=2 2.00 Gfma/s" } },
    /* Of a device's row the threads of the CPU say nothing, neither to the point nor to the roof. */
    { { "'path':'offload'," DEVICE "3,'threads_per_team':64",
        "'path':'offload'," DEVICE "1,'threads_per_team':64",
        "'path':'offload'," DEVICE "2,'threads_per_team':128",
        "'path':'cuda'," DEVICE "1,'input':'a','ceiling_fma_per_s':2e9",
        "'path':'cuda'," DEVICE "2,'input':'b','ceiling_fma_per_s':4e9" },
      { "offload double threads-per-team=64, 100 %", "offload double threads-per-team=128, 100 %",
        "cuda double input=a, 50 %", "cuda double input=b, 25 %" },
      { "offload double 1.00 Gfma/s", "cuda double 4.00 Gfma/s" } },
    /* What is launched otherwise has ceilings of its own. */
    { { "'threads':2,'schedule':'static'", TWO ",'schedule':'dynamic'" },
      { "simd double schedule=static, 100 %", "simd double schedule=dynamic, 50 %" },
      { one_roof, "simd double 2.00 Gfma/s" } },
    { { "'input':'a.png'", "'input':'b.png'" },
      { "simd double input=a.png, 100 %", "simd double input=b.png, 100 %" },
      { one_roof } },
    { { "'input':'a.png'", "'input':null" },
      { "simd double input=a.png, 100 %", "simd double input=-, 100 %" },
      { one_roof } },
    { { "'params':{'xmin':-2.0,'n':268435456,'a':'b'}",
        "'params':{'xmin':-2,'n':268435457.0,'a':'b'}" },
      { "simd double n=268435456, 100 %", "simd double n=268435457, 100 %" },
      { one_roof } },
    { { "'params':{'xmin':-0.74364388}", "'params':{'xmin':-0.74364389}" },
      { "simd double xmin=-0.74364388, 100 %", "simd double xmin=-0.74364389, 100 %" },
      { one_roof } },
    /* A variant is part of who was measured, as in tables; of variants that share a roof it names the path. */
    { { "'variant':'plain'", "'variant':'tuned'" },
      { "simd plain double, 100 %", "simd tuned double, 100 %" },
      { one_roof } },
    { { "'threads_per_team':64", "'threads_per_team':128" },
      { "simd double threads-per-team=64, 100 %", "simd double threads-per-team=128, 100 %" },
      { one_roof } },
};

Test(roofline, labels)
{
    FOR_EACH (r, labels) {
        store_auto_t *rows = new_store();
        for (int k = 0; k < 6 && r->rows[k]; k++)
            add_drawn(rows, "%s", r->rows[k]);
        text_auto_t *script = script_of(rows);
        expect_elements(script, "POINTS", "POINT_LABEL", r->points);
        expect_elements(script, "ROOFS", "ROOF_LABEL", r->roofs);
    }
}

/* What is the same as a value is a setting of all. */
Test(roofline, settings_of_all)
{
    store_auto_t *rows = new_store();
    add_drawn(rows, "'params':{'xmin':-2.0,'n':1,'a':'b'}");
    add_drawn(rows, "'params':{'xmin':-2,'n':2,'a':'b'}");
    text_auto_t *script = script_of(rows);
    expect_set(script, "SETTINGS", "'xmin=-2, a=b'");
    expect_set(script, "TITLE", "'Roofline of h'");
}

static char *picture_of(struct store *rows)
{
    choose_latest(rows);
    must(figure_prepare(&figures[0], rows, &failure));
    return svg_of(&figures[0], rows, "c");
}

/* The number beside a point, which has this text in the key. */
static struct place number_of(const char *svg, int number, const char *text)
{
    char key[100], digits[20];
    snprintf(key, sizeof key, "%d: %s", number, text);
    snprintf(digits, sizeof digits, "%d", number);
    expect_shows(svg, key);
    return last_place_of(svg, digits);
}

enum { LINE = 18 };

static const char *last_of(const char *svg, const char *what)
{
    const char *last = svg;
    for (const char *s = svg; (s = strstr(s, what)); s++)
        last = s;
    return last;
}

/* Numbers stand right of their points, in their order, a line apart and within the plot, on white paper. */
Test(roofline_picture, numbers)
{
    enum { N = 40 };
    static const int percent[] = { 100, 50, 33 };
    store_auto_t *rows = new_store();
    struct place at[MANY], before = { 0, 1e9 };
    struct box paper[MANY];
    for (int i = 0; i < N; i++)
        add(rows, "simd", i, 1 + i % 3, 1e9);
    char *svg = picture_of(rows), text[80];
    struct place axis = place_of(svg, "instructions per byte of memory traffic");
    double roof = place_of(svg, "R1").x, title = 2 * LINE;
    expect_shows(svg, "R1: simd double 1.00 Gfma/s");
    cr_assert(find_marks(svg, "rgb(  0, 114, 178)", at) == 2 * N); /* here and in the key */
    cr_assert(find_boxes(svg, "rgb(255, 255, 255)", paper) == N);
    cr_expect(last_of(svg, "<polygon") < last_of(svg, "<path stroke='black'"), "paper on the axes");
    for (int k = 0; k < N; k++) {
        int slow = k < 13 ? 2 : k < 26 ? 1 : 0; /* from below to above */
        int i = 3 * (slow == 2 ? k : slow == 1 ? k - 13 : k - 26) + slow;
        snprintf(text, sizeof text, "simd double resolution=%d, %d %%", i, percent[slow]);
        struct place label = number_of(svg, N - k, text);
        cr_expect(label.x > at[N + k].x + 10 && label.x + 2 * 8 < roof, "%d: %g", i, label.x);
        cr_expect(paper[k].left <= label.x && paper[k].right > label.x + 7 &&
                      paper[k].top < label.y - 8 && paper[k].bottom > label.y,
                  "%d has no paper", i);
        cr_expect(label.y > title && label.y < axis.y - LINE, "%d: %g", i, label.y);
        cr_expect(before.y - label.y > LINE - 0.05, "%d is %g above", i, before.y - label.y);
        before = label;
    }
    free(svg);
}

/* Numbers move no further than they have to, all of them together. */
Test(roofline_picture, numbers_are_near)
{
    static const char *const text[] = { "1, 1.0 %", "2, 100 %", "3, 100 %", "4, 111 %!",
                                        "5, 111 %!" };
    static const int number[] = { 5, 4, 3, 2, 1 };
    store_auto_t *rows = new_store();
    struct place at[MANY];
    add(rows, "simd", 1, 100, 1e9); /* far from the others: as high as its point */
    add(rows, "simd", 2, 1, 1e9);
    add(rows, "simd", 3, 1, 1e9);
    add(rows, "simd", 4, 0.9, 1e9);
    add(rows, "simd", 5, 0.9, 1e9);
    text_auto_t *svg = picture_of(rows);
    cr_assert(find_marks(svg, "rgb(  0, 114, 178)", at) == 10);
    double baseline = 0, moved = 0;
    for (int i = 0; i < 5; i++) {
        char key[80];
        snprintf(key, sizeof key, "simd double resolution=%s", text[i]);
        double away = number_of(svg, number[i], key).y - at[5 + i].y;
        baseline = i ? baseline : away;
        moved += away - baseline;
    }
    cr_expect(baseline > 0 && baseline < 7, "%g", baseline);
    cr_expect(fabs(moved) < 0.1, "all in all they are moved by %g", moved);
}

/* Numbers of points further left stand there, left of the points that come. */
Test(roofline_picture, columns)
{
    store_auto_t *rows = new_store();
    struct place at[MANY];
    add_drawn(rows, "'path':'avx2'");
    for (int i = 0; i < 2; i++) /* of three thousand million times the bytes */
        add_drawn(rows,
                  "'path':'p%d','bytes':%g,'ceiling_fma_per_s':null,'ceiling_bytes_per_s':null", i,
                  i ? 2.9e16 : 3e16);
    text_auto_t *svg = picture_of(rows);
    double first = number_of(svg, 2, "p0 double").x, second = number_of(svg, 1, "p1 double").x;
    double last = number_of(svg, 3, "avx2 double, 100 %").x;
    cr_assert(find_marks(svg, "rgb(213,  94,   0)", at) == 2);
    cr_expect(fabs(first - second) < 0.1 && second < at[1].x - 100 && last > at[1].x + 10,
              "%g, %g, %g, %g", first, second, at[1].x, last);
}

/* Slopes that are too close for a text between them share one. */
Test(roofline_picture, slopes)
{
    store_auto_t *rows = new_store();
    add_drawn(rows, "%s", "");
    add_drawn(rows, "'path':'avx2','ceiling_bytes_per_s':1.1e9");
    add_drawn(rows, "'path':'cuda','ceiling_bytes_per_s':1e11");
    text_auto_t *svg = picture_of(rows);
    expect_shows(svg, "1.00\u20131.10 GB/s");
    expect_shows(svg, "100 GB/s");
    cr_expect(!shows(svg, "1.00 GB/s") && !shows(svg, "1.10 GB/s"));
}

/* What the legend says: filled marks and solid roofs are double, open and dashed ones float. */
Test(roofline_picture, precisions)
{
    for (int i = 0; i < 2; i++) {
        store_auto_t *rows = new_store();
        add_drawn(rows, "'precision':'%s'", i ? "float" : "double");
        text_auto_t *svg = picture_of(rows);
        expect_text(svg, i ? "<use xlink:href='#gpPt3' transform"
                           : "<use xlink:href='#gpPt4' transform");
        cr_expect(!strstr(svg, "dasharray") == !i, "%s", svg);
    }
}

/* What has no floating-point instructions is no point, but has its roof. */
Test(roofline_picture, no_points)
{
    store_auto_t *rows = new_store();
    struct place at[MANY];
    add_drawn(rows, "'instructions':0");
    text_auto_t *svg = picture_of(rows);
    cr_expect(find_marks(svg, "", at) == 0);
    expect_shows(svg, "R1: simd double 1.00 Gfma/s");
}

/* Paths have colours of their own, and others what is left in the order in which they come. */
Test(roofline_picture, colours)
{
    store_auto_t *rows = new_store();
    struct place at[MANY];
    add(rows, "simd", 1, 1, 1e10);
    add(rows, "x", 1, 1, 1e10);
    add(rows, "x", 2, 1, 1e10);
    add(rows, "y", 1, 1, 1e10);
    text_auto_t *svg = picture_of(rows);
    cr_expect(find_marks(svg, "rgb(  0, 114, 178)", at) == 2);
    cr_expect(find_marks(svg, "rgb(230, 159,   0)", at) == 4);
    cr_expect(find_marks(svg, "rgb( 86, 180, 233)", at) == 2);
}
