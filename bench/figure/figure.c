/* The table of figures, and the choice of the rows that they show. */
#include "figure.h"

#include "output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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
    return figures[i].name;
}

/* ---- Which rows ------------------------------------------------------------------------------- */

static struct store *read_chosen(const char *list, const struct request *r, struct tri_error *e)
{
    struct store *s = rows_load_all(list, e);
    if (s && rows_prepare(s, e) && rows_ask(s, r, e) &&
        rows_choose(s, "insert into chosen_row select id from chosen where absent is null", e) &&
        (store_number(s, "select count(*) from chosen_row", NULL) > 0 ||
         tri_fail(e, TRI_USAGE, "%.200s: has no row of those requested", list)))
        return s;
    name_option("--rows", e);
    store_close(s);
    return NULL;
}

/* All rows of a picture have to be of one machine. */
static bool draw_picture(void *asked, struct tri_error *e)
{
    struct draw *d = asked;
    struct picture picture = { 0 };
    char *machine = machine_of(d->chosen, true, e);
    bool good =
        machine && figure_prepare(d->figure, d->chosen, e) &&
        gnuplot_draw(d->figure, d->chosen, machine, format_of(d->request.output), &picture, e);
    if (good && fwrite(picture.bytes, 1, picture.n, d->out) != picture.n)
        good = tri_fail(e, TRI_FAILED, "-o %.200s: cannot be written: %s", d->request.output,
                        strerror(errno));
    picture_free(&picture);
    free(machine);
    return good;
}

bool draw(struct draw *d, struct tri_error *e)
{
    const char *output = d->request.output;
    if (!d->rows)
        return tri_fail(e, TRI_USAGE, "%s: needs rows: --rows FILE[,FILE...]", d->figure->name);
    if (!output)
        return tri_fail(e, TRI_USAGE, "%s: needs -o FILE.svg or -o FILE.png", d->figure->name);
    if (!format_of(output))
        return tri_fail(e, TRI_USAGE, "-o %.200s: has to end in .svg or .png", output);
    d->chosen = read_chosen(d->rows, &d->request, e);
    bool good = d->chosen && write_output(&d->request, &d->out, draw_picture, d, e);
    store_close(d->chosen);
    return good;
}
