/* How much of a run's time is its kernels', by the GPU's own clock; the rest is the launch. */
#include "entrant.h"

#include "kernel_time.h"

enum { LEAST_RUNS = 3, MOST_RUNS = 20 };

static const double LONG = 0.2; /* seconds for all runs */

/* Several devices run at the same time, and so do ranks: what their kernels take together is no time. */
static bool is_of_one_device(const struct tri_entrant *x)
{
    const struct tri_launch *l = &x->m->launch;
    return x->m->place == TRI_GPU && l->devices <= 1 && l->ranks <= 0;
}

/* 0: no record has come. */
static double run(struct tri_entrant *x, const struct tri_case *there)
{
    tri_kernel_time_run();
    x->who.run(there);
    return tri_kernel_time_run();
}

/* What a run updates is copied anew for each. */
static double copied_run(struct tri_entrant *x, struct tri_error *e)
{
    struct tri_case there, *c = tri_entrant_case(x);
    tri_set_back(x, c);
    if (!x->who.memory_space->enter(c, &x->who.launch, false, &there, e))
        return 0;
    double seconds = run(x, &there);
    return x->who.memory_space->leave(&there, c, e) ? seconds : 0;
}

/* The first run of all counts as the others do not: its memory has just come. */
static void take_runs(struct tri_entrant *x, const struct tri_case *there, struct tri_error *e)
{
    struct tri_times *t = &x->m->on_device;
    const double until = tri_now() + LONG;
    double seconds = there ? run(x, there) : copied_run(x, e);
    while (seconds > 0 && t->n < MOST_RUNS && (t->n < LEAST_RUNS || tri_now() < until)) {
        seconds = there ? run(x, there) : copied_run(x, e);
        if (seconds > 0 && !tri_times_add(t, seconds, e))
            seconds = 0;
    }
    if (!(seconds > 0))
        t->n = 0;
}

static void take(struct tri_entrant *x, struct tri_error *e)
{
    struct tri_case there, *c = tri_entrant_case(x);
    if (!tri_has_copies(&x->who))
        take_runs(x, c, e);
    else if (x->updates)
        take_runs(x, NULL, e);
    else if (x->who.memory_space->enter(c, &x->who.launch, false, &there, e)) {
        take_runs(x, &there, e);
        if (!x->who.memory_space->leave(&there, c, e))
            x->m->on_device.n = 0;
    }
}

void tri_measure_device_time(struct tri_entrant *x)
{
    struct tri_error unused;
    if (x->failed || x->effort.brief || !is_of_one_device(x) || !tri_kernel_time_begin())
        return;
    if (tri_entrant_launch(x, &unused) && tri_entrant_choose(x, &unused))
        take(x, &unused);
    tri_launch_path(NULL);
    tri_kernel_time_end();
}
