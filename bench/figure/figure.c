/* Figures of rows: the table of them, and which rows they are drawn of. */
#include "figure.h"

#include "output.h"
#include "roofline.h"

#include <string.h>

const struct figure figures[] = {
    { "roofline", "each path's rate under the ceilings of its arithmetic and its memory",
      roofline_gp, write_roofline },
    { NULL, NULL, NULL, NULL },
};

const char *figure_at(size_t i, const void *unused)
{
    (void)unused;
    return figures[i].name;
}

/* ---- Drawing ---------------------------------------------------------------------------------- */

struct subject {
    const struct figure *figure;
    struct rows *rows;
};

static bool write_figure(const void *data, FILE *script, struct tri_error *e)
{
    const struct subject *s = data;
    return s->figure->write(s->rows, script, e);
}

bool figure_draw(const struct figure *figure, struct rows *rows, const struct format *format,
                 struct tri_file *file, struct tri_error *e)
{
    const struct subject subject = { figure, rows };
    const struct drawing drawing = { figure->commands, write_figure, &subject };
    return rows_of_one_machine(rows, e) && frame_draw(&drawing, rows, format, file, e);
}

static bool draw_rows(const struct figure *figure, struct rows *rows, const char *output,
                      struct tri_error *e)
{
    struct tri_file file;
    if (!rows_of_one_machine(rows, e))
        return false;
    if (!tri_file_begin(&file, output, e))
        return name_option("-o", e);
    bool good = figure_draw(figure, rows, format_of(output), &file, e) &&
                (tri_file_commit(&file, e) || name_option("-o", e));
    if (!good)
        tri_file_abandon(&file);
    return good;
}

/* ---- Which rows ------------------------------------------------------------------------------- */

static bool asks_for_hotspot(const struct request *r, const char *name)
{
    bool asks = !r->hotspots_given;
    for (size_t i = 0; i < r->hotspots; i++)
        asks |= strcmp(r->hotspot[i], name) == 0;
    return asks;
}

/* --path names no peers, so they stay. */
static bool asks_for_path(const struct request *r, const char *name)
{
    for (int p = 0; p < TRI_PATHS; p++)
        if (strcmp(tri_path_name((enum tri_path)p), name) == 0)
            return !r->paths_given || r->path[p];
    return true;
}

/* By name: rows may be of variants that this program does not know. */
static bool asks_for_variant(const struct request *r, const char *own)
{
    bool asks = !own || !r->variants_given || r->variants.all;
    for (size_t i = 0; i < r->variants.n; i++)
        asks |= own && strcmp(r->variants.name[i], own) == 0;
    return asks;
}

static bool asks_for_precision(const struct request *r, const char *name)
{
    bool asks = !r->precisions_given;
    for (int p = 0; p < TRI_PRECISIONS; p++)
        asks |= r->precision[p] && strcmp(tri_precision_name((enum tri_precision)p), name) == 0;
    return asks;
}

bool asks_for(const struct row *row, const void *request)
{
    return asks_for_hotspot(request, row->hotspot) && asks_for_path(request, row->path) &&
           asks_for_variant(request, row->variant) && asks_for_precision(request, row->precision);
}

bool draw(const struct figure *figure, const char *list, const struct request *request,
          struct tri_error *e)
{
    const char *output = request->output;
    struct rows rows;
    if (!list)
        return tri_fail(e, TRI_USAGE, "--draw %s: needs rows: --rows FILE[,FILE...]", figure->name);
    if (!output)
        return tri_fail(e, TRI_USAGE, "--draw %s: needs -o FILE.svg or -o FILE.png", figure->name);
    if (!format_of(output))
        return tri_fail(e, TRI_USAGE, "-o %.200s: has to end in .svg or .png", output);
    if (!rows_read(&rows, list, e))
        return name_option("--rows", e);
    rows_keep(&rows, asks_for, request);
    bool good = rows.n > 0
                    ? draw_rows(figure, &rows, output, e)
                    : tri_fail(e, TRI_USAGE, "--rows %.200s: none is of what is asked for", list);
    rows_free(&rows);
    return good;
}
