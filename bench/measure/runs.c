/* Measures hotspots: the paths and peers of each case take turns. */
#include "entries.h"

#include "output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- One contender ---- */

/* A contender that cannot run is an error if it was asked for by name, else a line in the table. */
static bool skip(struct work *w, const struct tri_contender *who, bool required,
                 const struct tri_error *why, struct tri_error *e)
{
    char text[sizeof why->text + 16];
    snprintf(text, sizeof text, "not run: %s", why->text);
    if (!required)
        return entry_add(w, who, NULL, text, e);
    *e = *why;
    return name_peer(who, e);
}

static bool take_path(struct work *w, const struct tri_contender *who, struct tri_error *e)
{
    const struct batch *b = w->batch;
    struct tri_error why;
    if (tri_available(who, w->pair->c.hotspot, &why))
        return entry_add(w, who, NULL, NULL, e);
    /* A path that cannot run is an error if it was asked for; for a variant it is a row. */
    bool required = b->request.paths_given || (who->path == TRI_OFFLOAD && b->require_offload);
    return skip(w, who, required && !tri_path_available(who->path, NULL), &why, e);
}

/* A peer that computes another case than was asked for needs a reference of its own.  Its row is in this table;
 * in JSON it has the parameters of what was computed. */
static bool take_peer(struct work *w, const struct tri_peer *p, const struct tri_contender *who,
                      struct tri_error *e)
{
    struct tri_error why;
    struct pair own;
    if (!peer_computes(p, &w->pair->c, &why) || !peer_available(p, &why))
        return skip(w, who, w->batch->peers_given, &why, e);
    if (!tri_has_host_memory(who, &why))
        return skip(w, who, false, &why, e);
    if (!peer_has_own_case(p, w->pair->c.hotspot))
        return entry_add(w, who, NULL, NULL, e);
    if (!peer_case(p, &w->pair->c, &own.c, e))
        return false;
    own.reference = own.c;
    return entry_add(w, who, &own, NULL, e);
}

static bool take(const struct turn *t, void *work, struct tri_error *e)
{
    struct work *w = work;
    return t->peer ? take_peer(w, t->peer, &t->who, e) : take_path(w, &t->who, e);
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

/* If one contender fails, those before it still have their rows.  The reference's result is kept as long as the parameters stay the same. */
static bool run_case(struct work *w, size_t k, struct tri_error *e)
{
    bool same = k > 0 && same_case(&w->setup.c, &w->pair->c);
    if (!same) {
        free_pair(w->pair);
        w->pair->c = w->pair->reference = w->setup.c;
    }
    begin_case(w->table, k, same);
    struct tri_error later;
    bool good = each_turn(w->batch, &w->setup, take, w, e);
    entries_measure(w);
    return entries_finish(w, good ? e : &later) && good;
}

/* The table for a hotspot, with what it says of the cases. */
static bool make_table(const struct batch *b, const struct plan_table *plan, struct table *table,
                       struct tri_error *e)
{
    const size_t most = plan->n * MAX_ENTRIES;
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
    work.entry = calloc(MAX_ENTRIES, sizeof *work.entry);
    bool good =
        (work.entry || tri_fail(e, TRI_FAILED, "out of memory")) && make_table(b, plan, table, e);
    for (size_t k = 0; good && k < plan->n; k++) {
        work.setup = plan->setup[k];
        good = run_case(&work, k, e);
    }
    table->conditions = NULL;
    free_pair(&pair);
    free(work.entry);
    return good;
}

static bool show_table(struct batch *b, const struct plan_table *plan, struct tri_error *e)
{
    struct table table = { .n = 0 };
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
    struct table table = { .n = 0 };
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
