/* The command line of study. */
#include "rerun.h"

#include "help.h"
#include "batch.h"

#include <string.h>

enum { KEY_ROWS = 0x300, KEY_FIGURES, KEY_PAGE, KEY_SLIDES };

static const struct argp_option options[] = {
    { "rows", KEY_ROWS, "FILE,...", OPTION_OFTEN, "show these rows instead of measuring", 2 },
    { "figures", KEY_FIGURES, "DIR", OPTION_OFTEN, "draw the figures into DIR, as SVG and PNG", 2 },
    { "slides", KEY_SLIDES, "DIR", 0,
      "of study ladder: write HOTSPOT.html into DIR, with a slide for each variant: its times, what limits it, and its "
      "code beside that of the variant before",
      2 },
    { "page", KEY_PAGE, "FILE.html", OPTION_OFTEN,
      "write tables and figures as a page (default for all: studies.html)", 2 },
    { 0 },
};

static error_t parse_studies(struct studies *s, const char *list)
{
    error_t status = 0;
    bool all = strcmp(list, "all") == 0;
    s->list |= strcmp(list, "list") == 0;
    s->all |= all;
    for (size_t i = 0; all && study_at(i, NULL); i++)
        s->study[i] = true;
    if (!s->list && !all)
        status = parse_list(&s->batch.request, "study", list, study_at, s->study);
    s->n = 0;
    for (size_t i = 0; study_at(i, NULL); i++)
        s->n += s->study[i];
    return status;
}

/* The first argument names studies, the others name hotspots. */
static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct studies *s = state->input;
    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &s->batch; return 0;
    case KEY_ROWS: s->rows = arg; return 0;
    case KEY_FIGURES: s->figures = arg; return 0;
    case KEY_PAGE: s->page = arg; return 0;
    case KEY_SLIDES: s->slides = arg; return 0;
    case ARGP_KEY_ARG: return s->n > 0 || s->list ? ARGP_ERR_UNKNOWN : parse_studies(s, arg);
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = { { &measuring_argp, 0, NULL, 1 }, { 0 } };
static const struct argp argp = {
    options, parse, "NAME,... [HOTSPOT,...]\nall\nlist",
    "Repeat experiments: measure what a study needs, and show it as a table, as figures or as a page.  "
    "all: every study; list: print what there is.",
    children
};

/* A slide needs the heads of its table: hotspot, path, variant. */
static bool are_of_rungs(const struct studies *s)
{
    bool all = true;
    for (size_t i = 0; study_number(i); i++)
        all &= !s->study[i] || strcmp(study_number(i)->name, "ladder") == 0;
    return all;
}

static bool options_agree(const struct studies *s, struct tri_error *e)
{
    const unsigned shown = GIVEN(KEY_SWEEP) | GIVEN(KEY_PEERS) | GIVEN(KEY_PROGRESS);
    const char *extra = s->rows      ? "--rows"
                        : s->figures ? "--figures"
                        : s->slides  ? "--slides"
                        : s->page    ? "--page"
                                     : NULL;
    if (s->list && extra)
        return tri_fail(e, TRI_USAGE, "%s: study list lists and does nothing else", extra);
    if (s->list)
        return only_given(&s->batch, 0, REQUEST_OUTPUT, "study list", "lists", e);
    if (s->n == 0)
        return tri_fail(e, TRI_USAGE, "needs the names of studies, all or list (see --help)");
    if (s->slides && !are_of_rungs(s))
        return tri_fail(e, TRI_USAGE, "--slides: belongs to study ladder alone");
    if (s->batch.request.devices_given)
        return tri_fail(e, TRI_USAGE,
                        "--devices: is not for studies; --sweep devices=1,2 sets their numbers");
    return !s->rows ||
           only_given(&s->batch, shown, REQUEST_ALL, "study with --rows", "reads rows", e);
}

static bool files_agree(const struct studies *s, struct tri_error *e)
{
    const struct named_file own[] = {
        { "--page", page_name(s), FILE_WRITTEN },
        { "--figures", s->figures, FIGURES_WRITTEN },
        { "--rows", s->rows, FILES_READ },
    };
    return measuring_files_apart(&s->batch, own, sizeof own / sizeof *own, e);
}

bool study_options(struct studies *s, int argc, char **argv, struct tri_error *e)
{
    *s = (struct studies){ .batch = { .json_fd = -1, .out = stdout } };
    return parse_options(&argp, argc, argv, s, &s->batch.request, e) && options_agree(s, e) &&
           files_agree(s, e);
}
