/* The runs of an audit: include/triptych/audit.h says which, and why. */
#include "inside.h"

#include "measure.h"
#include "ready.h"

#include <math.h>
#include <omp.h>
#include <string.h>

/* Threads that meet for a moment only have to meet often: what is SHORT is repeated for so many of its own seconds. */
static const double SHORT = 0.02, AGAIN[TRI_AUDIT_LEVELS] = { 0, 0.1, 1 };
enum { MOST = 50 };

/* ---- One run, and what it shows --------------------------------------------------------------- */

static void keep_results(struct tri_audited *s, const struct tri_outcome *o)
{
    for (int slot = 0; slot < TRI_SLOTS && o->results != s->results; slot++)
        if (s->results->operand[slot] && tri_operand_is_written(s->results, slot))
            memcpy(s->results->operand[slot], o->results->operand[slot],
                   tri_operand_bytes(s->results, slot));
    *s->results->ran_on = o->place;
}

/* The clauses alone are right, and the host has stored to its own memory: a program that does so is right by itself.  Where
 * nobody tells what the host touches, that is believed. */
static bool is_of_the_host(const struct tri_run *r, const struct tri_outcome *o)
{
    return r->resident && !o->agrees && (o->host_touched || !tri_ledger_tells());
}

static bool run_and_look(struct tri_audited *s, const struct tri_run *r, struct tri_error *e)
{
    struct tri_outcome o;
    if (!tri_audit_run(s, r, &o, e))
        return false;
    tri_find_touches(s, r, &o);
    if (is_of_the_host(r, &o)) {
        tri_find(
            s->audit, TRI_HOST_STORES, -1,
            "right by its own map clauses; if its data were on the device already, what the host stores or reads "
            "between regions would need a target update");
        return true;
    }
    keep_results(s, &o);
    return o.agrees || tri_find_cause(s, r, &o, e);
}

/* ---- What the first run, by its own clauses, tells --------------------------------------------- */

static void note_ledger(struct tri_audited *s, const struct tri_ledger *l, int threads)
{
    struct tri_audit *a = s->audit;
    bool gpu = s->path == TRI_OFFLOAD && tri_device_place() == TRI_GPU;
    a->kernels = l->kernels;
    a->threads = l->threads;
    a->bytes_in = a->bytes_out = a->ledger ? 0 : NAN;
    for (int o = 0; o < TRI_SLOTS; o++) {
        a->bytes_in += a->in[o] = (double)tri_guarded[o].in;
        a->bytes_out += a->out[o] = (double)tri_guarded[o].out;
    }
    if (!a->ledger || s->path == TRI_REFERENCE || s->path == TRI_ORIGIN)
        return;
    if (gpu && l->kernels > 0 && l->teams == 1)
        tri_find(a, TRI_ONE_THREAD, -1, "one team did all, on one of the GPU's processors");
    else if (!gpu && threads > 1 && l->threads <= 1)
        tri_find(a, TRI_ONE_THREAD, -1, "one thread did all, and there are %d", threads);
}

static bool run_by_itself(struct tri_audited *s, int threads, double *seconds, struct tri_error *e)
{
    const struct tri_run r = { .threads = threads };
    struct tri_outcome o;
    if (!tri_audit_run(s, &r, &o, e))
        return false;
    *seconds = o.seconds;
    note_ledger(s, &o.ledger, threads);
    tri_find_touches(s, &r, &o);
    keep_results(s, &o);
    return o.agrees || tri_find_cause(s, &r, &o, e);
}

/* ---- All of them ------------------------------------------------------------------------------ */

static int other_number(int threads)
{
    return threads > 1 ? threads - 1 : 2;
}

static bool run_again(struct tri_audited *s, enum tri_audit_level level, int threads,
                      double seconds, struct tri_error *e)
{
    double times = level == TRI_AUDIT_ALL || seconds < SHORT ? AGAIN[level] / seconds : 0;
    const struct tri_run usual = { .threads = threads };
    for (int i = 0; i < MOST && i < times && !s->audit->wrong; i++)
        if (!run_and_look(s, &usual, e))
            return false;
    return true;
}

/* With resident data first: what is written outside of an operand hits a pattern there, and by its own map clauses the
 * runtime's memory, which would not survive it. */
static bool run_all(struct tri_audited *s, enum tri_audit_level level, struct tri_error *e)
{
    int threads = s->threads = omp_get_max_threads();
    bool offload = s->path == TRI_OFFLOAD, all = level == TRI_AUDIT_ALL;
    double seconds;
    const struct tri_run resident = { .resident = true, .threads = threads };
    const struct tri_run zeros = { .zeros = true, .threads = other_number(threads) };
    const struct tri_run resident_zeros = { .resident = true, .zeros = true, .threads = threads };
    const struct tri_run many = { .threads = 2 * threads + 1 };
    bool good = (!offload || run_and_look(s, &resident, e)) &&
                (s->audit->wrong || run_by_itself(s, threads, &seconds, e)) &&
                (s->audit->wrong || run_and_look(s, &zeros, e)) &&
                (s->audit->wrong || !all || !offload || run_and_look(s, &resident_zeros, e)) &&
                (s->audit->wrong || !all || run_and_look(s, &many, e)) &&
                (s->audit->wrong || run_again(s, level, threads, seconds, e));
    omp_set_num_threads(threads);
    return good;
}

/* On several devices, or by several processes, and for what has one form only, one run is all. */
static bool run_once(struct tri_case *c, enum tri_path path, const struct tri_case *reference,
                     const struct tri_launch *launch, struct tri_audit *a, struct tri_error *e)
{
    tri_case_poison(c);
    a->bytes_in = a->bytes_out = NAN;
    if (!tri_case_launch(c, path, launch, e))
        return false;
    a->runs = 1;
    a->difference = tri_case_difference(c, reference);
    a->wrong = path != TRI_ORIGIN && !tri_agrees(c->variant, reference, &a->difference);
    return true;
}

bool tri_audit_path(struct tri_case *c, enum tri_path path, const struct tri_case *reference,
                    const struct tri_launch *launch, enum tri_audit_level level,
                    struct tri_audit *a, struct tri_error *e)
{
    *a = (struct tri_audit){ 0 };
    if (level == TRI_AUDIT_OFF || launch->devices || launch->ranks || !tri_path_has_variants(path))
        return run_once(c, path, reference, launch, a, e);
    if (!tri_case_ready(c, path, e) || (path == TRI_OFFLOAD && !tri_device_has_room(c, e)))
        return false;
    struct tri_audited s = { .results = c, .reference = reference, .path = path, .audit = a };
    if (!tri_guard_case(c, &s.guarded, e))
        return false;
    a->ledger = tri_ledger_tells();
    tri_meetings_begin();
    tri_launch_path(launch);
    bool good = run_all(&s, level, e);
    tri_launch_path(NULL);
    tri_guard_release();
    return good;
}
