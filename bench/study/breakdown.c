/* Study `breakdown`: how the time of a whole process, from start to end, divides into parts. */
#include "study.h"

#include "again.h"

#include <stdlib.h>

/* The keys of the parts in a row.  On a CPU, the parts of a device are null. */
static const struct {
    const char *key;
    bool of_device;
} parts[PARTS] = {
    [PART_START] = { "start_s", false },
    [PART_ALLOCATE] = { "allocate_s", false },
    [PART_DEVICE_ALLOCATE] = { "device_allocate_s", true },
    [PART_MAP_IN] = { "map_in_s", true },
    [PART_KERNEL] = { "kernel_s", false },
    [PART_MAP_OUT] = { "map_out_s", true },
};
enum { USUAL_PROGRAMS = 5 };

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

bool break_down(const struct batch *b, const struct tri_case *c, const struct tri_measurement *m,
                json_t *results, struct tri_error *e)
{
    size_t reps = b->reps ? b->reps : USUAL_PROGRAMS;
    double seconds[PARTS], whole;
    struct tri_times *times = calloc(PARTS + 1, sizeof *times), *program = &times[PARTS];
    bool good = times || tri_fail(e, TRI_FAILED, "out of memory");
    for (size_t i = 0; good && i < reps; i++) {
        progress_part("program", i, reps);
        good = parts_in_new_process(c, m->path, m->launch.threads, seconds, &whole, e) &&
               tri_times_add(program, whole, e);
        for (int k = 0; good && k < PARTS; k++)
            good = tri_times_add(&times[k], seconds[k], e);
    }
    if (good)
        add_times(results, m->path, program, times);
    for (int k = 0; times && k <= PARTS; k++)
        tri_times_free(&times[k]);
    free(times);
    return good;
}
