/* Measuring a hotspot: its paths, then its peers, each against the reference. */
#include "bench.h"

#include "cold.h"
#include "format.h"
#include "interrupt.h"
#include "progress.h"
#include "row.h"
#include "serve.h"
#include "summary.h"
#include "table.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- A case beside the reference's answer to it ---- */

struct pair {
    struct tri_case c, reference;
};

/* What is going on: in this run, for this table, with this setup, on these two cases. */
struct work {
    struct bench *bench;
    struct table *table;
    struct setup setup;
    struct pair *pair;
};

static void free_pair(struct pair *pair)
{
    tri_case_free(&pair->c);
    tri_case_free(&pair->reference);
}

/* Once something is to be checked.  The reference is computed on all threads, since others wait for
 * it; its time is another matter. */
static bool complete_pair(struct pair *pair, const struct bench *b, struct tri_error *e)
{
    if (pair->c.ran_on)
        return true;
    pair->reference = pair->c;
    omp_set_num_threads(b->request.threads);
    tri_launch((struct tri_launch){ 0 });
    if (tri_case_allocate(&pair->reference, e) && tri_case_allocate(&pair->c, e) &&
        run_with_progress(&pair->reference, TRI_REFERENCE, e))
        return true;
    free_pair(pair);
    return false;
}

/* ---- One contender ---- */

/* "cuda", "reference" or "offload tuned"; until the next call. */
static const char *name_of(const struct tri_contender *who)
{
    static struct text name;
    const char *variant = NULL;
    if (!who->peer && tri_path_has_variants(who->path))
        variant = who->variant->name;
    name = contender_name(who->peer, who->path, variant);
    return name.s;
}

static int threads_of(const struct tri_contender *who, const struct setup *s,
                      const struct request *r)
{
    return who->threads ? who->threads : effort_of(s, r, who).threads;
}

/* Puts a peer's name before an error's text; returns false. */
static bool name_peer(const struct tri_contender *who, struct tri_error *e)
{
    char name[80];
    if (!who->peer)
        return false;
    snprintf(name, sizeof name, "peer %s:", who->peer);
    return name_option(name, e);
}

/* Offload's ceiling is that of OpenMP's device, which need not be where a peer has run. */
static bool has_ceiling(const struct tri_measurement *m)
{
    return m->path != TRI_OFFLOAD ||
           (tri_path_available(TRI_OFFLOAD, NULL) && tri_device_place() == m->place);
}

static bool fill(struct result *r, const struct work *w, const struct tri_contender *who,
                 const struct tri_effort *effort, struct tri_error *e)
{
    struct pair *pair = w->pair;
    if (!tri_measure(&pair->c, who, &pair->reference, effort, &r->m, e))
        return name_peer(who, e);
    if (who->peer && who->home)
        r->m.cold = cold_in_new_process(&pair->c, who->peer);
    r->has_ceiling = has_ceiling(&r->m);
    tri_launch(
        (struct tri_launch){ 0 }); /* what was asked of the contender is not for its ceiling */
    return !r->has_ceiling || tri_ceiling(who->path, pair->c.hotspot->precision, r->m.threads,
                                          tri_case_bytes(&pair->c), &r->m.work, &r->ceiling, e);
}

static bool measure(const struct work *w, struct result *r, const struct tri_contender *who,
                    const struct tri_effort *effort, struct tri_error *e)
{
    const struct bench *b = w->bench;
    const struct tri_case *c = &w->pair->c;
    if (!complete_pair(w->pair, b, e))
        return false;
    progress_begin(&w->setup.c, name_of(who));
    bool good = fill(r, w, who, effort, e);
    progress_end();
    if (!good || !b->store)
        return good;
    interrupt_hold(true);
    good = tri_row_append(b->store, c, &r->m, r->has_ceiling ? &r->ceiling : NULL, e);
    interrupt_hold(false);
    return good || name_option(rows_option(b), e);
}

/* From an earlier run, or now. */
static bool find_or_measure(const struct work *w, struct result *r, const struct tri_contender *who,
                            const struct tri_effort *effort, struct tri_error *e)
{
    struct bench *b = w->bench;
    if (!resume_take(&b->resume, r, b->reps) && !measure(w, r, who, effort, e))
        return false;
    print_row(w->table, r);
    if (!r->m.agrees)
        b->disagreed = true;
    return true;
}

/* A row that says why there is nothing in it; of a sweep, in JSON as well. */
static bool mark(const struct work *w, struct result *r, const char *why, struct tri_error *e)
{
    const struct bench *b = w->bench;
    bool write = b->store && sweep_given(&b->sweep) && !resume_marked(&b->resume, r->identity, why);
    print_absence(w->table, &r->m, r->identity, why);
    r->identity = NULL;
    if (!write)
        return true;
    interrupt_hold(true);
    bool good = tri_row_append_absent(b->store, TRI_ROW_TIMES, &w->pair->c, &r->m, why, e);
    interrupt_hold(false);
    return good || name_option(rows_option(b), e);
}

/* What can run: is it served here?  What differs from a row that there is in nothing that concerns
 * the contender is left out.  `absent`: why it cannot run at all, NULL: it can. */
static bool take_one(const struct work *w, const struct tri_contender *who, const char *absent,
                     struct tri_error *e)
{
    const struct request *request = &w->bench->request;
    struct tri_effort effort = effort_of(&w->setup, request, who);
    struct tri_error why;
    struct result *r = calloc(1, sizeof *r);
    if (!r)
        return tri_fail(e, TRI_FAILED, "out of memory");
    effort.reps = w->bench->reps;
    effort.progress = progress_part;
    tri_plan(who, &effort, &r->m);
    r->m.device = !absent && who->home ? who->home->device() : NULL;
    r->identity = tri_row_identity(TRI_ROW_TIMES, &w->pair->c, &r->m);
    bool good = r->identity || tri_fail(e, TRI_FAILED, "out of memory");
    if (good && !has_row(w->table, r->identity)) {
        bool served = !absent && can_serve(who, w->pair->c.hotspot, &effort, request, &why);
        good = served ? find_or_measure(w, r, who, &effort, e)
                      : mark(w, r, absent ? absent : why.text, e);
        if (good && served)
            return true; /* the table has it */
    }
    free(r->identity);
    free(r);
    return good;
}

static bool take(const struct work *w, const struct tri_contender *who, const char *absent,
                 struct tri_error *e)
{
    size_t before = w->table->n;
    bool good = take_one(w, who, absent, e);
    bool measured = w->table->n > before && !w->table->row[before]->before;
    progress_done(&w->setup.c, name_of(who), threads_of(who, &w->setup, &w->bench->request),
                  measured);
    return good;
}

/* What cannot run is an error if it was asked for by name, else a line in the table. */
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

static bool run_variant(const struct work *w, const struct tri_variant *variant, enum tri_path path,
                        struct tri_error *e)
{
    const struct tri_hotspot *h = w->pair->c.hotspot;
    const struct bench *b = w->bench;
    struct tri_contender who = tri_path_contender(h, variant, path);
    struct tri_error why;
    if (tri_available(&who, h, &why))
        return take(w, &who, NULL, e);
    /* That the path cannot run is an error where it was asked for; that a variant cannot, is a row. */
    bool required = b->request.paths_given || (path == TRI_OFFLOAD && b->require_offload);
    return skip(w, &who, required && !tri_path_available(path, NULL), &why, e);
}

/* Calls each() for the variants of a path that are asked for, or for plain to say that there is none. */
static bool each_variant(const struct bench *b, const struct tri_hotspot *h, enum tri_path path,
                         bool (*each)(const struct work *, const struct tri_variant *,
                                      enum tri_path, struct tri_error *),
                         const struct work *w, struct tri_error *e)
{
    const struct tri_variant *v;
    if (!tri_has_path(h, path))
        return each(w, &h->plain, path, e);
    for (size_t i = 0; (v = request_next_variant(&b->request, h, path, &i));)
        if (!each(w, v, path, e))
            return false;
    return true;
}

/* A peer that computes something else than was asked for needs a reference of its own.  Its row is in
 * this table, and says in JSON what was computed. */
static bool run_peer(const struct work *w, const struct tri_peer *p, struct tri_error *e)
{
    struct tri_error why;
    struct pair pair;
    if (!peer_computes(p, &w->pair->c, &why) || !peer_available(p, &why))
        return skip(w, &p->contender, w->bench->peers_given, &why, e);
    if (!peer_has_own_case(p, w->pair->c.hotspot))
        return take(w, &p->contender, NULL, e);
    struct work own = *w;
    own.pair = &pair;
    if (!peer_case(p, &w->pair->c, &pair.c, e))
        return false;
    pair.reference = pair.c;
    bool good = take(&own, &p->contender, NULL, e);
    free_pair(&pair);
    return good;
}

/* ---- All of them ---- */

/* What there is in another precision that is asked for has its row there. */
static bool takes_path(const struct bench *b, const struct tri_hotspot *h, enum tri_path path)
{
    return b->request.path[path] &&
           (tri_has_path(h, path) || !request_has_path(&b->request, h->name, path));
}

static bool takes_peer(const struct bench *b, const struct tri_hotspot *h, size_t i)
{
    const struct tri_peer *p = peer_at(i, h->precision);
    bool elsewhere = false;
    for (int q = 0; q < TRI_PRECISIONS; q++)
        elsewhere |= b->request.precision[q] && peer_at(i, (enum tri_precision)q)->contender.run;
    return peer_is_chosen(p, h, b->peer) && (p->contender.run || !elsewhere);
}

static bool run_contenders(const struct work *w, struct tri_error *e)
{
    const struct bench *b = w->bench;
    const struct tri_hotspot *h = w->pair->c.hotspot;
    if (b->request.path[TRI_REFERENCE] && !run_variant(w, &h->plain, TRI_REFERENCE, e))
        return false;
    for (enum tri_path path = 0; path < TRI_PATHS; path++)
        if (path != TRI_REFERENCE && takes_path(b, h, path) &&
            !each_variant(b, h, path, run_variant, w, e))
            return false;
    for (size_t i = 0; i < peer_count(); i++)
        if (takes_peer(b, h, i) && !run_peer(w, peer_at(i, h->precision), e))
            return false;
    return true;
}

/* Wide enough for the names of the peers. */
static int name_width(const struct bench *b, const struct tri_hotspot *h)
{
    int width = 10;
    for (size_t i = 0; tri_variant_at(h, i); i++)
        if (request_takes_variant(&b->request, h, tri_variant_at(h, i)))
            width = (int)fmax(width, strlen("offload ") + strlen(tri_variant_at(h, i)->name));
    for (size_t i = 0; peer_name(i, NULL); i++) {
        int length = (int)strlen("vs ") + (int)strlen(peer_name(i, NULL));
        width = b->peer[i] && length > width ? length : width;
    }
    return width;
}

/* ---- One case after the other ---- */

/* The reference's answer is kept for as long as the parameters stay the same. */
static bool run_case(struct work *w, size_t k, struct tri_error *e)
{
    bool same = k > 0 && same_case(&w->setup.c, &w->pair->c);
    if (!same) {
        free_pair(w->pair);
        w->pair->c = w->pair->reference = w->setup.c;
    }
    begin_case(w->table, k, same);
    return run_contenders(w, e);
}

static void announce_one(const struct bench *b, const struct setup *s,
                         const struct tri_contender *who)
{
    progress_plan(&s->c, name_of(who), threads_of(who, s, &b->request));
}

static bool announce_variant(const struct work *w, const struct tri_variant *variant,
                             enum tri_path path, struct tri_error *e)
{
    struct tri_contender who = tri_path_contender(w->setup.c.hotspot, variant, path);
    (void)e;
    announce_one(w->bench, &w->setup, &who);
    return true;
}

static void announce_setup(const struct bench *b, const struct tri_hotspot *h,
                           const struct setup *s)
{
    struct work w = { .bench = (struct bench *)b, .setup = *s };
    for (enum tri_path path = 0; path < TRI_PATHS; path++)
        if (takes_path(b, h, path))
            each_variant(b, h, path, announce_variant, &w, NULL);
    for (size_t i = 0; i < peer_count(); i++)
        if (takes_peer(b, h, i))
            announce_one(b, s, &peer_at(i, h->precision)->contender);
}

/* The table for a hotspot, with all that it says of the cases. */
static bool make_table(const struct bench *b, const struct plan_table *plan, struct table *table,
                       struct tri_error *e)
{
    const size_t most = plan->n * (TRI_PATHS * TRI_MAX_VARIANTS + MAX_PEERS);
    *table = (struct table){ .hotspot = plan->hotspot,
                             .names = name_width(b, plan->hotspot),
                             .out = b->summary ? NULL : b->out,
                             .cases = plan->n,
                             .common = plan->common,
                             .swept = plan->swept,
                             .values = plan->values };
    table->row = calloc(most, sizeof *table->row);
    table->absent = calloc(most, sizeof *table->absent);
    return (table->row && table->absent) || tri_fail(e, TRI_FAILED, "out of memory");
}

static bool fill_table(struct bench *b, const struct plan_table *plan, struct table *table,
                       struct tri_error *e)
{
    struct pair pair = { 0 };
    struct work work = { .bench = b, .table = table, .pair = &pair };
    bool good = make_table(b, plan, table, e);
    for (size_t k = 0; good && k < plan->n; k++) {
        work.setup = plan->setup[k];
        good = run_case(&work, k, e);
    }
    free_pair(&pair);
    return good;
}

static bool show_table(struct bench *b, const struct plan_table *plan, struct tri_error *e)
{
    struct table table;
    bool good = fill_table(b, plan, &table, e);
    print_notes(&table);
    free_table(&table);
    return good;
}

static bool show_tables(struct bench *b, struct tri_error *e)
{
    for (size_t i = 0; i < b->plan.n; i++)
        if (!show_table(b, &b->plan.table[i], e))
            return false;
    return true;
}

/* The lines of a hotspot, once it is measured in each precision: the tables from number i on.  Returns how
 * many these are. */
static size_t sum_up_hotspot(struct bench *b, size_t i, bool *good, struct tri_error *e)
{
    const struct plan *plan = &b->plan;
    struct table tables[TRI_PRECISIONS] = { 0 };
    size_t n = 0;
    for (; *good && i + n < plan->n &&
           strcmp(plan->table[i + n].hotspot->name, plan->table[i].hotspot->name) == 0;
         n++)
        *good = fill_table(b, &plan->table[i + n], &tables[n], e);
    for (enum tri_path path = 0; *good && path < TRI_PATHS; path++)
        if (b->request.path[path] && path != TRI_REFERENCE && path != TRI_ORIGIN)
            print_summary(b->out, tables, n, path);
    for (size_t k = 0; k < n; k++)
        free_table(&tables[k]);
    return n;
}

static bool sum_up(struct bench *b, struct tri_error *e)
{
    bool good = true;
    print_summary_head(b->out, &b->request);
    for (size_t i = 0; good && i < b->plan.n;)
        i += sum_up_hotspot(b, i, &good, e);
    if (good)
        print_summary_end(b->out);
    return good;
}

void bench_announce(const struct bench *b)
{
    for (size_t i = 0; i < b->plan.n; i++)
        for (size_t k = 0; k < b->plan.table[i].n; k++)
            announce_setup(b, b->plan.table[i].hotspot, &b->plan.table[i].setup[k]);
}

bool bench_measure(struct bench *b, struct tri_error *e)
{
    return b->summary ? sum_up(b, e) : show_tables(b, e);
}
