/* Measuring a hotspot: its paths, then its peers, each against the reference. */
#include "batch.h"

#include "audit_first.h"
#include "audits.h"
#include "cold.h"
#include "format.h"
#include "progress.h"
#include "row.h"
#include "scaling.h"
#include "serve.h"
#include "summary.h"
#include "table.h"
#include "turns.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- A case and the reference's result ---- */

struct pair {
    struct tri_case c, reference;
};

/* What is being measured: in this run, for this table, with this setup, with these two cases. */
struct work {
    struct batch *batch;
    struct table *table;
    struct summary *summary; /* which shows the table's rows; NULL: the table does */
    struct setup setup;
    struct pair *pair;
};

static void free_pair(struct pair *pair)
{
    tri_case_free(&pair->c);
    tri_case_free(&pair->reference);
}

/* Computes the reference's result when something is checked first.  On all threads, since others wait for it; its
 * time is measured separately. */
static bool complete_pair(struct pair *pair, const struct batch *b, struct tri_error *e)
{
    if (pair->c.ran_on)
        return true;
    pair->reference = pair->c;
    const struct tri_launch launch = { .threads = b->request.threads };
    if (tri_case_allocate(&pair->reference, e) && tri_case_allocate(&pair->c, e) &&
        run_with_progress(&pair->reference, TRI_REFERENCE, &launch, e))
        return true;
    free_pair(pair);
    return false;
}

/* ---- One contender ---- */

/* Puts a peer's name in front of an error's text; returns false. */
static bool name_peer(const struct tri_contender *who, struct tri_error *e)
{
    char name[80];
    if (!who->peer)
        return false;
    snprintf(name, sizeof name, "peer %s:", who->peer);
    return name_option(name, e);
}

/* The ceiling of offload is that of OpenMP's device, on which a peer need not have run. */
static bool has_ceiling(const struct tri_measurement *m)
{
    if (m->launch.ranks > 1 && m->place != TRI_GPU) /* how ranks share a machine is not known */
        return false;
    return m->path != TRI_OFFLOAD ||
           (tri_path_available(TRI_OFFLOAD, NULL) && tri_device_place() == m->place);
}

static bool fill(struct result *r, const struct work *w, const struct tri_contender *who,
                 const struct tri_effort *effort, struct tri_error *e)
{
    struct pair *pair = w->pair;
    struct tri_contender as_it_can = *who;
    as_it_can.by_itself = audit_wants_by_itself(r);
    struct tri_conditions now;
    tri_conditions_begin(&now, who->memory_space && tri_device_place() == TRI_GPU);
    if (!tri_measure(&pair->c, &as_it_can, &pair->reference, effort, &r->m, e))
        return name_peer(who, e);
    r->m.clock = r->m.place == TRI_GPU ? tri_gpu_clock_now() : 0;
    tri_conditions_end(&now);
    tri_measurement_conditions(&r->m, &now);
    if (who->peer && who->memory_space)
        r->m.cold = cold_in_new_process(&pair->c, who);
    r->has_ceiling = !w->batch->no_ceilings && has_ceiling(&r->m);
    return !r->has_ceiling || tri_ceiling_for(&pair->c, &r->m, &r->ceiling, e);
}

static bool measure(const struct work *w, struct result *r, const struct tri_contender *who,
                    const struct tri_effort *effort, struct tri_error *e)
{
    if (!complete_pair(w->pair, w->batch, e))
        return false;
    progress_begin(&w->setup.c, contender_of(who));
    audit_first(w->batch, &w->pair->c, who, effort, r);
    bool good = audit_forbids(r) || fill(r, w, who, effort, e);
    r->m.agrees = r->m.agrees && !r->audit.wrong;
    progress_end();
    return good;
}

static bool append(const struct work *w, struct store *s, const struct result *r,
                   struct tri_error *e)
{
    json_t *audit = r->before ? NULL : audit_of_row(w->batch, &w->pair->c, r);
    bool good =
        tri_row_append(s, &w->pair->c, &r->m, r->has_ceiling ? &r->ceiling : NULL, audit, e);
    json_decref(audit);
    return good;
}

/* Writes a new row. */
static bool keep(const struct work *w, const struct result *r, struct tri_error *e)
{
    const struct batch *b = w->batch;
    return !b->store || append(w, b->store, r, e) || name_option(rows_option(b), e);
}

/* Also for what shows all rows of the run. */
static bool show(const struct work *w, const struct result *r, struct tri_error *e)
{
    return !w->batch->shown || append(w, w->batch->shown, r, e);
}

/* A path that ends its process has no times; that it is wrong is in its row. */
static bool append_died(const struct work *w, struct store *s, const struct result *r,
                        const char *why, struct tri_error *e)
{
    json_t *results = audit_of_row(w->batch, &w->pair->c, r);
    json_object_set_new(results, "absent", json_string(why));
    json_object_set_new(results, "agrees", json_false());
    return tri_row_append_results(s, TRI_ROW_TIMES, &w->pair->c, &r->m, results, e);
}

static bool show_absent(const struct work *w, const struct result *r, const char *why,
                        struct tri_error *e)
{
    return !w->batch->shown ||
           tri_row_append_absent(w->batch->shown, TRI_ROW_TIMES, &w->pair->c, &r->m, why, e);
}

/* The row of a path that has ended the process in which it was audited. */
static bool mark_died(const struct work *w, struct result *r, const char *died, struct tri_error *e)
{
    struct batch *b = w->batch;
    char why[400];
    snprintf(why, sizeof why, "WRONG: %s", died);
    bool write = b->store && !resume_has(&b->resume, r->identity, why, 0);
    b->disagreed = true;
    print_absence(w->table, &r->m, r->identity, why);
    r->identity = NULL;
    if (w->summary) {
        summary_wrong(w->summary, w->table, &r->m, died);
        summary_update(w->summary, w->table);
    }
    bool good = (!b->shown || append_died(w, b->shown, r, why, e)) &&
                (!write || append_died(w, b->store, r, why, e) || name_option(rows_option(b), e));
    if (good)
        free(r);
    return good;
}

/* Takes the result from an earlier run, or measures; the table or this has `r` then. */
static bool find_or_measure(const struct work *w, struct result *r, const struct tri_contender *who,
                            const struct tri_effort *effort, struct tri_error *e)
{
    struct batch *b = w->batch;
    if (!resume_take(&b->resume, r, b->reps) && !measure(w, r, who, effort, e))
        return false;
    if (audit_forbids(r))
        return mark_died(w, r, audit_forbids(r), e);
    if (!scaling_find(w->table, &w->pair->c, b->sweep.weak, &r->m, e))
        return false;
    if ((!r->before && !keep(w, r, e)) || !show(w, r, e))
        return false;
    print_row(w->table, r);
    if (w->table->out)
        audit_print(w->table->out, &r->audit, "");
    if (w->summary)
        summary_update(w->summary, w->table);
    if (!r->m.agrees)
        b->disagreed = true;
    return true;
}

/* A row without a measurement, with the reason; in a sweep, in JSON as well. */
static bool mark(const struct work *w, struct result *r, const char *why, struct tri_error *e)
{
    const struct batch *b = w->batch;
    bool write = b->store && sweep_given(&b->sweep) && !resume_has(&b->resume, r->identity, why, 0);
    print_absence(w->table, &r->m, r->identity, why);
    if (w->summary)
        summary_update(w->summary, w->table);
    r->identity = NULL;
    if (!show_absent(w, r, why, e))
        return false;
    return !write || tri_row_append_absent(b->store, TRI_ROW_TIMES, &w->pair->c, &r->m, why, e) ||
           name_option(rows_option(b), e);
}

/* Whether to measure a contender.  A setup that differs from a measured one only in what does not concern the contender
 * is left out.  `absent`: why it cannot run at all; NULL: it can. */
static bool take(const struct work *w, const struct tri_contender *who, const char *absent,
                 struct tri_error *e)
{
    const struct request *request = &w->batch->request;
    struct tri_effort effort = effort_of(&w->setup, request, who);
    struct tri_error why;
    struct result *r = calloc(1, sizeof *r);
    if (!r)
        return tri_fail(e, TRI_FAILED, "out of memory");
    effort.reps = w->batch->reps;
    effort.brief = w->batch->brief;
    effort.progress = progress_part;
    tri_plan(who, &effort, &r->m);
    r->m.device = !absent && who->memory_space ? who->memory_space->device() : NULL;
    r->identity = tri_row_identity(TRI_ROW_TIMES, &w->pair->c, &r->m);
    bool good = r->identity || tri_fail(e, TRI_FAILED, "out of memory");
    if (good && !has_row(w->table, r->identity)) {
        bool served =
            !absent && can_serve(who, w->pair->c.hotspot, &effort, request, &why) &&
            tri_ranks_available(&w->pair->c, who->variant, who->path, &effort.launch, &why) &&
            tri_devices_available(&w->pair->c, who->variant, &effort.launch, &why);
        good = served ? find_or_measure(w, r, who, &effort, e)
                      : mark(w, r, absent ? absent : why.text, e);
        if (good && served)
            return true; /* the table has it */
    }
    free(r->identity);
    free(r);
    return good;
}

/* A contender that cannot run is an error if it was asked for by name, else a line in the table. */
static bool skip(const struct work *w, const struct tri_contender *who, bool required,
                 const struct tri_error *why, struct tri_error *e)
{
    char text[sizeof why->text + 16];
    snprintf(text, sizeof text, "not run: %s", why->text);
    if (!required)
        return take(w, who, text, e);
    *e = *why;
    return name_peer(who, e);
}

static bool run_path(const struct work *w, const struct tri_contender *who, struct tri_error *e)
{
    const struct batch *b = w->batch;
    struct tri_error why;
    if (tri_available(who, w->pair->c.hotspot, &why))
        return take(w, who, NULL, e);
    /* A path that cannot run is an error if it was asked for; for a variant it is a row. */
    bool required = b->request.paths_given || (who->path == TRI_OFFLOAD && b->require_offload);
    return skip(w, who, required && !tri_path_available(who->path, NULL), &why, e);
}

/* A peer that computes another case than was asked for needs a reference of its own.  Its row is in this table;
 * in JSON it has the parameters of what was computed. */
static bool run_peer(const struct work *w, const struct tri_peer *p,
                     const struct tri_contender *who, struct tri_error *e)
{
    struct tri_error why;
    struct pair pair;
    if (!peer_computes(p, &w->pair->c, &why) || !peer_available(p, &why))
        return skip(w, who, w->batch->peers_given, &why, e);
    if (!tri_has_host_memory(who, &why))
        return skip(w, who, false, &why, e);
    if (!peer_has_own_case(p, w->pair->c.hotspot))
        return take(w, who, NULL, e);
    struct work own = *w;
    own.pair = &pair;
    if (!peer_case(p, &w->pair->c, &pair.c, e))
        return false;
    pair.reference = pair.c;
    bool good = take(&own, who, NULL, e);
    free_pair(&pair);
    return good;
}

static bool run(const struct turn *t, void *work, struct tri_error *e)
{
    struct work *w = work;
    size_t before = w->table->n;
    bool good = t->peer ? run_peer(w, t->peer, &t->who, e) : run_path(w, &t->who, e);
    bool measured = w->table->n > before && !w->table->row[before]->before;
    progress_done(&t->setup->c, contender_of(&t->who), turn_threads(t), measured);
    return good;
}

/* ---- All contenders ---- */

/* A peer must be for one of the hotspots that are asked for, as a setting must be for one. */
static bool concerns_any(const struct batch *b, const char *name)
{
    for (size_t i = 0; i < peer_count(); i++)
        for (size_t k = 0; k < b->request.hotspots; k++) {
            const struct tri_peer *p = peer_at(i, TRI_DOUBLE);
            if (strcmp(p->contender.peer, name) == 0 &&
                peer_is_of(p, tri_hotspot_named(b->request.hotspot[k], TRI_DOUBLE)))
                return true;
        }
    return false;
}

bool batch_has_named(const struct batch *b, struct tri_error *e)
{
    for (size_t i = 0; b->peers_given && peer_name(i, NULL); i++)
        if (b->peer[i] && !concerns_any(b, peer_name(i, NULL)))
            return tri_fail(e, TRI_USAGE, "--peers=%s: is no peer of %s", peer_name(i, NULL),
                            b->request.hotspots == 1 ? b->request.hotspot[0]
                                                     : "any of these hotspots");
    return request_paths(&b->request, e);
}

/* Wide enough for the names of the peers. */
static int name_width(const struct batch *b, const struct tri_hotspot *h)
{
    int width = 10;
    for (size_t i = 0; tri_variant_at(h, i); i++)
        if (request_takes_variant(&b->request, h, tri_variant_at(h, i)))
            width = (int)fmax(width, strlen("offload ") + strlen(tri_variant_at(h, i)->name));
    for (size_t i = 0; peer_name(i, NULL); i++) {
        int length = (int)strlen("vs ") + (int)strlen(peer_name(i, NULL));
        width = b->peer[i] && length > width ? length : width;
    }
    if (sweeps_host_memory(&b->sweep, TRI_PINNED))
        width += (int)strlen(" pinned");
    return width;
}

/* ---- One case after the other ---- */

/* The reference's result is kept as long as the parameters stay the same. */
static bool run_case(struct work *w, size_t k, struct tri_error *e)
{
    bool same = k > 0 && same_case(&w->setup.c, &w->pair->c);
    if (!same) {
        free_pair(w->pair);
        w->pair->c = w->pair->reference = w->setup.c;
    }
    begin_case(w->table, k, same);
    return each_turn(w->batch, &w->setup, run, w, e);
}

/* The table for a hotspot, with what it says of the cases. */
static bool make_table(const struct batch *b, const struct plan_table *plan, struct table *table,
                       struct tri_error *e)
{
    const size_t most = plan->n * TRI_HOST_MEMORIES * (TRI_PATHS * TRI_MAX_VARIANTS + MAX_PEERS);
    *table = (struct table){ .hotspot = plan->hotspot,
                             .names = name_width(b, plan->hotspot),
                             .out = b->summary ? NULL : b->out,
                             .verbose = b->verbose,
                             .cases = plan->n,
                             .common = plan->common,
                             .swept = plan->swept,
                             .values = plan->values };
    table->row = calloc(most, sizeof *table->row);
    table->absent = calloc(most, sizeof *table->absent);
    return (table->row && table->absent) || tri_fail(e, TRI_FAILED, "out of memory");
}

static bool fill_table(struct batch *b, const struct plan_table *plan, struct table *table,
                       struct summary *summary, struct tri_error *e)
{
    struct pair pair = { 0 };
    struct work work = { .batch = b, .table = table, .summary = summary, .pair = &pair };
    bool good = make_table(b, plan, table, e);
    for (size_t k = 0; good && k < plan->n; k++) {
        work.setup = plan->setup[k];
        good = run_case(&work, k, e);
    }
    free_pair(&pair);
    return good;
}

static bool show_table(struct batch *b, const struct plan_table *plan, struct tri_error *e)
{
    struct table table;
    bool good = fill_table(b, plan, &table, NULL, e);
    if (b->out)
        print_notes(&table);
    free_table(&table);
    return good;
}

static bool show_tables(struct batch *b, struct tri_error *e)
{
    for (size_t i = 0; i < b->plan.n; i++)
        if (!show_table(b, &b->plan.table[i], e))
            return false;
    return true;
}

static bool sum_up_table(struct batch *b, const struct plan_table *plan, struct summary *s,
                         struct tri_error *e)
{
    struct table table;
    bool good = fill_table(b, plan, &table, s, e);
    if (good)
        summary_done(s, &table);
    free_table(&table);
    return good;
}

static bool sum_up(struct batch *b, struct tri_error *e)
{
    struct summary s = { .out = b->out, .request = &b->request, .brief = b->brief };
    bool good = true;
    for (size_t i = 0; b->out && i < b->plan.n; i++)
        summary_add(&s, b->plan.table[i].hotspot);
    summary_begin(&s);
    for (size_t i = 0; good && i < b->plan.n; i++)
        good = sum_up_table(b, &b->plan.table[i], &s, e);
    summary_end(&s, good);
    return good;
}

static bool announce(const struct turn *t, void *unused, struct tri_error *e)
{
    progress_plan(&t->setup->c, contender_of(&t->who), turn_threads(t));
    return true;
}

void batch_announce(const struct batch *b)
{
    each_turn_of_plan(b, announce, NULL, NULL);
}

bool batch_measure(struct batch *b, struct tri_error *e)
{
    return b->summary ? sum_up(b, e) : show_tables(b, e);
}
