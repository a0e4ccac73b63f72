/* Charts: from a sheet to what gnuplot is told, and to where it puts it. */
#include "chart.h"
#include "gnuplot.h"
#include "check.h"

#include <criterion/criterion.h>
#include <math.h>

static const struct study example = {
    .name = "example",
    .down = "resolution,threads",
    .column = { { "scalar", DERIVED_SPEED_UP, .where = "path=scalar", .over = "threads=1" },
                { "avx2", DERIVED_SPEED_UP, .where = "path=avx2", .over = "threads=1" },
                { "GPU", DERIVED_SPEED_UP, .where = "path=offload", .over = "threads=1" },
                { "time", DERIVED_TIME, .where = "path=avx2" } },
};

/* Two resolutions, three threads; avx2 has a gap, the GPU was not there. */
static struct sheet sheet_of_example(void)
{
    static const char *const heads[] = { "resolution", "threads" };
    static const double value[6][4] = {
        { 1, 1, NAN, 0.5 },  { 1.75, NAN, NAN, 0.25 }, { 3.5, 4, NAN, 0.125 },
        { 1, 1, NAN, 0.05 }, { 1.5, 2, NAN, 0.025 },   { 3, 3, NAN, 0.0125 },
    };
    struct sheet s = { 0 };
    for (int c = 0; c < 6; c++)
        cr_assert(sheet_column(&s, c < 2 ? heads[c] : example.column[c - 2].heading, c < 2));
    for (size_t line = 0; line < 6; line++) {
        double head[] = { line < 3 ? 500 : 1000, (double)(1 << line % 3) };
        char text[40];
        cr_assert(sheet_line(&s));
        for (size_t c = 0; c < 6; c++) {
            double v = c < 2 ? head[c] : value[line][c - 2];
            snprintf(text, sizeof text, isnan(v) ? "-" : "%g", v);
            cr_assert(sheet_set(&s, line, c, text, v));
        }
    }
    return s;
}

/* ---- What gnuplot is told, and what it draws ---- */

static char *script_of(const struct plot *p)
{
    struct tri_error e = { 0 };
    char *script = NULL;
    size_t size;
    FILE *out = open_memstream(&script, &size);
    cr_assert(write_chart(p, out, &e), "%s", e.text);
    fclose(out);
    return script;
}

static struct plot plot_for(const struct study *study, const struct chart *chart,
                            const struct sheet *s)
{
    struct plot p;
    struct tri_error e = { 0 };
    cr_assert(plot_of(study, chart, s, NULL, "bench --study example", &p, &e), "%s", e.text);
    return p;
}

/* As SVG; skips the test where there is no gnuplot. */
static char *picture_of(const struct plot *p)
{
    static const char row[] =
        "{\"hotspot\":\"h\",\"path\":\"simd\",\"precision\":\"double\",\"params\":{},\"threads\":2,"
        "\"device\":null,\"cpu\":\"<c> & 'd'\",\"compiler\":\"cc\",\"instructions\":1,\"bytes\":1,"
        "\"kernel_s\":{\"median\":1},\"ceiling_fma_per_s\":null,\"ceiling_bytes_per_s\":null}";
    const struct drawing drawing = { chart_gp, write_chart, p };
    struct rows rows = { 0 };
    struct tri_file file;
    struct tri_error e = { 0 };
    char *svg = NULL;
    size_t n;
    if (!gnuplot_there(&e))
        cr_skip("%s", e.text);
    cr_assert(rows_add(&rows, "file", 1, row, strlen(row), &e), "%s", e.text);
    cr_assert(tri_file_in_memory(&file, &svg, &n, &e), "%s", e.text);
    cr_assert(frame_draw(&drawing, &rows, format_of("x.svg"), &file, &e), "%s", e.text);
    cr_assert(tri_file_commit(&file, &e), "%s", e.text);
    rows_free(&rows);
    return svg;
}

static void expect_has(const char *script, const char *text)
{
    cr_expect(strstr(script, text), "no %s in\n%s", text, script);
}

/* Whether a text stands in the picture, as such. */
static bool shows(const char *svg, const char *text)
{
    char element[200];
    snprintf(element, sizeof element, "<text>%s</text>", text);
    return strstr(svg, element);
}

static void expect_shows(const char *svg, const char *text)
{
    cr_expect(shows(svg, text), "\"%s\" is not shown in\n%s", text, svg);
}

/* A variable's element, as a number. */
static double number_in(const char *script, const char *name, size_t i)
{
    char start[80];
    snprintf(start, sizeof start, "\n%s[%zu] = ", name, i);
    const char *at = strstr(script, start);
    cr_assert(at, "no %s[%zu]", name, i);
    return strtod(at + strlen(start), NULL);
}

struct place {
    double x, y;
};

enum { KEY = 60, MANY = 40 }; /* pixels above which there is the key */

/* Where there are marks of a colour; returns how many. */
static size_t find_marks(const char *svg, const char *colour, struct place at[MANY])
{
    static const char start[] = "transform='translate(";
    size_t n = 0;
    for (const char *s = svg; (s = strstr(s, "<use xlink")); s++) {
        const char *where = strstr(s, start), *end = strstr(s, "/>");
        const char *own = strstr(s, colour);
        if (!where || where > end || !own || own > end)
            continue;
        cr_assert(n < MANY && sscanf(where + strlen(start), "%lf,%lf", &at[n].x, &at[n].y) == 2);
        n += at[n].y > KEY;
    }
    return n;
}

struct box {
    double left, top, right, bottom;
};

/* The rectangles of a colour, from left to right as they come. */
static size_t find_boxes(const char *svg, const char *colour, struct box box[MANY])
{
    size_t n = 0;
    for (const char *s = svg; (s = strstr(s, "<polygon")); s++) {
        const char *end = strchr(s, '>'), *own = strstr(s, colour), *at = strstr(s, "points = '");
        if (!own || own > end || !at || at > end)
            continue;
        double x[4], y[4];
        cr_assert(n < MANY && sscanf(at + 10, "%lf,%lf %lf,%lf %lf,%lf %lf,%lf", &x[0], &y[0],
                                     &x[1], &y[1], &x[2], &y[2], &x[3], &y[3]) == 8);
        box[n++] =
            (struct box){ fmin(x[0], x[2]), fmin(y[0], y[2]), fmax(x[0], x[2]), fmax(y[0], y[2]) };
    }
    return n;
}

/* ---- Curves ---- */

static const struct chart curves = { .kind = CHART_CURVES,
                                     .shows = DERIVED_SPEED_UP,
                                     .title = "it's a <title>, 50 %",
                                     .curve = { "scalar", "avx2", "GPU" },
                                     .head = "threads",
                                     .x = "threads",
                                     .log_x = true,
                                     .y = "speed-up",
                                     .unit = "",
                                     .log_y = true,
                                     .ideal = true };

/* Every value of every line, in panels. */
Test(chart, values)
{
    struct sheet s = sheet_of_example();
    struct plot p = plot_for(&example, &curves, &s);
    char *script = script_of(&p);
    for (size_t line = 0; line < s.lines; line++) {
        cr_expect(number_in(script, "IN", line + 1) == (line < 3 ? 1 : 2));
        cr_expect(number_in(script, "AT", line + 1) == 1 << line % 3);
        for (size_t c = 0; c < 3; c++) {
            double own = number_in(script, "VALUE", 3 * line + c + 1);
            double expected = sheet_cell(&s, line, 2 + c)->value;
            cr_expect(isnan(expected) ? isnan(own) : own == expected, "%zu, %zu: %g", line, c, own);
        }
    }
    expect_has(script, "\nTITLE = 'it''s a <title>, 50 %'\n");
    expect_has(script, "\nPANEL[1] = 'resolution 500'\n");
    expect_has(script, "\nPANEL[2] = 'resolution 1000'\n");
    free(script);
    plot_free(&p);
    sheet_free(&s);
}

/* Lines that a resumed run has left in another order come in that of x. */
Test(chart, ascends)
{
    static const double threads[] = { 4, 1, 2 };
    struct sheet s = { 0 };
    cr_assert(sheet_column(&s, "threads", true) && sheet_column(&s, "scalar", false));
    for (size_t i = 0; i < 3; i++)
        cr_assert(sheet_line(&s) && sheet_set(&s, i, 0, "t", threads[i]) &&
                  sheet_set(&s, i, 1, "v", 10 * threads[i]));
    struct plot p = plot_for(&example, &curves, &s);
    p.curves = 1;
    char *script = script_of(&p);
    for (size_t i = 0; i < 3; i++) {
        cr_expect(number_in(script, "AT", i + 1) == 1 << i);
        cr_expect(number_in(script, "VALUE", i + 1) == 10 << i);
    }
    free(script);
    plot_free(&p);
    sheet_free(&s);
}

/* A mark for each value, as far up and right as the scales say; what is absent has none. */
Test(chart, curves)
{
    struct sheet s = sheet_of_example();
    struct plot p = plot_for(&example, &curves, &s);
    char *svg = picture_of(&p);
    struct place at[MANY];
    cr_assert(find_marks(svg, "rgb( 86, 180, 233)", at) == 6, "%s", svg);
    cr_expect(fabs((at[1].x - at[0].x) - (at[2].x - at[1].x)) < 0.1, "threads double");
    double up = (at[0].y - at[1].y) / (at[0].y - at[2].y), right = log(1.75) / log(3.5);
    cr_expect(at[2].y < at[0].y && fabs(up - right) < 0.01, "%g, not %g", up, right);
    cr_expect(find_marks(svg, "rgb(213,  94,   0)", at) == 5, "a gap has no mark");
    static const char *const texts[] = { "it's a &lt;title>, 50 %",
                                         "scalar",
                                         "avx2",
                                         "GPU (not measured)",
                                         "resolution 500",
                                         "resolution 1000",
                                         "threads",
                                         "speed-up",
                                         "1",
                                         "2",
                                         "4" };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_shows(svg, texts[i]);
    cr_expect(strstr(svg, "Gaps: not measured.") && strstr(svg, "bench --study example."));
    cr_expect(strstr(svg, "&lt;c> &amp; 'd', 2 threads, cc"), "the machine: %s", svg);
    free(svg);
    plot_free(&p);
    sheet_free(&s);
}

Test(chart, shares_are_percents)
{
    const struct chart chart = { .kind = CHART_CURVES,
                                 .shows = DERIVED_TIME,
                                 .title = "t",
                                 .head = "threads",
                                 .x = "threads",
                                 .y = "share",
                                 .unit = "%" };
    struct sheet s = sheet_of_example();
    struct plot p = plot_for(&example, &chart, &s);
    char *script = script_of(&p);
    cr_expect(number_in(script, "VALUE", 1) == 50 && number_in(script, "VALUE", 3) == 12.5);
    free(script);
    char *svg = picture_of(&p);
    for (int tic = 0; tic <= 50; tic += 10) {
        char text[20];
        snprintf(text, sizeof text, "%d %%", tic);
        expect_shows(svg, text);
    }
    free(svg);
    plot_free(&p);
    sheet_free(&s);
}

/* Times have tics in seconds, of round numbers. */
Test(chart, times_have_prefixes)
{
    const struct chart chart = { .kind = CHART_CURVES,
                                 .shows = DERIVED_TIME,
                                 .title = "t",
                                 .head = "threads",
                                 .x = "threads",
                                 .y = "time",
                                 .unit = "s",
                                 .log_y = true };
    struct sheet s = sheet_of_example();
    struct plot p = plot_for(&example, &chart, &s);
    char *svg = picture_of(&p);
    expect_shows(svg, "20 ms");
    expect_shows(svg, "500 ms");
    cr_expect(!shows(svg, "0.5 s") && !shows(svg, "500 m"));
    free(svg);
    plot_free(&p);
    sheet_free(&s);
}

/* A caption is broken between words, and a list without any after a comma. */
Test(chart, caption)
{
    static const char list[] =
        "variant=plain,first-of-the-loads-ahead,pieces-of-the-rows,blocks,tuned";
    struct sheet s = sheet_of_example();
    struct plot p = plot_for(&example, &curves, &s);
    char command[400];
    snprintf(command, sizeof command, "bench --study example --sweep %s", list);
    p.command = command;
    char *svg = picture_of(&p);
    expect_shows(svg, "bench --study example --sweep variant=plain,");
    expect_shows(svg, "first-of-the-loads-ahead,pieces-of-the-rows,blocks,tuned. Dotted:");
    free(svg);
    plot_free(&p);
    sheet_free(&s);
}

/* ---- Bars ---- */

/* Bars begin at zero, one for each value that there is, as high as that is. */
Test(chart, bars)
{
    const struct chart chart = { .kind = CHART_BARS,
                                 .shows = DERIVED_SPEED_UP,
                                 .title = "t",
                                 .head = "threads",
                                 .x = "threads",
                                 .y = "gain",
                                 .unit = "" };
    static const double scalar[] = { 1, 1.75, 3.5, 1, 1.5, 3 };
    struct sheet s = sheet_of_example();
    struct plot p = plot_for(&example, &chart, &s);
    char *svg = picture_of(&p);
    struct box own[MANY], other[MANY];
    cr_assert(find_boxes(svg, "rgb( 86, 180, 233)", own) == 6, "%s", svg);
    cr_assert(find_boxes(svg, "rgb(213,  94,   0)", other) == 5, "%s", svg);
    for (size_t i = 0; i < 6; i++) {
        double unit = own[0].bottom - own[0].top, height = own[i].bottom - own[i].top;
        cr_expect(fabs(own[i].bottom - own[0].bottom) < 0.1, "%zu does not begin at zero", i);
        cr_expect(fabs(height / unit - scalar[i]) < 0.05, "%zu: %g", i, height / unit);
        cr_expect(i % 3 == 0 || own[i].left > own[i - 1].right);
    }
    cr_expect(other[0].left >= own[0].right && other[0].right <= own[1].left, "side by side");
    free(svg);
    plot_free(&p);
    sheet_free(&s);
}

/* Two hotspots with other variants, whose names are long. */
static struct sheet sheet_of_variants(void)
{
    static const char *const line[][3] = {
        { "dot", "plain", "1" },           { "dot", "first-of-the-loads-ahead", "2" },
        { "dot", "tuned", "3" },           { "matmul", "plain", "1" },
        { "matmul", "50 %d pieces", "1" }, { "matmul", "team-memory", "2" },
        { "matmul", "blocks", "20" },      { "matmul", "tuned", "30" },
    };
    struct sheet s = { 0 };
    cr_assert(sheet_column(&s, "hotspot", true) && sheet_column(&s, "variant", true) &&
              sheet_column(&s, "scalar", false));
    for (size_t i = 0; i < sizeof line / sizeof *line; i++) {
        cr_assert(sheet_line(&s));
        for (size_t c = 0; c < 3; c++)
            cr_assert(sheet_set(&s, i, c, line[i][c], c < 2 ? NAN : atof(line[i][c])));
    }
    return s;
}

/* A panel has the bars of its own variants side by side; names without room are slanted. */
Test(chart, bars_of_a_panel)
{
    static const struct study study = {
        .name = "example",
        .column = { { "scalar", DERIVED_SPEED_UP, .where = "path=scalar" } },
    };
    const struct chart chart = { .kind = CHART_BARS,
                                 .shows = DERIVED_SPEED_UP,
                                 .title = "t",
                                 .head = "variant",
                                 .x = "variant",
                                 .y = "gain",
                                 .unit = "" };
    struct sheet s = sheet_of_variants();
    struct plot p = plot_for(&study, &chart, &s);
    char *svg = picture_of(&p);
    struct box box[MANY];
    cr_assert(find_boxes(svg, "rgb( 86, 180, 233)", box) == 8, "%s", svg);
    for (size_t i = 1; i < 8; i++) {
        double step = box[i].left - box[i - 1].left, first = box[1].left - box[0].left;
        cr_expect(i == 3 ? fabs(box[3].left - box[0].left) < 0.1 : fabs(step - first) < 0.1,
                  "%zu: %g", i, step);
        expect_shows(svg, sheet_cell(&s, i, 1)->text);
    }
    expect_shows(svg, "hotspot matmul");
    cr_expect(strstr(svg, "rotate(-35"), "%s", svg);
    free(svg);
    plot_free(&p);
    sheet_free(&s);
}

/* Of one hotspot alone: its lines, its name in the title, and no panels. */
Test(chart, of_a_hotspot)
{
    static const struct study study = {
        .name = "example",
        .column = { { "scalar", DERIVED_SPEED_UP, .where = "path=scalar" } },
    };
    const struct chart chart = { .kind = CHART_BARS,
                                 .shows = DERIVED_SPEED_UP,
                                 .title = "t",
                                 .head = "variant",
                                 .x = "variant",
                                 .y = "gain",
                                 .unit = "" };
    struct sheet s = sheet_of_variants();
    struct plot p;
    struct tri_error e = { 0 };
    cr_assert(plot_of(&study, &chart, &s, "dot", "bench", &p, &e), "%s", e.text);
    char *svg = picture_of(&p);
    struct box box[MANY];
    cr_expect(find_boxes(svg, "rgb( 86, 180, 233)", box) == 3, "%s", svg);
    expect_shows(svg, "t: dot");
    expect_shows(svg, "first-of-the-loads-ahead");
    cr_expect(!strstr(svg, "matmul") && !shows(svg, "hotspot dot") && !shows(svg, "50 %d pieces"));
    free(svg);
    plot_free(&p);
    cr_expect(!plot_of(&study, &chart, &s, "blur", "bench", &p, &e), "a hotspot without lines");
    plot_free(&p);
    sheet_free(&s);
}

/* The fastest is the lightest, the slowest the darkest; what is absent is no cell. */
Test(chart, heat)
{
    const struct chart chart = { .kind = CHART_HEAT,
                                 .shows = DERIVED_TIME,
                                 .title = "t",
                                 .curve = { "one" },
                                 .head = "threads",
                                 .x = "threads",
                                 .y = "columns",
                                 .unit = "s" };
    struct sheet s = sheet_of_example();
    cr_assert(sheet_note(&s, 1, 5, "absent"));
    struct plot p = plot_for(&example, &chart, &s);
    char *svg = picture_of(&p);
    struct box box[MANY];
    cr_expect(find_boxes(svg, "rgb(255, 234,  70)", box) == 1 && box[0].left > 280, "%s", svg);
    cr_expect(find_boxes(svg, "rgb(  0,  32,  77)", box) == 1 && box[0].right < 280, "%s", svg);
    cr_expect(find_boxes(svg, "fill = 'rgb(", box) == 5, "%s", svg);
    expect_shows(svg, "one");
    free(svg);
    plot_free(&p);
    sheet_free(&s);
}

Test(chart, nothing_to_draw)
{
    struct chart chart = { .kind = CHART_CURVES,
                           .shows = DERIVED_EFFICIENCY,
                           .title = "t",
                           .head = "threads",
                           .x = "threads",
                           .y = "y",
                           .unit = "" };
    struct sheet s = sheet_of_example();
    struct plot p;
    struct tri_error e = { 0 };
    cr_expect(!plot_of(&example, &chart, &s, NULL, "", &p, &e));
    cr_expect_str_eq(e.text, "nothing of it could be measured here");
    plot_free(&p);
    chart.head = "teams";
    cr_expect(!plot_of(&example, &chart, &s, NULL, "", &p, &e));
    cr_expect_str_eq(e.text, "study example: its table has no teams");
    plot_free(&p);
    sheet_free(&s);
}

/* Each curve of a chart can be told from the others. */
Test(chart, styles_differ)
{
    for (size_t i = 0; studies[i].name; i++)
        for (int k = 0; k < STUDY_CHARTS && studies[i].chart[k].kind; k++) {
            struct sheet none = { 0 };
            struct plot p = { .study = &studies[i], .chart = &studies[i].chart[k], .sheet = &none };
            if (p.chart->kind == CHART_FIGURE)
                continue;
            plot_find_curves(&p);
            for (size_t c = 0; c < p.curves; c++)
                for (size_t d = 0; d < c; d++)
                    cr_expect(p.curve[c].colour != p.curve[d].colour ||
                                  p.curve[c].mark != p.curve[d].mark,
                              "%s: %s and %s", studies[i].name, p.curve[c].name, p.curve[d].name);
        }
}
