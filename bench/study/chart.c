/* A chart's data: what of the sheet it shows. */
#include "chart.h"

#include <math.h>
#include <string.h>

static const char *text_of(const struct plot *p, size_t line, size_t column)
{
    const char *text = sheet_cell(p->sheet, line, column)->text;
    return text ? text : "";
}

static double value_of(const struct plot *p, size_t line, size_t curve)
{
    return sheet_cell(p->sheet, line, p->sheet->heads + p->curve[curve])->value;
}

/* Of all heads, if none is called so: how many there are. */
static size_t head_named(const struct sheet *s, const char *name)
{
    size_t h = 0;
    while (h < s->heads && strcmp(s->heading[h], name) != 0)
        h++;
    return h;
}

/* Whether a line is of the plot's hotspot, or that is all of them. */
static bool is_wanted(const struct plot *p, size_t line)
{
    size_t h = head_named(p->sheet, "hotspot");
    return !p->hotspot || h == p->sheet->heads || strcmp(text_of(p, line, h), p->hotspot) == 0;
}

static bool shows_something(const struct plot *p)
{
    for (size_t line = 0; line < p->sheet->lines; line++)
        for (size_t c = 0; c < p->curves; c++)
            if (is_wanted(p, line) && isfinite(value_of(p, line, c)))
                return true;
    return false;
}

bool plot_of(const struct study *study, const struct chart *chart, const struct sheet *sheet,
             const char *hotspot, const char *command, struct plot *p, struct tri_error *e)
{
    *p = (struct plot){
        .study = study, .chart = chart, .sheet = sheet, .hotspot = hotspot, .command = command
    };
    p->head = head_named(sheet, chart->head);
    for (size_t i = 0; i < STUDY_COLUMNS && study->column[i].heading; i++)
        if (study->column[i].derived == chart->shows)
            p->curve[p->curves++] = i;
    if (p->head == sheet->heads)
        return tri_fail(e, TRI_FAILED, "study %s: its table has no %s", study->name, chart->head);
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
        if (is_wanted(p, i) && strcmp(text_of(p, i, head), text_of(p, line, head)) != 0)
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
                                     p->sheet->heading[h], text_of(p, line, h));
    set_text(script, "LINE_PANEL", i, title);
}

/* Of each line an element, and in VALUE one for each curve. */
static void write_lines(FILE *script, const struct plot *p)
{
    static const char *const arrays[] = { "LINE_PANEL", "AT", "AT_TEXT", "VALUE", "VALUE_TEXT" };
    size_t lines = 0, values = 0;
    for (size_t a = 0; a < sizeof arrays / sizeof *arrays; a++)
        set_array(script, arrays[a], p->sheet->lines * (a < 3 ? 1 : p->curves));
    for (size_t line = 0; line < p->sheet->lines; line++) {
        if (!is_wanted(p, line))
            continue;
        write_panel(script, p, line, ++lines);
        set_number(script, "AT", lines, sheet_cell(p->sheet, line, p->head)->value);
        set_text(script, "AT_TEXT", lines, text_of(p, line, p->head));
        for (size_t c = 0; c < p->curves; c++) {
            set_number(script, "VALUE", ++values, value_of(p, line, c));
            set_text(script, "VALUE_TEXT", values, text_of(p, line, p->sheet->heads + p->curve[c]));
        }
    }
    fprintf(script, "LINES = %zu\n", lines);
}

bool write_chart(const void *plot, FILE *script, struct tri_error *e)
{
    static const char *const kinds[] = {
        [CHART_CURVES] = "curves", [CHART_BARS] = "bars", [CHART_HEAT] = "heat"
    };
    (void)e;
    const struct plot *p = plot;
    const struct chart *c = p->chart;
    set_text(script, "KIND", 0, kinds[c->kind]);
    set_text(script, "CHART", 0, c->title);
    set_text(script, "HOTSPOT", 0, p->hotspot ? p->hotspot : "");
    set_text(script, "COMMAND", 0, p->command);
    set_text(script, "X_LABEL", 0, c->x);
    set_text(script, "QUANTITY", 0, c->y);
    set_text(script, "UNIT", 0, c->unit);
    fprintf(script, "LOG_X = %d\nLOG_Y = %d\nIDEAL = %d\n", c->log_x, c->log_y, c->ideal);
    write_curves(script, p);
    write_lines(script, p);
    return true;
}
