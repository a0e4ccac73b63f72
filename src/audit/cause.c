/* Why a run has another result than the reference.  Causes are tried in the order of how sure they are. */
#include "inside.h"

#include "case.h"
#include "roles.h"
#include "types.h"

#include <omp.h>
#include <stdio.h>
#include <string.h>

/* ---- One number ------------------------------------------------------------------------------- */

struct tri_words tri_place_in(const struct tri_case *c, int operand, size_t i)
{
    const struct tri_operand *o = tri_operand_in(c, operand);
    bool is_constant = o->rank == 0 && !o->length_of; /* as many as .each */
    size_t each = o->each > 1 && !is_constant ? (size_t)o->each : 1, element = i / each,
           at[TRI_MAX_RANK];
    bool by_extents = o->rank > 0 && !o->length_of;
    struct tri_words t;
    for (int d = o->rank - 1; by_extents && d >= 0; d--) {
        size_t extent = (size_t)c->value[o->shape[d]].integer;
        at[d] = d > 0 ? element % extent : element;
        element /= extent;
    }
    int n = snprintf(t.s, sizeof t.s, "%.40s[", o->name);
    for (int d = 0; by_extents && d < o->rank; d++)
        n += snprintf(t.s + n, sizeof t.s - (size_t)n, "%s%zu", d ? "," : "", at[d]);
    if (!by_extents)
        n += snprintf(t.s + n, sizeof t.s - (size_t)n, "%zu", i / each);
    if (each > 1)
        n += snprintf(t.s + n, sizeof t.s - (size_t)n, ":%zu", i % each);
    snprintf(t.s + n, sizeof t.s - (size_t)n, "]");
    return t;
}

static struct tri_words number_of(const struct tri_case *c, int operand, size_t i)
{
    struct tri_words t;
    tri_type_of(c, operand)->print(t.s, sizeof t.s, c->operand[operand], i);
    return t;
}

/* ---- One operand ------------------------------------------------------------------------------ */

/* Number i holds what was there before the run. */
static bool is_before(const struct tri_case *c, int operand, size_t i, enum tri_before before)
{
    size_t bytes = tri_number_bytes(c, operand);
    const unsigned char *p = (const unsigned char *)c->operand[operand] + i * bytes;
    for (size_t k = 0; k < bytes; k++)
        if (p[k] != tri_byte_before(before))
            return false;
    return true;
}

struct unlike {
    size_t n, first;  /* numbers whose bits differ */
    size_t before;    /* of them that are what was there before */
    size_t undefined; /* of them that the reference has not written either */
};

static struct unlike unlike_of(const struct tri_case *c, const struct tri_case *reference,
                               int operand, enum tri_before before)
{
    struct unlike u = { 0 };
    size_t bytes = tri_number_bytes(c, operand);
    for (size_t i = 0; i < c->length[operand]; i++) {
        const char *a = (const char *)c->operand[operand] + i * bytes;
        const char *b = (const char *)reference->operand[operand] + i * bytes;
        if (memcmp(a, b, bytes) == 0)
            continue;
        if (u.n++ == 0)
            u.first = i;
        u.before += is_before(c, operand, i, before);
        u.undefined += is_before(reference, operand, i, TRI_ONES);
    }
    return u;
}

/* ---- Causes; each returns whether it is the one ------------------------------------------------ */

/* What the run has shown of an operand: to find the cause, others follow. */
struct seen {
    struct tri_copied copies;
    bool
        elsewhere; /* the device has had no memory for it, and no region has touched it: it may be there in another form */
    bool written;  /* by the host, then, if it was not copied back */
};

struct wrong_run {
    struct tri_audited *s;
    const struct tri_run *run;
    const struct tri_outcome *outcome;
    int operand;
    struct unlike unlike;
    struct seen seen[TRI_SLOTS];
};

static const char *name_of(const struct wrong_run *w)
{
    return tri_slot_name(&w->s->guarded, w->operand);
}

static void keep_seen(struct wrong_run *w)
{
    const struct tri_case *c = w->outcome->results;
    for (int o = 0; o < TRI_SLOTS; o++)
        if (c->operand[o])
            w->seen[o] = (struct seen){
                tri_guarded[o].copies,
                !tri_guarded[o].mapped && !tri_guarded[o].in_kernel,
                tri_operand_is_written(c, o) &&
                    unlike_of(c, w->s->reference, o, w->run->before).before == 0,
            };
}

static const char *or_not_waited(const struct wrong_run *w)
{
    return w->outcome->ledger.deferred > 0
               ? " Or has the host gone on before a region or a copy with nowait had ended?"
               : "";
}

static void find_not_sent(const struct wrong_run *w, int o)
{
    const char *name = tri_slot_name(&w->s->guarded, o);
    if (tri_roles_read_too(w->s->guarded.hotspot, o))
        tri_find(
            w->s->audit, TRI_NOT_COPIED_IN, o,
            "%s was never copied to the device, and the reference keeps or uses what it held before: map(tofrom:)?",
            name);
    else if (w->seen[o].elsewhere)
        tri_find(
            w->s->audit, TRI_NOT_COPIED_IN, o,
            "%s is an input, and no map clause has copied it to the device in this run: map(to:)? Or is a copy of it used "
            "there that is older?",
            name);
    else
        tri_find(w->s->audit, TRI_NOT_COPIED_IN, o,
                 "%s is read, and was never copied to the device: map(to:)?", name);
}

static void find_not_sent_back(const struct wrong_run *w, int o)
{
    tri_find(w->s->audit, TRI_NOT_COPIED_BACK, o, "%s is a result, and %s: map(from:)?%s",
             tri_slot_name(&w->s->guarded, o),
             w->seen[o].elsewhere ? "no map clause has copied it back from the device in this run"
                                  : "was never copied back from the device",
             or_not_waited(w));
}

static bool was_copied_less(const struct wrong_run *w, int o, bool to)
{
    struct tri_audited *s = w->s;
    const struct tri_case *c = &s->guarded;
    size_t all = c->operand[o] ? tri_operand_bytes(c, o) : 0;
    size_t bytes = to ? w->seen[o].copies.bytes_to : w->seen[o].copies.bytes_from;
    enum tri_finding_kind kind = to ? TRI_NOT_COPIED_IN : TRI_NOT_COPIED_BACK;
    if (all == 0 || bytes >= all ||
        !(to ? tri_operand_is_read(c, o) : tri_operand_is_written(c, o)) ||
        (!to && !tri_operand_is_read(c, o) && w->seen[o].written))
        return false;
    const char *name = tri_slot_name(c, o);
    if (bytes > 0)
        tri_find(s->audit, kind, o, "of %s, %zu of %zu bytes were copied %s the device", name,
                 bytes, all, to ? "to" : "back from");
    else if (to)
        find_not_sent(w, o);
    else
        find_not_sent_back(w, o);
    return true;
}

static bool by_copies(const struct wrong_run *w)
{
    bool any = false;
    if (w->s->path != TRI_OFFLOAD || w->run->resident || w->s->shared || !tri_ledger_tells())
        return false;
    for (int o = 0; o < TRI_SLOTS; o++) {
        any |= was_copied_less(w, o, true);
        any |= was_copied_less(w, o, false);
    }
    return any;
}

static bool same_outcome(const struct tri_difference *a, const struct tri_difference *b)
{
    return a->different == b->different && a->first == b->first && a->largest == b->largest;
}

/* Runs it again, with what is changed in `run`. */
static bool run_changed(const struct wrong_run *w, struct tri_run run, struct tri_outcome *o,
                        struct tri_error *e)
{
    return tri_audit_run(w->s, &run, o, e);
}

/* The first run was right, and the same run is wrong now, each time in the same way, and on one thread, too: so it is no race.  A
 * GPU does not run on one. */
static bool by_first(const struct wrong_run *w, bool *found, struct tri_error *e)
{
    enum { TIMES = 3 };
    struct tri_outcome o, before = { 0 };
    struct tri_run alone = w->s->first;
    alone.threads = 1;
    alone.teams = 0;
    alone.meets = false;
    *found =
        w->s->first_right && (w->s->path != TRI_OFFLOAD || tri_device_place() == TRI_HOST_PLUGIN);
    if (*found && !run_changed(w, alone, &o, e))
        return false;
    *found = *found && !o.agrees;
    for (int i = 0; *found && i < TIMES; i++) {
        if (!run_changed(w, w->s->first, &o, e))
            return false;
        *found = !o.agrees && (i == 0 || same_outcome(&o.difference, &before.difference));
        before = o;
    }
    if (*found)
        tri_find(
            w->s->audit, TRI_KEPT, w->operand,
            "%s was right in the first run, and is wrong in the same run again: is something kept from one call to the next (a "
            "counter that nobody sets back, a static variable), or memory used that nobody set?",
            name_of(w));
    return true;
}

static bool by_race(const struct wrong_run *w, bool *found, struct tri_error *e)
{
    tri_find_races(w->s);
    *found = w->s->audit->wrong;
    return true;
}

static bool by_repeating(const struct wrong_run *w, bool *found, struct tri_error *e)
{
    enum { TIMES = 4 };
    struct tri_outcome o;
    for (int i = 0; i < TIMES && !*found; i++) {
        if (!run_changed(w, *w->run, &o, e))
            return false;
        *found = !same_outcome(&o.difference, &w->outcome->difference);
    }
    if (*found)
        tri_find(
            w->s->audit, TRI_NOT_SAME_TWICE, w->operand,
            "%s is not the same twice (%zu and %zu numbers differ): a race, or memory that nobody set?",
            name_of(w), w->outcome->difference.different, o.difference.different);
    return true;
}

/* With zeros beside one operand, and without: twice, or it was chance. */
static bool is_by_beside(const struct wrong_run *w, int slot, bool *found, struct tri_error *e)
{
    struct tri_outcome zeros, usual;
    *found = true;
    for (int i = 0; *found && i < 2; i++) {
        tri_zeros_beside = slot;
        bool good = run_changed(w, *w->run, &zeros, e);
        tri_zeros_beside = -1;
        if (!good)
            return false;
        *found = !same_outcome(&zeros.difference, &w->outcome->difference);
        if (*found && !run_changed(w, *w->run, &usual, e))
            return false;
        *found = *found && same_outcome(&usual.difference, &w->outcome->difference);
    }
    return true;
}

/* What is an index too far reads what lies there. */
static bool by_beside(const struct wrong_run *w, bool *found, struct tri_error *e)
{
    const struct tri_case *c = &w->s->guarded;
    for (int slot = 0; !*found && slot < TRI_SLOTS; slot++) {
        if (!c->operand[slot])
            continue;
        if (!is_by_beside(w, slot, found, e))
            return false;
        if (*found)
            tri_find(
                w->s->audit, TRI_BEYOND, slot,
                "%s depends on what lies before %s[0] or behind its last number: an index too far?",
                name_of(w), tri_slot_name(c, slot));
    }
    return true;
}

/* All that differ hold what was there before the run. */
static bool still_before(const struct wrong_run *w, const struct tri_outcome *o,
                         enum tri_before before)
{
    struct unlike u = unlike_of(o->results, w->s->reference, w->operand, before);
    return u.n > 0 && u.n == u.before;
}

static void find_unwritten(const struct wrong_run *w)
{
    const struct unlike *u = &w->unlike;
    const char *name = name_of(w);
    struct tri_words first = tri_place_in(&w->s->guarded, w->operand, u->first);
    if (u->undefined == u->n)
        tri_find(
            w->s->audit, TRI_NOT_WRITTEN, w->operand,
            "%zu number%s of %s are, by the reference too, what was there before, or come from it: first %s. Is it an "
            "input, too (.role = TRI_INOUT)?",
            u->n, u->n == 1 ? "" : "s", name, first.s);
    else
        tri_find(w->s->audit, TRI_NOT_WRITTEN, w->operand,
                 "%zu of %zu numbers of %s still hold what was there before: first %s", u->n,
                 w->s->guarded.length[w->operand], name, first.s);
}

/* A number that nobody writes holds what was there, whatever that was; one to which something is added does not. */
static bool by_other_bits(const struct wrong_run *w, bool *found, struct tri_error *e)
{
    struct tri_outcome o;
    struct tri_run run = *w->run;
    bool unwritten = !tri_operand_is_read(&w->s->guarded, w->operand) &&
                     w->unlike.before + w->unlike.undefined >= w->unlike.n;
    run.before = run.before == TRI_ZEROS ? TRI_ONES : TRI_ZEROS;
    if (!run_changed(w, run, &o, e))
        return false;
    unwritten = unwritten &&
                (o.agrees ? w->unlike.undefined == w->unlike.n : still_before(w, &o, run.before));
    *found = unwritten || o.agrees || !same_outcome(&o.difference, &w->outcome->difference);
    if (unwritten)
        find_unwritten(w);
    else if (*found && tri_operand_is_read(&w->s->guarded, w->operand))
        tri_find(w->s->audit, TRI_DEPENDS_ON_BEFORE, w->operand,
                 "%s depends on what was in memory before the run, beside its first values: a copy "
                 "or a wait that is missing?",
                 name_of(w));
    else if (*found)
        tri_find(w->s->audit, TRI_DEPENDS_ON_BEFORE, w->operand,
                 "%s depends on what was in memory before the run: who sets the first value%s?",
                 name_of(w),
                 o.agrees && run.before == TRI_ZEROS ? " (with zeros there it is right)" : "");
    return true;
}

static bool by_teams(const struct wrong_run *w, bool *found, struct tri_error *e)
{
    struct tri_outcome o;
    struct tri_run run = *w->run;
    run.teams = 0;
    if (w->run->teams == 0)
        return true;
    if (!run_changed(w, run, &o, e))
        return false;
    *found = o.agrees;
    if (*found)
        tri_find(
            w->s->audit, TRI_DEPENDS_ON_THREADS, w->operand,
            "%s depends on the number of teams: it is right with one, and not with %d: does each do all, or is it a race "
            "between them?",
            name_of(w), w->run->teams);
    return true;
}

/* What a sum of floating numbers also is. */
static const char *or_order(const struct wrong_run *w)
{
    return tri_type_of(w->s->reference, w->operand)->is_integer
               ? ""
               : ", or a sum in another order, which .relative or .absolute in its table would allow";
}

/* One thread, then as many as usual. */
static bool by_threads(const struct wrong_run *w, bool *found, struct tri_error *e)
{
    struct tri_outcome o;
    struct tri_run run = *w->run;
    const int others[] = { 1, w->s->threads };
    for (int i = 0; i < 2 && !*found; i++) {
        run.threads = others[i];
        run.teams = 0;
        if (run.threads == w->run->threads)
            continue;
        if (!run_changed(w, run, &o, e))
            return false;
        *found = o.agrees;
    }
    if (*found)
        tri_find(
            w->s->audit, TRI_DEPENDS_ON_THREADS, w->operand,
            "%s depends on the number of threads: it is right with %d, and not with %d: a race%s?",
            name_of(w), run.threads, w->run->threads, or_order(w));
    return true;
}

static bool by_mapping(const struct wrong_run *w, bool *found, struct tri_error *e)
{
    struct tri_outcome o;
    struct tri_run run = *w->run;
    if (w->s->path != TRI_OFFLOAD || w->s->shared)
        return true;
    run.resident = !run.resident;
    if (!run_changed(w, run, &o, e))
        return false;
    *found = o.agrees;
    if (*found)
        tri_find(
            w->s->audit, TRI_DEPENDS_ON_MAPPING, w->operand,
            run.resident
                ? "%s is wrong by its own map clauses, and right if its data are on the device already"
                : "%s is right by its own map clauses, and wrong if its data are on the device already",
            name_of(w));
    return true;
}

/* On the host there is one memory.  The device's pointers would end the program there, unless the device is this CPU. */
static bool by_device(const struct wrong_run *w, bool *found, struct tri_error *e)
{
    struct tri_outcome o;
    struct tri_run run = *w->run;
    int device = omp_get_default_device();
    if (w->s->path != TRI_OFFLOAD || tri_device_place() != TRI_HOST_PLUGIN)
        return true;
    run.resident = false;
    omp_set_default_device(omp_get_initial_device());
    bool good = run_changed(w, run, &o, e);
    omp_set_default_device(device);
    *found = good && o.agrees;
    if (*found)
        tri_find(
            w->s->audit, TRI_STALE, w->operand,
            "%s is right where the regions run on the host: what they use on the device is another copy, which is stale "
            "or never came back. A variable of declare target, a local array, a scalar without target update or map(from:)?",
            name_of(w));
    return good;
}

static void by_dimensions(const struct wrong_run *w, bool *found)
{
    const size_t rows = tri_swapped_rows(w->outcome->results, w->s->reference, w->operand);
    *found = rows > 0;
    if (*found)
        tri_find(
            w->s->audit, TRI_DIFFERS, -1,
            "%s has the right numbers, with its two dimensions swapped: [i,j] lies at i + %zu j",
            tri_operand_in(w->s->reference, w->operand)->name, rows);
}

/* The first of the case's operands that differs. */
static int first_unlike(const struct tri_outcome *o, const struct tri_case *reference,
                        enum tri_before before, struct unlike *u)
{
    for (int slot = 0; slot < TRI_SLOTS; slot++)
        if (o->results->operand[slot] && tri_operand_is_written(o->results, slot)) {
            *u = unlike_of(o->results, reference, slot, before);
            if (u->n > 0)
                return slot;
        }
    return -1;
}

static void note_first(const struct wrong_run *w)
{
    struct tri_first *f = &w->s->audit->first;
    f->operand = w->operand;
    f->index = w->unlike.first;
    snprintf(f->at, sizeof f->at, "%s", tri_place_in(&w->s->guarded, w->operand, f->index).s);
    snprintf(f->seen, sizeof f->seen, "%s", number_of(w->outcome->results, w->operand, f->index).s);
    snprintf(f->wanted, sizeof f->wanted, "%s", number_of(w->s->reference, w->operand, f->index).s);
}

bool tri_find_cause(struct tri_audited *s, const struct tri_run *r, const struct tri_outcome *o,
                    struct tri_error *e)
{
    static bool (*const by[])(const struct wrong_run *, bool *, struct tri_error *) = {
        by_race, by_repeating, by_teams, by_threads, by_beside, by_other_bits, by_mapping, by_device
    };
    struct wrong_run w = { .s = s, .run = r, .outcome = o };
    w.operand = first_unlike(o, s->reference, r->before, &w.unlike);
    if (w.operand < 0) {
        tri_find(s->audit, TRI_DIFFERS, -1, "the result differs");
        return true;
    }
    const struct tri_first *f = &s->audit->first;
    note_first(&w);
    bool found = s->audit->wrong;
    bool sure = false;
    keep_seen(&w);
    by_dimensions(&w, &sure);
    bool reordered = !sure && tri_is_reordered(o->results, s->reference, w.operand);
    if (!found && !sure && !by_first(&w, &sure, e))
        return false;
    found |= sure || by_copies(&w);
    for (size_t i = 0; !found && i < sizeof by / sizeof *by; i++)
        if (!by[i](&w, &found, e))
            return false;
    tri_find(
        s->audit, TRI_DIFFERS, w.operand, "%s is %s, and has to be %s; %zu of %zu numbers differ%s",
        f->at, f->seen, f->wanted, w.unlike.n, s->guarded.length[w.operand],
        reordered
            ? ", which are the right ones in another order (if any will do: .any_order = true in a table)"
            : "");
    return true;
}
