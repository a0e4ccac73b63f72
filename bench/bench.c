/* bench -- how fast?  Every hotspot, every path that can run, both precisions. */
#include "cold.h"
#include "export.h"
#include "figure.h"
#include "interrupt.h"
#include "measuring.h"
#include "parts.h"
#include "programs.h"
#include "progress.h"
#include "rows.h"
#include "sibling.h"

#include <stdio.h>

struct job {
    struct batch batch;
    bool list, errand;
    bool all;           /* a table for each hotspot and precision, though none is named */
    const char *import; /* files of rows that a database gets; NULL: none */
    const char *rows;   /* files of rows that are written; NULL: what is measured is */
    struct export as;
    bool form_given;
};

/* ---- Options ---- */

enum { KEY_ALL = 0x300, KEY_FORMAT, KEY_FOM, KEY_ROWS, KEY_LIST, KEY_IMPORT, KEY_ERRAND };

static const struct argp_option options[] = {
    { "all", KEY_ALL, NULL, 0,
      "show all of every hotspot: without it, a bare bench sums them up on one screen", 2 },
    { "format", KEY_FORMAT, "FORMAT", 0,
      "write what was measured as text, json, csv, gbench (Google Benchmark's JSON) or gha "
      "(github-action-benchmark's)",
      2 },
    { "fom", KEY_FOM, NULL, 0, "end with a line \"FOM name: milliseconds ms\" for each row", 2 },
    { "rows", KEY_ROWS, "FILE,...", 0, "write these rows in the format, and measure nothing", 2 },
    { "list", KEY_LIST, NULL, 0,
      "list hotspots, variants, figures, paths, peers and devices, and exit", 2 },
    { "import", KEY_IMPORT, "FILE,...", 0,
      "add the rows of these files, of --json or --db, to that of --db, and exit", 2 },
    { "errand", KEY_ERRAND, NULL, OPTION_HIDDEN, NULL, 2 }, /* see again.h */
    { 0 },
};

static error_t parse_form(struct job *job, const char *name)
{
    job->form_given = true;
    return parse_name(&job->batch.request, "--format", name, form_at, &job->as.form);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct job *job = state->input;
    (void)arg;
    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &job->batch; return 0;
    case KEY_ALL: job->all = true; return 0;
    case KEY_FORMAT: return parse_form(job, arg);
    case KEY_FOM: job->as.figures = true; return 0;
    case KEY_ROWS: job->rows = arg; return 0;
    case KEY_LIST: job->list = true; return 0;
    case KEY_IMPORT: job->import = arg; return 0;
    case KEY_ERRAND: job->errand = true; return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = { { &measuring_argp, 0, NULL, 1 }, { 0 } };
static const struct argp argp = {
    options,
    parse,
    "[HOTSPOT,...]",
    "Time every path of every hotspot, check its output against the reference, and set its rate "
    "against what this machine can do.  The programs beside it: study reruns the experiments of the "
    "reports, versus sets runs side by side, verdict judges compilers by them, draw draws them, doctor finds out why offload does not "
    "run on the GPU.",
    children,
    NULL,
    NULL,
};

/* How many of bench's own options none may be given of: those of measuring, those of writing rows too, all. */
enum { OF_MEASURING = 1, OF_WRITING = 4, OF_ALL = 5 };

/* What --list, --import or --rows does, and nothing else. */
static bool does_only(const struct job *job, size_t none_of, unsigned measuring, unsigned shared,
                      const char *asked, const char *does, struct tri_error *e)
{
    const struct {
        const char *name;
        bool given;
    } own[OF_ALL] = { { "--all", job->all },
                      { "--format", job->form_given },
                      { "--fom", job->as.figures },
                      { "--rows", job->rows },
                      { "--import", job->import } };
    for (size_t i = 0; i < none_of; i++)
        if (own[i].given)
            return tri_fail(e, TRI_USAGE, "%s: %s %s and does nothing else", own[i].name, asked,
                            does);
    return only_given(&job->batch, measuring, shared, asked, does, e);
}

static bool options_agree(const struct job *job, struct tri_error *e)
{
    if (job->list)
        return does_only(job, OF_ALL, 0, REQUEST_OUTPUT, "--list", "lists", e);
    if (job->import && !job->batch.db)
        return tri_fail(e, TRI_USAGE, "--import: needs --db, the database that gets the rows");
    if (job->import)
        return does_only(job, OF_WRITING, GIVEN_DB, 0, "--import", "adds rows", e);
    if (job->as.figures && job->as.form != FORM_TEXT)
        return tri_fail(e, TRI_USAGE, "--fom: goes with --format text");
    return !job->rows || does_only(job, OF_MEASURING, 0, REQUEST_OUTPUT, "--rows", "reads rows", e);
}

static bool files_agree(const struct job *job, struct tri_error *e)
{
    const struct named_file own[] = { { "--import", job->import, FILES_READ },
                                      { "--rows", job->rows, FILES_READ } };
    return measuring_files_apart(&job->batch, own, 2, e);
}

/* No hotspot is named, and nothing that needs its tables. */
static bool wants_summary(const struct job *job)
{
    const struct request *r = &job->batch.request;
    return !job->all && !(job->batch.given & (GIVEN_SWEEP | GIVEN_PEERS)) && !r->hotspots_given &&
           !r->paths_given && !r->variants_given;
}

/* ---- Lists ---- */

static void list_peer(FILE *out, const struct tri_peer *p)
{
    struct tri_error why;
    bool available = peer_available(p, &why);
    fprintf(out, "peer    %-12s %-16s %s%s%s\n", p->hotspot ? p->hotspot : "every one",
            p->contender.peer, p->meaning,
            available ? "" : "; cannot run: ", available ? "" : why.text);
}

static void list_variants(FILE *out, const struct tri_hotspot *h)
{
    for (size_t i = 0; tri_variant_at(h, i); i++) {
        const struct tri_variant *v = tri_variant_at(h, i);
        fprintf(out, "variant %-12s %-16s %s%s%s\n", h->name, v->name, v->idea,
                v->needs ? "; needs " : "", v->needs ? v->needs : "");
    }
}

static void list_hotspots(FILE *out)
{
    for (size_t i = 0; i < tri_hotspot_count(); i++) {
        const struct tri_hotspot *h = tri_hotspot_at(i, TRI_DOUBLE);
        fprintf(out, "hotspot %-12s %s%s\n", h->name, h->formula,
                h->by_name ? "; only where it is named" : "");
    }
    for (size_t i = 0; i < tri_hotspot_count(); i++)
        list_variants(out, tri_hotspot_at(i, TRI_DOUBLE));
}

static bool list(void *batch, struct tri_error *e)
{
    FILE *out = ((struct batch *)batch)->out;
    struct tri_error why;
    char cores[24];
    (void)e;
    list_hotspots(out);
    for (size_t i = 0; figures[i].name; i++)
        fprintf(out, "figure  %-12s %s\n", figures[i].name, figures[i].meaning);
    for (int p = 0; p < TRI_PATHS; p++) {
        bool available = tri_path_available((enum tri_path)p, &why);
        fprintf(out, "path    %-12s %s%s%s\n", tri_path_name((enum tri_path)p),
                tri_path_meaning((enum tri_path)p),
                available ? "" : "; cannot run: ", available ? "" : why.text);
    }
    for (size_t i = 0; i < peer_count(); i++)
        list_peer(out, peer_at(i, TRI_DOUBLE));
    snprintf(cores, sizeof cores, "%d core%s", tri_cpu_cores(), tri_cpu_cores() == 1 ? "" : "s");
    fprintf(out, "cpu     %-12s %s\n", cores, tri_cpu_name());
    if (tri_device_start(NULL))
        fprintf(out, "device  %-12s %s\n", tri_place_name(tri_device_place()), tri_device_name());
    return true;
}

/* ---- Importing ---- */

static bool import(const struct job *job, struct tri_error *e)
{
    struct store *to = NULL, *from = rows_load_all(job->import, e);
    if (!from)
        return name_option("--import", e);
    bool good = (to = store_open(job->batch.db, STORE_WRITE, e)) && store_add_all(to, from, e);
    store_close(to);
    store_close(from);
    return good || name_option("--db", e);
}

/* ---- Measuring ---- */

/* Only text has tables; every form is written when all is measured. */
static bool run_all(void *data, struct tri_error *e)
{
    struct job *job = data;
    struct batch *b = &job->batch;
    FILE *out = b->out;
    if (!rows_open(b, e))
        return false;
    batch_announce(b);
    job->as.offload = request_asks_path(&b->request, TRI_OFFLOAD);
    b->out = job->as.form == FORM_TEXT ? out : NULL;
    bool good = batch_measure(b, e);
    b->out = out;
    return good && export_rows(b->shown, &job->as, out, e);
}

/* Every setting is checked, and every file opened, before anything is computed. */
static bool measure_all(struct job *job, struct tri_error *e)
{
    struct batch *b = &job->batch;
    b->summary = job->as.form == FORM_TEXT && wants_summary(job);
    b->shown = store_in_memory(e);
    bool good = b->shown && plan_make(&b->plan, &b->sweep, &b->request, e) &&
                batch_has_named(b, e) && plan_fits(&b->plan, &b->sweep, e) && rows_resume(b, e);
    if (good) {
        interrupt_guard("bench", rows_file(b));
        good = write_output(&b->request, &b->out, run_all, job, e);
    }
    good = rows_close(b, good, e);
    plan_free(&b->plan);
    store_close(b->shown);
    return good;
}

/* ---- What another process wants to know ---- */

static bool do_errand(struct tri_error *e)
{
    struct errand errand;
    struct tri_case c;
    if (!errand_receive(&errand, e) || !errand_case(&errand, &c, e))
        return false;
    bool good = *errand.peer ? answer_cold(&errand, &c, e) : answer_parts(&errand, &c, e);
    tri_case_free(&c);
    return good;
}

static bool export_all(void *data, struct tri_error *e)
{
    struct job *job = data;
    struct store *s = rows_load_all(job->rows, e);
    bool good = s && export_rows(s, &job->as, job->batch.out, e);
    job->batch.disagreed = good && !export_agrees(s);
    store_close(s);
    return good;
}

/* Where the output is text, it says how that ended, too. */
static bool show_rows(struct job *job, struct tri_error *e)
{
    struct batch *b = &job->batch;
    bool good =
        job->rows ? write_output(&b->request, &b->out, export_all, job, e) : measure_all(job, e);
    return good || (job->as.form == FORM_TEXT && print_failure(e));
}

int tri_bench(int argc, char **argv)
{
    become_sibling(argv);
    keep_threads_apart(argv);
    struct job job = { .batch = { .json_fd = -1, .out = stdout } };
    struct batch *b = &job.batch;
    struct tri_error e;
    if (!parse_options(&argp, argc, argv, &job, &b->request))
        return finish("bench", false, false, &b->request.error);
    if (!options_agree(&job, &e) || !files_agree(&job, &e))
        return finish("bench", false, false, &e);
    b->request.usual = USUAL_ENDS;
    progress_asked(b->progress);
    tri_device_guard(program_name("bench"));
    bool good;
    if (job.errand)
        good = do_errand(&e);
    else if (job.import)
        good = import(&job, &e);
    else if (job.list)
        good = write_output(&b->request, &b->out, list, b, &e);
    else
        good = show_rows(&job, &e);
    return finish("bench", good, b->disagreed, &e);
}
