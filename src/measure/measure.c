/* Measures contenders: first each is run cold and checked against the reference, then all take turns (rounds.c). */
#include "entrant.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Checks ---- */

/* Keeps the worse of two checks of the same output. */
static void merge(struct tri_difference *d, struct tri_difference other)
{
    if (d->points == 0)
        *d = other;
    double largest = fmax(d->largest, other.largest), ulps = fmax(d->max_ulps, other.max_ulps);
    if (other.different > d->different)
        *d = other;
    d->largest = largest;
    d->max_ulps = ulps;
}

void tri_check_result(struct tri_entrant *x)
{
    struct tri_measurement *m = x->m;
    bool agreed = m->difference.points == 0 || m->agrees;
    merge(&m->difference, tri_case_difference(tri_entrant_case(x), x->reference));
    m->agrees = agreed && tri_contender_agrees(&x->who, x->reference, &m->difference);
}

/* ---- Runs ---- */

/* Copies the data to the contender's memory, runs it there, and copies the results back.
 * *seconds (may be NULL): the time of the run, without the copies. */
static bool run_in_memory_space(struct tri_case *c, const struct tri_contender *who, bool outputs,
                                double *seconds, struct tri_error *e)
{
    struct tri_case there;
    if (!who->memory_space->enter(c, &who->launch, outputs, &there, e))
        return false;
    double start = tri_now();
    who->run(&there);
    if (seconds)
        *seconds = tri_now() - start;
    return who->memory_space->leave(&there, c, e);
}

/* A run as in a program: with the copies, where the contender needs them. */
bool tri_run_with_copies(struct tri_case *c, const struct tri_contender *who, struct tri_error *e)
{
    if (who->memory_space && !who->memory_space->maps_by_itself)
        return run_in_memory_space(c, who, false, NULL, e);
    who->run(c);
    return true;
}

static bool is_ready(const struct tri_case *c, const struct tri_contender *who, struct tri_error *e)
{
    return tri_available(who, c->hotspot, e) &&
           (!who->memory_space || !who->memory_space->has_room ||
            who->memory_space->has_room(c, e));
}

bool tri_measure_cold(struct tri_case *c, const struct tri_contender *who, double *seconds,
                      struct tri_error *e)
{
    if (!is_ready(c, who, e))
        return false;
    tri_case_poison(c);
    double start = tri_now();
    if (!tri_run_with_copies(c, who, e))
        return false;
    *seconds = tri_now() - start + (who->memory_space ? who->memory_space->start_seconds() : 0);
    return true;
}

/* ---- What is known of a measurement ---- */

void tri_measurement_free(struct tri_measurement *m)
{
    tri_times_free(&m->kernel);
    tri_times_free(&m->map_in);
    tri_times_free(&m->map_out);
    tri_times_free(&m->total);
    tri_times_free(&m->on_device);
}

void tri_plan(const struct tri_contender *who, const struct tri_effort *effort,
              struct tri_measurement *m)
{
    *m = (struct tri_measurement){ .peer = who->peer, .path = who->path, .place = TRI_CPU };
    if (!who->peer && tri_path_has_variants(who->path))
        m->variant = who->variant->name;
    m->launch = effort->launch;
    if (who->threads)
        m->launch.threads = who->threads;
    m->host_memory = who->host_memory;
}

/* The bytes that are copied to and from the contender's memory, without .ran_on. */
static void count_bytes(const struct tri_case *c, struct tri_measurement *m)
{
    m->bytes_in = m->bytes_out = 0;
    for (int o = 0; o < TRI_SLOTS; o++) {
        double bytes = c->operand[o] ? (double)tri_operand_bytes(c, o) : 0;
        m->bytes_in += bytes > 0 && tri_operand_is_read(c, o) ? bytes : 0;
        m->bytes_out += bytes > 0 && tri_operand_is_written(c, o) ? bytes : 0;
    }
}

/* Peers do the work of the last variant, and use its scratch. */
static const struct tri_variant *variant_for(const struct tri_case *c,
                                             const struct tri_contender *who)
{
    return who->peer ? tri_variant_last(c->hotspot) : who->variant;
}

/* A peer that computes as the last variant does has that variant's work.  For other peers, only the least
 * work that the problem needs is known. */
static struct tri_work work_of(const struct tri_case *c, const struct tri_contender *who,
                               const struct tri_case *reference)
{
    if (who->work)
        return who->work(reference);
    const struct tri_variant *v = who->as_tuned ? tri_variant_last(c->hotspot) : who->variant;
    return v && v->work ? v->work(reference, who->path) : c->hotspot->work(reference);
}

/* Rates and ceilings divide by these counts and by sums of them. */
static bool is_countable(const struct tri_case *c, const struct tri_work *w, struct tri_error *e)
{
    const struct {
        const char *name;
        double value;
    } counts[] = {
        { "units", w->units },           { "instructions", w->instructions },
        { "additions", w->additions },   { "integers", w->integers },
        { "tensor", w->tensor },         { "bytes", w->bytes },
        { "near_bytes", w->near_bytes },
    };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (!(counts[i].value >= 0 && isfinite(counts[i].value)))
            return tri_fail(e, TRI_FAILED,
                            "%s: .work says %s = %g; a count is finite, and 0 or more",
                            c->hotspot->name, counts[i].name, counts[i].value);
    return true;
}

/* ---- Operands that a run changes ---- */

static bool is_updated(const struct tri_case *c, int o)
{
    return c->operand[o] && tri_operand_role(c, o) == TRI_INOUT;
}

/* Keeps what they were. */
static bool keep_originals(struct tri_entrant *x, struct tri_error *e)
{
    struct tri_case *c = tri_entrant_case(x);
    for (int o = 0; o < TRI_SLOTS; o++) {
        if (!is_updated(c, o))
            continue;
        if (!x->updates) /* what another contender has left */
            tri_case_poison(c);
        x->original[o] = malloc(tri_operand_bytes(c, o));
        if (!x->original[o])
            return tri_fail(e, TRI_FAILED, "out of memory: %s is kept as it was before a run",
                            tri_operand_in(c, o)->name);
        memcpy(x->original[o], c->operand[o], tri_operand_bytes(c, o));
        x->updates = true;
    }
    return true;
}

void tri_set_back(const struct tri_entrant *x, const struct tri_case *c)
{
    for (int o = 0; x->updates && o < TRI_SLOTS; o++)
        if (x->original[o])
            memcpy(c->operand[o], x->original[o], tri_operand_bytes(c, o));
}

/* ---- The first runs ---- */

struct tri_case *tri_entrant_case(struct tri_entrant *x)
{
    return x->is_pinned ? &x->pinned : x->c;
}

void tri_poison_entrant(struct tri_entrant *x)
{
    tri_case_poison(tri_entrant_case(x));
    tri_set_back(x, tri_entrant_case(x));
}

bool tri_entrant_launch(const struct tri_entrant *x, struct tri_error *e)
{
    const struct tri_contender *who = &x->who;
    return tri_launch_variant(&x->m->launch, who->path, who->peer ? NULL : who->variant, e);
}

bool tri_has_copies(const struct tri_contender *who)
{
    return who->memory_space && !who->by_itself;
}

bool tri_check_in_memory_space(struct tri_entrant *x, double *seconds, struct tri_error *e)
{
    tri_poison_entrant(x);
    if (!run_in_memory_space(tri_entrant_case(x), &x->who, true, seconds, e))
        return false;
    tri_check_result(x);
    return true;
}

/* *seconds: of a run without copies. */
static bool run_first(struct tri_entrant *x, double *seconds, struct tri_error *e)
{
    const struct tri_memory_space *space = x->who.memory_space;
    bool cold = !x->effort.brief || !tri_has_copies(&x->who); /* else the check is the first run */
    if (cold && !tri_measure_cold(tri_entrant_case(x), &x->who, &x->m->cold, e))
        return false;
    if (cold)
        tri_check_result(x);
    *seconds = x->m->cold - (space ? space->start_seconds() : 0);
    if (!cold && !is_ready(tri_entrant_case(x), &x->who, e))
        return false;
    count_bytes(tri_entrant_case(x), x->m);
    return !tri_has_copies(&x->who) || tri_check_in_memory_space(x, seconds, e);
}

/* Once its first run has started its memory space. */
static void note_place(struct tri_entrant *x)
{
    if (!x->who.memory_space)
        return;
    x->m->place = (enum tri_place) * tri_entrant_case(x)->ran_on;
    if (x->who.by_itself && x->c->variant->is_silent) /* the audit has seen its regions there */
        x->m->place = tri_device_place();
    x->m->device = x->who.memory_space->device();
}

static bool pin(struct tri_entrant *x, struct tri_error *e)
{
    if (x->who.host_memory == TRI_PAGEABLE)
        return true;
    x->is_pinned = tri_available(&x->who, x->c->hotspot, e) &&
                   tri_case_pin(x->c, x->who.memory_space->pinning, &x->pinned, e);
    return x->is_pinned;
}

bool tri_entrant_choose(struct tri_entrant *x, struct tri_error *e)
{
    return tri_case_choose(x->c, variant_for(x->c, &x->who), e);
}

static bool begin(struct tri_entrant *x, struct tri_error *e)
{
    if (!tri_entrant_choose(x, e) || !pin(x, e) || !keep_originals(x, e))
        return false;
    x->m->cold = NAN;
    x->m->work = work_of(x->c, &x->who, x->reference);
    if (!is_countable(x->c, &x->m->work, e) || !run_first(x, &x->one, e))
        return false;
    note_place(x);
    x->enough = tri_first_is_enough(x);
    return true;
}

struct tri_entrant tri_entrant(struct tri_case *c, const struct tri_contender *who,
                               const struct tri_case *reference, const struct tri_effort *effort,
                               struct tri_measurement *m)
{
    struct tri_entrant x = { .c = c,
                             .who = tri_on_devices(who, &effort->launch),
                             .reference = reference,
                             .effort = *effort,
                             .m = m };
    tri_plan(&x.who, effort, m);
    return x;
}

bool tri_measure_first(struct tri_entrant *x, struct tri_error *e)
{
    if (x->effort.progress)
        x->effort.progress("cold", 0, 1);
    bool good = tri_entrant_launch(x, e) && begin(x, e);
    x->m->waited = x->m->place == TRI_GPU ? tri_device_waited() : NULL;
    tri_launch_path(NULL);
    return good;
}

void tri_measure_end(struct tri_entrant *x)
{
    if (x->is_pinned)
        tri_case_unpin(&x->pinned, x->who.memory_space->pinning, x->c);
    for (int o = 0; o < TRI_SLOTS; o++)
        free(x->original[o]);
}

bool tri_measure(struct tri_case *c, const struct tri_contender *who,
                 const struct tri_case *reference, const struct tri_effort *effort,
                 struct tri_measurement *m, struct tri_error *e)
{
    struct tri_entrant x = tri_entrant(c, who, reference, effort, m);
    bool good = tri_measure_first(&x, e);
    if (good)
        tri_measure_rounds((struct tri_entrant *[]){ &x }, 1);
    if (x.failed)
        *e = x.error;
    tri_measure_end(&x);
    return good && !x.failed;
}
