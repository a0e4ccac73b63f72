/* The command line of bench. */
#include "bench_options.h"

#include "help.h"
#include "process.h"

enum {
    KEY_ALL = 0x300,
    KEY_VERBOSE,
    KEY_FORMAT,
    KEY_FOM,
    KEY_ROWS,
    KEY_LIST,
    KEY_IMPORT,
    KEY_SELF_CHECK,
    KEY_JOB,
    KEY_LOCKSTEP,
    KEY_AUDITS
};

static const struct argp_option options[] = {
    { "all", KEY_ALL, NULL, OPTION_OFTEN, "print the tables of every hotspot", 2 },
    { "verbose", KEY_VERBOSE, NULL, 0,
      "show all ceilings and how they were measured; implies --all if no hotspot is named", 2 },
    { "format", KEY_FORMAT, "FORMAT", 0,
      "print the results as text, json, csv, gbench (Google Benchmark's JSON) or gha "
      "(github-action-benchmark's)",
      2 },
    { "fom", KEY_FOM, NULL, 0, "also print a line \"FOM name: milliseconds ms\" for each row", 2 },
    { "rows", KEY_ROWS, "FILE,...", 0, "print these rows in the form of --format; measure nothing",
      2 },
    { "list", KEY_LIST, NULL, 0,
      "list hotspots, variants, figures, paths, peers and devices, and exit", 2 },
    { "self-check", KEY_SELF_CHECK, NULL, 0,
      "measure steps, copies and times that are known, say whether timer, clocks and ceilings are plausible, and exit",
      2 },
    { "import", KEY_IMPORT, "FILE,...", 0,
      "add the rows of these files (of --json or --db) to the file of --db, and exit", 2 },
    { "job", KEY_JOB, NULL, OPTION_HIDDEN, NULL, 2 },                          /* see again.h */
    { "lockstep", KEY_LOCKSTEP, "DESCRIPTOR,NUMBER", OPTION_HIDDEN, NULL, 2 }, /* see process.h */
    { 0 },
};

static error_t parse_form(struct bench *k, const char *name)
{
    k->form_given = true;
    return parse_name(&k->batch.request, "--format", name, form_at, &k->as.form);
}

static error_t parse_lockstep(struct bench *k, const char *value)
{
    struct tri_error why;
    return lockstep_begin(value, &why) ? 0 : usage_error(&k->batch.request, "%s", why.text);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct bench *k = state->input;
    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &k->batch; return 0;
    case KEY_ALL: k->all = true; return 0;
    case KEY_VERBOSE: k->batch.verbose = true; return 0;
    case KEY_FORMAT: return parse_form(k, arg);
    case KEY_FOM: k->as.figures = true; return 0;
    case KEY_ROWS: k->rows = arg; return 0;
    case KEY_LIST: k->list = true; return 0;
    case KEY_SELF_CHECK: k->self_check = true; return 0;
    case KEY_IMPORT: k->import = arg; return 0;
    case KEY_JOB: k->job = true; return 0;
    case KEY_LOCKSTEP: return parse_lockstep(k, arg);
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = { { &measuring_argp, 0, NULL, 1 }, { 0 } };
static const struct argp argp = {
    options, parse, "[HOTSPOT,...]",
    "Time the paths of hotspots, compare their output with the reference, and their rates with what this "
    "machine can do.  Without a hotspot, print one screen: a row for each hotspot, in double.  With --path, "
    "--variant, --sweep, --peers, --all or --verbose, print a table for each.  --json, --db, --resume and "
    "--fom measure both precisions, and the plain variants too.  See also study, versus, verdict, draw, doctor.",
    children
};

/* ---- What goes with what ---- */

/* How many of bench's own options none may be given of: those of measuring, those of writing rows too, all. */
enum { OF_MEASURING = 2, OF_WRITING = 5, OF_ALL = 6, OF_LIST = 7 };

/* What --list, --import or --rows does, and nothing else. */
static bool does_only(const struct bench *k, size_t none_of, unsigned measuring, unsigned shared,
                      const char *asked, const char *does, struct tri_error *e)
{
    const struct {
        const char *name;
        bool given;
    } own[OF_LIST] = { { "--all", k->all },
                       { "--verbose", k->batch.verbose },
                       { "--format", k->form_given },
                       { "--fom", k->as.figures },
                       { "--rows", k->rows },
                       { "--import", k->import },
                       { "--self-check", k->self_check } };
    for (size_t i = 0; i < none_of; i++)
        if (own[i].given)
            return tri_fail(e, TRI_USAGE, "%s: %s %s and does nothing else", own[i].name, asked,
                            does);
    return only_given(&k->batch, measuring, shared, asked, does, e);
}

static bool options_agree(const struct bench *k, struct tri_error *e)
{
    if (k->list)
        return does_only(k, OF_LIST, 0, REQUEST_OUTPUT, "--list", "lists", e);
    if (k->self_check)
        return does_only(k, OF_ALL, 0, REQUEST_OUTPUT, "--self-check", "checks", e);
    if (k->import && !k->batch.db)
        return tri_fail(e, TRI_USAGE, "--import: needs --db, the database that gets the rows");
    if (k->import)
        return does_only(k, OF_WRITING, GIVEN(KEY_DB), 0, "--import", "adds rows", e);
    if (k->as.figures && k->as.form != FORM_TEXT)
        return tri_fail(e, TRI_USAGE, "--fom: goes with --format text");
    return !k->rows || does_only(k, OF_MEASURING, 0, REQUEST_OUTPUT, "--rows", "reads rows", e);
}

static bool files_agree(const struct bench *k, struct tri_error *e)
{
    const struct named_file own[] = { { "--import", k->import, FILES_READ },
                                      { "--rows", k->rows, FILES_READ } };
    return measuring_files_apart(&k->batch, own, 2, e);
}

bool bench_options(struct bench *k, int argc, char **argv, struct tri_error *e)
{
    *k = (struct bench){ .batch = { .json_fd = -1, .out = stdout, .audit = TRI_AUDIT_QUICK } };
    if (!parse_options(&argp, argc, argv, k, &k->batch.request, e))
        return false;
    k->batch.request.usual = USUAL_ENDS;
    return options_agree(k, e) && files_agree(k, e);
}

/* ---- What may be asked for ---- */

/* No hotspot is named, and nothing that needs its tables. */
static bool wants_summary(const struct bench *k)
{
    const struct request *r = &k->batch.request;
    return k->as.form == FORM_TEXT && !k->all && !k->batch.verbose &&
           !(k->batch.given & (GIVEN(KEY_SWEEP) | GIVEN(KEY_PEERS) | GIVEN(KEY_HOST_MEMORY))) &&
           !r->devices_given && tri_ranks() == 1 && !r->hotspots_given && !r->paths_given &&
           !r->variants_given;
}

/* Rows are wanted for what is done with them later: then no less is measured than of a hotspot that is named. */
static bool is_brief(const struct bench *k)
{
    return k->batch.summary && !k->as.figures &&
           !(k->batch.given & (GIVEN(KEY_JSON) | GIVEN(KEY_DB) | GIVEN(KEY_RESUME)));
}

bool bench_plan(struct bench *k, struct tri_error *e)
{
    struct batch *b = &k->batch;
    b->summary = wants_summary(k);
    b->brief = is_brief(k);
    if (b->brief) {
        b->request.usual = USUAL_BRIEF;
        b->request.precision[TRI_FLOAT] &= b->request.precisions_given;
    }
    return sweep_devices(&b->sweep, &b->request, e) &&
           plan_make(&b->plan, &b->sweep, &b->request, e) && batch_has_named(b, e) &&
           plan_fits(&b->plan, &b->sweep, e);
}
