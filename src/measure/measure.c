/* Measures a contender: a cold run, checks against the reference, then repetitions of each part. */
#include "measure.h"
#include "parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double PATIENCE = 3; /* seconds that the repetitions of one part may take by default */
static const double BRIEF = 0.5;  /* of a brief timing */

enum { USUAL_REPS = 10, LEAST_REPS = 3 };

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double tri_median(const struct tri_times *t)
{
    double sorted[TRI_MAX_REPS];
    if (t->n == 0)
        return NAN;
    memcpy(sorted, t->all, t->n * sizeof sorted[0]);
    qsort(sorted, t->n, sizeof sorted[0], ascending);
    return (sorted[t->n / 2] + sorted[(t->n - 1) / 2]) / 2;
}

double tri_min(const struct tri_times *t)
{
    double least = t->n ? t->all[0] : NAN;
    for (size_t i = 1; i < t->n; i++)
        least = fmin(least, t->all[i]);
    return least;
}

double tri_max(const struct tri_times *t)
{
    double most = t->n ? t->all[0] : NAN;
    for (size_t i = 1; i < t->n; i++)
        most = fmax(most, t->all[i]);
    return most;
}

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

static size_t choose_reps(const struct tri_effort *effort, double seconds)
{
    if (effort->reps)
        return effort->reps;
    double fit = (effort->brief ? BRIEF : PATIENCE) / fmax(seconds, 1e-9);
    double least = effort->brief ? 1 : LEAST_REPS;
    return (size_t)fmin(fmax(fit, least), USUAL_REPS);
}

/* In a brief timing, a run that takes longer than the time for all repetitions is not repeated. */
static bool suffices(const struct tri_effort *effort, double seconds, struct tri_measurement *m)
{
    if (!effort->brief || effort->reps || seconds <= BRIEF)
        return false;
    m->kernel = (struct tri_times){ 1, { seconds } };
    return true;
}

static void report(const struct tri_effort *effort, const char *what, size_t done, size_t of)
{
    if (effort->progress)
        effort->progress(what, done, of);
}

/* ---- Runs ---- */

struct tri_contender tri_path_contender(const struct tri_hotspot *hotspot,
                                        const struct tri_variant *variant, enum tri_path path)
{
    return (struct tri_contender){
        .variant = tri_path_has_variants(path) ? variant : &hotspot->plain,
        .path = path,
        .threads = tri_path_has_variants(path) ? 0 : 1,
        .follows = true,
        .may_differ = path == TRI_ORIGIN,
        .run = tri_path_of(hotspot, variant, path),
        .memory_space = path == TRI_OFFLOAD ? &tri_device_memory_space : NULL,
    };
}

struct tri_contender tri_on_devices(const struct tri_contender *who, const struct tri_launch *l)
{
    struct tri_contender many = *who;
    many.launch = *l;
    if (l->ranks > 0 && who->variant && tri_path_has_variants(who->path)) {
        many.memory_space = tri_ranks_memory_space(who->path);
        many.run = tri_ranks_order_run;
        return many;
    }
    if (l->devices > 0 && who->variant && who->path == TRI_OFFLOAD) {
        many.memory_space = &tri_parts_memory_space;
        many.run = tri_parts_run;
    }
    return many;
}

bool tri_contender_agrees(const struct tri_contender *who, const struct tri_case *reference,
                          const struct tri_difference *d)
{
    const struct tri_variant *variant = who->peer ? NULL : who->variant;
    if (!who->may_differ)
        return variant ? tri_agrees(variant, reference, d) : d->different == 0;
    if (d->different == 0 || (!who->within && !who->apart))
        return true;
    return d->integers == 0 && (!who->within || d->max_ulps <= who->within(reference)) &&
           (!who->apart || d->largest <= who->apart(reference));
}

bool tri_available(const struct tri_contender *who, const struct tri_hotspot *hotspot,
                   struct tri_error *e)
{
    if (!who->run)
        return tri_fail(e, TRI_FAILED, "path %s: %s has none in %s", tri_path_name(who->path),
                        hotspot->name, tri_precision_name(hotspot->precision));
    if (who->memory_space ? !who->memory_space->start(e) : !tri_path_available(who->path, e))
        return false;
    if (!tri_has_host_memory(who, e))
        return false;
    return who->peer || tri_variant_available(who->variant, who->path, e);
}

bool tri_has_host_memory(const struct tri_contender *who, struct tri_error *e)
{
    const struct tri_pinning *pinning = who->memory_space ? who->memory_space->pinning : NULL;
    if (who->host_memory == TRI_PAGEABLE)
        return true;
    return pinning ? pinning->available(e)
                   : tri_fail(e, TRI_FAILED, "pinned memory: not available here");
}

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
static bool run(struct tri_case *c, const struct tri_contender *who, struct tri_error *e)
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
    if (!run(c, who, e))
        return false;
    *seconds = tri_now() - start + (who->memory_space ? who->memory_space->start_seconds() : 0);
    return true;
}

/* ---- Times ---- */

static void time_kernel(const struct tri_case *c, const struct tri_contender *who,
                        const struct tri_effort *effort, size_t reps, struct tri_measurement *m)
{
    for (m->kernel.n = 0; m->kernel.n < reps; m->kernel.n++) {
        report(effort, "kernel", m->kernel.n, reps);
        double start = tri_now();
        who->run(c);
        m->kernel.all[m->kernel.n] = tri_now() - start;
    }
}

/* The time of the halo exchanges of the last run, on the slowest device. */
static double halo_seconds(const struct tri_case *there)
{
    double seconds = 0;
    for (size_t i = 0; there->parts && i < there->parts->n; i++)
        seconds = fmax(seconds, there->parts->halo[i].seconds);
    return seconds;
}

/* How the devices of this process copy halos; the slowest pair of neighbours counts. */
static void measure_copies(const struct tri_parts *p, struct tri_copies *slowest)
{
    struct tri_copies pair;
    for (size_t i = 1; i < p->placement.here; i++)
        if (tri_device_copies(p->part[i].device, p->part[i - 1].device, &pair) &&
            (slowest->between == 0 || pair.between < slowest->between))
            *slowest = pair;
}

/* The third check, of what timed runs have left: a run can be right where it comes first, and wrong later.  A case that is
 * changed by each run has gone on. */
static void check_last(const struct tri_case *c, const struct tri_contender *who,
                       const struct tri_case *reference, struct tri_measurement *m)
{
    for (int o = 0; o < TRI_SLOTS; o++)
        if (c->operand[o] && tri_operand_role(c, o) == TRI_INOUT)
            return;
    merge(&m->difference, tri_case_difference(c, reference));
    m->agrees = m->agrees && tri_contender_agrees(who, reference, &m->difference);
}

static bool time_kernel_in_memory_space(struct tri_case *c, const struct tri_contender *who,
                                        const struct tri_case *reference,
                                        const struct tri_effort *effort, struct tri_measurement *m,
                                        struct tri_error *e)
{
    struct tri_case there;
    if (!who->memory_space->enter(c, &who->launch, false, &there, e))
        return false;
    double start = tri_now();
    who->run(&there);
    time_kernel(&there, who, effort, choose_reps(effort, tri_now() - start), m);
    m->halo = halo_seconds(&there);
    if (m->halo > 0)
        measure_copies(there.parts, &m->copies);
    if (!who->memory_space->leave(&there, c, e))
        return false;
    check_last(c, who, reference, m);
    return true;
}

static bool time_maps(struct tri_case *c, const struct tri_contender *who,
                      const struct tri_effort *effort, struct tri_measurement *m,
                      struct tri_error *e)
{
    struct tri_case there;
    size_t reps = 1;
    for (size_t i = 0; i < reps; i++) {
        report(effort, "map", i, reps);
        double start = tri_now();
        if (!who->memory_space->enter(c, &who->launch, false, &there, e))
            return false;
        double entered = tri_now();
        if (!who->memory_space->leave(&there, c, e))
            return false;
        m->map_out.all[i] = tri_now() - entered;
        m->map_in.all[i] = entered - start;
        m->map_in.n = m->map_out.n = i + 1;
        if (i == 0)
            reps = choose_reps(effort, tri_now() - start);
    }
    return true;
}

static bool time_total(struct tri_case *c, const struct tri_contender *who,
                       const struct tri_case *reference, const struct tri_effort *effort,
                       struct tri_measurement *m, struct tri_error *e)
{
    size_t reps = 1;
    for (m->total.n = 0; m->total.n < reps; m->total.n++) {
        report(effort, "total", m->total.n, reps);
        double start = tri_now();
        if (!run(c, who, e))
            return false;
        m->total.all[m->total.n] = tri_now() - start;
        if (m->total.n == 0)
            reps = choose_reps(effort, m->total.all[0]);
    }
    check_last(c, who, reference, m);
    return true;
}

/* The second check: the outputs are poisoned in the contender's memory too, since reused memory may
 * still hold the right answer. */
static bool check_in_memory_space(struct tri_case *c, const struct tri_contender *who,
                                  const struct tri_case *reference, double *seconds,
                                  struct tri_measurement *m, struct tri_error *e)
{
    tri_case_poison(c);
    if (!run_in_memory_space(c, who, true, seconds, e))
        return false;
    m->place = (enum tri_place) * c->ran_on;
    m->device = who->memory_space->device();
    merge(&m->difference, tri_case_difference(c, reference));
    m->agrees = tri_contender_agrees(who, reference, &m->difference);
    return true;
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
        { "units", w->units },         { "instructions", w->instructions },
        { "additions", w->additions }, { "integers", w->integers },
        { "bytes", w->bytes },         { "near_bytes", w->near_bytes },
    };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (!(counts[i].value >= 0 && isfinite(counts[i].value)))
            return tri_fail(e, TRI_FAILED,
                            "%s: .work says %s = %g; a count is finite, and 0 or more",
                            c->hotspot->name, counts[i].name, counts[i].value);
    return true;
}

/* Where the contender has its data in a memory of its own: checks once more, then times. */
static bool measure_in_memory_space(struct tri_case *c, const struct tri_contender *who,
                                    const struct tri_case *reference,
                                    const struct tri_effort *effort, struct tri_measurement *m,
                                    struct tri_error *e)
{
    double seconds;
    count_bytes(c, m);
    if (!check_in_memory_space(c, who, reference, &seconds, m, e))
        return false;
    if (suffices(effort, seconds, m))
        return true;
    return time_kernel_in_memory_space(c, who, reference, effort, m, e) &&
           (effort->brief ||
            (time_maps(c, who, effort, m, e) && time_total(c, who, reference, effort, m, e)));
}

/* Measures all of it, on a case whose host memory has been chosen. */
static bool measure(struct tri_case *c, const struct tri_contender *who,
                    const struct tri_case *reference, const struct tri_effort *effort,
                    struct tri_measurement *m, struct tri_error *e)
{
    report(effort, "cold", 0, 1);
    m->cold = NAN;
    m->work = work_of(c, who, reference);
    if (!is_countable(c, &m->work, e))
        return false;
    if (effort->brief && who->memory_space && !who->by_itself) /* the check is the first run */
        return is_ready(c, who, e) && measure_in_memory_space(c, who, reference, effort, m, e);
    if (!tri_measure_cold(c, who, &m->cold, e))
        return false;
    m->difference = tri_case_difference(c, reference);
    m->agrees = tri_contender_agrees(who, reference, &m->difference);
    if (who->memory_space && !who->by_itself)
        return measure_in_memory_space(c, who, reference, effort, m, e);
    if (who->memory_space) {
        m->place = (enum tri_place) * c->ran_on;
        m->device = who->memory_space->device();
    }
    double first = m->cold - (who->memory_space ? who->memory_space->start_seconds() : 0);
    if (!suffices(effort, first, m)) {
        time_kernel(c, who, effort, choose_reps(effort, first), m);
        check_last(c, who, reference, m);
    }
    return true;
}

/* The same in the kind of host memory that is asked for. */
static bool measure_in_host_memory(struct tri_case *c, const struct tri_contender *who,
                                   const struct tri_case *reference,
                                   const struct tri_effort *effort, struct tri_measurement *m,
                                   struct tri_error *e)
{
    struct tri_case pinned;
    if (who->host_memory == TRI_PAGEABLE)
        return measure(c, who, reference, effort, m, e);
    if (!tri_available(who, c->hotspot, e) ||
        !tri_case_pin(c, who->memory_space->pinning, &pinned, e))
        return false;
    bool good = measure(&pinned, who, reference, effort, m, e);
    tri_case_unpin(&pinned, who->memory_space->pinning, c);
    return good;
}

bool tri_measure(struct tri_case *c, const struct tri_contender *who,
                 const struct tri_case *reference, const struct tri_effort *effort,
                 struct tri_measurement *m, struct tri_error *e)
{
    const struct tri_contender launched = tri_on_devices(who, &effort->launch);
    tri_plan(&launched, effort, m);
    bool good = tri_launch_variant(&m->launch, who->path, who->peer ? NULL : who->variant, e) &&
                tri_case_choose(c, variant_for(c, &launched), e) &&
                measure_in_host_memory(c, &launched, reference, effort, m, e);
    m->waited = m->place == TRI_GPU ? tri_device_waited() : NULL;
    tri_launch_path(NULL);
    return good;
}
