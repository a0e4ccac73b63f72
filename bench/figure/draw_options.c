/* The command line of draw. */
#include "figure.h"

#include "files.h"
#include "help.h"
#include "options.h"

#include <errno.h>

enum { KEY_ROWS = 0x300, KEY_DRAW };

static const struct argp_option options[] = {
    { "rows", KEY_ROWS, "FILE,...", OPTION_OFTEN, "draw these rows", 2 },
    { "draw", KEY_DRAW, "FIGURE", OPTION_HIDDEN, NULL, 2 }, /* as bench takes it */
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
    case KEY_DRAW: return parse_figure(d, arg);
    case ARGP_KEY_ARG: return d->figure ? ARGP_ERR_UNKNOWN : parse_figure(d, arg);
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = { { &rows_argp, 0, "Which rows:", 1 }, { 0 } };
static const struct argp argp = {
    options,
    parse,
    "FIGURE [HOTSPOT,...]",
    "Draw a figure from rows to the file of -o, which ends in .svg or .png.  bench --list lists the figures.",
    children,
    NULL,
    NULL,
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
