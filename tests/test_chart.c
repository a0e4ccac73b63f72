/* Charts: from a sheet to gnuplot's commands.  What they look like is for eyes, and tests/draw.sh. */
#include "chart.h"
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

static char *script_of(const struct chart *chart, struct canvas *canvas)
{
    struct sheet s = sheet_of_example();
    struct plot p;
    struct tri_error e = { 0 };
    char *script = NULL;
    size_t size;
    cr_assert(plot_of(&example, chart, &s, "bench --study example", &p, &e), "%s", e.text);
    FILE *out = open_memstream(&script, &size);
    cr_assert(write_chart(&p, canvas, out, &e), "%s", e.text);
    fclose(out);
    plot_free(&p);
    sheet_free(&s);
    return script;
}

static void expect_has(const char *script, const char *text)
{
    cr_expect(strstr(script, text), "no %s in\n%s", text, script);
}

static size_t occurrences(const char *text, const char *word)
{
    size_t n = 0;
    while ((text = strstr(text, word))) {
        n++;
        text += strlen(word);
    }
    return n;
}

static void free_canvas(struct canvas *c)
{
    free(c->title);
    free(c->caption);
}

/* A panel for each resolution; what is absent is a gap in the line, and no curve at all if it is all. */
Test(chart, curves)
{
    const struct chart chart = { .kind = CHART_CURVES,
                                 .shows = DERIVED_SPEED_UP,
                                 .title = "it's a title",
                                 .curve = { "scalar", "avx2", "GPU" },
                                 .head = "threads",
                                 .x = "threads",
                                 .log_x = true,
                                 .y = "speed-up",
                                 .unit = "",
                                 .log_y = true,
                                 .ideal = true };
    struct canvas canvas;
    char *script = script_of(&chart, &canvas);
    expect_has(script, "$panel0_0 << END\n1 1\n2 1.75\n4 3.5\nEND\n");
    expect_has(script, "$panel0_1 << END\n1 1\n\n4 4\nEND\n");
    expect_has(script, "$panel1_1 << END\n1 1\n2 2\n4 3\nEND\n");
    cr_expect(!strstr(script, "$panel0_2"), "a curve without values");
    expect_has(script, "'GPU (not measured)'");
    expect_has(script, "'resolution 500'");
    expect_has(script, "'resolution 1000'");
    expect_has(script, "set xtics ('1' 1, '2' 2, '4' 4)");
    expect_has(script, "set ytics ('0.5' 0.5, '1' 1, '2' 2, '4' 4, '8' 8)");
    expect_has(script, "plot x with lines");
    expect_has(script, "#d55e00");
    cr_expect(occurrences(script, "\nplot ") == 2);
    cr_expect_str_eq(canvas.title, "it's a title");
    expect_has(canvas.caption, "Gaps: not measured.");
    expect_has(canvas.caption, "bench --study example.");
    free(script);
    free_canvas(&canvas);
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
    struct canvas canvas;
    char *script = script_of(&chart, &canvas);
    expect_has(script, "$panel0_0 << END\n1 50\n2 25\n4 12.5\nEND\n");
    expect_has(script, "set ytics ('0 %%' 0, '10 %%' 10, '20 %%' 20,");
    expect_has(script, "set ytics ('' 0, '' 10,");
    expect_has(script, "set yrange [0:");
    free(script);
    free_canvas(&canvas);
}

/* Bars begin at zero, one for each value that there is. */
Test(chart, bars)
{
    const struct chart chart = { .kind = CHART_BARS,
                                 .shows = DERIVED_SPEED_UP,
                                 .title = "t",
                                 .head = "threads",
                                 .x = "threads",
                                 .y = "gain",
                                 .unit = "" };
    struct canvas canvas;
    char *script = script_of(&chart, &canvas);
    const char *data = strstr(script, "$panel0 << END\n"), *end = strstr(data, "END\nset label");
    size_t bars = 0;
    for (const char *line = strchr(data, '\n') + 1; line < end; line = strchr(line, '\n') + 1) {
        double x, y, left, right, low, high;
        cr_assert(sscanf(line, "%lf %lf %lf %lf %lf %lf", &x, &y, &left, &right, &low, &high) == 6);
        cr_expect(low == 0 && high > 0 && left < x && x < right);
        bars++;
    }
    cr_expect(bars == 5, "%zu", bars);
    expect_has(script, "set xtics ('1' 1, '2' 2, '4' 3)");
    free(script);
    free_canvas(&canvas);
}

/* Two hotspots with other variants, whose names are long. */
static struct sheet sheet_of_variants(void)
{
    static const char *const line[][3] = {
        { "dot", "plain", "1" },      { "dot", "first-of-the-loads-ahead", "2" },
        { "dot", "tuned", "3" },      { "matmul", "plain", "1" },
        { "matmul", "pieces", "1" },  { "matmul", "team-memory", "2" },
        { "matmul", "blocks", "20" }, { "matmul", "tuned", "30" },
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
    struct canvas canvas;
    struct plot p;
    struct tri_error e = { 0 };
    char *script = NULL;
    size_t size;
    cr_assert(plot_of(&study, &chart, &s, "bench", &p, &e), "%s", e.text);
    FILE *out = open_memstream(&script, &size);
    cr_assert(write_chart(&p, &canvas, out, &e), "%s", e.text);
    fclose(out);
    expect_has(script,
               "set xtics ('plain' 1, 'first-of-the-loads-ahead' 2, 'tuned' 3) scale 0.5 rotate");
    expect_has(script, "set xtics ('plain' 1, 'pieces' 2, 'team-memory' 3, 'blocks' 4, 'tuned' 5)");
    expect_has(script, "set label 'hotspot matmul' at");
    cr_expect(occurrences(script, "set xrange [0.5:5.5]") == 2, "%s", script);
    free(script);
    free_canvas(&canvas);
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
    struct canvas canvas;
    char *script = script_of(&chart, &canvas);
    char lightest[40], darkest[40];
    snprintf(lightest, sizeof lightest, " 0.53 1.47 %u\n", 0xffea46u);
    snprintf(darkest, sizeof darkest, " 0.53 1.47 %u\n", 0x00204du);
    cr_expect(strstr(strstr(script, "$panel1"), lightest), "%s", script);
    cr_expect(strstr(strstr(script, "$panel0"), darkest), "%s", script);
    expect_has(script, "set ytics ('one' 1) scale 0");
    free(script);
    free_canvas(&canvas);
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
    cr_expect(!plot_of(&example, &chart, &s, "", &p, &e));
    cr_expect_str_eq(e.text, "nothing of it could be measured here");
    plot_free(&p);
    chart.head = "teams";
    cr_expect(!plot_of(&example, &chart, &s, "", &p, &e));
    cr_expect_str_eq(e.text, "--study example: its table has no teams");
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
