/* Charts: from a study's table to gnuplot's input, and to positions in the picture. */
#include "study.h"
#include "svg.h"

#include <math.h>

/* A column: what stands above it, what it shows, and of which path. */
struct column {
    const char *heading, *shows, *path;
};

static const struct column example[] = { { "scalar", "speed-up", "scalar" },
                                         { "avx2", "speed-up", "avx2" },
                                         { "GPU", "speed-up", "offload" },
                                         { "time", "time", "avx2" } };

/* ---- Sheets: a store that has one, as C data say it ---- */

static void tell(struct store *s, const char *sql, const char *text)
{
    must(store_tell(s, sql, &text, text != NULL, &failure));
}

static struct store *begin_sheet(void)
{
    struct tri_error e = { 0 };
    struct store *s = store_in_memory(&e);
    const struct batch none = { .reps = 0 };
    struct study study;
    cr_assert(study_read(&study, object_of("{'name': 'example'}")));
    cr_assert(s && study_tables(s, &study, &none, &none.sweep, &e), "%s", e.text);
    study_forget(&study);
    return s;
}

/* NaN is null. */
static void add_cell(struct store *s, size_t line, size_t place, const char *text, double value)
{
    char sql[200];
    snprintf(sql, sizeof sql,
             "insert into cell values (%zu, %zu, ?1, nullif('%.17g', 'nan'), null)", line, place,
             value);
    tell(s, sql, text);
}

static void add_heading(struct store *s, size_t place, const char *head,
                        const struct column *column)
{
    char sql[200] = "";
    if (column)
        snprintf(sql, sizeof sql, "insert into heading values (%zu, 0, '%s', nullif('%s', ''))",
                 place, column->shows, column->path);
    else
        snprintf(sql, sizeof sql, "insert into heading values (%zu, 1, null, null)", place);
    tell(s, sql, NULL);
    add_cell(s, 0, place, column ? column->heading : head, NAN);
}

/* Two resolutions, three threads; avx2 has a gap, the GPU was not there. */
static const double value[6][4] = {
    { 1, 1, NAN, 0.5 },  { 1.75, NAN, NAN, 0.25 }, { 3.5, 4, NAN, 0.125 },
    { 1, 1, NAN, 0.05 }, { 1.5, 2, NAN, 0.025 },   { 3, 3, NAN, 0.0125 },
};

static struct store *sheet_of_example(void)
{
    static const char *const heads[] = { "resolution", "threads" };
    struct store *s = begin_sheet();
    for (size_t c = 0; c < 6; c++)
        add_heading(s, c, c < 2 ? heads[c] : NULL, c < 2 ? NULL : &example[c - 2]);
    for (size_t line = 0; line < 6; line++) {
        double head[] = { line < 3 ? 500 : 1000, (double)(1 << line % 3) };
        char text[40];
        for (size_t c = 0; c < 6; c++) {
            double v = c < 2 ? head[c] : value[line][c - 2];
            snprintf(text, sizeof text, isnan(v) ? "-" : "%g", v);
            add_cell(s, line + 1, c, text, v);
        }
    }
    return s;
}

/* ---- What gnuplot is told, and what it draws ---- */

static bool plot_sheet(struct store *s, const json_t *chart, const char *hotspot,
                       const char *command, struct tri_error *e)
{
    return study_plot(s, chart, hotspot, command, e) && figure_prepare(&study_chart, s, e);
}

/* A chart of the store's sheet. */
static void plot_for(struct store *s, const char *chart, const char *hotspot, const char *command)
{
    json_auto_t *own = object_of(chart);
    must(plot_sheet(s, own, hotspot, command, &failure));
}

static char *script_of(struct store *s)
{
    must(figure_write(&study_chart, s, begin_text(), &failure));
    return end_text();
}

static char *picture_of(struct store *s, const char *chart)
{
    plot_for(s, chart, NULL, "study example");
    return svg_of(&study_chart, s, "<c> & 'd', 2 threads, cc");
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

enum { KEY = 60 }; /* pixels above which there is the key */

/* Marks below it. */
static size_t find_points(const char *svg, const char *colour, struct place at[MANY])
{
    struct place all[MANY];
    size_t n = 0, marks = find_marks(svg, colour, all);
    for (size_t i = 0; i < marks; i++)
        if (all[i].y > KEY)
            at[n++] = all[i];
    return n;
}

static const char curves[] =
    "{'kind': 'curves', 'shows': 'speed-up', 'title': 'it\\u0027s a <title>, 50 %', "
    "'curves': ['scalar', 'avx2', 'GPU'], 'head': 'threads', 'x': 'threads', "
    "'log_x': true, 'y': 'speed-up', 'unit': '', 'log_y': true, 'ideal': true}";

/* Every value of every line, in panels. */
Test(chart, values)
{
    store_auto_t *s = sheet_of_example();
    plot_for(s, curves, NULL, "bench");
    text_auto_t *script = script_of(s);
    for (size_t line = 0; line < 6; line++) {
        cr_expect(number_in(script, "IN", line + 1) == 1 + (double)(line / 3));
        cr_expect(number_in(script, "X", line + 1) == 1 << line % 3);
        for (size_t c = 0; c < 3; c++) {
            double own = number_in(script, "VALUE", 3 * line + c + 1);
            double expected = value[line][c];
            cr_expect(isnan(expected) ? isnan(own) : own == expected, "%zu, %zu: %g", line, c, own);
        }
    }
    expect_text(script, "\nPANEL[2] = 'resolution 1000'\n");
    expect_text(script, "\nCHART = 'it''s a <title>, 50 %'\n");
}

/* Lines of panels that take turns are curves all the same: each a line without a gap. */
Test(chart, panels_take_turns)
{
    store_auto_t *s = begin_sheet();
    struct place at[MANY];
    add_heading(s, 0, "threads", NULL);
    add_heading(s, 1, "size", NULL);
    add_heading(s, 2, NULL, &example[0]);
    for (size_t i = 0; i < 6; i++) {
        double threads = 1 << i / 2;
        add_cell(s, i + 1, 0, "t", threads);
        add_cell(s, i + 1, 1, i % 2 ? "b" : "a", NAN);
        add_cell(s, i + 1, 2, "v", threads);
    }
    text_auto_t *svg = picture_of(s, curves);
    cr_assert(find_points(svg, "rgb( 86, 180, 233)", at) == 6, "%s", svg);
    expect_shows(svg, "size a");
    expect_shows(svg, "size b");
    size_t lines = 0, pieces = 0;
    for (const char *at_line = svg;
         (at_line = strstr(at_line, "stroke='rgb( 86, 180, 233)'  d='"));)
        for (lines++; *at_line != '/'; at_line++)
            pieces += strncmp(at_line, " L", 2) == 0;
    cr_expect(lines == 2 && pieces == 4, "%zu lines of %zu pieces in\n%s", lines, pieces, svg);
}

/* A mark for each value, as far up and right as the scales say; what is absent has none. */
Test(chart, curves)
{
    store_auto_t *s = sheet_of_example();
    text_auto_t *svg = picture_of(s, curves);
    struct place at[MANY];
    cr_assert(find_points(svg, "rgb( 86, 180, 233)", at) == 6, "%s", svg);
    cr_expect(fabs((at[1].x - at[0].x) - (at[2].x - at[1].x)) < 0.1, "threads double");
    double up = (at[0].y - at[1].y) / (at[0].y - at[2].y), right = log(1.75) / log(3.5);
    cr_expect(at[2].y < at[0].y && fabs(up - right) < 0.01, "%g, not %g", up, right);
    cr_expect(find_points(svg, "rgb(213,  94,   0)", at) == 5, "a gap has no mark");
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
    FOR_EACH (r, texts)
        expect_shows(svg, *r);
    cr_expect(!shows(svg, "2.5"), "plain numbers are powers of two");
    cr_expect(strstr(svg, "Gaps:") && strstr(svg, "study example."));
    cr_expect(strstr(svg, "&lt;c> &amp; 'd', 2 threads, cc"), "the machine: %s", svg);
}

Test(chart, shares_are_percents)
{
    static const char chart[] =
        "{'kind': 'curves', 'shows': 'time', 'title': 't', 'head': 'threads', "
        "'x': 'threads', 'y': 'share', 'unit': '%'}";
    store_auto_t *s = sheet_of_example();
    text_auto_t *svg = picture_of(s, chart);
    for (int tic = 0; tic <= 50; tic += 10) {
        char text[20];
        snprintf(text, sizeof text, "%d %%", tic);
        expect_shows(svg, text);
    }
}

/* Times have tics in seconds, of round numbers. */
Test(chart, times_have_prefixes)
{
    static const char chart[] =
        "{'kind': 'curves', 'shows': 'time', 'title': 't', 'head': 'threads', "
        "'x': 'threads', 'y': 'time', 'unit': 's', 'log_y': true}";
    store_auto_t *s = sheet_of_example();
    text_auto_t *svg = picture_of(s, chart);
    expect_shows(svg, "20 ms");
    expect_shows(svg, "500 ms");
    cr_expect(!shows(svg, "0.5 s") && !shows(svg, "500 m"));
}

/* A caption is broken between words, and a list without any after a comma. */
Test(chart, caption)
{
    store_auto_t *s = sheet_of_example();
    static const char command[] =
        "study example --sweep "
        "variant=plain,first-of-the-loads-ahead,pieces-of-the-rows,blocks,tuned";
    plot_for(s, curves, NULL, command);
    text_auto_t *svg = svg_of(&study_chart, s, "c");
    expect_shows(svg, "study example --sweep variant=plain,");
    expect_shows(svg, "first-of-the-loads-ahead,pieces-of-the-rows,");
}

/* Bars begin at zero, one for each value that there is, as high as that is. */
Test(chart, bars)
{
    static const char chart[] =
        "{'kind': 'bars', 'shows': 'speed-up', 'title': 't', 'head': 'threads', "
        "'x': 'threads', 'y': 'gain', 'unit': ''}";
    static const double scalar[] = { 1, 1.75, 3.5, 1, 1.5, 3 };
    store_auto_t *s = sheet_of_example();
    text_auto_t *svg = picture_of(s, chart);
    struct box own[MANY], other[MANY];
    cr_assert(find_boxes(svg, "rgb( 86, 180, 233)", own) == 6, "%s", svg);
    cr_assert(find_boxes(svg, "rgb(213,  94,   0)", other) == 5, "%s", svg);
    for (size_t i = 0; i < 6; i++) {
        double unit = own[0].bottom - own[0].top, height = own[i].bottom - own[i].top;
        cr_expect(fabs(own[i].bottom - own[i - i % 3].bottom) < 0.1, "%zu does not begin at zero",
                  i);
        cr_expect(fabs(height / unit - scalar[i]) < 0.05, "%zu: %g", i, height / unit);
        cr_expect(i % 3 == 0 || own[i].left > own[i - 1].right);
    }
    cr_expect(other[0].left >= own[0].right && other[0].right <= own[1].left, "side by side");
}

/* Two hotspots with other variants, whose names are long. */
static const char *const variant[][3] = {
    { "dot", "plain", "1" },           { "dot", "first-of-the-loads-ahead", "2" },
    { "dot", "tuned", "3" },           { "matmul", "plain", "1" },
    { "matmul", "50 %d pieces", "1" }, { "matmul", "team-memory", "2" },
    { "matmul", "blocks", "20" },      { "matmul", "tuned", "30" },
};

static struct store *sheet_of_variants(void)
{
    struct store *s = begin_sheet();
    add_heading(s, 0, "hotspot", NULL);
    add_heading(s, 1, "variant", NULL);
    add_heading(s, 2, NULL, &example[0]);
    for (size_t i = 0; i < sizeof variant / sizeof *variant; i++)
        for (size_t c = 0; c < 3; c++)
            add_cell(s, i + 1, c, variant[i][c], c < 2 ? (double)NAN : atof(variant[i][c]));
    return s;
}

/* A panel has the bars of its own variants side by side; names without room are slanted. */
Test(chart, bars_of_a_panel)
{
    static const char chart[] =
        "{'kind': 'bars', 'shows': 'speed-up', 'title': 't', 'head': 'variant', "
        "'x': 'variant', 'y': 'gain', 'unit': ''}";
    store_auto_t *s = sheet_of_variants();
    text_auto_t *svg = picture_of(s, chart);
    struct box box[MANY];
    cr_assert(find_boxes(svg, "rgb( 86, 180, 233)", box) == 8, "%s", svg);
    for (size_t i = 1; i < 8; i++) {
        double step = box[i].left - box[i - 1].left, first = box[1].left - box[0].left;
        cr_expect(i == 3 ? fabs(box[3].left - box[0].left) < 0.1 : fabs(step - first) < 0.1,
                  "%zu: %g", i, step);
        expect_shows(svg, variant[i][1]);
    }
    expect_shows(svg, "hotspot matmul");
    expect_text(svg, "rotate(-35");
}

/* Of one hotspot alone: its lines, its name in the title, and no panels. */
Test(chart, of_a_hotspot)
{
    static const char chart[] =
        "{'kind': 'bars', 'shows': 'speed-up', 'title': 't', 'head': 'variant', "
        "'x': 'variant', 'y': 'gain', 'unit': ''}";
    store_auto_t *s = sheet_of_variants();
    plot_for(s, chart, "dot", "bench");
    char *svg = svg_of(&study_chart, s, "c");
    struct box box[MANY];
    cr_expect(find_boxes(svg, "rgb( 86, 180, 233)", box) == 3, "%s", svg);
    expect_shows(svg, "t: dot");
    expect_shows(svg, "first-of-the-loads-ahead");
    cr_expect(!strstr(svg, "matmul") && !shows(svg, "hotspot dot") && !shows(svg, "50 %d pieces"));
    free(svg);
    json_auto_t *own = object_of(chart);
    cr_expect(!plot_sheet(s, own, "blur", "bench", &failure), "a hotspot without lines");
}

/* The fastest is the lightest, the slowest the darkest; what is absent is no cell. */
Test(chart, heat)
{
    static const char chart[] =
        "{'kind': 'heat', 'shows': 'time', 'title': 't', 'curves': ['one'], "
        "'head': 'threads', 'x': 'threads', 'y': 'columns', 'unit': 's'}";
    store_auto_t *s = sheet_of_example();
    tell(s, "update cell set value = null, text = '-' where line = 2 and place = 5", NULL);
    text_auto_t *svg = picture_of(s, chart);
    struct box box[MANY];
    cr_expect(find_boxes(svg, "rgb(255, 234,  70)", box) == 1 && box[0].left > 200, "%s", svg);
    cr_expect(find_boxes(svg, "rgb(  0,  32,  77)", box) == 1 && box[0].right < 200, "%s", svg);
    cr_expect(find_boxes(svg, "fill = 'rgb(", box) == 5, "%s", svg);
    expect_shows(svg, "one");
}

Test(chart, nothing_to_draw)
{
    json_auto_t *chart = object_of("{'kind': 'curves', 'shows': 'efficiency', 'head': 'threads'}");
    store_auto_t *s = sheet_of_example();
    cr_expect(!plot_sheet(s, chart, NULL, "", &failure));
    cr_expect_str_eq(failure.text, "nothing of it could be measured here");
    json_object_set_new(chart, "head", json_string("teams"));
    cr_expect(!plot_sheet(s, chart, NULL, "", &failure));
    cr_expect_str_eq(failure.text, "study example: its table has no teams");
}

/* A sheet with a number in every column that a chart might show. */
static struct store *full_sheet(const json_t *study, const char *head)
{
    struct store *s = begin_sheet();
    const json_t *columns = json_object_get(study, "columns");
    add_heading(s, 0, head, NULL);
    for (size_t c = 0; c < json_array_size(columns); c++) {
        const char *text[3] = { NULL, NULL, "" };
        const char *path;
        size_t length = 0;
        for (size_t i = 0; i < 3 && i < json_array_size(json_array_get(columns, c)); i++)
            text[i] = json_string_value(json_array_get(json_array_get(columns, c), i));
        char own[40] = "";
        if ((path = value_in(text[2], "path", &length)))
            snprintf(own, sizeof own, "%.*s", (int)length, path);
        add_heading(s, c + 1, NULL, &(struct column){ text[0], text[1], own });
    }
    for (size_t line = 0; line < 2; line++)
        for (size_t c = 0; c <= json_array_size(columns); c++)
            add_cell(s, line + 1, c, "1", (double)(1 + line + 8 * c));
    return s;
}

/* How many marks differ in shape or in colour. */
static size_t different_marks(const char *svg)
{
    char seen[MANY][120];
    size_t n = 0;
    for (const char *s = svg; (s = strstr(s, "<use xlink:href='")); s++) {
        char shape[40], colour[40], own[120];
        if (sscanf(s, "<use xlink:href='%39[^']' transform='%*[^']' color='%39[^']'", shape,
                   colour) != 2)
            continue;
        snprintf(own, sizeof own, "%s %s", shape, colour);
        size_t i = 0;
        while (i < n && strcmp(seen[i], own) != 0)
            i++;
        if (i == n)
            strcpy(seen[n++], own);
    }
    return n;
}

static void expect_styles(const json_t *study, const json_t *chart)
{
    const char *kind = json_string_value(json_object_get(chart, "kind"));
    if (strcmp(kind, "roofline") == 0 || strcmp(kind, "heat") == 0)
        return;
    store_auto_t *s = full_sheet(study, json_string_value(json_object_get(chart, "head")));
    text_auto_t *text = json_dumps(chart, 0), *svg = picture_of(s, text);
    size_t curves_of = (size_t)store_number(s, "select count(*) from CURVES", NULL);
    cr_expect(curves_of > 0 && different_marks(svg) == curves_of, "%s: %zu of %zu", text,
              different_marks(svg), curves_of);
}

/* Each curve of a chart can be told from the others. */
Test(chart, styles_differ)
{
    for (size_t i = 0; study_of_all(i); i++) {
        const json_t *charts = json_object_get(study_of_all(i)->data, "charts");
        for (size_t k = 0; k < json_array_size(charts); k++)
            expect_styles(study_of_all(i)->data, json_array_get(charts, k));
    }
}
