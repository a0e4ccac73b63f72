/* The roofline figure as gnuplot's variables. */
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

static void write_corners(FILE *script, const struct canvas *c, const struct roofline *r)
{
    fprintf(script, "WIDTH = %d\nHEIGHT = %d\nLEFT = %d\nRIGHT = %d\nTOP = %d\nBOTTOM = %d\n",
            c->width, c->height, c->left, c->right, c->top, c->bottom);
    set_number(script, "X0", 0, r->x0);
    set_number(script, "X1", 0, r->x1);
    set_number(script, "Y0", 0, r->y0);
    set_number(script, "Y1", 0, r->y1);
    set_number(script, "LAST", 0, r->last);
    set_number(script, "SX", 0, r->sx);
    set_number(script, "SY", 0, r->sy);
}

static void write_points(FILE *script, const struct rows *rows, const struct roofline *r)
{
    static const char *const arrays[] = { "POINT_X", "POINT_Y", "LABEL_X",    "LABEL_Y",
                                          "COLOUR",  "MARK",    "POINT_LABEL" };
    for (size_t a = 0; a < sizeof arrays / sizeof *arrays; a++) {
        fprintf(script, "array %s[%zu]\n", arrays[a], r->points ? r->points : 1); /* no less */
        set_number(script, arrays[a], 1, (double)NAN);
    }
    set_text(script, "POINT_LABEL", 1, "");
    fprintf(script, "POINTS = %zu\n", r->points);
    for (size_t i = 0; i < r->points; i++) {
        const struct point *p = &r->point[i];
        const struct style *style = style_of(rows, p->row->path);
        set_number(script, "POINT_X", i + 1, p->x);
        set_number(script, "POINT_Y", i + 1, p->y);
        set_number(script, "LABEL_X", i + 1, p->label_x);
        set_number(script, "LABEL_Y", i + 1, p->label_y);
        set_number(script, "COLOUR", i + 1, style->colour);
        set_number(script, "MARK", i + 1, is_float(p->row) ? style->open : style->filled);
        set_text(script, "POINT_LABEL", i + 1, p->label);
    }
}

static void write_roofs(FILE *script, const struct rows *rows, const struct roofline *r)
{
    static const char *const arrays[] = { "RIDGE",       "BYTES", "ROOF_LABEL_Y",
                                          "ROOF_COLOUR", "DASH",  "ROOF_LABEL" };
    for (size_t a = 0; a < sizeof arrays / sizeof *arrays; a++)
        fprintf(script, "array %s[%zu]\n", arrays[a], r->roofs);
    for (size_t i = 0; i < r->roofs; i++) {
        const struct roof *roof = &r->roof[i];
        set_number(script, "RIDGE", i + 1, roof->top);
        set_number(script, "BYTES", i + 1, roof->bytes);
        set_number(script, "ROOF_LABEL_Y", i + 1, roof->label_y);
        set_number(script, "ROOF_COLOUR", i + 1, style_of(rows, roof->row->path)->colour);
        set_number(script, "DASH", i + 1, is_float(roof->row) ? 2 : 1);
        set_text(script, "ROOF_LABEL", i + 1, roof->label);
    }
}

/* ---- Slopes */

static int by_bandwidth(const void *a, const void *b)
{
    const struct roof *p = a, *q = b;
    return (p->bytes > q->bytes) - (p->bytes < q->bytes);
}

/* "122-133 GB/s" */
static void write_slope(FILE *script, size_t i, double low, double high)
{
    struct text from = si(pow(10, low), "B/s"), to = si(pow(10, high), "B/s");
    char label[120];
    bool same = strcmp(from.s, to.s) == 0;
    snprintf(label, sizeof label, "%.*s%s%s", same ? 0 : (int)strcspn(from.s, " "), from.s,
             same ? "" : "\u2013", to.s);
    set_number(script, "SLOPE", i, high);
    set_text(script, "SLOPE_LABEL", i, label);
}

/* Where the slopes end that are side by side with number `start`, too close for a text between them. */
static size_t end_of_slopes(const struct roofline *r, size_t start)
{
    double across = r->sy * r->sx / hypot(r->sx, r->sy);
    size_t end = start + 1;
    while (end < r->roofs && (r->roof[end].bytes - r->roof[end - 1].bytes) * across <= LINE)
        end++;
    return end;
}

/* Such slopes share a label. */
static void write_slopes(FILE *script, const struct roofline *r)
{
    size_t n = 0;
    for (size_t start = 0; start < r->roofs; start = end_of_slopes(r, start))
        n++;
    fprintf(script, "array SLOPE[%zu]\narray SLOPE_LABEL[%zu]\n", n, n);
    n = 0;
    for (size_t start = 0, end; start < r->roofs; start = end) {
        end = end_of_slopes(r, start);
        write_slope(script, ++n, r->roof[start].bytes, r->roof[end - 1].bytes);
    }
}

/* ---- All of it */

/* Whether all rows have the parameter of one value. */
static bool is_common(const struct rows *rows, const char *param)
{
    for (size_t i = 1; i < rows->n; i++)
        if (!same_setting(&rows->row[0], &rows->row[i], param))
            return false;
    return true;
}

char *roofline_settings(const struct rows *rows)
{
    char *settings = NULL;
    const char *name, *separator = "";
    size_t size;
    json_t *value;
    FILE *out = open_memstream(&settings, &size);
    if (!out)
        return NULL;
    json_object_foreach((json_t *)rows->row[0].params, name,
                        value) if (!several_hotspots(rows) && is_common(rows, name))
    {
        print_setting(out, separator, &rows->row[0], name);
        separator = ", ";
    }
    fclose(out);
    return settings;
}

static bool write_title(FILE *script, const struct rows *rows)
{
    char title[200];
    char *settings = roofline_settings(rows);
    snprintf(title, sizeof title, "Roofline of %s",
             several_hotspots(rows) ? "several hotspots" : rows->row[0].hotspot);
    set_text(script, "TITLE", 0, title);
    set_text(script, "SETTINGS", 0, settings ? settings : "");
    free(settings);
    return settings;
}

bool write_roofline(struct rows *rows, FILE *script, struct tri_error *e)
{
    struct roofline r;
    struct canvas canvas;
    rows_latest(rows, same_run);
    bool good = roofline_of(rows, &r, &canvas, e);
    if (good && !write_title(script, rows))
        good = tri_fail(e, TRI_FAILED, "out of memory");
    if (good) {
        qsort(r.roof, r.roofs, sizeof *r.roof, by_bandwidth);
        write_corners(script, &canvas, &r);
        write_points(script, rows, &r);
        write_roofs(script, rows, &r);
        write_slopes(script, &r);
    }
    roofline_free(&r);
    return good;
}
