/* What is wrong, in words. */
#include "inside.h"

#include "case.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    bool is_note;
} kinds[TRI_FINDINGS] = {
    [TRI_DIFFERS] = { "differs", false },
    [TRI_NOT_MAPPED] = { "not-mapped", false },
    [TRI_NOT_COPIED_IN] = { "not-copied-in", false },
    [TRI_NOT_COPIED_BACK] = { "not-copied-back", false },
    [TRI_NOT_WRITTEN] = { "not-written", false },
    [TRI_BEYOND] = { "beyond", false },
    [TRI_INPUT_CHANGED] = { "input-changed", false },
    [TRI_NOT_WAITED] = { "not-waited", false },
    [TRI_STAYS] = { "stays", false },
    [TRI_DEPENDS_ON_BEFORE] = { "depends-on-before", false },
    [TRI_RACE] = { "race", false },
    [TRI_MISALIGNED] = { "misaligned", false },
    [TRI_NOT_SAME_TWICE] = { "not-same-twice", false },
    [TRI_DEPENDS_ON_THREADS] = { "depends-on-threads", false },
    [TRI_DEPENDS_ON_MAPPING] = { "depends-on-mapping", false },
    [TRI_STALE] = { "stale", false },
    [TRI_KEPT] = { "kept", false },
    [TRI_DEPENDS_ON_CASE] = { "depends-on-case", false },
    [TRI_CHANGES_MODE] = { "changes-mode", false },
    [TRI_OTHER_DEVICE] = { "other-device", false },
    [TRI_FREED] = { "freed", false },
    [TRI_NOT_ON_DEVICE] = { "not-on-device", false },
    [TRI_NOT_ON_CPU] = { "not-on-cpu", false },
    [TRI_LOOSE_BOUND] = { "loose-bound", false },
    [TRI_DIED] = { "died", false },
    [TRI_HOST_STORES] = { "host-stores", true },
    [TRI_PLACE_NOT_WRITTEN] = { "place-not-written", true },
    [TRI_ONE_THREAD] = { "one-thread", true },
    [TRI_NEEDLESS_COPY] = { "needless-copy", true },
    [TRI_CHANGES_SETTINGS] = { "changes-settings", true },
    [TRI_NOT_FREED] = { "not-freed", true },
    [TRI_WITHIN_BOUND] = { "within-bound", true },
    [TRI_NOT_AUDITED] = { "not-audited", true },
    [TRI_NOTHING_TO_DO] = { "nothing-to-do", true },
    [TRI_SHARED_MEMORY] = { "shared-memory", true },
    [TRI_LEFT_TO_HOST] = { "left-to-host", true },
    [TRI_READ_TOO] = { "read-too", true },
};

const char *tri_finding_name(enum tri_finding_kind kind)
{
    return kinds[kind].name;
}

const char *tri_audit_name(enum tri_audit_level level)
{
    static const char *const names[TRI_AUDIT_LEVELS] = { "off", "other", "brief", "quick", "all" };
    return names[level];
}

const char *tri_audit_first_wrong(const struct tri_audit *a)
{
    for (size_t i = 0; i < a->n; i++)
        if (!a->finding[i].is_note)
            return a->finding[i].text;
    return NULL;
}

void tri_find(struct tri_audit *a, enum tri_finding_kind kind, int operand, const char *format, ...)
{
    a->wrong |= !kinds[kind].is_note;
    for (size_t i = 0; i < a->n; i++)
        if (a->finding[i].kind == kind && a->finding[i].operand == operand)
            return;
    struct tri_finding *f = &a->finding[TRI_MAX_FINDINGS - 1];
    if (a->n < TRI_MAX_FINDINGS)
        f = &a->finding[a->n++];
    else if (kinds[kind].is_note || !f->is_note) /* a note gives way to what is wrong */
        return;
    *f = (struct tri_finding){ .kind = kind, .is_note = kinds[kind].is_note, .operand = operand };
    va_list words;
    va_start(words, format);
    vsnprintf(f->text, sizeof f->text, format, words);
    va_end(words);
}

const char *tri_slot_name(const struct tri_case *c, int slot)
{
    return slot == TRI_PLACE_SLOT ? "place" : tri_operand_in(c, slot)->name;
}

/* ---- What a run shows of itself --------------------------------------------------------------- */

static size_t number_bytes(const struct tri_case *c, int slot)
{
    return slot == TRI_PLACE_SLOT ? sizeof *c->ran_on : tri_number_bytes(c, slot);
}

/* Rounded down, also before the first. */
static ptrdiff_t number_at(const struct tri_case *c, int slot, ptrdiff_t bytes)
{
    ptrdiff_t size = (ptrdiff_t)number_bytes(c, slot);
    return bytes >= 0 ? bytes / size : -((-bytes + size - 1) / size);
}

static void find_beyond(struct tri_audited *s, int slot, ptrdiff_t bytes, const char *what)
{
    const struct tri_case *c = &s->guarded;
    size_t n = slot == TRI_PLACE_SLOT ? 1 : c->length[slot];
    const char *name = tri_slot_name(c, slot);
    tri_find(s->audit, TRI_BEYOND, slot, "%s[%td] was %s, and %s has %zu number%s", name,
             number_at(c, slot, bytes), what, name, n, n == 1 ? "" : "s");
}

/* Not by a directive that maps it, since a copy may touch what is closed. */
static void find_unmapped(struct tri_audited *s, int slot, const struct tri_ledger *l)
{
    tri_find(
        s->audit, TRI_NOT_MAPPED, slot,
        "%s is used in a target region, and not mapped there%s: the region used the host's memory",
        tri_slot_name(&s->guarded, slot),
        l->deferred > 0 ? ", or no longer, since nobody has waited for the region" : "");
}

static bool was_changed(const struct tri_audited *s, int o)
{
    const struct tri_case *c = &s->guarded;
    return c->operand[o] && s->reference->operand[o] && tri_operand_role(c, o) == TRI_IN &&
           memcmp(c->operand[o], s->reference->operand[o], tri_operand_bytes(c, o)) != 0;
}

/* A loop of no steps starts no region.  One that the host had taken the place of would be wrong where the data are resident. */
static bool has_nothing_to_do(struct tri_audited *s, const struct tri_run *r,
                              const struct tri_outcome *o)
{
    bool right = tri_ledger_tells() && o->ledger.kernels == 0 && o->place == TRI_NOWHERE &&
                 o->agrees && !o->host_touched;
    s->nothing_to_do |= right && r->resident;
    return right && s->nothing_to_do;
}

bool tri_writes_nothing(const struct tri_case *c)
{
    size_t bytes = 0;
    for (int o = 0; o < TRI_SLOTS; o++)
        bytes += tri_operand_in(c, o) && tri_operand_is_written(c, o) ? tri_operand_bytes(c, o) : 0;
    return bytes == 0;
}

/* An if clause may leave small cases to the host: in the usual case the path was on the device, and here its results are
 * compared as any others. */
static bool is_left_to_host(const struct tri_audited *s, const struct tri_outcome *o)
{
    return s->level == TRI_AUDIT_OTHER && o->ledger.kernels == 0;
}

static void find_place(struct tri_audited *s, const struct tri_run *r, const struct tri_outcome *o)
{
    bool ran = tri_ledger_tells() && o->ledger.kernels > 0;
    char doctor[TRI_COMMAND];
    if (o->place > TRI_CPU)
        return;
    if (tri_writes_nothing(&s->guarded)) {
        tri_find(s->audit, TRI_NOTHING_TO_DO, -1,
                 "no result has an element: with these parameters there is nothing to do");
        return;
    }
    if (has_nothing_to_do(s, r, o)) {
        tri_find(
            s->audit, TRI_NOTHING_TO_DO, -1,
            "no region was started on the device, and none is needed: with these parameters there is nothing to do");
        return;
    }
    if (is_left_to_host(s, o))
        tri_find(s->audit, TRI_LEFT_TO_HOST, -1, "no region was started on the device");
    else if (o->place == TRI_CPU)
        tri_find(s->audit, TRI_NOT_ON_DEVICE, TRI_PLACE_SLOT,
                 "the target region ran on the host%s; `%s` looks for the cause",
                 ran ? ", and others on the device" : ": no region was started on the device",
                 tri_command("doctor", doctor, sizeof doctor));
    else if (ran)
        tri_find(s->audit, TRI_PLACE_NOT_WRITTEN, TRI_PLACE_SLOT,
                 "%d target region%s ran on the device, and nobody wrote *place there",
                 o->ledger.kernels, o->ledger.kernels == 1 ? "" : "s");
    else if (s->guarded.variant->is_silent && !tri_ledger_tells())
        tri_find(
            s->audit, TRI_NOT_ON_DEVICE, -1,
            "the device has not computed what it has to, if its data are there, and this compiler's "
            "runtime does not tell of regions: an argument `int *place` would say where they run");
    else if (s->guarded.variant->is_silent)
        tri_find(s->audit, TRI_NOT_ON_DEVICE, -1,
                 "no region was started on the device: is there a target directive, and "
                 "does an if clause keep it on the host?");
    else
        tri_find(s->audit, TRI_NOT_ON_DEVICE, TRI_PLACE_SLOT,
                 "the target region was skipped: nobody wrote *place%s",
                 tri_ledger_tells() ? ", and no region was started on the device" : "");
}

static bool is_zero(const struct tri_case *c, int slot)
{
    const char *bytes = c->operand[slot];
    bool any = false;
    for (size_t i = 0; i < tri_operand_bytes(c, slot) && !any; i++)
        any = bytes[i] != 0;
    return !any;
}

/* Who has zeroed a result need not get anything from a device that adds nothing; what is changed in place may stay; and one number,
 * such as whether all are good, may be what it was. */
static bool has_to_change(const struct tri_audited *s)
{
    const struct tri_case *c = &s->guarded;
    bool any = false;
    for (int slot = 0; slot < TRI_SLOTS; slot++)
        any |= c->operand[slot] && slot != c->variant->returned - 1 && c->length[slot] > 1 &&
               tri_operand_role(c, slot) == TRI_OUT && !is_zero(s->reference, slot);
    return any;
}

/* An integer that is no length is 0: a loop may have no step then. */
static bool may_have_no_step(const struct tri_case *c)
{
    const struct tri_param *all = c->hotspot->params;
    bool any = false;
    for (int i = 0; all[i].name; i++)
        any |=
            all[i].kind == TRI_INTEGER && c->value[i].integer == 0 && !tri_is_length(c->hotspot, i);
    return any;
}

/* A region that only stores *place has done no work.  (In other cases a part of the work may have no element.)  Nor has one that
 * brings back what the host has computed; where a limit takes hold of no number, or there is no step, that is right, so it is
 * judged with other cases. */
static void find_idle(struct tri_audited *s, const struct tri_run *r, const struct tri_outcome *o)
{
    const struct tri_ledger *l = &o->ledger;
    bool touched = false;
    for (int slot = 0; slot < TRI_SLOTS; slot++)
        touched |= tri_guarded[slot].in_kernel;
    if (r->resident || s->shared || !tri_ledger_tells() || l->kernels == 0 || touched ||
        tri_writes_nothing(&s->guarded))
        return;
    s->audit->something_new |= l->changed_back > 0;
    bool no_step = may_have_no_step(&s->guarded);
    s->audit->nothing_new |= (l->back > 0 || no_step) && l->changed_back == 0 && has_to_change(s);
    if (l->back == 0 && !no_step && s->level != TRI_AUDIT_OTHER)
        tri_find(s->audit, TRI_NOT_ON_DEVICE, -1,
                 "nothing%s came back from the device: what is computed there?",
                 s->guarded.variant->is_silent ? "" : " but *place");
}

static void find_on_cpu(struct tri_audited *s, const struct tri_outcome *o)
{
    if (o->ledger.kernels > 0)
        tri_find(s->audit, TRI_NOT_ON_CPU, -1,
                 "path %s starts %d target region%s: it is a path of the CPU",
                 tri_path_name(s->path), o->ledger.kernels, o->ledger.kernels == 1 ? "" : "s");
}

static void find_on_host(struct tri_audited *s, const struct tri_outcome *o)
{
    const struct tri_ledger *l = &o->ledger;
    if (l->kernels > 0 && l->on_host > 0)
        tri_find(s->audit, TRI_LEFT_TO_HOST, -1,
                 "of %d regions, %d ran on the host, by an if clause or a device clause?",
                 l->kernels + l->on_host, l->on_host);
}

/* One run may keep memory for those after it. */
static void find_kept(struct tri_audited *s, const struct tri_heap_seen *h)
{
    enum { SOME_RUNS = 3 };
    s->runs_that_leave += h->left > 0;
    if (s->runs_that_leave == SOME_RUNS)
        tri_find(s->audit, TRI_NOT_FREED, -1,
                 "each run allocates memory, and does not free %d block%s of it", h->left,
                 h->left == 1 ? "" : "s");
}

static void find_fault(enum tri_finding_kind kind, const char *text, void *audited)
{
    const struct tri_audited *s = audited;
    tri_find(s->audit, kind, -1, "%s", text);
}

static const char *name_of(int slot, void *audited)
{
    const struct tri_audited *s = audited;
    return tri_slot_name(&s->guarded, slot);
}

static void find_on_device(struct tri_audited *s, const struct tri_run *r,
                           const struct tri_outcome *o)
{
    if (o->ledger.left_over)
        return;
    find_place(s, r, o);
    find_on_host(s, o);
    find_idle(s, r, o);
    if (o->present >= 0 && !s->shared)
        tri_find(s->audit, TRI_STAYS, o->present,
                 "%s is still on the device when the path returns: target exit data?",
                 tri_slot_name(&s->guarded, o->present));
}

/* While its data were resident, and nobody has touched it, nor copied: a copy opens its pages. */
static bool was_closed(const struct tri_run *r, int slot)
{
    const struct tri_guarded *g = &tri_guarded[slot];
    return r && r->resident && tri_ledger_tells() && !g->in_kernel && !g->by_host &&
           g->copies.to + g->copies.from == 0;
}

void tri_find_changed(struct tri_audited *s, const struct tri_run *r)
{
    for (int slot = 0; slot < TRI_SLOTS; slot++)
        if (!was_closed(r, slot) && was_changed(s, slot))
            tri_find(s->audit, TRI_INPUT_CHANGED, slot, "%s was changed, and it is an input",
                     tri_slot_name(&s->guarded, slot));
}

void tri_find_touches(struct tri_audited *s, const struct tri_run *r, const struct tri_outcome *o)
{
    for (int slot = 0; slot < TRI_GUARDED; slot++) {
        const struct tri_guarded *g = &tri_guarded[slot];
        if (g->in_kernel && s->path == TRI_OFFLOAD && !s->shared)
            find_unmapped(s, slot, &o->ledger);
        if (g->stored)
            tri_find(s->audit, TRI_INPUT_CHANGED, slot,
                     "the host stores to %s, and it is an input, which nobody may change",
                     tri_slot_name(&s->guarded, slot));
        if (g->beyond)
            find_beyond(s, slot, g->where, g->beyond_write ? "written" : "read");
        g = &tri_there[slot];
        if (r->resident && g->beyond)
            find_beyond(s, slot, g->where,
                        g->beyond_write ? "written on the device" : "read on the device");
    }
    find_kept(s, &o->ledger.heap);
    tri_ledger_faults(&o->ledger,
                      &(struct tri_fault_listener){ find_fault, s, s->shared, name_of });
    if (s->audit->runs <= TRI_ALL_LOOKED_AT)
        tri_find_changed(s, r);
    if (o->slot >= 0)
        find_beyond(s, o->slot, o->where, o->on_device ? "written on the device" : "written");
    if (o->changed_there >= 0)
        tri_find(s->audit, TRI_INPUT_CHANGED, o->changed_there,
                 "%s was changed on the device, and it is an input",
                 tri_slot_name(&s->guarded, o->changed_there));
    if (o->device_changed)
        tri_find(
            s->audit, TRI_CHANGES_MODE, -1,
            "another default device is left to all that runs after it: omp_set_default_device()?");
    if (o->settings_changed)
        tri_find(s->audit, TRI_CHANGES_SETTINGS, -1,
                 "the number of threads, the schedule or another setting of OpenMP is left to all "
                 "that runs after it; it has been set back");
    if (o->mode_changed)
        tri_find(
            s->audit, TRI_CHANGES_MODE, -1,
            "another rounding mode, or small numbers flushed to zero, is left to all that runs "
            "after it: fesetround(), _MM_SET_FLUSH_ZERO_MODE()?");
    if (s->path == TRI_OFFLOAD)
        find_on_device(s, r, o);
    else
        find_on_cpu(s, o);
}
