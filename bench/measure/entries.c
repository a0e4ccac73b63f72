/* Contenders of one case: prepared, measured in turns, and written as rows. */
#include "entries.h"

#include "audits.h"
#include "again.h"
#include "process.h"
#include "output.h"
#include "rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void free_pair(struct pair *pair)
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

bool name_peer(const struct tri_contender *who, struct tri_error *e)
{
    char name[80];
    if (!who->peer)
        return false;
    snprintf(name, sizeof name, "peer %s:", who->peer);
    return name_option(name, e);
}

/* ---- Before the rounds ---- */

/* The first runs.  One that has ended its process is not measured, nor one that starts no region, since it takes no steps. */
static bool prepare(const struct work *w, struct entry *x, struct tri_error *e)
{
    struct result *r = x->r;
    const double start = tri_now();
    if (!complete_pair(x->pair, w->batch, e))
        return false;
    progress_begin(&w->setup.c, contender_of(&x->who));
    audit_first(w->batch, &x->pair->c, &x->who, &x->effort, r);
    if (audit_needs_no_run(r))
        snprintf(x->absent, sizeof x->absent, "not run: %s", audit_needs_no_run(r));
    x->measured = !audit_forbids(r) && !*x->absent;
    x->who.by_itself = audit_wants_by_itself(r);
    x->entrant = tri_entrant(&x->pair->c, &x->who, &x->pair->reference, &x->effort, &r->m);
    bool good = !x->measured || tri_measure_first(&x->entrant, e) || name_peer(&x->who, e);
    progress_end();
    x->seconds = tri_now() - start;
    return good;
}

static bool is_served(const struct work *w, const struct entry *x, struct tri_error *why)
{
    const struct tri_launch *l = &x->effort.launch;
    return can_serve(&x->who, x->pair->c.hotspot, &x->effort, &w->batch->request, why) &&
           tri_ranks_available(&x->pair->c, x->who.variant, x->who.path, l, why) &&
           tri_devices_available(&x->pair->c, x->who.variant, l, why);
}

static bool fill(const struct work *w, struct entry *x, const char *absent, struct tri_error *e)
{
    struct result *r = x->r;
    struct tri_error why;
    tri_plan(&x->who, &x->effort, &r->m);
    r->m.device = !absent && x->who.memory_space ? x->who.memory_space->device() : NULL;
    r->identity = tri_row_identity(TRI_ROW_TIMES, &x->pair->c, &r->m);
    if (!r->identity)
        return tri_fail(e, TRI_FAILED, "out of memory");
    if (has_row(w->table, r->identity))
        return true;
    if (!absent && !is_served(w, x, &why))
        absent = why.text;
    if (absent)
        snprintf(x->absent, sizeof x->absent, "%s", absent);
    return absent || resume_take(&w->batch->resume, r, w->batch->reps) || prepare(w, x, e);
}

static void forget(struct entry *x)
{
    tri_measure_end(&x->entrant);
    free_pair(&x->own);
    free_result(x->r);
    *x = (struct entry){ 0 };
}

static struct tri_effort effort_for(const struct work *w, const struct tri_contender *who)
{
    const struct batch *b = w->batch;
    struct tri_effort effort = effort_of(&w->setup, &b->request, who);
    effort.reps = b->reps;
    effort.seconds = b->seconds;
    effort.goal = b->goal;
    effort.brief = b->brief;
    effort.progress = progress_part;
    effort.beside = lockstep();
    return effort;
}

bool entry_add(struct work *w, const struct tri_contender *who, const struct pair *own,
               const char *absent, struct tri_error *e)
{
    struct entry *x = &w->entry[w->n++];
    *x = (struct entry){ .who = *who, .effort = effort_for(w, who), .pair = w->pair };
    if (own) {
        x->own = *own;
        x->pair = &x->own;
    }
    x->r = calloc(1, sizeof *x->r);
    bool good = (x->r || tri_fail(e, TRI_FAILED, "out of memory")) && fill(w, x, absent, e);
    if (!good) {
        forget(x);
        w->n--;
    }
    return good;
}

/* ---- The rounds ---- */

void entries_measure(struct work *w)
{
    struct tri_entrant *all[MAX_ENTRIES];
    struct tri_conditions now;
    bool on_gpu = false;
    size_t n = 0;
    for (size_t i = 0; i < w->n; i++)
        if (w->entry[i].measured) {
            all[n++] = &w->entry[i].entrant;
            on_gpu = on_gpu || w->entry[i].r->m.place == TRI_GPU;
        }
    if (n == 0)
        return;
    progress_begin_beside(&w->setup.c, "in turns");
    tri_conditions_begin(&now, on_gpu);
    tri_measure_rounds(all, n);
    tri_conditions_end(&now);
    progress_end();
    for (size_t i = 0; i < n; i++)
        tri_measurement_conditions(all[i]->m, &now);
    w->conditions = now;
    w->table->conditions = &w->conditions;
}

/* ---- Rows ---- */

static bool append(const struct work *w, struct store *s, const struct entry *x,
                   struct tri_error *e)
{
    const struct result *r = x->r;
    json_t *audit =
        r->before ? audit_of_before(&x->pair->c, r) : audit_of_row(w->batch, &x->pair->c, r);
    bool good =
        tri_row_append(s, &x->pair->c, &r->m, r->has_ceiling ? &r->ceiling : NULL, audit, e);
    json_decref(audit);
    return good;
}

/* Writes a new row. */
static bool keep(const struct work *w, const struct entry *x, struct tri_error *e)
{
    const struct batch *b = w->batch;
    return !b->store || append(w, b->store, x, e) || name_option(rows_option(b), e);
}

/* The ceiling of offload is that of OpenMP's device, on which a peer need not have run. */
static bool has_ceiling(const struct tri_measurement *m)
{
    if (m->launch.ranks > 1 && m->place != TRI_GPU) /* how ranks share a machine is not known */
        return false;
    return m->path != TRI_OFFLOAD ||
           (tri_path_available(TRI_OFFLOAD, NULL) && tri_device_place() == m->place);
}

/* What is measured beside the contender. */
static bool complete(const struct work *w, struct entry *x, struct tri_error *e)
{
    struct result *r = x->r;
    if (x->entrant.failed) {
        *e = x->entrant.error;
        return name_peer(&x->who, e);
    }
    r->m.agrees = r->m.agrees && !r->audit.wrong;
    if (x->who.peer && x->who.memory_space)
        r->m.cold = cold_in_new_process(&x->pair->c, &x->who);
    r->has_ceiling = !w->batch->no_ceilings && has_ceiling(&r->m) &&
                     (r->m.path == TRI_OFFLOAD || !w->only_offload_has_limits);
    return !r->has_ceiling || (tri_entrant_choose(&x->entrant, e) &&
                               tri_ceiling_for(&x->pair->c, &r->m, &r->ceiling, e));
}

static bool write_row(const struct work *w, struct entry *x, struct tri_error *e)
{
    struct batch *b = w->batch;
    struct result *r = x->r;
    if (!r->before && !complete(w, x, e))
        return false;
    if (!scaling_find(w->table, &x->pair->c, b->sweep.weak, &r->m, e))
        return false;
    if ((!r->before && !keep(w, x, e)) || (b->shown && !append(w, b->shown, x, e)))
        return false;
    print_row(w->table, r);
    x->r = NULL;
    if (w->table->out)
        audit_print(w->table->out, &r->audit, "");
    if (w->summary)
        summary_update(w->summary, w->table);
    b->disagreed = b->disagreed || !r->m.agrees;
    return true;
}

/* A path that ends its process has no times; that it is wrong is in its row. */
static bool append_died(const struct work *w, struct store *s, const struct entry *x,
                        const char *why, struct tri_error *e)
{
    json_t *results = audit_of_row(w->batch, &x->pair->c, x->r);
    json_object_set_new(results, "absent", json_string(why));
    json_object_set_new(results, "agrees", json_false());
    return tri_row_append_results(s, TRI_ROW_TIMES, &x->pair->c, &x->r->m, results, e);
}

/* If its audit is the reason, its row has it. */
static bool append_absent(const struct work *w, struct store *s, const struct entry *x,
                          const char *why, struct tri_error *e)
{
    if (audit_needs_no_run(x->r)) {
        json_t *results = audit_of_row(w->batch, &x->pair->c, x->r);
        json_object_set_new(results, "absent", json_string(why));
        return tri_row_append_results(s, TRI_ROW_TIMES, &x->pair->c, &x->r->m, results, e);
    }
    return tri_row_append_absent(s, TRI_ROW_TIMES, &x->pair->c, &x->r->m, why, e);
}

typedef bool append_fn(const struct work *, struct store *, const struct entry *, const char *why,
                       struct tri_error *);

/* Writes a row without times, unless it is there; the table then has its identity. */
static bool write_without_times(const struct work *w, struct entry *x, const char *why, bool is_new,
                                append_fn *add, struct tri_error *e)
{
    const struct batch *b = w->batch;
    bool write = b->store && is_new && !resume_has(&b->resume, x->r->identity, why, 0);
    print_absence(w->table, &x->r->m, x->r->identity, why);
    x->r->identity = NULL;
    if (w->summary)
        summary_update(w->summary, w->table);
    return (!b->shown || add(w, b->shown, x, why, e)) &&
           (!write || add(w, b->store, x, why, e) || name_option(rows_option(b), e));
}

/* The row of a path that has ended the process in which it was audited. */
static bool write_died(const struct work *w, struct entry *x, struct tri_error *e)
{
    char why[400];
    snprintf(why, sizeof why, "WRONG: %s", audit_forbids(x->r));
    w->batch->disagreed = true;
    if (w->summary)
        summary_wrong(w->summary, w->table, &x->r->m, audit_forbids(x->r));
    return write_without_times(w, x, why, true, append_died, e);
}

static bool write_entry(const struct work *w, struct entry *x, struct tri_error *e)
{
    if (has_row(w->table, x->r->identity))
        return true;
    if (*x->absent) /* with the reason; in a sweep, in JSON as well */
        return write_without_times(w, x, x->absent, sweep_given(&w->batch->sweep), append_absent,
                                   e);
    return audit_forbids(x->r) ? write_died(w, x, e) : write_row(w, x, e);
}

/* ---- After them ---- */

static void tell_progress(const struct work *w, const struct entry *x)
{
    const int threads = x->who.threads ? x->who.threads : x->effort.launch.threads;
    progress_done(&w->setup.c, contender_of(&x->who), threads,
                  x->measured ? x->seconds + x->entrant.spent : 0);
}

/* A brief table shows the share of a limit that offload has, if it has run. */
static bool shows_offload(const struct work *w)
{
    bool shows = false;
    for (size_t i = 0; w->batch->brief && i < w->n; i++) {
        const struct entry *x = &w->entry[i];
        shows |= x->who.path == TRI_OFFLOAD && x->measured && !x->entrant.failed;
    }
    return shows;
}

bool entries_finish(struct work *w, struct tri_error *e)
{
    bool good = true;
    struct tri_error ignored;
    w->only_offload_has_limits = shows_offload(w);
    for (size_t i = 0; i < w->n; i++) {
        struct entry *x = &w->entry[i];
        tell_progress(w, x);
        good = write_entry(w, x, good ? e : &ignored) && good;
        forget(x);
    }
    w->n = 0;
    return good;
}
