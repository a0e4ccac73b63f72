/* Measuring a path: cold, checked, then timed part by part. */
#include "triptych.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

static const double PATIENCE = 3; /* seconds that the repetitions of one part may take by default */

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

/* Takes in what a second check of the same output found. */
static void merge(struct tri_difference *d, struct tri_difference other)
{
    if (other.different > d->different)
        *d = other;
}

static size_t choose_reps(const struct tri_effort *effort, double seconds)
{
    if (effort->reps)
        return effort->reps;
    double fit = PATIENCE / fmax(seconds, 1e-9);
    return fit >= USUAL_REPS ? USUAL_REPS : fit <= LEAST_REPS ? LEAST_REPS : (size_t)fit;
}

static void report(const struct tri_effort *effort, const char *what, size_t done, size_t of)
{
    if (effort->progress)
        effort->progress(what, done, of);
}

static void time_kernel(struct tri_case *c, const struct tri_effort *effort, size_t reps,
                        struct tri_measurement *m)
{
    for (m->kernel.n = 0; m->kernel.n < reps; m->kernel.n++) {
        report(effort, "kernel", m->kernel.n, reps);
        double start = tri_now();
        c->hotspot->path[m->path](c);
        m->kernel.all[m->kernel.n] = tri_now() - start;
    }
}

static bool time_maps(struct tri_case *c, const struct tri_effort *effort, size_t reps,
                      struct tri_measurement *m, struct tri_error *e)
{
    for (size_t i = 0; i < reps; i++) {
        report(effort, "map", i, reps);
        double start = tri_now();
        if (!tri_device_enter(c, e))
            return false;
        double entered = tri_now();
        tri_device_exit(c);
        m->map_out.all[i] = tri_now() - entered;
        m->map_in.all[i] = entered - start;
        m->map_in.n = m->map_out.n = i + 1;
    }
    for (m->total.n = 0; m->total.n < reps; m->total.n++) {
        report(effort, "total", m->total.n, reps);
        double start = tri_now();
        c->hotspot->path[TRI_OFFLOAD](c);
        m->total.all[m->total.n] = tri_now() - start;
    }
    return true;
}

/* First as any program would call it, then with the outputs' poison on the device as well. */
static bool check_offload(struct tri_case *c, const struct tri_case *reference,
                          struct tri_measurement *m, struct tri_error *e)
{
    tri_case_poison(c);
    if (!tri_device_run(c, e))
        return false;
    m->place = (enum tri_place) * c->ran_on;
    merge(&m->difference, tri_case_difference(c, reference));
    return true;
}

static bool measure_offload(struct tri_case *c, const struct tri_case *reference,
                            const struct tri_effort *effort, struct tri_measurement *m,
                            struct tri_error *e)
{
    m->cold += tri_device_start_seconds();
    if (!check_offload(c, reference, m, e) || !tri_device_enter(c, e))
        return false;
    double start = tri_now();
    c->hotspot->path[TRI_OFFLOAD](c);
    size_t reps = choose_reps(effort, tri_now() - start);
    time_kernel(c, effort, reps, m);
    tri_device_exit(c);
    return time_maps(c, effort, reps, m, e);
}

bool tri_measure(struct tri_case *c, enum tri_path path, const struct tri_case *reference,
                 const struct tri_effort *effort, struct tri_measurement *m, struct tri_error *e)
{
    *m = (struct tri_measurement){ .path = path, .place = TRI_CPU };
    m->threads = path == TRI_REFERENCE || path == TRI_ORIGIN ? 1 : effort->threads;
    if (!tri_path_available(path, e))
        return false;
    omp_set_num_threads(m->threads);

    report(effort, "cold", 0, 1);
    tri_case_poison(c);
    double start = tri_now();
    if (path == TRI_OFFLOAD)
        c->hotspot->path[path](c);
    else if (!tri_case_run(c, path, e))
        return false;
    m->cold = tri_now() - start;
    m->difference = tri_case_difference(c, reference);
    m->work = c->hotspot->work(reference);
    if (path == TRI_OFFLOAD)
        return measure_offload(c, reference, effort, m, e);
    time_kernel(c, effort, choose_reps(effort, m->cold), m);
    return true;
}
