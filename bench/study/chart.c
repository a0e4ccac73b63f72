/* A chart's data: what of the sheet it shows. */
#include "chart.h"

#include <math.h>
#include <string.h>

static const struct cell *cell_of(const struct plot *p, size_t line, size_t curve)
{
    return sheet_cell(p->sheet, line, p->sheet->heads + p->curve[curve]);
}

static const char *text_of(const struct cell *c)
{
    return c->text ? c->text : "";
}

static const char *head_of(const struct plot *p, size_t line, size_t head)
{
    return text_of(sheet_cell(p->sheet, line, head));
}

/* Whether a line is of the plot's hotspot, or that is all of them. */
static bool is_wanted(const struct plot *p, size_t line)
{
    for (size_t h = 0; p->hotspot && h < p->sheet->heads; h++)
        if (strcmp(p->sheet->heading[h], "hotspot") == 0)
            return strcmp(head_of(p, line, h), p->hotspot) == 0;
    return true;
}

/* ---- What there is to draw ---- */

static bool find_head(struct plot *p)
{
    while (p->head < p->sheet->heads && strcmp(p->sheet->heading[p->head], p->chart->head) != 0)
        p->head++;
    return p->head < p->sheet->heads;
}

static void find_curves(struct plot *p)
{
    for (size_t i = 0; i < STUDY_COLUMNS && p->study->column[i].heading; i++)
        if (p->study->column[i].derived == p->chart->shows)
            p->curve[p->curves++] = i;
}

static bool shows_something(const struct plot *p)
{
    for (size_t line = 0; line < p->sheet->lines; line++)
        for (size_t c = 0; c < p->curves; c++)
            if (is_wanted(p, line) && isfinite(cell_of(p, line, c)->value))
                return true;
    return false;
}

bool plot_of(const struct study *study, const struct chart *chart, const struct sheet *sheet,
             const char *hotspot, const char *command, struct plot *p, struct tri_error *e)
{
    *p = (struct plot){
        .study = study, .chart = chart, .sheet = sheet, .hotspot = hotspot, .command = command
    };
    if (!find_head(p))
        return tri_fail(e, TRI_FAILED, "study %s: its table has no %s", study->name, chart->head);
    find_curves(p);
    return shows_something(p) || tri_fail(e, TRI_FAILED, "nothing of it could be measured here");
}

/* ---- As gnuplot's variables ---- */

/* Of what path a curve is, or what it is called if of none. */
static void write_curves(FILE *script, const struct plot *p)
{
    set_array(script, "NAME", p->curves);
    set_array(script, "PATH", p->curves);
    for (size_t c = 0; c < p->curves; c++) {
        const struct column *column = &p->study->column[p->curve[c]];
        const char *name = p->chart->curve[c] ? p->chart->curve[c] : column->heading;
        size_t length = strlen(name);
        char path[80];
        const char *own = value_in(column->where, "path", &length);
        snprintf(path, sizeof path, "%.*s", (int)length, own ? own : name);
        set_text(script, "NAME", c + 1, name);
        set_text(script, "PATH", c + 1, path);
    }
}

/* Whether wanted lines have another head than this line has. */
static bool differs(const struct plot *p, size_t line, size_t head)
{
    for (size_t i = 0; i < p->sheet->lines; i++)
        if (is_wanted(p, i) && strcmp(head_of(p, i, head), head_of(p, line, head)) != 0)
            return true;
    return false;
}

/* "resolution 500": what panels differ in, which is all heads but the one along x. */
static void write_panel(FILE *script, const struct plot *p, size_t line, size_t i)
{
    char title[200] = "";
    size_t used = 0;
    for (size_t h = 0; h < p->sheet->heads && used < sizeof title; h++)
        if (h != p->head && differs(p, line, h))
            used += (size_t)snprintf(title + used, sizeof title - used, "%s%s %s", used ? ", " : "",
                                     p->sheet->heading[h], head_of(p, line, h));
    set_text(script, "LINE_PANEL", i, title);
}

static void write_line(FILE *script, const struct plot *p, size_t line, size_t i)
{
    write_panel(script, p, line, i);
    set_number(script, "AT", i, sheet_cell(p->sheet, line, p->head)->value);
    set_text(script, "AT_TEXT", i, head_of(p, line, p->head));
    for (size_t c = 0; c < p->curves; c++) {
        size_t value = (i - 1) * p->curves + c + 1;
        set_number(script, "VALUE", value, cell_of(p, line, c)->value);
        set_text(script, "VALUE_TEXT", value, text_of(cell_of(p, line, c)));
    }
}

static void write_lines(FILE *script, const struct plot *p)
{
    size_t n = 0;
    for (size_t line = 0; line < p->sheet->lines; line++)
        n += is_wanted(p, line);
    set_array(script, "LINE_PANEL", n);
    set_array(script, "AT", n);
    set_array(script, "AT_TEXT", n);
    set_array(script, "VALUE", n * p->curves);
    set_array(script, "VALUE_TEXT", n * p->curves);
    n = 0;
    for (size_t line = 0; line < p->sheet->lines; line++)
        if (is_wanted(p, line))
            write_line(script, p, line, ++n);
}

bool write_chart(const void *plot, FILE *script, struct tri_error *e)
{
    static const char *const kinds[] = {
        [CHART_CURVES] = "curves", [CHART_BARS] = "bars", [CHART_HEAT] = "heat"
    };
    (void)e;
    const struct plot *p = plot;
    const struct chart *c = p->chart;
    const char *const text[][2] = {
        { "KIND", kinds[c->kind] }, { "CHART", c->title }, { "HOTSPOT", p->hotspot },
        { "COMMAND", p->command },  { "X_LABEL", c->x },   { "QUANTITY", c->y },
        { "UNIT", c->unit },
    };
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        set_text(script, text[i][0], 0, text[i][1] ? text[i][1] : "");
    fprintf(script, "LOG_X = %d\nLOG_Y = %d\nIDEAL = %d\n", c->log_x, c->log_y, c->ideal);
    write_curves(script, p);
    write_lines(script, p);
    return true;
}
