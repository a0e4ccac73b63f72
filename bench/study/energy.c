/* Study `energy`: the joules of a run, on the CPU and on the device. */
#include "study.h"

#include "progress.h"

#include <math.h>

static const double LONG = 3; /* seconds of runs, since counters advance in steps */

static json_t *known(double joules)
{
    return isfinite(joules) ? json_real(joules) : json_null();
}

/* Why counters that the row needs cannot be read; NULL: they can. */
static const char *unread(bool on_gpu)
{
    struct tri_energy nothing;
    tri_energy_begin(&nothing, on_gpu);
    tri_energy_end(&nothing);
    return on_gpu && isnan(nothing.gpu_joules) ? tri_condition_problem(TRI_GPU_JOULES)
           : isnan(nothing.cpu_joules)         ? tri_condition_problem(TRI_CPU_JOULES)
                                               : NULL;
}

static void add_results(json_t *results, const struct tri_energy *n, size_t runs, const char *why)
{
    double each = 1 / (double)runs;
    double all = n->on_gpu ? n->cpu_joules + n->gpu_joules : n->cpu_joules;
    json_object_set_new(results, "reps", json_integer((json_int_t)runs));
    json_object_set_new(results, "run_s", json_real(n->seconds * each));
    json_object_set_new(results, "cpu_joules", known(n->cpu_joules * each));
    json_object_set_new(results, "gpu_joules", known(n->gpu_joules * each));
    json_object_set_new(results, "joules", known(all * each));
    json_object_set_new(results, "unread", why ? json_string(why) : json_null());
}

/* The row's case, with memory. */
static bool measure(const struct batch *b, const struct tri_case *like,
                    const struct tri_measurement *m, json_t *results, const char *why,
                    struct tri_error *e)
{
    const struct tri_hotspot *h = like->hotspot;
    const struct tri_contender who = tri_path_contender(h, like->variant, m->path);
    struct tri_case c = { 0 };
    struct tri_energy energy;
    size_t runs = 0;
    bool good = tri_case_like(&c, h, like, e) && tri_case_choose(&c, like->variant, e) &&
                tri_case_allocate(&c, e) &&
                tri_measure_energy(&c, &who, &m->launch, b->reps, LONG, &energy, &runs, e);
    if (good)
        add_results(results, &energy, runs, why);
    tri_case_free(&c);
    return good;
}

/* What a GPU takes is of use without what its host takes, but not the other way round. */
bool count_joules(const struct batch *b, const struct tri_case *c, const struct tri_measurement *m,
                  json_t *results, struct tri_error *e)
{
    bool on_gpu = m->path == TRI_OFFLOAD && tri_device_place() == TRI_GPU;
    const char *why = unread(on_gpu);
    bool absent = why && !(on_gpu && !tri_condition_problem(TRI_GPU_JOULES));
    if (absent) {
        json_object_set_new(results, "absent", json_sprintf("not measured: %s", why));
        return true;
    }
    progress_part("energy", 0, 1);
    return measure(b, c, m, results, why, e);
}
