/* Study `energy`: the joules of a run, on the CPU and on the device. */
#include "study.h"

#include <math.h>

static const double LONG = 3; /* seconds of runs, since counters advance in steps */

/* The condition whose counter the row cannot do without: what a GPU takes is of use without what its host takes. */
static enum tri_condition needed(bool on_gpu)
{
    return on_gpu ? TRI_GPU_JOULES : TRI_CPU_JOULES;
}

static json_t *known(double joules)
{
    return isfinite(joules) ? json_real(joules) : json_null();
}

static void add_absence(json_t *results, const char *why)
{
    json_object_set_new(results, "absent", json_sprintf("not measured: %s", why));
}

/* Asked before anything runs. */
static bool has_counter(bool on_gpu, json_t *results)
{
    struct tri_energy nothing = { 0 };
    tri_energy_begin(&nothing, on_gpu);
    const char *why = tri_condition_problem(needed(on_gpu));
    if (why)
        add_absence(results, why);
    return !why;
}

static void add_results(json_t *results, const struct tri_energy *n)
{
    double cpu = tri_joules_a_run(n, TRI_CPU_JOULES), gpu = tri_joules_a_run(n, TRI_GPU_JOULES);
    const char *why = tri_condition_problem(TRI_CPU_JOULES);
    json_object_set_new(results, "reps", json_integer((json_int_t)n->runs));
    json_object_set_new(results, "run_s", json_real(n->seconds / (double)n->runs));
    json_object_set_new(results, "cpu_joules", known(cpu));
    json_object_set_new(results, "gpu_joules", known(gpu));
    json_object_set_new(results, "joules", known(cpu + (n->on_gpu ? gpu : 0)));
    json_object_set_new(results, "unread", json_pack("s?", why));
}

/* Of the row's case, which has no memory. */
static bool measure(const struct batch *b, const struct tri_case *like,
                    const struct tri_measurement *m, struct tri_energy *energy, struct tri_error *e)
{
    const struct tri_hotspot *h = like->hotspot;
    const struct tri_contender who = tri_path_contender(h, like->variant, m->path);
    struct tri_case c = { 0 };
    bool good = tri_case_like(&c, h, like, e) && tri_case_choose(&c, like->variant, e) &&
                tri_case_allocate(&c, e) &&
                tri_measure_energy(&c, &who, &m->launch, b->reps, LONG, energy, e);
    tri_case_free(&c);
    return good;
}

bool count_joules(const struct batch *b, const struct tri_case *c, const struct tri_measurement *m,
                  json_t *results, struct tri_error *e)
{
    bool on_gpu = m->path == TRI_OFFLOAD && tri_device_place() == TRI_GPU;
    struct tri_energy energy = { 0 };
    if (!has_counter(on_gpu, results))
        return true;
    progress_part("energy", 0, 1);
    if (!measure(b, c, m, &energy, e))
        return false;
    if (isnan(tri_joules_a_run(&energy, needed(on_gpu))))
        add_absence(results, tri_condition_problem(needed(on_gpu)));
    else
        add_results(results, &energy);
    return true;
}
