/* The table of figures, and the choice of the rows that they show. */
#include "figure.h"

#include "help.h"
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
    if (!s)
        return name_option("--rows", e), NULL;
    if (rows_prepare(s, e) && rows_ask(s, r, e) &&
        rows_choose(s, "insert into chosen_row select id from chosen where absent is null", e) &&
        (store_number(s, "select count(*) from chosen_row", NULL) > 0 ||
         tri_fail(e, TRI_USAGE, "--rows %.200s: has no row of those requested", list)))
        return s;
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

/* ---- The command line ---------------------------------------------------------------------------- */

enum { KEY_ROWS = 0x300 };

static const struct argp_option options[] = {
    { "rows", KEY_ROWS, "FILE,...", OPTION_OFTEN, "draw these rows", 2 },
    { 0 },
};

static error_t parse_figure(struct draw *d, const char *name)
{
    int i = 0;
    error_t status = parse_name(&d->request, "figure", name, figure_at, &i);
    if (status == 0)
        d->figure = &figures[i];
    return status;
}

/* The first argument names the figure, the others name hotspots. */
static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct draw *d = state->input;
    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &d->request; return 0;
    case KEY_ROWS: d->rows = arg; return 0;
    case ARGP_KEY_ARG: return d->figure ? ARGP_ERR_UNKNOWN : parse_figure(d, arg);
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = { { &rows_argp, 0, "Which rows:", 1 }, { 0 } };
static const struct argp argp = {
    options, parse, "FIGURE [HOTSPOT,...]",
    "Draw a figure from rows to the file of -o, which ends in .svg or .png.  bench --list lists the figures.",
    children
};

static bool check(const struct draw *d, struct tri_error *e)
{
    const struct named_file file[] = { { "-o", d->request.output, FILE_WRITTEN },
                                       { "--rows", d->rows, FILES_READ } };
    if (!d->figure)
        return tri_fail(e, TRI_USAGE, "needs the name of a figure (see --help)");
    return request_only(&d->request, REQUEST_OUTPUT | REQUEST_WHICH, "draw", "reads rows", e) &&
           files_apart(file, 2, e);
}

bool draw_options(struct draw *d, int argc, char **argv, struct tri_error *e)
{
    *d = (struct draw){ .rows = NULL };
    return parse_options(&argp, argc, argv, d, &d->request, e) && check(d, e);
}
