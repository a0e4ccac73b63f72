/* The roofline figure: what is to be drawn, where it stands, and gnuplot's commands for it. */
#define _GNU_SOURCE /* asprintf, M_PI */
#include "roofline.h"

#include "format.h"
#include "gnuplot.h"
#include "spread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEADER = 34, MARK = 7 }; /* pixels from a point to its label; of these, beside the point */

static bool equal(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static bool same_path(const struct row *a, const struct row *b)
{
    return equal(a->path, b->path) && equal(a->precision, b->precision);
}

static bool same_kind(const struct row *a, const struct row *b)
{
    return equal(a->hotspot, b->hotspot) && same_path(a, b);
}

bool same_run(const struct row *a, const struct row *b)
{
    bool same_input = a->input && b->input ? equal(a->input, b->input) : a->input == b->input;
    return same_kind(a, b) && json_equal(a->params, b->params) && same_input;
}

/* ---- Labels ----------------------------------------------------------------------------------- */

/* The first parameter in which two cases of a hotspot differ; NULL: they do not. */
static const char *first_difference(const struct row *a, const struct row *b)
{
    const char *name;
    json_t *value;
    json_object_foreach(
        (json_t *)a->params, name,
        value) if (!json_equal(value, json_object_get(b->params, name))) return name;
    return NULL;
}

/* Whether it takes this parameter to tell the row from another. */
static bool tells_apart(const struct rows *rows, const struct row *r, const char *param)
{
    for (size_t i = 0; i < rows->n; i++) {
        const char *first = same_kind(&rows->row[i], r) ? first_difference(r, &rows->row[i]) : NULL;
        if (first && equal(first, param))
            return true;
    }
    return false;
}

static void print_value(FILE *out, const json_t *value)
{
    if (json_is_string(value))
        fputs(json_string_value(value), out);
    else
        fprintf(out, "%.6g", json_number_value(value));
}

/* Of the parameters, those that tell the row from others. */
static void print_params(FILE *out, const struct rows *rows, const struct row *r)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)r->params, name, value) if (tells_apart(rows, r, name))
    {
        fprintf(out, " %s=", name);
        print_value(out, value);
    }
}

static bool several_hotspots(const struct rows *rows)
{
    for (size_t i = 1; i < rows->n; i++)
        if (!equal(rows->row[i].hotspot, rows->row[0].hotspot))
            return true;
    return false;
}

static bool knows_ceiling(const struct row *r)
{
    return isfinite(r->fma_per_second) && isfinite(r->bytes_per_second);
}

/* What the row has taken of what its own ceilings allow. */
static double share(const struct row *r)
{
    return fmax(r->instructions / r->fma_per_second, r->bytes / r->bytes_per_second) / r->seconds;
}

/* "avx2 double, 88 %", and before it what else it takes to tell the point from the others. */
static char *point_label(const struct rows *rows, const struct row *r)
{
    char *label = NULL;
    size_t size;
    FILE *out = open_memstream(&label, &size);
    if (!out)
        return NULL;
    if (several_hotspots(rows))
        fprintf(out, "%s ", r->hotspot);
    fprintf(out, "%s %s", r->path, r->precision);
    print_params(out, rows, r);
    if (knows_ceiling(r))
        fprintf(out, ", %s", percent(share(r)).s);
    fclose(out);
    return label;
}

/* ---- Points and roofs ------------------------------------------------------------------------- */

static bool place_points(const struct rows *rows, struct roofline *r)
{
    r->point = calloc(rows->n, sizeof *r->point);
    for (size_t i = 0; r->point && i < rows->n; i++) {
        const struct row *row = &rows->row[i];
        struct point *p = &r->point[r->points++];
        *p = (struct point){ .row = row,
                             .x = log10(row->instructions / row->bytes),
                             .y = log10(row->instructions / row->seconds),
                             .label = point_label(rows, row) };
        if (!p->label)
            return false;
    }
    return r->point;
}

static bool same_ceiling(const struct row *a, const struct row *b)
{
    return equal(a->precision, b->precision) && a->fma_per_second == b->fma_per_second &&
           a->bytes_per_second == b->bytes_per_second;
}

/* Whether the row's ceilings are a path's last. */
static bool has_ceiling(const struct rows *rows, size_t i)
{
    bool has = knows_ceiling(&rows->row[i]);
    for (size_t j = i + 1; has && j < rows->n; j++)
        has = !same_path(&rows->row[i], &rows->row[j]) || !knows_ceiling(&rows->row[j]);
    return has;
}

/* Whether a row before i has brought the same roof. */
static bool has_been(const struct rows *rows, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (same_ceiling(&rows->row[i], &rows->row[j]) && has_ceiling(rows, j))
            return true;
    return false;
}

/* "offload, cuda double 17.8 Tfma/s": all whose roof it is. */
static char *roof_label(const struct rows *rows, size_t i)
{
    char *label = NULL;
    size_t size;
    FILE *out = open_memstream(&label, &size);
    if (!out)
        return NULL;
    const struct row *r = &rows->row[i];
    fputs(r->path, out);
    for (size_t j = i + 1; j < rows->n; j++)
        if (same_ceiling(r, &rows->row[j]) && has_ceiling(rows, j))
            fprintf(out, ", %s", rows->row[j].path);
    fprintf(out, " %s %s", r->precision, si(r->fma_per_second, "fma/s").s);
    fclose(out);
    return label;
}

static bool place_roofs(const struct rows *rows, struct roofline *r)
{
    r->roof = calloc(rows->n, sizeof *r->roof);
    for (size_t i = 0; r->roof && i < rows->n; i++) {
        if (!has_ceiling(rows, i) || has_been(rows, i))
            continue;
        struct roof *roof = &r->roof[r->roofs++];
        *roof = (struct roof){ .row = &rows->row[i],
                               .fma = log10(rows->row[i].fma_per_second),
                               .bytes = log10(rows->row[i].bytes_per_second),
                               .label = roof_label(rows, i) };
        if (!roof->label)
            return false;
    }
    return r->roof;
}

/* ---- The plot's corners ----------------------------------------------------------------------- */

static double widest_point(const struct roofline *r)
{
    double widest = 0;
    for (size_t i = 0; i < r->points; i++)
        widest = fmax(widest, text_width(r->point[i].label));
    return widest;
}

static double widest_roof(const struct roofline *r)
{
    double widest = 0;
    for (size_t i = 0; i < r->roofs; i++)
        widest = fmax(widest, text_width(r->roof[i].label));
    return widest;
}

/* Room for every label in one column, if it comes to that. */
static void size_canvas(const struct roofline *r, struct canvas *c)
{
    double labels = widest_point(r) + widest_roof(r);
    size_t lines = r->points > r->roofs ? r->points : r->roofs;
    c->left = 13 * FONT / 2;
    c->right = (int)widest_roof(r) + LEADER + FONT;
    c->top = 2 * LINE;
    c->bottom = 7 * LINE / 2;
    c->width = (int)fmax(680, c->left + labels + 2 * LEADER + 250);
    c->height = (int)fmax(470, c->top + c->bottom + (double)(lines + 1) * LINE);
}

/* A decade of the slopes, half a one below and above, and at the right what the labels take. */
static void find_corners(struct roofline *r, const struct canvas *c)
{
    r->x0 = r->y0 = INFINITY;
    r->last = r->y1 = -INFINITY;
    for (size_t i = 0; i < r->roofs; i++) {
        const struct roof *roof = &r->roof[i];
        r->x0 = fmin(r->x0, roof->fma - roof->bytes - 1);
        r->y0 = fmin(r->y0, roof->fma - 0.5);
        r->y1 = fmax(r->y1, roof->fma + 0.5);
        r->last = fmax(r->last, roof->fma - roof->bytes);
    }
    for (size_t i = 0; i < r->points; i++) {
        r->x0 = fmin(r->x0, r->point[i].x - 0.5);
        r->y0 = fmin(r->y0, r->point[i].y - 0.5);
        r->y1 = fmax(r->y1, r->point[i].y + 0.5);
        r->last = fmax(r->last, r->point[i].x);
    }
    double width = c->width - c->left - c->right, height = c->height - c->top - c->bottom;
    r->sx = (width - widest_point(r) - LEADER - FONT) / (r->last - r->x0);
    r->sy = height / (r->y1 - r->y0);
    r->x1 = r->x0 + width / r->sx;
}

/* ---- Labels' places --------------------------------------------------------------------------- */

static int by_x_downwards(const void *a, const void *b)
{
    const struct point *p = a, *q = b;
    return (p->x < q->x) - (p->x > q->x);
}

static int by_label(const void *a, const void *b)
{
    const struct point *p = a, *q = b;
    if (p->label_x != q->label_x)
        return p->label_x < q->label_x ? -1 : 1;
    return (p->y > q->y) - (p->y < q->y);
}

static int by_height(const void *a, const void *b)
{
    const struct roof *p = a, *q = b;
    return (p->fma > q->fma) - (p->fma < q->fma);
}

/* Labels stand in columns, each to the right of its points and left of the next one's. */
static void choose_columns(struct roofline *r)
{
    double needed = (widest_point(r) + LEADER + FONT) / r->sx;
    qsort(r->point, r->points, sizeof *r->point, by_x_downwards);
    for (size_t i = 0; i < r->points; i++) {
        struct point *p = &r->point[i];
        bool fits = i == 0 || p->x + needed < p[-1].x;
        p->label_x = fits ? p->x + LEADER / r->sx : p[-1].label_x;
    }
    qsort(r->point, r->points, sizeof *r->point, by_label);
}

/* Spreads the n labels over the plot's height; `at` are log10. */
static void spread_column(const struct roofline *r, double *at, size_t n)
{
    double half = LINE / 2. / r->sy;
    spread(at, n, LINE / r->sy, r->y0 + half, r->y1 - half);
}

static bool place_labels(struct roofline *r)
{
    double *at = calloc(r->points + r->roofs, sizeof *at);
    if (!at)
        return false;
    choose_columns(r);
    for (size_t start = 0, end; start < r->points; start = end) {
        for (end = start; end < r->points && r->point[end].label_x == r->point[start].label_x;
             end++)
            at[end] = r->point[end].y;
        spread_column(r, at + start, end - start);
    }
    for (size_t i = 0; i < r->points; i++)
        r->point[i].label_y = at[i];
    qsort(r->roof, r->roofs, sizeof *r->roof, by_height);
    for (size_t i = 0; i < r->roofs; i++)
        at[i] = r->roof[i].fma;
    spread_column(r, at, r->roofs);
    for (size_t i = 0; i < r->roofs; i++)
        r->roof[i].label_y = at[i];
    free(at);
    return true;
}

bool roofline_of(const struct rows *rows, struct roofline *r, struct canvas *c, struct tri_error *e)
{
    *r = (struct roofline){ 0 };
    bool good = place_points(rows, r) && place_roofs(rows, r);
    if (good && r->roofs == 0)
        return tri_fail(e, TRI_USAGE, "%.200s:%zu: no row has ceilings, which roofs are made of",
                        rows->row[0].file, rows->row[0].line);
    if (good) {
        size_canvas(r, c);
        find_corners(r, c);
        good = place_labels(r);
    }
    return good || tri_fail(e, TRI_FAILED, "out of memory");
}

void roofline_free(struct roofline *r)
{
    for (size_t i = 0; i < r->points; i++)
        free(r->point[i].label);
    for (size_t i = 0; i < r->roofs; i++)
        free(r->roof[i].label);
    free(r->point);
    free(r->roof);
}

/* ---- gnuplot's commands ----------------------------------------------------------------------- */

static bool is_float(const struct row *r)
{
    return equal(r->precision, "float");
}

/* Tics end with the data: further right there are only labels. */
static void write_axes(FILE *script, const struct roofline *r)
{
    fprintf(script,
            "set logscale xy\nset xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\n"
            "set xtics 1e-9,10,%.9g\n"
            "set format x '%%g'\nset format y '%%.0s %%c'\n"
            "set grid lc rgb '#e4e4e4' lt 1 lw 0.5\n"
            "set xlabel 'floating-point instructions per byte of memory traffic'\n"
            "set ylabel 'floating-point instructions per second' offset 0.5\n",
            pow(10, r->x0), pow(10, r->x1), pow(10, r->y0), pow(10, r->y1),
            pow(10, fmin(ceil(r->last), r->x1)));
}

static void write_leader(FILE *script, const char *colour, double x, double y, double to_x,
                         double to_y, const char *to)
{
    fprintf(script,
            "set arrow from first %.9g,%.9g to %s %.9g, first %.9g nohead lc rgb '%s' lw 0.6\n",
            pow(10, x), pow(10, y), to, to_x, pow(10, to_y), colour);
}

static void write_point_labels(FILE *script, const struct rows *rows, const struct roofline *r)
{
    for (size_t i = 0; i < r->points; i++) {
        const struct point *p = &r->point[i];
        write_leader(script, style_of(rows, p->row->path)->colour, p->x + MARK / r->sx, p->y,
                     pow(10, p->label_x - 2 / r->sx), p->label_y, "first");
        fputs("set label ", script);
        quoted(script, p->label);
        fprintf(script, " at %.9g,%.9g left front\n", pow(10, p->label_x), pow(10, p->label_y));
    }
}

/* Beside the plot, where its roof ends. */
static void write_roof_labels(FILE *script, const struct rows *rows, const struct roofline *r)
{
    double width = (r->x1 - r->x0) * r->sx;
    for (size_t i = 0; i < r->roofs; i++) {
        const struct roof *roof = &r->roof[i];
        write_leader(script, style_of(rows, roof->row->path)->colour, r->x1, roof->fma,
                     1 + (LEADER - 10) / width, roof->label_y, "graph");
        fputs("set label ", script);
        quoted(script, roof->label);
        fprintf(script, " at graph %.9g, first %.9g left\n", 1 + (LEADER - 6) / width,
                pow(10, roof->label_y));
    }
}

/* ---- Slopes */

static int by_bandwidth(const void *a, const void *b)
{
    const struct roof *p = a, *q = b;
    return (p->bytes > q->bytes) - (p->bytes < q->bytes);
}

/* "122-133 GB/s", along a slope and above it. */
static void write_slope_label(FILE *script, const struct roofline *r, double low, double high)
{
    struct text from = si(pow(10, low), "B/s"), to = si(pow(10, high), "B/s");
    double x = fmax(r->x0, r->y0 - high), length = hypot(r->sx, r->sy);
    double above = 0.75 * FONT / length;
    /* Far enough along for the text to clear the axis, however steep it is. */
    double along = (0.5 * FONT + 1.25 * FONT * r->sy / length) / r->sx;
    fputs("set label '", script);
    if (!equal(from.s, to.s))
        fprintf(script, "%.*s–", (int)strcspn(from.s, " "), from.s);
    fprintf(script, "%s' at %.9g,%.9g left front rotate by %.3g\n", to.s,
            pow(10, x + along - above * r->sy / r->sx),
            pow(10, x + high + along + above * r->sx / r->sy), atan2(r->sy, r->sx) * 180 / M_PI);
}

/* Slopes side by side, too close for a text between them, share a label. */
static void write_slope_labels(FILE *script, struct roofline *r)
{
    double across = r->sy * r->sx / hypot(r->sx, r->sy);
    qsort(r->roof, r->roofs, sizeof *r->roof, by_bandwidth);
    for (size_t start = 0, end; start < r->roofs; start = end) {
        for (end = start + 1; end < r->roofs; end++)
            if ((r->roof[end].bytes - r->roof[end - 1].bytes) * across > LINE)
                break;
        write_slope_label(script, r, r->roof[start].bytes, r->roof[end - 1].bytes);
    }
}

/* ---- Lines and marks */

/* White paper under a label, for roofs not to strike it through.  gnuplot's own boxes are filters in
 * SVG, which not every program shows. */
static void write_paper(FILE *script, const struct roofline *r, const struct point *p)
{
    double left = p->label_x - 2 / r->sx, right = p->label_x + (text_width(p->label) + 2) / r->sx;
    double half = LINE / 2. / r->sy;
    fprintf(script, "%.9g %.9g %.9g %.9g %.9g %.9g\n", pow(10, p->label_x), pow(10, p->label_y),
            pow(10, left), pow(10, right), pow(10, p->label_y - half), pow(10, p->label_y + half));
}

static void write_data(FILE *script, const struct roofline *r)
{
    for (size_t i = 0; i < r->roofs; i++) {
        const struct roof *f = &r->roof[i];
        fprintf(script, "$roof%zu << END\n%.9g %.9g\n%.9g %.9g\n%.9g %.9g\nEND\n", i,
                pow(10, r->x0), pow(10, f->bytes + r->x0), pow(10, f->fma - f->bytes),
                pow(10, f->fma), pow(10, r->x1), pow(10, f->fma));
    }
    fputs("$paper << END\n", script);
    for (size_t i = 0; i < r->points; i++)
        write_paper(script, r, &r->point[i]);
    fputs("END\n", script);
    for (size_t i = 0; i < r->points; i++)
        fprintf(script, "$point%zu << END\n%.9g %.9g\nEND\n", i, pow(10, r->point[i].x),
                pow(10, r->point[i].y));
}

static void write_plot(FILE *script, const struct rows *rows, const struct roofline *r)
{
    fputs("plot ", script);
    for (size_t i = 0; i < r->roofs; i++)
        fprintf(script, "$roof%zu with lines lc rgb '%s' lw 1.6 dt %d, ", i,
                style_of(rows, r->roof[i].row->path)->colour, is_float(r->roof[i].row) ? 2 : 1);
    fputs("$paper with boxxyerror fillstyle solid noborder lc rgb 'white'", script);
    for (size_t i = 0; i < r->points; i++) {
        const struct row *row = r->point[i].row;
        const struct style *style = style_of(rows, row->path);
        fprintf(script, ", $point%zu with points lc rgb '%s' pt %d ps 1.1 lw 1.4", i, style->colour,
                is_float(row) ? style->open : style->filled);
    }
    fputc('\n', script);
}

/* Whether all rows have the parameter of one value. */
static bool is_common(const struct rows *rows, const char *param)
{
    const json_t *value = json_object_get(rows->row[0].params, param);
    for (size_t i = 1; i < rows->n; i++)
        if (!json_equal(value, json_object_get(rows->row[i].params, param)))
            return false;
    return true;
}

/* What all the points have in common, and how to read them; NULL if memory is short. */
static char *caption_of(const struct rows *rows)
{
    char *caption = NULL;
    const char *name, *separator = "";
    size_t size;
    json_t *value;
    FILE *out = open_memstream(&caption, &size);
    if (!out)
        return NULL;
    json_object_foreach((json_t *)rows->row[0].params, name,
                        value) if (!several_hotspots(rows) && is_common(rows, name))
    {
        fprintf(out, "%s%s=", separator, name);
        print_value(out, value);
        separator = ", ";
    }
    fprintf(out,
            "%sFilled marks, solid roofs: double; open, dashed: float. Instructions are those of "
            "one lane, an fma is one. Percentages are of the path's own ceiling.",
            *separator ? "\n" : "");
    fclose(out);
    return caption;
}

static void write_marks(FILE *script, const struct rows *rows, struct roofline *r)
{
    write_axes(script, r);
    write_point_labels(script, rows, r);
    write_roof_labels(script, rows, r);
    write_slope_labels(script, r);
    write_data(script, r);
    write_plot(script, rows, r);
}

bool write_roofline(struct rows *rows, struct canvas *c, FILE *script, struct tri_error *e)
{
    struct roofline r;
    rows_latest(rows, same_run);
    c->caption = caption_of(rows);
    if (!c->caption ||
        asprintf(&c->title, "Roofline of %s",
                 several_hotspots(rows) ? "several hotspots" : rows->row[0].hotspot) < 0) {
        c->title = NULL; /* as asprintf() leaves it undefined */
        return tri_fail(e, TRI_FAILED, "out of memory");
    }
    bool good = roofline_of(rows, &r, c, e);
    if (good)
        write_marks(script, rows, &r);
    roofline_free(&r);
    return good;
}
