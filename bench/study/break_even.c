/* Study `break-even`: from which size on offload is faster than the CPU: data resident, with its copies, and cold. */
#include "study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES = 40, SMALLEST = 16, SURE = 3 };

static const double SLOW = 0.5, /* seconds of a run: what is larger is not tried, */
    LARGE = 1 << 30,            /* nor are more bytes than that */
    USUAL_TIME = 0.3;           /* seconds for a contender of one size */

/* How offload can be compared with a run on the CPU, and the row's key for the size from which on it is faster. */
enum way { RESIDENT, WARM, COLD, WAYS };
static const char *const keys[WAYS] = { "resident_from", "warm_from", "cold_from" };

struct trial {
    double size, cpu[WAYS], offload[WAYS]; /* seconds */
    size_t samples;                        /* the fewer of the two */
};

/* The parameter that says how large a case is: the one that devices share, or which that one is a multiple of; else the first
 * that counts something.  NULL: none does. */
static const struct tri_param *size_of(const struct tri_hotspot *h)
{
    const struct tri_param *grown = grown_param(h);
    for (const struct tri_param *p = h->params; p->name; p++)
        if (p->kind == TRI_INTEGER &&
            (!grown || (grown->times ? strcmp(p->name, grown->times) == 0 : p == grown)))
            return p;
    return NULL;
}

/* What offload is compared with: the path that --path names, or the best one. */
static enum tri_path cpu_path(const struct tri_case *c, enum tri_path asked)
{
    if (asked != TRI_OFFLOAD)
        return asked;
    for (enum tri_path path = TRI_AVX2; path > TRI_REFERENCE; path--)
        if (tri_path_of(c->hotspot, c->variant, path) && tri_path_available(path, NULL))
            return path;
    return TRI_REFERENCE;
}

/* ---- One size --------------------------------------------------------------------------------- */

static bool take(const struct tri_measurement *m, double seconds[WAYS], struct tri_error *e)
{
    if (!m->agrees)
        return tri_fail(e, TRI_FAILED, "%s differs from the reference", tri_path_name(m->path));
    seconds[RESIDENT] = tri_median(&m->kernel);
    seconds[WARM] = m->total.n ? tri_median(&m->total) : tri_median(&m->kernel);
    seconds[COLD] = m->cold;
    return true;
}

/* The CPU's path and offload take turns. */
static bool measure(const struct tri_case *c, const struct tri_case *reference, enum tri_path cpu,
                    const struct tri_effort *effort, struct trial *t, struct tri_error *e)
{
    const enum tri_path path[] = { cpu, TRI_OFFLOAD };
    enum { N = sizeof path / sizeof *path };
    struct tri_case own[N] = { *c, *c };
    struct tri_measurement m[N];
    struct tri_entrant entrant[N], *all[N];
    bool good = true;
    for (int i = 0; i < N; i++) {
        const struct tri_contender who = tri_path_contender(c->hotspot, c->variant, path[i]);
        entrant[i] = tri_entrant(&own[i], &who, reference, effort, &m[i]);
        all[i] = &entrant[i];
        good = good && tri_measure_first(all[i], e);
    }
    if (good)
        tri_measure_rounds(all, N);
    for (int i = 0; i < N; i++) {
        tri_measure_end(all[i]);
        if (good && entrant[i].failed)
            *e = entrant[i].error;
        good = good && !entrant[i].failed;
    }
    t->samples = good ? (size_t)fmin((double)m[0].kernel.n, (double)m[1].kernel.n) : 0;
    good = good && take(&m[0], t->cpu, e) && take(&m[1], t->offload, e);
    for (int i = 0; i < N; i++)
        tri_measurement_free(&m[i]);
    return good;
}

static bool try_case(struct tri_case *c, enum tri_path cpu, const struct tri_effort *effort,
                     struct trial *t, struct tri_error *e)
{
    const struct tri_launch all = { .threads = effort->launch.threads };
    struct tri_case reference = *c;
    bool good = tri_case_allocate(&reference, e) && tri_case_allocate(c, e) &&
                run_with_progress(&reference, TRI_REFERENCE, &all, e) &&
                measure(c, &reference, cpu, effort, t, e);
    tri_case_free(c);
    tri_case_free(&reference);
    return good;
}

static double bytes_of(const struct tri_case *c)
{
    double bytes = 0;
    for (int o = 0; o < TRI_SLOTS; o++)
        bytes += tri_operand_in(c, o) ? (double)tri_operand_bytes(c, o) : 0;
    return bytes;
}

/* A case like `c` of another size, without memory. */
static bool resize(const struct tri_case *c, const struct tri_param *p, int64_t size,
                   struct tri_case *other, struct tri_error *e)
{
    char setting[100];
    *other = *c;
    snprintf(setting, sizeof setting, "%.40s=%lld", p->name, (long long)size);
    return tri_case_set(other, setting, e) && tri_case_choose(other, c->variant, e);
}

/* ---- All sizes -------------------------------------------------------------------------------- */

static bool is_faster(const struct trial *t, enum way way)
{
    return t->offload[way] < t->cpu[way];
}

static bool is_slow(const struct trial *t)
{
    return t->cpu[RESIDENT] > SLOW || t->offload[RESIDENT] > SLOW || t->offload[WARM] > SLOW;
}

/* Whether larger sizes would tell nothing new, or take too long. */
static bool is_enough(const struct trial *trial, size_t n)
{
    if (n > 0 && is_slow(&trial[n - 1]))
        return true;
    for (size_t i = n < SURE ? 0 : n - SURE; i < n; i++)
        for (enum way way = 0; way < WAYS; way++)
            if (!is_faster(&trial[i], way))
                return false;
    return n >= SURE;
}

/* The size from which on offload was faster in all trials: where the ratio of the times is 1, on a line between the
 * logarithms of two trials.  NaN: at the largest it was not. */
static double break_even(const struct trial *trial, size_t n, enum way way)
{
    size_t first = n;
    while (first > 0 && is_faster(&trial[first - 1], way))
        first--;
    if (first == n)
        return NAN;
    if (first == 0)
        return trial[0].size;
    const struct trial *a = &trial[first - 1], *b = &trial[first];
    double before = log(a->offload[way] / a->cpu[way]), after = log(b->offload[way] / b->cpu[way]);
    return ceil(a->size * pow(b->size / a->size, before / (before - after)));
}

static json_t *trials(const struct trial *trial, size_t n)
{
    json_t *all = json_array();
    for (size_t i = 0; i < n; i++) {
        const struct trial *t = &trial[i];
        json_array_append_new(all, json_pack("{s:f, s:f, s:f, s:f, s:f, s:f}", "size", t->size,
                                             "cpu_s", t->cpu[RESIDENT], "cpu_cold_s", t->cpu[COLD],
                                             "resident_s", t->offload[RESIDENT], "warm_s",
                                             t->offload[WARM], "cold_s", t->offload[COLD]));
    }
    return all;
}

static void add_results(json_t *results, const struct tri_param *p, enum tri_path cpu,
                        const struct trial *trial, size_t n)
{
    size_t fewest = trial[0].samples;
    for (size_t i = 1; i < n; i++)
        fewest = trial[i].samples < fewest ? trial[i].samples : fewest;
    json_object_set_new(results, "reps", json_integer((json_int_t)fewest));
    json_object_set_new(results, "size", json_string(p->name));
    json_object_set_new(results, "cpu_path", json_string(tri_path_name(cpu)));
    for (enum way way = 0; way < WAYS; way++) {
        double from = break_even(trial, n, way);
        json_object_set_new(results, keys[way], isnan(from) ? json_null() : json_real(from));
    }
    json_object_set_new(results, "smallest", json_real(trial[0].size));
    json_object_set_new(results, "largest", json_real(trial[n - 1].size));
    json_object_set_new(results, "trials", trials(trial, n));
}

/* Twice the size each time, up to one that the parameter does not allow, or that is too large. */
static bool try_sizes(const struct tri_case *c, const struct tri_param *p, enum tri_path cpu,
                      const struct tri_effort *effort, struct trial *trial, size_t *n,
                      struct tri_error *e)
{
    struct tri_case now;
    struct tri_error refused = { .text = "it takes more than 1 GiB" };
    for (int64_t size = SMALLEST; *n < SIZES && !is_enough(trial, *n); size *= 2) {
        if (!resize(c, p, size, &now, &refused) || bytes_of(&now) > LARGE)
            break;
        progress_part("size", *n, SIZES);
        trial[*n].size = (double)size;
        if (!try_case(&now, cpu, effort, &trial[*n], e))
            return false;
        ++*n;
    }
    return *n > 0 || tri_fail(e, TRI_FAILED, "%s=%d: %.200s", p->name, SMALLEST, refused.text);
}

/* A parameter of which study break-even tries values itself, and which is set or swept. */
static bool sets_size(const struct batch *b, const char *size, struct tri_error *e)
{
    const struct request *r = &b->request;
    size_t length;
    for (size_t i = 0; i < r->sets; i++)
        if (value_in(r->set[i], size, &length))
            return tri_fail(e, TRI_USAGE, "--set %s: study break-even tries sizes of %s itself",
                            size, size);
    return !sweeps_over(&b->sweep, size) ||
           tri_fail(e, TRI_USAGE, "--sweep %s: study break-even tries sizes of %s itself", size,
                    size);
}

/* The reference is of no variant, and of one thread. */
static bool check_paths(const struct batch *b, struct tri_error *e)
{
    for (enum tri_path path = 0; path < TRI_PATHS; path++)
        if (b->request.path[path] && !tri_path_has_variants(path))
            return tri_fail(e, TRI_USAGE,
                            "--path %s: study break-even compares offload with simd or avx2",
                            tri_path_name(path));
    return true;
}

bool break_even_fits(const struct batch *b, struct tri_error *e)
{
    if (!check_paths(b, e))
        return false;
    for (size_t i = 0; i < b->plan.n; i++) {
        const struct tri_param *p = size_of(b->plan.table[i].hotspot);
        if (p && !sets_size(b, p->name, e))
            return false;
    }
    return true;
}

bool find_break_even(const struct batch *b, const struct tri_case *c,
                     const struct tri_measurement *m, json_t *results, struct tri_error *e)
{
    const struct tri_param *p = size_of(c->hotspot);
    const struct tri_contender offload = tri_path_contender(c->hotspot, c->variant, TRI_OFFLOAD);
    enum tri_path cpu = cpu_path(c, m->path);
    struct tri_error why;
    const struct tri_effort effort = { .reps = b->reps,
                                       .seconds = b->seconds > 0 ? b->seconds : USUAL_TIME,
                                       .goal = b->goal,
                                       .launch = m->launch };
    struct trial trial[SIZES];
    if (!p) {
        json_object_set_new(results, "absent", json_string("no parameter counts anything"));
        return true;
    }
    if (!tri_available(&offload, c->hotspot, &why)) {
        json_object_set_new(results, "absent", json_sprintf("not run: %s", why.text));
        return true;
    }
    size_t n = 0;
    if (!try_sizes(c, p, cpu, &effort, trial, &n, e))
        return false;
    add_results(results, p, cpu, trial, n);
    return true;
}
