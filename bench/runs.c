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

/* What one hotspot's runs have in common. */
struct runs {
    struct bench *b;
    struct tri_case c, reference;
    struct table table;
};

/* A peer's first run is cold only in a process of its own: by now this one has used the GPU. */
static void measure_cold(const struct tri_case *c, const struct tri_contender *who,
                         struct tri_measurement *m)
{
    if (who->peer && who->home)
        m->cold = cold_in_new_process(c, who->peer);
}

static bool has_ceiling(const struct tri_measurement *m)
{
    return m->path != TRI_OFFLOAD ||
           (tri_path_available(TRI_OFFLOAD, NULL) && tri_device_place() == m->place);
}

/* Puts a peer's name before an error's text; returns false. */
static bool name_peer(const struct tri_contender *who, struct tri_error *e)
{
    char name[80];
    snprintf(name, sizeof name, "peer %s:", who->peer);
    return who->peer ? name_option(name, e) : false;
}

static bool fill(struct result *r, struct runs *runs, struct tri_case *c,
                 const struct tri_contender *who, const struct tri_case *reference,
                 struct tri_error *e)
{
    struct tri_effort effort = { runs->b->reps, runs->b->request.threads, progress_part };
    if (!tri_measure(c, who, reference, &effort, &r->m, e))
        return name_peer(who, e);
    measure_cold(c, who, &r->m);
    r->has_ceiling = has_ceiling(&r->m);
    return !r->has_ceiling ||
           tri_ceiling(who->path, c->hotspot->precision, r->m.threads, &r->ceiling, e);
}

static bool measure(struct runs *runs, struct tri_case *c, const struct tri_contender *who,
                    const struct tri_case *reference, struct tri_error *e)
{
    struct bench *b = runs->b;
    struct result *r = calloc(1, sizeof *r);
    if (!r)
        return tri_fail(e, TRI_FAILED, "out of memory");
    progress_begin(c, who->peer ? who->peer : tri_path_name(who->path));
    bool good = fill(r, runs, c, who, reference, e);
    progress_end();
    if (!good) {
        free(r);
        return false;
    }
    print_row(&runs->table, r);
    if (!who->may_differ && !tri_agrees(c->hotspot, &r->m.difference))
        b->disagreed = true;
    return b->json_fd < 0 ||
           tri_row_append(b->json_fd, c, &r->m, r->has_ceiling ? &r->ceiling : NULL, e);
}

/* What cannot run is an error if it was asked for by name, else a line in the table. */
static bool skip(const struct runs *runs, const struct tri_contender *who, bool required,
                 const struct tri_error *why, struct tri_error *e)
{
    if (!required) {
        print_absence(&runs->table, who, why->text);
        return true;
    }
    *e = *why;
    return name_peer(who, e);
}

static bool run_path(struct runs *runs, enum tri_path path, struct tri_error *e)
{
    const struct bench *b = runs->b;
    struct tri_contender who = tri_path_contender(runs->c.hotspot, path);
    struct tri_error why;
    if (tri_available(&who, runs->c.hotspot, &why))
        return measure(runs, &runs->c, &who, &runs->reference, e);
    bool required = b->request.paths_given || (path == TRI_OFFLOAD && b->require_offload);
    return skip(runs, &who, required, &why, e);
}

/* On all threads, since others wait to be checked against it; its time is another matter. */
static bool run_reference(const struct bench *b, struct tri_case *reference, struct tri_error *e)
{
    omp_set_num_threads(b->request.threads);
    return run_with_progress(reference, TRI_REFERENCE, e);
}

/* A peer that computes something else than was asked for needs a reference of its own. */
static bool measure_fixed(struct runs *runs, const struct peer *p, struct tri_error *e)
{
    struct tri_case c, reference;
    if (!peer_case(p, &runs->c, &c, e))
        return false;
    reference = c;
    bool good = tri_case_allocate(&reference, e) && tri_case_allocate(&c, e) &&
                run_reference(runs->b, &reference, e) &&
                measure(runs, &c, &p->contender, &reference, e);
    tri_case_free(&c);
    tri_case_free(&reference);
    return good;
}

static bool run_peer(struct runs *runs, const struct peer *p, struct tri_error *e)
{
    struct tri_error why;
    if (!peer_computes(p, &runs->c, &why) || !peer_available(p, &why))
        return skip(runs, &p->contender, runs->b->peers_given, &why, e);
    if (p->fixed)
        return measure_fixed(runs, p, e);
    return measure(runs, &runs->c, &p->contender, &runs->reference, e);
}

/* The reference first, the others are checked against it. */
static bool run_contenders(struct runs *runs, struct tri_error *e)
{
    const struct bench *b = runs->b;
    const struct tri_hotspot *h = runs->c.hotspot;
    if (!run_reference(b, &runs->reference, e))
        return false;
    struct tri_work work = h->work(&runs->reference);
    print_head(&runs->table, &work);
    if (b->request.path[TRI_REFERENCE] && !run_path(runs, TRI_REFERENCE, e))
        return false;
    for (int path = 0; path < TRI_PATHS; path++)
        if (b->request.path[path] && path != TRI_REFERENCE &&
            !run_path(runs, (enum tri_path)path, e))
            return false;
    for (size_t i = 0; i < peer_count(); i++)
        if (b->peer[i] && peer_is_of(peer_at(i, h->precision), h) &&
            !run_peer(runs, peer_at(i, h->precision), e))
            return false;
    return true;
}

/* Wide enough for the names of the peers. */
static int name_width(const struct bench *b)
{
    int width = 10;
    for (size_t i = 0; i < peer_count(); i++) {
        int length = (int)strlen("vs ") + (int)strlen(peer_name(i, NULL));
        width = b->peer[i] && length > width ? length : width;
    }
    return width;
}

bool bench_hotspot(struct bench *b, const char *name, enum tri_precision precision,
                   struct tri_error *e)
{
    struct runs runs = { .b = b };
    if (!request_case(&b->request, name, precision, &runs.c, e))
        return false;
    runs.reference = runs.c;
    runs.table = (struct table){
        .out = b->out, .c = &runs.c, .names = name_width(b), .reference = (double)NAN
    };
    bool good = tri_case_allocate(&runs.reference, e) && tri_case_allocate(&runs.c, e) &&
                run_contenders(&runs, e);
    print_notes(&runs.table);
    free_rows(&runs.table);
    tri_case_free(&runs.c);
    tri_case_free(&runs.reference);
    return good;
}
