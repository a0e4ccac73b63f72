/* One run of an audit. */
#include "inside.h"

#include "hotspot.h"
#include "launches.h"
#include "measure.h"

#include <fenv.h>
#include <float.h>
#include <omp.h>
#include <string.h>

bool tri_guard_case(const struct tri_case *c, struct tri_case *guarded, struct tri_error *e)
{
    bool good = tri_guard_allocate(&tri_guarded[TRI_PLACE_SLOT], sizeof *c->ran_on, TRI_ALIGNMENT);
    *guarded = *c;
    guarded->ran_on = (int *)tri_guarded[TRI_PLACE_SLOT].begin;
    for (int o = 0; good && o < TRI_SLOTS; o++) {
        if (!c->operand[o]) {
            tri_guard_release(&tri_guarded[o]);
            continue;
        }
        good = tri_guard_allocate(&tri_guarded[o], tri_operand_bytes(c, o), TRI_ALIGNMENT);
        guarded->operand[o] = tri_guarded[o].begin;
        tri_guarded[o].is_input = tri_operand_role(c, o) == TRI_IN;
        if (good && tri_operand_is_read(c, o))
            memcpy(guarded->operand[o], c->operand[o], tri_operand_bytes(c, o));
    }
    if (!good)
        tri_audit_release();
    return good || tri_fail(e, TRI_FAILED, "out of memory: the audit of %s needs %.3g GB",
                            c->hotspot->name, (double)tri_case_bytes(c) * 1e-9);
}

/* What a run does not read holds all ones already (tri_case_poison()). */
static void fill(const struct tri_case *c, enum tri_before before)
{
    for (int o = 0; o < TRI_SLOTS; o++)
        if (c->operand[o] && !tri_operand_is_read(c, o))
            memset(c->operand[o], tri_byte_before(before), tri_operand_bytes(c, o));
}

/* How this thread computes: its rounding, and whether it keeps numbers below the normal ones. */
struct mode {
    int rounding;
    bool keeps_small;
};

static struct mode mode_now(void)
{
    volatile double least = DBL_MIN, half = least / 2;
    return (struct mode){ fegetround(), half > 0 };
}

/* What OpenMP keeps for a thread, and a function may set. */
struct settings {
    int threads, dynamic, levels, device, chunk;
    omp_sched_t schedule;
};

static struct settings settings_now(void)
{
    struct settings s;
    memset(&s, 0, sizeof s);
    s.threads = omp_get_max_threads();
    s.dynamic = omp_get_dynamic();
    s.levels = omp_get_max_active_levels();
    s.device = omp_get_default_device();
    omp_get_schedule(&s.schedule, &s.chunk);
    return s;
}

static void set_back(const struct settings *s)
{
    omp_set_num_threads(s->threads);
    omp_set_dynamic(s->dynamic);
    omp_set_max_active_levels(s->levels);
    omp_set_default_device(s->device);
    omp_set_schedule(s->schedule, s->chunk);
}

/* Another mode than the caller's, or other settings, would be those of the next path, too. */
void tri_run_in_mode(const struct tri_audited *s, const struct tri_case *c, struct tri_outcome *o)
{
    fenv_t before;
    struct mode was = mode_now();
    const struct settings usual = settings_now();
    fegetenv(&before);
    tri_path_of(c->hotspot, c->variant, s->path)(c);
    struct mode is = mode_now();
    const struct settings left = settings_now();
    set_back(&usual);
    o->device_changed = left.device != usual.device;
    o->settings_changed = !o->device_changed && memcmp(&usual, &left, sizeof left) != 0;
    fesetenv(&before);
    o->mode_changed = is.rounding != was.rounding || is.keeps_small != was.keeps_small;
}

/* `closed`: the host may not touch operands.  What nobody has waited for ends before its memory goes. */
static void run_path(struct tri_audited *s, bool closed, enum tri_before before,
                     struct tri_outcome *o)
{
    bool first = s->path == TRI_OFFLOAD && s->audit->runs == 0;
    if (first)
        tri_launches_print(true); /* which may start a region of its own */
    tri_ledger_begin(closed, before);
    tri_run_in_mode(s, &s->guarded, o);
    bool left_over = tri_ledger_left_over();
    #pragma omp taskwait
    if (first)
        tri_launches_print(false);
    o->ledger = tri_ledger_end();
    o->ledger.left_over = left_over;
}

/* But for what the path returns: its caller stores that. */
static bool host_touched(const struct tri_case *c)
{
    bool any = false;
    for (int o = 0; o < TRI_SLOTS; o++)
        any |= tri_guarded[o].by_host && o != c->variant->returned - 1;
    return any;
}

/* The host's operands are closed: who stores to them here means something else than what is on the device. */
static bool run_resident(struct tri_audited *s, enum tri_before before, struct tri_outcome *o,
                         struct tri_error *e)
{
    if (!tri_resident_enter(&s->guarded, e))
        return false;
    run_path(s, tri_ledger_tells(), before, o);
    o->host_touched = host_touched(&s->guarded);
    o->results = s->results;
    if (s->audit->runs < TRI_ALL_LOOKED_AT)
        o->changed_there = tri_resident_changed(&s->guarded);
    return tri_resident_leave(&s->guarded, s->results, &o->slot, &o->where, e);
}

/* What computes on the device is right where the data are resident; if the host had computed, the results there would be what
 * was there before. */
static enum tri_place place_by_results(struct tri_audited *s, const struct tri_run *r,
                                       const struct tri_outcome *o)
{
    s->on_device |= r->resident && o->agrees;
    return s->on_device ? tri_device_place() : TRI_NOWHERE;
}

/* One that says nothing runs where its regions do, if the runtime tells of them. */
static enum tri_place place_of(struct tri_audited *s, const struct tri_run *r,
                               const struct tri_outcome *o)
{
    if (s->path != TRI_OFFLOAD || !s->guarded.variant->is_silent)
        return (enum tri_place) * o->results->ran_on;
    if (!tri_ledger_tells())
        return place_by_results(s, r, o);
    return o->ledger.kernels > 0 ? tri_device_place() : TRI_NOWHERE;
}

static void compare(struct tri_audited *s, const struct tri_run *r, struct tri_outcome *o)
{
    o->difference = tri_case_difference(o->results, s->reference);
    o->agrees = tri_agrees(s->guarded.variant, s->reference, &o->difference);
    o->place = place_of(s, r, o);
}

bool tri_audit_run(struct tri_audited *s, const struct tri_run *r, struct tri_outcome *o,
                   struct tri_error *e)
{
    bool offload = s->path == TRI_OFFLOAD;
    *o = (struct tri_outcome){ .slot = -1, .present = -1, .changed_there = -1 };
    tri_case_poison(&s->guarded);
    if (r->before != TRI_ONES)
        fill(&s->guarded, r->before);
    tri_guard_reset(r->before);
    omp_set_num_threads(r->threads);
    tri_ledger_teams(r->teams, r->threads);
    tri_meetings_hold(r->meets);
    if (!tri_guard_begin(!offload || tri_device_place() == TRI_HOST_PLUGIN))
        return tri_fail(e, TRI_FAILED, "the audit cannot handle faults of memory");
    if (offload)
        tri_device_begin();
    bool good = true;
    o->results = &s->guarded;
    if (r->resident)
        good = run_resident(s, r->before, o, e);
    else
        run_path(s, false, r->before, o);
    if (offload && !r->resident)
        o->present = tri_resident_left(&s->guarded);
    o->on_device = o->slot >= 0;
    if (offload)
        tri_device_end();
    tri_guard_end();
    tri_ledger_teams(0, omp_get_num_procs());
    s->audit->runs++;
    if (o->slot < 0)
        o->slot = tri_guard_overwritten(&o->where);
    if (good)
        compare(s, r, o);
    return good;
}
