/*
 * Rounds: contenders take turns, in an order that is drawn anew for each round.
 *
 * A machine's speed drifts.  If one contender is timed after the other, the drift is in their ratio; if they take turns, it
 * is in both.  A turn is a batch of runs with the data resident, and its median is one sample: so samples lie as far apart as
 * rounds, and their spread shows the drift.  See Kalibera and Jones, Rigorous Benchmarking in Reasonable Time (ISMM 2013).
 */
#include "entrant.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_RUNS = TRI_MAX_REPS, LEAST_SAMPLES = 10 };

static const double BATCH = 0.05, /* seconds of a batch */
    WARM = 1,                     /* at most, until a contender no longer becomes faster, */
    BRIEF_WARM = 0.1,             /* in a brief timing; */
    FASTER = 0.99,                /* which is what this ratio of two batches says */
    LEAST = 0.5,                  /* of all timed runs, if their interval is to be believed */
    GPU_JOULES = 1;               /* of runs whose energy is counted on a GPU */

/* ---- Batches ---------------------------------------------------------------------------------- */

static double time_run(const struct tri_entrant *x, const struct tri_case *there)
{
    tri_set_back(x, there);
    double start = tri_now();
    x->who.run(there);
    return tri_now() - start;
}

/* What a run on a device has updated is set back by copying it there again.  NaN: that failed. */
static double time_copied_run(struct tri_entrant *x, struct tri_error *e)
{
    struct tri_case there, *c = tri_entrant_case(x);
    tri_set_back(x, c);
    double begin = tri_now();
    if (!x->who.memory_space->enter(c, &x->who.launch, false, &there, e))
        return NAN;
    double start = tri_now();
    x->who.run(&there);
    double end = tri_now();
    if (!x->who.memory_space->leave(&there, c, e))
        return NAN;
    x->in = start - begin;
    x->out = tri_now() - end;
    return end - start;
}

/* The median of so many runs; NaN: one has failed. */
static double time_batch(struct tri_entrant *x, const struct tri_case *there, struct tri_error *e)
{
    double all[MOST_RUNS];
    const struct tri_times t = { x->m->runs, all };
    for (size_t i = 0; i < t.n; i++) {
        all[i] = there ? time_run(x, there) : time_copied_run(x, e);
        if (isnan(all[i]))
            return NAN;
    }
    return tri_median(&t);
}

static size_t runs_in(double seconds, double each)
{
    return (size_t)fmin(fmax(seconds / fmax(each, 1e-9), 1), MOST_RUNS);
}

static void choose_runs(struct tri_entrant *x, double each)
{
    x->m->runs = x->effort.reps ? 1 : runs_in(BATCH, each);
}

/* ---- Warm ------------------------------------------------------------------------------------- */

/* Until two batches one after the other are not faster than those before: caches, pages, and the clock of a GPU. */
static bool warm_up(struct tri_entrant *x, const struct tri_case *there, struct tri_error *e)
{
    const double until = tri_now() + (x->effort.brief ? BRIEF_WARM : WARM) - x->one;
    double best = x->one;
    int level = 0;
    while (level < 2 && tri_now() < until) {
        choose_runs(x, best);
        double next = time_batch(x, there, e);
        if (isnan(next))
            return false;
        level = next < FASTER * best ? 0 : level + 1;
        best = fmin(best, next);
    }
    choose_runs(x, best);
    return true;
}

/* Others have run since the last turn.  What runs for long in the memory that is poisoned before needs no run for that. */
static bool settle(struct tri_entrant *x, const struct tri_case *there, struct tri_error *e)
{
    size_t runs = x->m->runs;
    if (x->m->kernel.n == 0 && !x->effort.reps)
        return warm_up(x, there, e);
    if (runs == 1 && !tri_has_copies(&x->who))
        return true;
    x->m->runs = 1 + runs / 8;
    bool good = !isnan(time_batch(x, there, e));
    x->m->runs = runs;
    return good;
}

/* ---- A turn ----------------------------------------------------------------------------------- */

/* The mean of what the GPU's clock is right after the runs. */
static void note_clock(struct tri_entrant *x)
{
    double clock = x->m->place == TRI_GPU ? tri_gpu_clock_now() : 0;
    if (clock > 0)
        x->m->clock += (clock - x->m->clock) / (double)++x->clocks;
}

/* The joules are those of runs alone: not known where each run has its copies.  A GPU's counter advances too seldom for a batch:
 * on an H200, sums of batches were up to 39 % below what runs of three seconds took, or 24 % above (study energy). */
static double time_sample(struct tri_entrant *x, const struct tri_case *there, struct tri_error *e)
{
    if (!there || x->updates)
        return time_batch(x, there, e);
    tri_energy_begin(&x->m->energy, false);
    double seconds = time_batch(x, there, e);
    tri_energy_end(&x->m->energy, x->m->runs);
    return seconds;
}

static bool take_sample(struct tri_entrant *x, const struct tri_case *there, struct tri_error *e)
{
    if (x->m->kernel.n == 0)
        choose_runs(x, x->one);
    double seconds = settle(x, there, e) ? time_sample(x, there, e) : (double)NAN;
    if (isnan(seconds) || !tri_times_add(&x->m->kernel, seconds, e))
        return false;
    note_clock(x);
    x->timed += seconds * (double)x->m->runs;
    return true;
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

/* Whether a turn ends with a run over poison, since entering once more for it takes longer than a brief timing has. */
static bool ends_over_poison(const struct tri_entrant *x)
{
    return x->effort.brief && !x->updates && x->who.memory_space->send;
}

static void run_over_poison(struct tri_entrant *x, const struct tri_case *there)
{
    tri_poison_entrant(x);
    x->who.memory_space->send(there);
    x->who.run(there);
}

/* With the data resident; entering and leaving are the copies. */
static bool stay_for_sample(struct tri_entrant *x, struct tri_error *e)
{
    struct tri_case there, *c = tri_entrant_case(x);
    struct tri_measurement *m = x->m;
    double start = tri_now();
    if (!x->who.memory_space->enter(c, &x->who.launch, false, &there, e))
        return false;
    x->in = tri_now() - start;
    bool good = take_sample(x, &there, e);
    m->halo = halo_seconds(&there);
    if (m->halo > 0 && m->copies.between <= 0)
        measure_copies(there.parts, &m->copies);
    if (good && ends_over_poison(x))
        run_over_poison(x, &there);
    double ready = tri_now();
    good = x->who.memory_space->leave(&there, c, e) && good;
    x->out = tri_now() - ready;
    return good;
}

/* What runs update is copied anew for each of them; else the data stay. */
static bool take_resident_sample(struct tri_entrant *x, struct tri_error *e)
{
    if (!(x->updates ? take_sample(x, NULL, e) : stay_for_sample(x, e)))
        return false;
    return x->effort.brief ||
           (tri_times_add(&x->m->map_in, x->in, e) && tri_times_add(&x->m->map_out, x->out, e));
}

static bool take_total(struct tri_entrant *x, struct tri_error *e)
{
    tri_poison_entrant(x);
    double start = tri_now();
    if (!tri_run_with_copies(tri_entrant_case(x), &x->who, e))
        return false;
    return tri_times_add(&x->m->total, tri_now() - start, e);
}

/* ---- Enough ------------------------------------------------------------------------------------ */

static double limit_of(const struct tri_effort *effort)
{
    return effort->seconds > 0 ? effort->seconds
           : effort->brief     ? TRI_BRIEF_SECONDS
                               : TRI_USUAL_SECONDS;
}

bool tri_first_is_enough(struct tri_entrant *x)
{
    if (!x->effort.brief || x->effort.reps || x->one <= limit_of(&x->effort))
        return false;
    x->m->runs = 1;
    return tri_times_add(&x->m->kernel, x->one, NULL);
}

static bool is_precise(const struct tri_entrant *x)
{
    const struct tri_times *t = &x->m->kernel;
    const double goal = x->effort.goal > 0 ? x->effort.goal : TRI_USUAL_GOAL;
    if (t->n < LEAST_SAMPLES || x->timed < LEAST)
        return false;
    struct tri_interval i = tri_interval(t);
    return tri_interval_width(&i) <= goal;
}

static bool is_enough(const struct tri_entrant *x)
{
    const size_t n = x->m->kernel.n;
    if (x->effort.reps || n == TRI_MAX_REPS)
        return n >= x->effort.reps || n == TRI_MAX_REPS;
    return is_precise(x) ||
           (x->spent >= limit_of(&x->effort) && n >= (x->effort.brief ? 1 : (size_t)LEAST_SAMPLES));
}

/* ---- Turns ------------------------------------------------------------------------------------- */

/* As many samples as its limit allows, at the pace so far. */
static void report(const struct tri_entrant *x)
{
    const size_t n = x->m->kernel.n;
    double pace = n ? x->spent / (double)n : 0;
    size_t most = x->effort.reps ? x->effort.reps : n ? runs_in(limit_of(&x->effort), pace) : 0;
    if (x->effort.progress)
        x->effort.progress("sample", n, most > n ? most : n + 1);
}

/* Whether the last run of a turn is over poison: so is every sample that is one run. */
static bool is_of_last_run(const struct tri_entrant *x)
{
    if (tri_has_copies(&x->who))
        return ends_over_poison(x);
    return x->m->runs == 1 && (x->effort.reps || x->m->kernel.n > 1);
}

/* The outputs of the last timed runs are checked too: a run can be right where it comes first, and wrong later.  Those of a batch,
 * or on a device, may be what a run before has left there: one more run, after another poison, tells. */
static bool check_last(struct tri_entrant *x, struct tri_error *e)
{
    tri_check_result(x);
    if (is_of_last_run(x))
        return true;
    if (tri_has_copies(&x->who))
        return tri_check_in_memory_space(x, NULL, e);
    tri_poison_entrant(x);
    if (!tri_run_with_copies(tri_entrant_case(x), &x->who, e))
        return false;
    tri_check_result(x);
    return true;
}

/* Whether so long a measurement has a second more, in which a GPU's counter of energy advances often enough. */
static bool counts_joules(const struct tri_entrant *x)
{
    return x->m->place == TRI_GPU && x->who.memory_space && !x->updates && !x->effort.brief &&
           !x->effort.reps && limit_of(&x->effort) >= TRI_USUAL_SECONDS;
}

static void run_for(const struct tri_entrant *x, const struct tri_case *there, double seconds)
{
    size_t n = 0;
    tri_energy_begin(&x->m->energy, true); /* which takes a moment */
    for (double end = tri_now() + seconds; n == 0 || tri_now() < end; n++)
        x->who.run(there);
    tri_energy_end(&x->m->energy, n);
}

/* The joules of a run, on a GPU: of runs one after the other, the first of which let its clock rise and are not counted. */
static bool count_joules(struct tri_entrant *x, struct tri_error *e)
{
    struct tri_case there, *c = tri_entrant_case(x);
    if (!x->who.memory_space->enter(c, &x->who.launch, false, &there, e))
        return false;
    run_for(x, &there, GPU_JOULES / 4);
    x->m->energy = (struct tri_energy){ 0 };
    run_for(x, &there, GPU_JOULES);
    return x->who.memory_space->leave(&there, c, e);
}

static bool run_turn(struct tri_entrant *x, struct tri_error *e)
{
    const bool copies = tri_has_copies(&x->who);
    const double start = tri_now();
    if (!tri_entrant_choose(x, e))
        return false;
    tri_poison_entrant(x);
    if (!(copies ? take_resident_sample(x, e) : take_sample(x, tri_entrant_case(x), e)))
        return false;
    x->spent += tri_now() - start;
    x->enough = is_enough(x);
    if (copies && !x->effort.brief) {
        if (x->enough)
            tri_check_result(x);
        if (!take_total(x, e))
            return false;
    }
    return !x->enough || ((!counts_joules(x) || count_joules(x, e)) && check_last(x, e));
}

static void take_turn(struct tri_entrant *x)
{
    report(x);
    x->failed = !tri_entrant_launch(x, &x->error) || !run_turn(x, &x->error);
    tri_launch_path(NULL);
}

/* ---- Rounds ------------------------------------------------------------------------------------ */

/* SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, OOPSLA 2014), from the time and the process. */
static uint64_t draw(void)
{
    static uint64_t state;
    if (state == 0)
        state = (uint64_t)(tri_now() * 1e9) ^ (uint64_t)getpid() << 40;
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

/* Contenders on a GPU do not wait for those on the CPU: a GPU that waits lowers its clock. */
static bool takes_part(const struct tri_entrant *x, bool on_gpu)
{
    return (x->m->place == TRI_GPU) == on_gpu && !x->enough && !x->failed;
}

/* One at random of those that have not had their turn in this round.  NULL: all have. */
static struct tri_entrant *next(struct tri_entrant *const *all, size_t n, bool on_gpu, size_t round)
{
    struct tri_entrant *chosen = NULL;
    size_t waiting = 0;
    for (size_t i = 0; i < n; i++)
        if (takes_part(all[i], on_gpu) && all[i]->m->kernel.n < round && draw() % ++waiting == 0)
            chosen = all[i];
    return chosen;
}

static void run_rounds(struct tri_entrant *const *all, size_t n, bool on_gpu)
{
    const struct tri_beside *beside = all[0]->effort.beside;
    const uint64_t id = beside ? beside->rounds() : draw() >> 12; /* a number that JSON can hold */
    bool more = true;
    for (size_t i = 0; i < n; i++)
        if (takes_part(all[i], on_gpu))
            all[i]->m->rounds = id;
    for (size_t round = 1; more; round++) {
        struct tri_entrant *x;
        for (more = false; (x = next(all, n, on_gpu, round)); more = true)
            take_turn(x);
        if (beside)
            beside->wait(!more);
    }
}

void tri_measure_rounds(struct tri_entrant *const *all, size_t n)
{
    for (int on_gpu = 0; n > 0 && on_gpu < 2; on_gpu++)
        run_rounds(all, n, on_gpu);
    for (size_t i = 0; i < n; i++)
        tri_measure_device_time(all[i]);
}
