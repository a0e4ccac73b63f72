/* A whole program, timed part by part: starts one, and is one. */
#include "again.h"

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
    bool started = start_threads() > 0 && tri_path_available(path, e) &&
                   tri_variant_available(c->variant, path, e);
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
    if (!tri_variant_available(c->variant, TRI_OFFLOAD, e) || !tri_device_has_room(c, e))
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

bool answer_parts(const struct job *job, struct tri_case *c, struct tri_error *e)
{
    double seconds[PARTS];
    struct tri_launch launch = { .threads = job->threads };
    launch.wait = tri_wait_of(&launch, job->path, c->variant);
    tri_launch_path(&launch); /* which starts no threads: their start is a part */
    return (job->path == TRI_OFFLOAD ? run_on_device(c, seconds, e)
                                     : run_on_cpu(c, job->path, seconds, e)) &&
           job_answer(seconds, PARTS, e);
}

bool parts_in_new_process(const struct tri_case *c, enum tri_path path, int threads,
                          double seconds[PARTS], double *program, struct tri_error *e)
{
    struct job job = job_of(c);
    job.path = path;
    job.threads = threads;
    return job_run(&job, PARTS, seconds, program) ||
           tri_fail(e, TRI_FAILED, "path %s: in a new process it did not end in time",
                    tri_path_name(path));
}
