/* Measuring a hotspot: its paths, then its peers, each against the reference. */
#include "bench.h"

#include "cold.h"
#include "progress.h"
#include "row.h"
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

static void free_pair(struct pair *pair)
{
    tri_case_free(&pair->c);
    tri_case_free(&pair->reference);
}

/* The reference is computed on all threads, since others wait to be checked against it; its time is
 * another matter. */
static bool complete_pair(struct pair *pair, const struct bench *b, struct tri_error *e)
{
    pair->reference = pair->c;
    omp_set_num_threads(b->request.threads);
    if (tri_case_allocate(&pair->reference, e) && tri_case_allocate(&pair->c, e) &&
        run_with_progress(&pair->reference, TRI_REFERENCE, e))
        return true;
    free_pair(pair);
    return false;
}

/* ---- One contender ---- */

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

static bool fill(struct result *r, const struct bench *b, struct pair *pair,
                 const struct tri_contender *who, struct tri_error *e)
{
    const struct tri_effort effort = { b->reps, b->request.threads, progress_part };
    if (!tri_measure(&pair->c, who, &pair->reference, &effort, &r->m, e))
        return name_peer(who, e);
    if (who->peer && who->home)
        r->m.cold = cold_in_new_process(&pair->c, who->peer);
    r->has_ceiling = has_ceiling(&r->m);
    return !r->has_ceiling ||
           tri_ceiling(who->path, pair->c.hotspot->precision, r->m.threads, &r->ceiling, e);
}

static bool measure(struct bench *b, struct table *table, struct pair *pair,
                    const struct tri_contender *who, struct tri_error *e)
{
    struct result *r = calloc(1, sizeof *r);
    if (!r)
        return tri_fail(e, TRI_FAILED, "out of memory");
    progress_begin(&pair->c, who->peer ? who->peer : tri_path_name(who->path));
    bool good = fill(r, b, pair, who, e);
    progress_end();
    if (!good) {
        free(r);
        return false;
    }
    print_row(table, r);
    if (!tri_contender_agrees(who, &pair->c, &r->m.difference))
        b->disagreed = true;
    return b->json_fd < 0 ||
           tri_row_append(b->json_fd, &pair->c, &r->m, r->has_ceiling ? &r->ceiling : NULL, e);
}

/* What cannot run is an error if it was asked for by name, else a line in the table. */
static bool skip(const struct table *table, const struct tri_contender *who, bool required,
                 const struct tri_error *why, struct tri_error *e)
{
    if (!required) {
        print_absence(table, who, why->text);
        return true;
    }
    *e = *why;
    return name_peer(who, e);
}

static bool run_path(struct bench *b, struct table *table, struct pair *pair, enum tri_path path,
                     struct tri_error *e)
{
    struct tri_contender who = tri_path_contender(pair->c.hotspot, path);
    struct tri_error why;
    if (tri_available(&who, pair->c.hotspot, &why))
        return measure(b, table, pair, &who, e);
    bool required = b->request.paths_given || (path == TRI_OFFLOAD && b->require_offload);
    return skip(table, &who, required, &why, e);
}

/* A peer that computes something else than was asked for needs a reference of its own. */
static bool run_peer(struct bench *b, struct table *table, struct pair *pair, const struct peer *p,
                     struct tri_error *e)
{
    struct tri_error why;
    struct pair own;
    if (!peer_computes(p, &pair->c, &why) || !peer_available(p, &why))
        return skip(table, &p->contender, b->peers_given, &why, e);
    if (!p->fixed)
        return measure(b, table, pair, &p->contender, e);
    if (!peer_case(p, &pair->c, &own.c, e) || !complete_pair(&own, b, e))
        return false;
    bool good = measure(b, table, &own, &p->contender, e);
    free_pair(&own);
    return good;
}

/* ---- All of them ---- */

static bool run_contenders(struct bench *b, struct table *table, struct pair *pair,
                           struct tri_error *e)
{
    const struct tri_hotspot *h = pair->c.hotspot;
    if (b->request.path[TRI_REFERENCE] && !run_path(b, table, pair, TRI_REFERENCE, e))
        return false;
    for (int path = 0; path < TRI_PATHS; path++)
        if (b->request.path[path] && path != TRI_REFERENCE &&
            !run_path(b, table, pair, (enum tri_path)path, e))
            return false;
    for (size_t i = 0; i < peer_count(); i++) {
        const struct peer *p = peer_at(i, h->precision);
        if (peer_is_chosen(p, h, b->peer) && !run_peer(b, table, pair, p, e))
            return false;
    }
    return true;
}

/* Wide enough for the names of the peers. */
static int name_width(const struct bench *b)
{
    int width = 10;
    for (size_t i = 0; peer_name(i, NULL); i++) {
        int length = (int)strlen("vs ") + (int)strlen(peer_name(i, NULL));
        width = b->peer[i] && length > width ? length : width;
    }
    return width;
}

/* ---- One case after the other ---- */

static bool run_case(struct bench *b, struct table *table, size_t k, struct tri_error *e)
{
    struct pair pair;
    if (!sweep_case(&b->sweep, &b->request, table->hotspot, k, &pair.c, e) ||
        !complete_pair(&pair, b, e))
        return false;
    struct tri_work work = table->hotspot->work(&pair.reference);
    begin_case(table, k, &work);
    bool good = run_contenders(b, table, &pair, e);
    free_pair(&pair);
    return good;
}

/* The table for a hotspot, with all that it says of the cases. */
static bool make_table(const struct bench *b, const struct tri_hotspot *h, struct table *table,
                       struct tri_error *e)
{
    *table = (struct table){ .out = b->out, .hotspot = h, .names = name_width(b) };
    table->cases = sweep_count(&b->sweep, h);
    table->common = sweep_common(&b->sweep, &b->request, h);
    table->swept = sweep_names(&b->sweep, h);
    table->values = calloc(table->cases, sizeof *table->values);
    table->row = calloc(table->cases * (TRI_PATHS + MAX_PEERS), sizeof *table->row);
    bool good = table->common && table->swept && table->values && table->row;
    for (size_t k = 0; good && k < table->cases; k++)
        good = (table->values[k] = sweep_values(&b->sweep, h, k));
    return good || tri_fail(e, TRI_FAILED, "out of memory");
}

bool bench_hotspot(struct bench *b, const char *name, enum tri_precision precision,
                   struct tri_error *e)
{
    struct table table;
    bool good = make_table(b, tri_hotspot_named(name, precision), &table, e);
    for (size_t k = 0; good && k < table.cases; k++)
        good = run_case(b, &table, k, e);
    print_notes(&table);
    free_table(&table);
    return good;
}
