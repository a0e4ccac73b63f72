/* bench -- how fast?  Every hotspot, every path that can run, both precisions. */
#include "cold.h"
#include "figure.h"
#include "interrupt.h"
#include "measuring.h"
#include "parts.h"
#include "programs.h"
#include "progress.h"
#include "sibling.h"

#include <stdio.h>

struct job {
    struct bench bench;
    bool list, cold, parts;
    bool all; /* a table for each hotspot and precision, though none is named */
};

/* ---- Options ---- */

enum { KEY_ALL = 0x300, KEY_LIST, KEY_COLD, KEY_PARTS };

static const struct argp_option options[] = {
    { "all", KEY_ALL, NULL, 0,
      "show all of every hotspot: without it, a bare bench sums them up on one screen", 2 },
    { "list", KEY_LIST, NULL, 0,
      "list hotspots, variants, figures, paths, peers and devices, and exit", 2 },
    { "cold", KEY_COLD, "PEER", OPTION_HIDDEN, NULL, 2 }, /* see cold.h */
    { "parts", KEY_PARTS, NULL, OPTION_HIDDEN, NULL, 2 }, /* see parts.h */
    { 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct job *job = state->input;
    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &job->bench; return 0;
    case KEY_ALL: job->all = true; return 0;
    case KEY_LIST: job->list = true; return 0;
    case KEY_COLD:
        job->cold = true;
        return parse_list(&job->bench.request, "--cold", arg, peer_name, job->bench.peer);
    case KEY_PARTS: job->parts = true; return 0;
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
    "reports, versus sets runs side by side, draw draws them, doctor finds out why offload does not "
    "run on the GPU.",
    children,
    NULL,
    NULL,
};

static bool options_agree(const struct job *job, struct tri_error *e)
{
    if (!job->list)
        return true;
    return (!job->all || tri_fail(e, TRI_USAGE, "--all: --list lists and does nothing else")) &&
           only_given(&job->bench, 0, REQUEST_OUTPUT, "--list", "lists", e);
}

/* No hotspot is named, and nothing that needs its tables. */
static bool wants_summary(const struct job *job)
{
    const struct request *r = &job->bench.request;
    return !job->all && !(job->bench.given & (GIVEN_SWEEP | GIVEN_PEERS)) && !r->hotspots_given &&
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

static bool list(void *bench, struct tri_error *e)
{
    FILE *out = ((struct bench *)bench)->out;
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

/* ---- Measuring ---- */

static bool run_all(void *bench, struct tri_error *e)
{
    if (!rows_open(bench, e))
        return false;
    bench_announce(bench);
    return bench_measure(bench, e);
}

/* Every setting is checked, and every file opened, before anything is computed. */
static bool measure_all(struct bench *b, struct tri_error *e)
{
    bool good = plan_make(&b->plan, &b->sweep, &b->request, e) && bench_has_named(b, e) &&
                plan_fits(&b->plan, &b->sweep, e) && rows_resume(b, e);
    if (good) {
        interrupt_guard("bench", rows_file(b));
        good = write_output(&b->request, &b->out, run_all, b, e);
    }
    good = rows_close(b, good, e);
    plan_free(&b->plan);
    return good;
}

int tri_bench(int argc, char **argv)
{
    become_sibling(argv);
    keep_threads_apart(argv);
    struct job job = { .bench = { .json_fd = -1, .out = stdout } };
    struct bench *b = &job.bench;
    struct tri_error e;
    if (!parse_options(&argp, argc, argv, &job, &b->request))
        return finish("bench", false, false, &b->request.error);
    if (!options_agree(&job, &e) || !measuring_files_apart(b, NULL, 0, &e))
        return finish("bench", false, false, &e);
    b->summary = wants_summary(&job);
    b->request.usual = USUAL_ENDS;
    progress_asked(b->progress);
    tri_device_guard(program_name("bench"));
    bool good;
    if (job.cold)
        good = answer_cold(b, &e);
    else if (job.parts)
        good = answer_parts(b, &e);
    else if (job.list)
        good = write_output(&b->request, &b->out, list, b, &e);
    else
        good = measure_all(b, &e);
    return finish("bench", good, b->disagreed, &e);
}
