/* study -- the experiments of five reports, rerun by one command each. */
#include "programs.h"
#include "interrupt.h"
#include "measuring.h"
#include "progress.h"
#include "rerun.h"
#include "sibling.h"

#include <errno.h>
#include <string.h>

/* ---- Options ---- */

enum { KEY_STUDY = 0x300, KEY_ROWS, KEY_FIGURES, KEY_PAGE };

static const struct argp_option options[] = {
    { "rows", KEY_ROWS, "FILE,...", 0, "show these rows, instead of measuring", 2 },
    { "figures", KEY_FIGURES, "DIR", 0, "draw the figures into DIR, as SVG and PNG", 2 },
    { "page", KEY_PAGE, "FILE.html", 0,
      "write what is shown as a page (of all: studies.html, if not said)", 2 },
    { "study", KEY_STUDY, "NAME,...", OPTION_HIDDEN, NULL, 2 }, /* as bench takes them */
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
        status = parse_list(&s->bench.request, "study", list, study_at, s->study);
    s->n = 0;
    for (size_t i = 0; study_at(i, NULL); i++)
        s->n += s->study[i];
    return status;
}

/* The first word that is no option names studies, the others hotspots. */
static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct studies *s = state->input;
    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &s->bench; return 0;
    case KEY_STUDY: return parse_studies(s, arg);
    case KEY_ROWS: s->rows = arg; return 0;
    case KEY_FIGURES: s->figures = arg; return 0;
    case KEY_PAGE: s->page = arg; return 0;
    case ARGP_KEY_ARG: return s->n > 0 || s->list ? ARGP_ERR_UNKNOWN : parse_studies(s, arg);
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = { { &measuring_argp, 0, NULL, 1 }, { 0 } };
static const struct argp argp = {
    options,
    parse,
    "NAME,... [HOTSPOT,...]\nall\nlist",
    "Rerun experiments: measure what a study measures, and show it as a table, as figures, as a page.  "
    "all: every one of them; list: what they are.",
    children,
    NULL,
    NULL,
};

static bool options_agree(const struct studies *s, struct tri_error *e)
{
    const unsigned shown = GIVEN_SWEEP | GIVEN_PEERS | GIVEN_PROGRESS;
    const char *extra = s->rows ? "--rows" : s->figures ? "--figures" : s->page ? "--page" : NULL;
    if (s->list && extra)
        return tri_fail(e, TRI_USAGE, "%s: study list lists and does nothing else", extra);
    if (s->list)
        return only_given(&s->bench, 0, REQUEST_OUTPUT, "study list", "lists", e);
    if (s->n == 0)
        return tri_fail(e, TRI_USAGE, "needs the names of studies, all or list (see --help)");
    return !s->rows ||
           only_given(&s->bench, shown, REQUEST_ALL, "study with --rows", "reads rows", e);
}

static bool check_files(const struct studies *s, struct tri_error *e)
{
    const struct named_file own[] = {
        { "--page", page_name(s), FILE_WRITTEN },
        { "--figures", s->figures, FIGURES_WRITTEN },
        { "--rows", s->rows, FILES_READ },
    };
    return measuring_files_apart(&s->bench, own, sizeof own / sizeof *own, e);
}

/* ---- Showing ---- */

static bool list_studies(void *asked, struct tri_error *e)
{
    (void)e;
    study_list(((struct studies *)asked)->bench.out);
    return true;
}

static bool run_studies(void *reruns, struct tri_error *e)
{
    struct reruns *r = reruns;
    if (!reruns_begin(r, e))
        return false;
    bool good = r->asked->rows ? reruns_read(r, e) : rows_open(r->bench, e) && reruns_measure(r, e);
    return good && reruns_end(r, e);
}

static bool show_studies(struct studies *s, struct tri_error *e)
{
    struct reruns r;
    struct bench *b = &s->bench;
    bool good = reruns_prepare(&r, s, e) && (s->rows || rows_resume(b, e));
    if (good) {
        interrupt_guard("study", rows_file(b));
        good = write_output(&b->request, &b->out, run_studies, &r, e);
    }
    good = rows_close(b, good, e);
    reruns_free(&r);
    return good;
}

int tri_study(int argc, char **argv)
{
    keep_threads_apart(argv);
    struct studies s = { .bench = { .json_fd = -1, .out = stdout } };
    struct bench *b = &s.bench;
    struct tri_error e;
    if (!parse_options(&argp, argc, argv, &s, &b->request))
        return finish("study", false, false, &b->request.error);
    if (!options_agree(&s, &e) || !check_files(&s, &e))
        return finish("study", false, false, &e);
    b->request.usual = USUAL_TUNED;
    progress_asked(b->progress);
    tri_device_guard(program_name("study"));
    bool good =
        s.list ? write_output(&b->request, &b->out, list_studies, &s, &e) : show_studies(&s, &e);
    return finish("study", good, b->disagreed, &e);
}
