/* The runs of an audit: include/triptych/audit.h says which, and why. */
#include "inside.h"

#include "data.h"
#include "measure.h"
#include "ready.h"
#include "tool.h"

#include <math.h>
#include <omp.h>
#include <string.h>
#include <time.h>

/* Seconds of this thread, so that a busy machine does not change what is done: a run that is repeated takes less than SHORT,
 * and all its repetitions as much as AGAIN. */
static const double SHORT = 0.03;

static const double AGAIN[TRI_AUDIT_LEVELS] = {
    [TRI_AUDIT_OTHER] = 0.001, [TRI_AUDIT_QUICK] = 0.05, [TRI_AUDIT_ALL] = 2
};
enum { LEAST = 2, MOST = 100 };

/* Seconds that all repetitions may take: on a busy machine, where threads wait for each other, one takes many milliseconds. */
static const double LONGEST = 3;

static double seconds_of_thread(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

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

/* ---- All of them ------------------------------------------------------------------------------ */

/* What is wrong is not right by its own map clauses either. */
static void drop_host_stores(struct tri_audit *a)
{
    size_t left = 0;
    for (size_t i = 0; i < a->n; i++)
        if (!a->wrong || a->finding[i].kind != TRI_HOST_STORES)
            a->finding[left++] = a->finding[i];
    a->n = left;
}

/* Thousands of small regions, for instance, of a case that is longer than the usual one. */
static const double SECONDS = 2;

/* A run takes what its first thread does; if others do all of its work, a part of what it takes by the clock. */
enum { PART_BY_CLOCK = 16 };

/* Of an other case that takes seconds: with resident data, and by the path's own clauses. */
static bool is_enough(const struct tri_audited *s)
{
    enum { BOTH_WAYS = 2 };
    return s->level == TRI_AUDIT_OTHER && s->takes_seconds && s->audit->runs >= BOTH_WAYS;
}

/* Once something is wrong, nothing more is looked for. */
static bool run_if(bool wanted, struct tri_audited *s, struct tri_run r, struct tri_error *e)
{
    struct tri_outcome o;
    double begin = seconds_of_thread(), met = tri_meetings_seconds(), by_clock = tri_now();
    if (!wanted || s->audit->wrong || is_enough(s))
        return true;
    if (!tri_audit_run(s, &r, &o, e))
        return false;
    met = tri_meetings_seconds() - met;
    s->takes_seconds = tri_now() - by_clock > SECONDS;
    by_clock = (tri_now() - by_clock - met) / PART_BY_CLOCK;
    s->seconds = fmin(s->seconds, fmax(by_clock, seconds_of_thread() - begin - met));
    if (!r.resident && !s->copies_noted)
        tri_note_copies(s, &o.ledger);
    if (r.teams == 0 && !s->parallelism_noted && !tri_writes_nothing(&s->guarded) &&
        (s->path != TRI_OFFLOAD || o.ledger.kernels > 0))
        tri_note_parallelism(s, &o.ledger);
    tri_find_touches(s, &r, &o);
    if (is_of_the_host(&r, &o)) {
        s->set_aside = true;
        tri_find(
            s->audit, TRI_HOST_STORES, -1,
            "right by its own map clauses only, so it is timed with its copies: if its data were on the device "
            "already, what the host stores or reads between regions would need a target update");
        return true;
    }
    if (s->audit->runs == 1) {
        s->first = r;
        s->first_right = o.agrees;
    }
    if (o.difference.different > s->audit->difference.different || s->audit->difference.points == 0)
        s->audit->difference = o.difference;
    keep_results(s, &o);
    return o.agrees || tri_find_cause(s, &r, &o, e);
}

static bool on_gpu(const struct tri_audited *s)
{
    return s->path == TRI_OFFLOAD && tri_device_place() == TRI_GPU;
}

/* On a GPU a race is found at once, and it is all the same to a region how many threads the host has. */
static bool is_short(const struct tri_audited *s)
{
    return s->seconds < SHORT && !on_gpu(s);
}

/* As many threads as few machines have, and then as many teams. */
static bool run_in_crowds(struct tri_audited *s, bool wanted, struct tri_error *e)
{
    const int n = s->threads, more = 2 * n + 3;
    const bool very_short = s->seconds < SHORT / 10 && !on_gpu(s);
    const struct tri_run threads = { .threads = very_short && more < TRI_CROWD ? TRI_CROWD : more };
    const struct tri_run teams = { .threads = n, .teams = TRI_MANY_TEAMS };
    const bool has_teams = s->path == TRI_OFFLOAD && tri_ledger_has_teams(TRI_MANY_TEAMS);
    return run_if(wanted, s, threads, e) && run_if(wanted && has_teams && very_short, s, teams, e);
}

/* Threads that meet for a moment only have to meet often. */
static bool run_again(struct tri_audited *s, enum tri_audit_level level, struct tri_run r,
                      struct tri_error *e)
{
    bool wanted = level == TRI_AUDIT_ALL || is_short(s);
    double spent = 0, end = tri_now() + LONGEST;
    for (int i = 0; wanted && i < MOST && (i < LEAST || spent < AGAIN[level]) && tri_now() < end;
         i++) {
        double begin = seconds_of_thread(), met = tri_meetings_seconds();
        r.teams = s->path == TRI_OFFLOAD && i % 2 ? 2 : 0;
        if (!run_if(true, s, r, e))
            return false;
        spent += fmax(0, seconds_of_thread() - begin - (tri_meetings_seconds() - met));
    }
    return true;
}

/* Two lose something to each other as well as many do, and a few meet sooner. */
static int few_of(int threads)
{
    enum { FEW = 4 };
    int most = omp_get_num_procs() < FEW ? omp_get_num_procs() : FEW;
    return threads < most ? threads : most;
}

/* With resident data first: what is written outside of an operand hits a pattern there, and by its own map clauses the
 * runtime's memory, which would not survive it.  Its threads meet, since that may be the only run in which they do: where pages
 * are slow to be had, a short path takes long, too.  What takes long runs twice, in the two ways that tell most: from large
 * numbers and from zeros, since a maximum without a first value is right from NaN, and may be from zeros. */
static bool run_all(struct tri_audited *s, enum tri_audit_level level, struct tri_error *e)
{
    const int n = s->threads;
    const bool offload = s->path == TRI_OFFLOAD, all = level == TRI_AUDIT_ALL,
               more = level > TRI_AUDIT_BRIEF;
    const struct tri_run usual = { .meets = true, .threads = n, .before = TRI_LARGE };
    const struct tri_run alone = { .threads = 1 };
    const struct tri_run meeting = { .meets = true, .threads = few_of(n) };
    const struct tri_run resident = {
        .resident = true, .meets = true, .threads = n, .before = TRI_LARGE
    };
    const struct tri_run resident_zeros = { .threads = n, .resident = true, .before = TRI_ZEROS };
    const struct tri_run other = { .threads = n + 1, .teams = 2, .before = TRI_ZEROS };
    return run_if(offload && !s->shared, s, resident, e) && run_if(true, s, other, e) &&
           run_if(!offload || all || s->set_aside || s->shared || (more && is_short(s)), s, usual,
                  e) &&
           run_if(all || (more && is_short(s)), s, alone, e) &&
           run_if(offload && all && !s->shared, s, resident_zeros, e) &&
           run_in_crowds(s, all || (more && is_short(s)), e) &&
           (!more || run_again(s, level, meeting, e));
}

/* The caller's values of an operand that is changed would be gone after the first run. */
static bool changes_bound(const struct tri_case *c)
{
    bool any = false;
    for (int o = 0; o < TRI_MAX_OPERANDS; o++)
        any |= c->bound[o] && tri_operand_role(c, o) == TRI_INOUT;
    return any;
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

/* Of a large case it would take as much memory once more. */
enum { MOST_AS_USUAL = 1 << 24 };

/* In memory as any program has it: what lies beside an operand there, and where it ends, is no help.  The runtime may have kept
 * closed memory for what is mapped. */
static void run_as_usual(struct tri_audited *s)
{
    struct tri_case *c = s->results;
    struct tri_outcome unused;
    const bool offload = s->path == TRI_OFFLOAD;
    omp_set_num_threads(s->threads);
    if (tri_case_bytes(c) > MOST_AS_USUAL || !tri_guard_begin(false))
        return;
    tri_case_poison(c);
    if (offload)
        tri_device_begin();
    tri_run_in_mode(s, c, &unused);
    #pragma omp taskwait
    if (offload)
        tri_device_end();
    tri_guard_end();
    s->audit->runs++;
    const struct tri_difference d = tri_case_difference(c, s->reference);
    if (tri_agrees(c->variant, s->reference, &d))
        return;
    s->audit->difference = d;
    tri_find(
        s->audit, TRI_DIFFERS, -1,
        "right where an array ends as a page does, and wrong in memory as any program has it: does it depend on "
        "where an array lies, or on what lies beside it, or is it a race?");
}

/* A sum whose order is free, for instance. */
static void note_bound(struct tri_audited *s)
{
    struct tri_audit *a = s->audit;
    const struct tri_variant *v = s->guarded.variant;
    if (!a->wrong && a->difference.different > 0 && v->apart)
        tri_find(a, TRI_WITHIN_BOUND, -1,
                 "it may add in any order, and be %.3g from the reference; it is %.3g",
                 v->apart(s->reference), a->difference.largest);
}

static void find_loose_bound(const struct tri_audited *s)
{
    int o = tri_case_loose(s->reference);
    if (o >= 0)
        tri_find(
            s->audit, TRI_LOOSE_BOUND, o,
            "the bounds of %s in its table (.absolute, .relative, .ulps) would allow zeros for all of it: they say nothing",
            tri_slot_name(s->reference, o));
}

/* There is no other memory than the host's: then no map clause can be wrong, and no data are resident. */
static void find_shared(struct tri_audited *s)
{
    s->shared = s->path == TRI_OFFLOAD && tri_data_is_shared();
    if (s->shared)
        tri_find(s->audit, TRI_SHARED_MEMORY, -1,
                 "the device uses the host's own memory (requires unified_shared_memory?): map "
                 "clauses copy nothing, and are not judged");
}

/* The definition itself is audited to know whether it is one for these parameters. */
static bool is_run_once(const struct tri_case *c, enum tri_path path,
                        const struct tri_launch *launch, enum tri_audit_level level)
{
    bool has_more =
        tri_path_has_variants(path) || (path == TRI_REFERENCE && level <= TRI_AUDIT_BRIEF);
    return level == TRI_AUDIT_OFF || launch->devices || launch->ranks || !has_more ||
           changes_bound(c);
}

bool tri_audit_path(struct tri_case *c, enum tri_path path, const struct tri_case *reference,
                    const struct tri_launch *launch, enum tri_audit_level level,
                    struct tri_audit *a, struct tri_error *e)
{
    *a = (struct tri_audit){ .first.operand = -1, .seconds = INFINITY };
    if (is_run_once(c, path, launch, level))
        return run_once(c, path, reference, launch, a, e);
    if (!tri_case_ready(c, path, e) || (path == TRI_OFFLOAD && !tri_device_has_room(c, e)))
        return false;
    struct tri_audited s = { .results = c,
                             .reference = reference,
                             .path = path,
                             .level = level,
                             .audit = a,
                             .seconds = INFINITY };
    if (!tri_guard_case(c, &s.guarded, e))
        return false;
    a->ledger = tri_ledger_tells();
    const int before = omp_get_max_threads();
    tri_meetings_begin(LONGEST);
    bool good = tri_launch_variant(launch, path, c->variant, e);
    s.threads = omp_get_max_threads();
    find_shared(&s);
    good = good && run_all(&s, level, e);
    if (good) {
        tri_find_races(&s);
        a->seconds = s.seconds;
        if (a->runs > TRI_ALL_LOOKED_AT)
            tri_find_changed(&s, NULL);
        note_bound(&s);
        if (level > TRI_AUDIT_BRIEF) {
            find_loose_bound(&s);
            tri_note_roles(&s);
        }
        drop_host_stores(a);
        if (!a->wrong && level > TRI_AUDIT_BRIEF)
            run_as_usual(&s);
    }
    tri_launch_path(NULL);
    omp_set_num_threads(before);
    return good;
}
