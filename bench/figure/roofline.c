/* The roofline figure: what is to be drawn, and where it stands. */
#include "roofline.h"

#include "format.h"
#include "spread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool equal(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

/* What is launched otherwise is another point, under a roof of its own. */
bool same_roof(const struct row *a, const struct row *b)
{
    return same_contender(a, b) && same_settings(a, b, "input");
}

bool same_run(const struct row *a, const struct row *b)
{
    return same_kind(a, b) && same_json(a->params, b->params) && same_settings(a, b, NULL);
}

/* ---- Labels ----------------------------------------------------------------------------------- */

/* The first parameter in which two cases of a hotspot differ, or what else of their settings if they do
 * not; NULL: they are the same. */
static const char *first_difference(const struct row *a, const struct row *b)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)a->params, name, value)
    {
        if (!same_setting(a, b, name))
            return name;
    }
    for (size_t i = 0; run_settings[i]; i++)
        if (!same_setting(a, b, run_settings[i]))
            return run_settings[i];
    return NULL;
}

/* Whether it takes this to tell the row from another. */
static bool tells_apart(const struct rows *rows, const struct row *r, const char *what)
{
    for (size_t i = 0; i < rows->n; i++) {
        const char *first = same_kind(&rows->row[i], r) ? first_difference(r, &rows->row[i]) : NULL;
        if (first && equal(first, what))
            return true;
    }
    return false;
}

/* Of the parameters and the other settings, what tells the row from others. */
static void print_settings(FILE *out, const struct rows *rows, const struct row *r)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)r->params, name, value)
    {
        if (tells_apart(rows, r, name))
            print_setting(out, " ", r, name);
    }
    for (size_t i = 0; run_settings[i]; i++)
        if (tells_apart(rows, r, run_settings[i]))
            print_setting(out, " ", r, run_settings[i]);
}

bool several_hotspots(const struct rows *rows)
{
    for (size_t i = 1; i < rows->n; i++)
        if (!equal(rows->row[i].hotspot, rows->row[0].hotspot))
            return true;
    return false;
}

static bool knows_ceiling(const struct row *r)
{
    return isfinite(r->arithmetic_per_second) && isfinite(r->bytes_per_second);
}

/* What the row has taken of what its own ceilings allow: of the one that binds. */
static double share(const struct row *r)
{
    struct tri_work work = row_work(r->json);
    struct tri_ceiling ceiling = row_ceiling(r->json);
    return tri_ceiling_seconds(&ceiling, &work, tri_ceiling_binds(&ceiling, &work)) / r->seconds;
}

/* "avx2 tuned double, 88 %", and before it what else it takes to tell the point from the others. */
char *point_label(const struct rows *rows, const struct row *r)
{
    char *label = NULL;
    size_t size;
    FILE *out = open_memstream(&label, &size);
    if (!out)
        return NULL;
    if (several_hotspots(rows))
        fprintf(out, "%s ", r->hotspot);
    print_contender(out, r);
    print_settings(out, rows, r);
    if (knows_ceiling(r))
        fprintf(out, ", %s", marked_share(share(r)).s);
    fclose(out);
    return label;
}

/* ---- Points and roofs ------------------------------------------------------------------------- */

static bool place_points(const struct rows *rows, struct roofline *r)
{
    r->point = calloc(rows->n, sizeof *r->point);
    for (size_t i = 0; r->point && i < rows->n; i++) {
        const struct row *row = &rows->row[i];
        if (row->instructions == 0)
            continue; /* there is no place for it on a logarithmic scale */
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
    return equal(a->precision, b->precision) &&
           a->arithmetic_per_second == b->arithmetic_per_second &&
           a->bytes_per_second == b->bytes_per_second;
}

/* Whether the row's ceilings are a path's last, of those that are launched like it. */
static bool has_ceiling(const struct rows *rows, size_t i)
{
    bool has = knows_ceiling(&rows->row[i]);
    for (size_t j = i + 1; has && j < rows->n; j++)
        has = !same_roof(&rows->row[i], &rows->row[j]) || !knows_ceiling(&rows->row[j]);
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

static const char *arithmetic_unit(enum tri_resource resource)
{
    switch (resource) {
    case TRI_ADDITIONS: return "additions/s";
    case TRI_MIXED: return "instructions/s";
    case TRI_INTEGERS: return "integers/s";
    default: return "fma/s";
    }
}

/* Whether the path of row j has been named among those of row i's roof. */
static bool is_named(const struct rows *rows, size_t i, size_t j)
{
    for (size_t k = i; k < j; k++)
        if (equal(rows->row[k].path, rows->row[j].path) && has_ceiling(rows, k) &&
            same_ceiling(&rows->row[k], &rows->row[j]))
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
        if (same_ceiling(r, &rows->row[j]) && has_ceiling(rows, j) && !is_named(rows, i, j))
            fprintf(out, ", %s", rows->row[j].path);
    fprintf(out, " %s", r->precision);
    if (tells_apart(rows, r, "threads"))
        print_setting(out, " ", r, "threads");
    fprintf(out, " %s", si(r->arithmetic_per_second, arithmetic_unit(r->arithmetic)).s);
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
                               .top = log10(rows->row[i].arithmetic_per_second),
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
        r->x0 = fmin(r->x0, roof->top - roof->bytes - 1);
        r->y0 = fmin(r->y0, roof->top - 0.5);
        r->y1 = fmax(r->y1, roof->top + 0.5);
        r->last = fmax(r->last, roof->top - roof->bytes);
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
    return (p->top > q->top) - (p->top < q->top);
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
        at[i] = r->roof[i].top;
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
