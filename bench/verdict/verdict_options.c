/* The command line of verdict. */
#include "verdict_options.h"

#include "file.h"
#include "files.h"
#include "help.h"
#include "options.h"

enum { KEY_SVG = 0x300, KEY_PAGE, KEY_PP, KEY_HOTSPOT, KEY_VERDICT };

static const struct argp_option options[] = {
    { "svg", KEY_SVG, "FILE", OPTION_OFTEN, "also draw the efficiencies as a cascade plot", 2 },
    { "page", KEY_PAGE, "FILE.html", OPTION_OFTEN, "also write tables and plot as a page", 2 },
    { "pp", KEY_PP, NULL, OPTION_OFTEN,
      "fail if the rows are of one machine only, for which there is no performance portability",
      2 },
    { "hotspot", KEY_HOTSPOT, "LIST", OPTION_OFTEN, "only these hotspots", 2 },
    { "verdict", KEY_VERDICT, "FILE", OPTION_HIDDEN, NULL, 2 },
    { 0 },
};

static error_t add(struct verdict_request *v, const char *file)
{
    if (v->judging.files == MAX_JUDGED)
        return usage_error(&v->request, "verdict: no more than %d files", MAX_JUDGED);
    v->judging.file[v->judging.files++] = file;
    return 0;
}

/* Takes the other files off the command line, too. */
static error_t parse_files(struct verdict_request *v, const char *file, struct argp_state *state)
{
    error_t status = add(v, file);
    v->by_option = true;
    while (status == 0 && state->next < state->argc && *state->argv[state->next] != '-')
        status = add(v, state->argv[state->next++]);
    return status;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct verdict_request *v = state->input;
    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &v->request; return 0;
    case KEY_SVG: v->judging.svg = arg; return 0;
    case KEY_PAGE: v->judging.page = arg; return 0;
    case KEY_PP: v->judging.portability = true; return 0;
    case KEY_HOTSPOT: return parse_hotspots(&v->request, arg);
    case KEY_VERDICT: return parse_files(v, arg, state);
    case ARGP_KEY_ARG: return v->by_option ? ARGP_ERR_UNKNOWN : add(v, arg);
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = { { &rows_argp, 0, "Which rows:", 1 }, { 0 } };
static const struct argp argp = {
    options,
    parse,
    "FILE...",
    "Compare compilers by their rows: the speed of each variant relative to the best CUDA on the same "
    "machine, or why it has none, and the performance portability over all machines.",
    children,
    NULL,
    NULL,
};

static bool check(const struct verdict_request *v, struct tri_error *e)
{
    const struct judging *j = &v->judging;
    struct named_file file[3 + MAX_JUDGED] = { { "-o", v->request.output, FILE_WRITTEN },
                                               { "--svg", j->svg, FILE_WRITTEN },
                                               { "--page", j->page, FILE_WRITTEN } };
    if (j->files == 0)
        return tri_fail(e, TRI_USAGE, "needs files of rows (see --help)");
    if (j->svg && !tri_file_ends_in(j->svg, ".svg"))
        return tri_fail(e, TRI_USAGE, "--svg %.200s: has to end in .svg", j->svg);
    if (j->page && !tri_file_ends_in(j->page, ".html"))
        return tri_fail(e, TRI_USAGE, "--page %.200s: has to end in .html", j->page);
    for (size_t i = 0; i < j->files; i++)
        file[3 + i] = (struct named_file){ "verdict", j->file[i], FILE_READ };
    return request_only(&v->request, REQUEST_OUTPUT | REQUEST_WHICH, "verdict", "reads rows", e) &&
           files_apart(file, 3 + j->files, e);
}

bool verdict_options(struct verdict_request *v, int argc, char **argv, struct tri_error *e)
{
    *v = (struct verdict_request){ .out = stdout };
    return parse_options(&argp, argc, argv, v, &v->request, e) && check(v, e);
}
