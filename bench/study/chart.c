/* A chart's data: what of the sheet it shows, in the order in which it is drawn. */
#include "chart.h"

#include "gnuplot.h"
#include "style.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Curves ---- */

/* The colour of the path that a column is of, or one that no path has. */
static const struct style *style_of_column(const struct column *c, size_t *spare)
{
    size_t length = 0;
    char name[40];
    const char *path = value_in(c->where, "path", &length);
    snprintf(name, sizeof name, "%.*s", (int)length, path ? path : "");
    const struct style *known = known_style(name);
    return known ? known : spare_style((*spare)++);
}

/* Curves of one colour differ in mark and line: the first is filled and solid. */
static void give_style(struct plot *p, struct curve *c, const struct style *s)
{
    int same = 0;
    for (const struct curve *other = p->curve; other < c; other++)
        same += other->colour == s->colour;
    const int mark[] = { s->filled, s->open, 2, 1 };
    c->colour = s->colour;
    c->mark = mark[same % 4];
    c->dash = same + 1;
}

void plot_find_curves(struct plot *p)
{
    const struct study *s = p->study;
    size_t spare = 0;
    for (size_t i = 0; i < STUDY_COLUMNS && s->column[i].heading; i++) {
        if (s->column[i].derived != p->chart->shows)
            continue;
        struct curve *c = &p->curve[p->curves];
        *c = (struct curve){ .name = p->chart->curve[p->curves], .column = p->sheet->heads + i };
        c->name = c->name ? c->name : s->column[i].heading;
        give_style(p, c, style_of_column(&s->column[i], &spare));
        p->curves++;
    }
}

static const struct cell *cell_of(const struct plot *p, size_t i, size_t curve)
{
    return sheet_cell(p->sheet, p->line[i].number, p->curve[curve].column);
}

/* NaN: nothing was measured there. */
static double value_at(const struct plot *p, size_t i, size_t curve)
{
    double value = cell_of(p, i, curve)->value;
    return strcmp(p->chart->unit, "%") == 0 ? 100 * value : value;
}

static bool shows_something(const struct plot *p)
{
    for (size_t i = 0; i < p->lines; i++)
        for (size_t c = 0; c < p->curves; c++)
            if (isfinite(value_at(p, i, c)))
                return true;
    return false;
}

/* ---- Lines ---- */

static const char *text_of(const struct plot *p, size_t line, size_t column)
{
    const char *text = sheet_cell(p->sheet, line, column)->text;
    return text ? text : "";
}

/* Of two lines whether all heads are the same, but for the one along x. */
static bool in_one_panel(const struct plot *p, size_t a, size_t b)
{
    for (size_t c = 0; c < p->sheet->heads; c++)
        if (c != p->head && strcmp(text_of(p, a, c), text_of(p, b, c)) != 0)
            return false;
    return true;
}

static int by_panel(const void *a, const void *b)
{
    const struct line *s = a, *t = b;
    if (s->panel != t->panel)
        return s->panel < t->panel ? -1 : 1;
    if (s->at != t->at)
        return s->at < t->at ? -1 : 1;
    return (s->number > t->number) - (s->number < t->number);
}

/* Whether a line is of the plot's hotspot, or that is all of them. */
static bool is_wanted(const struct plot *p, size_t line)
{
    for (size_t c = 0; p->hotspot && c < p->sheet->heads; c++)
        if (strcmp(p->sheet->heading[c], "hotspot") == 0)
            return strcmp(text_of(p, line, c), p->hotspot) == 0;
    return true;
}

/* A panel has the number of its first line.  Categories keep the order of the sheet. */
static bool find_lines(struct plot *p)
{
    p->line = calloc(p->sheet->lines, sizeof *p->line);
    p->categories = p->chart->kind != CHART_CURVES;
    for (size_t i = 0; p->line && i < p->sheet->lines; i++) {
        double at = sheet_cell(p->sheet, i, p->head)->value;
        size_t first = 0;
        while (!in_one_panel(p, first, i))
            first++;
        if (is_wanted(p, i))
            p->line[p->lines++] = (struct line){ .number = i, .panel = first, .at = at };
    }
    for (size_t i = 0; i < p->lines; i++)
        p->categories |= isnan(p->line[i].at);
    for (size_t i = 0; p->categories && i < p->lines; i++)
        p->line[i].at = 0;
    if (p->line)
        qsort(p->line, p->lines, sizeof *p->line, by_panel);
    return p->line;
}

static bool find_head(struct plot *p)
{
    while (p->head < p->sheet->heads && strcmp(p->sheet->heading[p->head], p->chart->head) != 0)
        p->head++;
    return p->head < p->sheet->heads;
}

bool plot_of(const struct study *study, const struct chart *chart, const struct sheet *sheet,
             const char *hotspot, const char *command, struct plot *p, struct tri_error *e)
{
    *p = (struct plot){
        .study = study, .chart = chart, .sheet = sheet, .hotspot = hotspot, .command = command
    };
    if (!find_head(p))
        return tri_fail(e, TRI_FAILED, "study %s: its table has no %s", study->name, chart->head);
    if (!find_lines(p))
        return tri_fail(e, TRI_FAILED, "out of memory");
    plot_find_curves(p);
    return shows_something(p) || tri_fail(e, TRI_FAILED, "nothing of it could be measured here");
}

void plot_free(struct plot *p)
{
    free(p->line);
}

/* ---- As gnuplot's variables ---- */

/* "resolution 500": what panels differ in. */
static void write_panel(FILE *script, const struct plot *p, size_t line, size_t panel)
{
    char title[200] = "";
    size_t used = 0;
    for (size_t c = 0; c < p->sheet->heads && used < sizeof title; c++) {
        bool differs = false;
        for (size_t i = 0; i < p->lines; i++)
            differs |= strcmp(text_of(p, p->line[i].number, c), text_of(p, line, c)) != 0;
        if (differs && c != p->head)
            used += (size_t)snprintf(title + used, sizeof title - used, "%s%s %s", used ? ", " : "",
                                     p->sheet->heading[c], text_of(p, line, c));
    }
    set_text(script, "PANEL", panel, title);
}

static bool begins_panel(const struct plot *p, size_t i)
{
    return i == 0 || p->line[i].panel != p->line[i - 1].panel;
}

static void write_sizes(FILE *script, const struct plot *p)
{
    size_t lines = p->lines, panels = 0;
    for (size_t i = 0; i < lines; i++)
        panels += begins_panel(p, i);
    fprintf(script,
            "array PANEL[%zu]\narray IN[%zu]\narray AT[%zu]\narray AT_TEXT[%zu]\n"
            "array VALUE[%zu]\narray VALUE_TEXT[%zu]\n"
            "array NAME[%zu]\narray COLOUR[%zu]\narray MARK[%zu]\narray DASH[%zu]\n",
            panels, lines, lines, lines, lines * p->curves, lines * p->curves, p->curves, p->curves,
            p->curves, p->curves);
}

static void write_lines(FILE *script, const struct plot *p)
{
    size_t panel = 0;
    for (size_t i = 0; i < p->lines; i++) {
        if (begins_panel(p, i))
            write_panel(script, p, p->line[i].number, ++panel);
        set_number(script, "IN", i + 1, (double)panel);
        set_number(script, "AT", i + 1, p->line[i].at);
        set_text(script, "AT_TEXT", i + 1, text_of(p, p->line[i].number, p->head));
        for (size_t c = 0; c < p->curves; c++) {
            const char *text = cell_of(p, i, c)->text;
            set_number(script, "VALUE", i * p->curves + c + 1, value_at(p, i, c));
            set_text(script, "VALUE_TEXT", i * p->curves + c + 1, text ? text : "");
        }
    }
}

static void write_curves(FILE *script, const struct plot *p)
{
    for (size_t c = 0; c < p->curves; c++) {
        set_text(script, "NAME", c + 1, p->curve[c].name);
        set_number(script, "COLOUR", c + 1, p->curve[c].colour);
        set_number(script, "MARK", c + 1, p->curve[c].mark);
        set_number(script, "DASH", c + 1, p->curve[c].dash);
    }
}

/* A unit that is not at each number stands at the axis: "rate, pixels/s". */
static void write_labels(FILE *script, const struct plot *p)
{
    const struct chart *c = p->chart;
    char label[100], title[200];
    bool named = *c->unit && strcmp(c->unit, "s") != 0 && strcmp(c->unit, "%") != 0;
    snprintf(label, sizeof label, named ? "%s, %s" : "%s", c->y, c->unit);
    snprintf(title, sizeof title, p->hotspot ? "%s: %s" : "%s", c->title, p->hotspot);
    set_text(script, "TITLE", 0, title);
    set_text(script, "X_LABEL", 0, c->x);
    set_text(script, "Y_LABEL", 0, label);
    set_text(script, "UNIT", 0, c->unit);
}

bool write_chart(const void *plot, FILE *script, struct tri_error *e)
{
    static const char *const kinds[] = {
        [CHART_CURVES] = "curves", [CHART_BARS] = "bars", [CHART_HEAT] = "heat"
    };
    (void)e;
    const struct plot *p = plot;
    set_text(script, "KIND", 0, kinds[p->chart->kind]);
    set_text(script, "COMMAND", 0, p->command);
    fprintf(script, "CATEGORIES = %d\nLOG_X = %d\nLOG_Y = %d\nIDEAL = %d\n", p->categories,
            p->chart->log_x, p->chart->log_y, p->chart->ideal);
    write_labels(script, p);
    write_sizes(script, p);
    write_lines(script, p);
    write_curves(script, p);
    return true;
}
