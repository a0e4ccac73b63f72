/* Study `breakdown`: a whole program, from its start as a process to its end, and where the time goes. */
#include "study.h"

#include "again.h"
#include "progress.h"

#include <omp.h>
#include <stdlib.h>

/* In the order in which a program goes through them.  What a CPU has no part in is null. */
static const struct part {
    const char *key;
    bool of_device;
} parts[] = {
    { "start_s", false },    /* the runtime, the device and its image; on a CPU: the threads */
    { "allocate_s", false }, /* memory here, and its first values */
    { "device_allocate_s", true }, /* memory there */
    { "map_in_s", true },          { "kernel_s", false }, { "map_out_s", true },
};
enum { PARTS = sizeof parts / sizeof *parts, USUAL_PROGRAMS = 5 };

/* ---- The program ---- */

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
    seconds[0] = lap();
    if (!started || !tri_case_allocate(c, e))
        return false;
    seconds[1] = lap();
    tri_path_of(c->hotspot, c->variant, path)(c);
    seconds[4] = lap();
    seconds[2] = seconds[3] = seconds[5] = 0;
    return true;
}

static bool run_on_device(struct tri_case *c, double *seconds, struct tri_error *e)
{
    if (!tri_device_start(e))
        return false;
    seconds[0] = tri_device_start_seconds();
    if (!tri_device_has_room(c, e))
        return false;
    lap();
    if (!tri_case_allocate(c, e))
        return false;
    seconds[1] = lap();
    if (!tri_device_allocate(c, e))
        return false;
    seconds[2] = lap();
    tri_device_send(c);
    seconds[3] = lap();
    c->variant->path[TRI_OFFLOAD](c);
    seconds[4] = lap();
    tri_device_exit(c);
    seconds[5] = lap();
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

/* ---- The study ---- */

static bool run_program(const struct tri_case *c, enum tri_path path, double *seconds,
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

static void add_times(json_t *results, enum tri_path path, const struct tri_times *program,
                      const struct tri_times *part)
{
    json_object_set_new(results, "reps", json_integer((json_int_t)program->n));
    json_object_set_new(results, "program_s", tri_row_times(program));
    for (int i = 0; i < PARTS; i++)
        json_object_set_new(results, parts[i].key,
                            parts[i].of_device && path != TRI_OFFLOAD ? json_null()
                                                                      : tri_row_times(&part[i]));
}

bool break_down(const struct bench *b, const struct tri_case *c, enum tri_path path,
                json_t *results, struct tri_error *e)
{
    size_t reps = b->reps ? b->reps : USUAL_PROGRAMS;
    double seconds[PARTS];
    struct tri_times *times = calloc(PARTS + 1, sizeof *times), *program = &times[PARTS];
    bool good = times || tri_fail(e, TRI_FAILED, "out of memory");
    for (size_t i = 0; good && i < reps; i++) {
        progress_part("program", i, reps);
        good = run_program(c, path, seconds, &program->all[program->n], e);
        for (int k = 0; good && k < PARTS; k++)
            times[k].all[times[k].n++] = seconds[k];
        program->n += good;
    }
    if (good)
        add_times(results, path, program, times);
    free(times);
    return good;
}
