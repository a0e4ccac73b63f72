/* What a chart shows where. */
#include "chart.h"

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
    unsigned colour = (unsigned)strtoul(s->colour + 1, NULL, 16);
    int same = 0;
    for (const struct curve *other = p->curve; other < c; other++)
        same += other->colour == colour;
    const int mark[] = { s->filled, s->open, 2, 1 };
    c->colour = colour;
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
        for (size_t line = 0; line < p->sheet->lines; line++)
            c->measured |= isfinite(plot_y(p, p->curves, line));
        p->curves++;
    }
}

double plot_y(const struct plot *p, size_t curve, size_t line)
{
    double value = sheet_cell(p->sheet, line, p->curve[curve].column)->value;
    return strcmp(p->chart->unit, "%") == 0 ? 100 * value : value;
}

/* ---- Along x ---- */

const char *plot_text(const struct plot *p, size_t line)
{
    const char *text = sheet_cell(p->sheet, line, p->head)->text;
    return text ? text : "";
}

static const struct tic *tic_of(const struct plot *p, const char *text)
{
    for (size_t i = 0; i < p->tics; i++)
        if (strcmp(p->tic[i].text, text) == 0)
            return &p->tic[i];
    return NULL;
}

/* Of two lines whether all heads are the same, but for the one along x. */
static bool in_one_panel(const struct plot *p, size_t a, size_t b)
{
    for (size_t c = 0; c < p->sheet->heads; c++)
        if (c != p->head &&
            strcmp(sheet_cell(p->sheet, a, c)->text, sheet_cell(p->sheet, b, c)->text) != 0)
            return false;
    return true;
}

bool plot_has(const struct plot *p, size_t panel, size_t line)
{
    return in_one_panel(p, p->panel[panel], line);
}

/* Categories of a panel stand side by side: it may lack some that others have. */
double plot_x(const struct plot *p, size_t line)
{
    double before = 0;
    if (!p->categories)
        return tic_of(p, plot_text(p, line))->at;
    for (size_t i = 0; i < line; i++)
        before += in_one_panel(p, i, line);
    return before + 1;
}

static int ascending(const void *a, const void *b)
{
    const struct tic *s = a, *t = b;
    return (s->at > t->at) - (s->at < t->at);
}

static bool find_tics(struct plot *p)
{
    const struct sheet *s = p->sheet;
    p->tic = calloc(s->lines, sizeof *p->tic);
    p->categories = p->chart->kind != CHART_CURVES;
    for (size_t line = 0; line < s->lines; line++)
        p->categories |= isnan(sheet_cell(s, line, p->head)->value);
    for (size_t line = 0; p->tic && line < s->lines; line++)
        if (!tic_of(p, plot_text(p, line))) {
            double value = sheet_cell(s, line, p->head)->value;
            p->tic[p->tics] = (struct tic){ plot_text(p, line), value };
            p->tic[p->tics].at = p->categories ? (double)p->tics + 1 : value;
            p->tics++;
        }
    if (p->tic)
        qsort(p->tic, p->tics, sizeof *p->tic, ascending);
    return p->tic;
}

/* ---- Panels ---- */

static bool find_panels(struct plot *p)
{
    p->panel = calloc(p->sheet->lines, sizeof *p->panel);
    for (size_t line = 0; p->panel && line < p->sheet->lines; line++) {
        bool known = false;
        for (size_t i = 0; i < p->panels && !known; i++)
            known = plot_has(p, i, line);
        if (!known)
            p->panel[p->panels++] = line;
    }
    return p->panel;
}

/* ---- Axes ---- */

/* Takes in all points that there are; what could not be measured widens no axis. */
static void find_extremes(struct plot *p)
{
    p->x0 = p->y0 = INFINITY;
    p->x1 = p->y1 = -INFINITY;
    for (size_t line = 0; line < p->sheet->lines; line++)
        for (size_t c = 0; c < p->curves; c++) {
            double x = plot_x(p, line), y = plot_y(p, c, line);
            p->gaps |= !isfinite(y);
            if (!isfinite(y))
                continue;
            p->x0 = fmin(p->x0, x);
            p->x1 = fmax(p->x1, x);
            p->y0 = fmin(p->y0, y);
            p->y1 = fmax(p->y1, y);
        }
}

/* Bars and plain curves begin at zero. */
static void widen(struct plot *p)
{
    const struct chart *c = p->chart;
    if (c->ideal) {
        p->y0 = fmin(p->y0, p->x0);
        p->y1 = fmax(p->y1, p->x1);
    }
    if (p->categories) {
        p->x0 = 0.5;
        for (size_t line = 0; line < p->sheet->lines; line++)
            p->x1 = fmax(p->x1, plot_x(p, line));
        p->x1 += 0.5;
    } else if (c->log_x) {
        double by = p->x1 > p->x0 ? pow(p->x1 / p->x0, 0.06) : 2;
        p->x0 /= by;
        p->x1 *= by;
    } else {
        double by = p->x1 > p->x0 ? 0.06 * (p->x1 - p->x0) : p->x1 / 2;
        p->x0 -= by;
        p->x1 += by;
    }
    if (c->kind == CHART_HEAT) {
        p->y0 = 0.5;
        p->y1 = (double)p->curves + 0.5;
    } else if (c->log_y) {
        double by = p->y1 > p->y0 ? pow(p->y1 / p->y0, 0.08) : 2;
        p->y0 /= by;
        p->y1 *= by;
    } else {
        double by = 0.12 * fmax(fabs(p->y0), fabs(p->y1));
        p->y0 = p->y0 < 0 ? p->y0 - by : 0;
        p->y1 = p->y1 > 0 ? p->y1 + by : by;
    }
}

static bool find_head(struct plot *p)
{
    while (p->head < p->sheet->heads && strcmp(p->sheet->heading[p->head], p->chart->head) != 0)
        p->head++;
    return p->head < p->sheet->heads;
}

bool plot_of(const struct study *study, const struct chart *chart, const struct sheet *sheet,
             const char *command, struct plot *p, struct tri_error *e)
{
    *p = (struct plot){ .study = study, .chart = chart, .sheet = sheet, .command = command };
    if (!find_head(p))
        return tri_fail(e, TRI_FAILED, "study %s: its table has no %s", study->name, chart->head);
    if (!find_tics(p) || !find_panels(p))
        return tri_fail(e, TRI_FAILED, "out of memory");
    plot_find_curves(p);
    find_extremes(p);
    if (p->y1 < p->y0)
        return tri_fail(e, TRI_FAILED, "nothing of it could be measured here");
    widen(p);
    return true;
}

void plot_free(struct plot *p)
{
    free(p->tic);
    free(p->panel);
}
