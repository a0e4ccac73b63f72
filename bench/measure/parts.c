/* A whole program, timed part by part: starting it, and being it. */
#include "parts.h"

#include "again.h"

#include <omp.h>
#include <stdio.h>

/* Seconds since the last call. */
static double lap(void)
{
    static double last;
    double before = last;
    last = tri_now();
    return last - before;
}

static int start_threads(void)
{
    int threads = 0;
    #pragma omp parallel reduction(+ : threads)
    threads++;
    return threads;
}

static bool run_on_cpu(struct tri_case *c, enum tri_path path, double *seconds, struct tri_error *e)
{
    lap();
    bool started = start_threads() > 0 && tri_path_available(path, e);
    seconds[PART_START] = lap();
    if (!started || !tri_case_allocate(c, e))
        return false;
    seconds[PART_ALLOCATE] = lap();
    tri_path_of(c->hotspot, c->variant, path)(c);
    seconds[PART_KERNEL] = lap();
    seconds[PART_DEVICE_ALLOCATE] = seconds[PART_MAP_IN] = seconds[PART_MAP_OUT] = 0;
    return true;
}

static bool run_on_device(struct tri_case *c, double *seconds, struct tri_error *e)
{
    if (!tri_device_start(e))
        return false;
    seconds[PART_START] = tri_device_start_seconds();
    if (!tri_device_has_room(c, e))
        return false;
    lap();
    if (!tri_case_allocate(c, e))
        return false;
    seconds[PART_ALLOCATE] = lap();
    if (!tri_device_allocate(c, e))
        return false;
    seconds[PART_DEVICE_ALLOCATE] = lap();
    tri_device_send(c);
    seconds[PART_MAP_IN] = lap();
    c->variant->path[TRI_OFFLOAD](c);
    seconds[PART_KERNEL] = lap();
    tri_device_exit(c);
    seconds[PART_MAP_OUT] = lap();
    return *c->ran_on > TRI_CPU || tri_fail(e, TRI_FAILED, "path offload: not on the device");
}

/* `bench --parts --path PATH …`: prints the parts' seconds. */
bool answer_parts(const struct bench *b, struct tri_error *e)
{
    struct tri_case c;
    double seconds[PARTS];
    const struct request *r = &b->request;
    enum tri_precision precision = r->precision[TRI_FLOAT] ? TRI_FLOAT : TRI_DOUBLE;
    int path = 0;
    while (path + 1 < TRI_PATHS && !r->path[path])
        path++;
    tri_launch((struct tri_launch){ 0 });
    const struct tri_hotspot *h = tri_hotspot_named(r->hotspot[0], precision);
    const struct tri_variant *v = tri_variant_last(h);
    for (size_t i = 0; tri_variant_at(h, i); i++)
        v = request_takes_variant(r, h, tri_variant_at(h, i)) ? tri_variant_at(h, i) : v;
    if (!request_case(r, r->hotspot[0], precision, &c, e) || !tri_case_choose(&c, v, e))
        return false;
    bool good = path == TRI_OFFLOAD ? run_on_device(&c, seconds, e)
                                    : run_on_cpu(&c, (enum tri_path)path, seconds, e);
    for (int i = 0; good && i < PARTS; i++)
        fprintf(b->out, "%.9g\n", seconds[i]);
    tri_case_free(&c);
    return good;
}

bool parts_in_new_process(const struct tri_case *c, enum tri_path path, double seconds[PARTS],
                          double *program, struct tri_error *e)
{
    char params[1000], threads[20];
    snprintf(threads, sizeof threads, "%d", omp_get_max_threads()); /* of this measurement */
    tri_case_describe(c, params, sizeof params);
    const char *arguments[] = { "bench",          "--parts",
                                "--path",         tri_path_name(path),
                                "--variant",      c->variant->name,
                                "--precision",    tri_precision_name(c->hotspot->precision),
                                "--set",          params,
                                "--threads",      threads,
                                c->hotspot->name, NULL };
    return bench_again(arguments, PARTS, seconds, program) ||
           tri_fail(e, TRI_FAILED, "path %s: in a new process it came to no end",
                    tri_path_name(path));
}
