/* The roofline figure as gnuplot's commands. */
#define _GNU_SOURCE /* asprintf, M_PI */
#include "roofline.h"

#include "format.h"
#include "gnuplot.h"
#include "style.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_float(const struct row *r)
{
    return strcmp(r->precision, "float") == 0;
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
        write_leader(script, style_of(rows, roof->row->path)->colour, r->x1, roof->top,
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
    if (strcmp(from.s, to.s) != 0)
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
                pow(10, r->x0), pow(10, f->bytes + r->x0), pow(10, f->top - f->bytes),
                pow(10, f->top), pow(10, r->x1), pow(10, f->top));
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
    for (size_t i = 1; i < rows->n; i++)
        if (!same_setting(&rows->row[0], &rows->row[i], param))
            return false;
    return true;
}

char *roofline_caption(const struct rows *rows)
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
        print_setting(out, separator, &rows->row[0], name);
        separator = ", ";
    }
    fprintf(
        out,
        "%sFilled marks, solid roofs: double; open, dashed: float. Instructions are those of "
        "one lane, an fma is one. Percentages are of what binds the path, which may be neither.",
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
    c->caption = roofline_caption(rows);
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
