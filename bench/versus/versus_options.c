/* The command line of versus. */
#include "versus_options.h"

#include "files.h"
#include "options.h"

#include <errno.h>

enum { KEY_TOLERANCE = 0x300, KEY_HOTSPOT, KEY_VERSUS };

static const struct argp_option options[] = {
    { "tolerance", KEY_TOLERANCE, "PERCENT", 0, "by how much a row may be slower (5)", 2 },
    { "hotspot", KEY_HOTSPOT, "LIST", 0, "of these hotspots only", 2 },
    { "versus", KEY_VERSUS, "FILE", OPTION_HIDDEN, NULL, 2 },
    { 0 },
};

/* Takes the other files off the command line, too. */
static error_t parse_files(struct comparison *c, const char *file, struct argp_state *state)
{
    error_t status = versus_add(&c->versus, &c->request, file);
    c->by_option = true;
    while (status == 0 && state->next < state->argc && *state->argv[state->next] != '-')
        status = versus_add(&c->versus, &c->request, state->argv[state->next++]);
    return status;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct comparison *c = state->input;
    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &c->request; return 0;
    case KEY_TOLERANCE: return parse_tolerance(&c->versus, &c->request, arg);
    case KEY_HOTSPOT: return parse_hotspots(&c->request, arg);
    case KEY_VERSUS: return parse_files(c, arg, state);
    case ARGP_KEY_ARG:
        return c->by_option ? ARGP_ERR_UNKNOWN : versus_add(&c->versus, &c->request, arg);
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = { { &request_argp, 0, "Which runs:", 1 }, { 0 } };
static const struct argp argp = {
    options,
    parse,
    "A B ...",
    "Set the rows of files side by side.  The exit status is 1, if a row of A is slower elsewhere by "
    "more than the tolerance, is missing, or differs.",
    children,
    NULL,
    NULL,
};

static bool check(const struct comparison *c, struct tri_error *e)
{
    struct named_file file[1 + MAX_VERSUS] = { { "-o", c->request.output, FILE_WRITTEN } };
    if (c->versus.files == 0)
        return tri_fail(e, TRI_USAGE, "needs two files of rows or more (see --help)");
    if (c->versus.files == 1)
        return tri_fail(e, TRI_USAGE, "%.200s: needs another file to set beside it",
                        c->versus.file[0]);
    for (size_t i = 0; i < c->versus.files; i++)
        file[1 + i] = (struct named_file){ "versus", c->versus.file[i], FILE_READ };
    return request_only(&c->request, REQUEST_OUTPUT | REQUEST_WHICH, "versus", "reads rows", e) &&
           files_apart(file, sizeof file / sizeof *file, e);
}

bool versus_options(struct comparison *c, int argc, char **argv, struct tri_error *e)
{
    *c = (struct comparison){ .versus.tolerance = 0.05, .out = stdout };
    if (!parse_options(&argp, argc, argv, c, &c->request)) {
        *e = c->request.error;
        return false;
    }
    return check(c, e);
}
