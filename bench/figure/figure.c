/* Figures of rows: the table of them, and which rows they are drawn of. */
#include "figure.h"

#include "output.h"

#include <stdlib.h>

extern const char roofline_gp[], roofline_sql[];

const struct figure figures[] = {
    { "roofline",
      "each path's rate under the ceilings of its arithmetic and its memory",
      roofline_sql,
      roofline_gp,
      { "PATHS", "FIGURE", "POINTS", "ROOFS", "SLOPES" } },
    { .name = NULL },
};

const char *figure_at(size_t i, const void *unused)
{
    (void)unused;
    return figures[i].name;
}

/* ---- Which rows ------------------------------------------------------------------------------- */

/* What the request names of a column; where it names nothing, everything will do. */
#define ASKED(column)                                                    \
    "(" column " in (select name from asked where what = '" column "') " \
    "or '" column "' not in (select what from asked))"

/* --path names no peers, so they stay; a row without a variant is of what has none. */
static const char chosen[] =
    "create temp view chosen as select * from row where kind is null and " ASKED("hotspot")  //
    " and (peer is not null or " ASKED("path") ") and (variant is null or " ASKED("variant") //
    ") and " ASKED("precision");

static bool name(struct store *s, bool asked, const char *what, const char *name,
                 struct tri_error *e)
{
    const char *const text[] = { what, name };
    return !asked || store_tell(s, "insert into asked values (?1, ?2)", text, 2, e);
}

/* Variants by name: rows may be of some that this program does not know. */
bool choose(struct store *s, const struct request *r, struct tri_error *e)
{
    bool good = store_tell(s, "create temp table asked(what, name)", NULL, 0, e);
    for (size_t i = 0; good && i < r->hotspots; i++)
        good = name(s, r->hotspots_given, "hotspot", r->hotspot[i], e);
    for (int p = 0; good && p < TRI_PATHS; p++)
        good = name(s, r->paths_given && r->path[p], "path", tri_path_name((enum tri_path)p), e);
    for (size_t i = 0; good && i < r->variants.n; i++)
        good = name(s, r->variants_given && !r->variants.all, "variant", r->variants.name[i], e);
    for (int p = 0; good && p < TRI_PRECISIONS; p++)
        good = name(s, r->precisions_given && r->precision[p], "precision",
                    tri_precision_name((enum tri_precision)p), e);
    return good && store_tell(s, chosen, NULL, 0, e);
}

static struct store *read_chosen(const char *list, const struct request *r, struct tri_error *e)
{
    struct store *s = rows_load_all(list, e);
    if (s && choose(s, r, e) && rows_choose(s, "chosen where absent is null", NULL, e) &&
        (store_number(s, "select count(*) from chosen_row", NULL) > 0 ||
         tri_fail(e, TRI_USAGE, "%.200s: has no row of those requested", list)))
        return s;
    name_option("--rows", e);
    store_close(s);
    return NULL;
}

/* A picture is of one machine. */
static bool draw_picture(const struct draw *d, struct store *s, struct picture *picture,
                         struct tri_error *e)
{
    char *machine = machine_of(s, "chosen_row", true, e);
    bool good = machine && rows_functions(s, e) && figure_prepare(d->figure, s, e) &&
                gnuplot_draw(d->figure, s, machine, format_of(d->request.output), picture, e);
    free(machine);
    return good;
}

static bool draw_to_file(const struct draw *d, struct store *s, struct tri_error *e)
{
    struct picture picture = { 0 };
    struct tri_file file;
    if (!tri_file_begin(&file, d->request.output, e))
        return name_option("-o", e);
    bool good =
        draw_picture(d, s, &picture, e) &&
        ((tri_file_write(&file, picture.bytes, picture.n, e) && tri_file_commit(&file, e)) ||
         name_option("-o", e));
    if (!good)
        tri_file_abandon(&file);
    picture_free(&picture);
    return good;
}

bool draw(const struct draw *d, struct tri_error *e)
{
    const char *output = d->request.output;
    if (!d->rows)
        return tri_fail(e, TRI_USAGE, "%s: needs rows: --rows FILE[,FILE...]", d->figure->name);
    if (!output)
        return tri_fail(e, TRI_USAGE, "%s: needs -o FILE.svg or -o FILE.png", d->figure->name);
    if (!format_of(output))
        return tri_fail(e, TRI_USAGE, "-o %.200s: has to end in .svg or .png", output);
    struct store *s = read_chosen(d->rows, &d->request, e);
    bool good = s && draw_to_file(d, s, e);
    store_close(s);
    return good;
}
