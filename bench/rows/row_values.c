/* Reads the values of a row, its work and its ceilings. */
#include "rows.h"

#include "lost.h"

#include <math.h>
#include <string.h>

double number_for(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

bool count_for(const json_t *object, const char *key, size_t *count)
{
    double number = number_for(object, key);
    bool good = number >= 0 && number <= 0x1p53 && trunc(number) == number;
    if (good)
        *count = (size_t)number;
    return good;
}

bool times_for(const json_t *row, const char *key, struct tri_times *t)
{
    const json_t *all = json_object_get(json_object_get(row, key), "all");
    size_t n = json_array_size(all);
    tri_times_free(t);
    for (size_t i = 0; n <= TRI_MAX_REPS && i < n; i++) {
        double seconds = json_number_value(json_array_get(all, i));
        if (!(seconds > 0))
            return false;
        if (!tri_times_add(t, seconds, NULL)) {
            note_lost();
            return false;
        }
    }
    return t->n == n;
}

/* 0 if there is none. */
static double number_or_0(const json_t *row, const char *key)
{
    double number = number_for(row, key);
    return isnan(number) ? 0 : number;
}

struct tri_work row_work(const json_t *row)
{
    return (struct tri_work){
        .units = number_for(row, "units"),
        .instructions = number_for(row, "instructions"),
        .additions = number_or_0(row, "additions"),
        .integers = number_or_0(row, "integer_instructions"),
        .tensor = number_or_0(row, "tensor_instructions"),
        .bytes = number_for(row, "bytes"),
        .near_bytes = number_or_0(row, "near_bytes"),
    };
}

double row_bytes(const json_t *row, const char *key)
{
    return number_or_0(row, key);
}

void row_rounds(const json_t *row, struct tri_measurement *m)
{
    size_t rounds = 0;
    m->runs = 1; /* rows of earlier versions: a sample was a run */
    count_for(row, "runs", &m->runs);
    count_for(row, "rounds", &rounds);
    m->rounds = rounds;
}

/* As of one run, which took long enough to be counted. */
struct tri_energy row_energy(const json_t *row)
{
    const json_t *conditions = json_object_get(row, "conditions");
    const double cpu = number_for(conditions, "cpu_joules_a_run"),
                 gpu = number_for(conditions, "gpu_joules_a_run");
    if (isnan(cpu) && isnan(gpu))
        return (struct tri_energy){ 0 };
    return (struct tri_energy){ .on_gpu = !isnan(gpu),
                                .runs = 1,
                                .seconds = (double)INFINITY,
                                .cpu_joules = cpu,
                                .gpu_joules = gpu,
                                .use = { .busy = number_or_0(conditions, "gpu_busy_share"),
                                         .warps = number_or_0(conditions, "gpu_occupancy"),
                                         .memory = number_or_0(conditions, "gpu_memory_share") } };
}

struct tri_scaling row_scaling(const json_t *row)
{
    return (struct tri_scaling){ .t1 = number_or_0(row, "t1_s"),
                                 .efficiency = number_or_0(row, "efficiency") };
}

struct tri_copies row_copies(const json_t *row)
{
    return (struct tri_copies){ .between = number_or_0(row, "halo_copy_bytes_per_s"),
                                .to_host = number_or_0(row, "halo_copy_to_host_bytes_per_s") };
}

double row_clock(const json_t *row)
{
    return number_or_0(json_object_get(row, "conditions"), "gpu_clock_held_hz");
}

struct tri_conditions row_conditions(const json_t *row)
{
    const json_t *all = json_object_get(row, "conditions");
    struct tri_conditions c = { .on_gpu = json_object_get(all, "gpu_max_clock_hz") };
    for (int i = 0; i < TRI_CONDITIONS; i++) {
        enum tri_condition which = (enum tri_condition)i;
        const json_t *value = json_object_get(all, tri_condition_key(which));
        if (json_is_string(value))
            tri_condition_set_text(&c, which, json_string_value(value));
        else if (json_is_number(value))
            tri_condition_set(&c, which, json_number_value(value));
    }
    return c;
}

/* A row has only the bandwidth for its own work. */
struct tri_ceiling row_ceiling(const json_t *row)
{
    const char *memory = json_string_value(json_object_get(row, "ceiling_bytes_of"));
    size_t footprint = 0;
    count_for(row, "ceiling_footprint", &footprint);
    return (struct tri_ceiling){
        .fma_per_second = number_for(row, "ceiling_fma_per_s"),
        .additions_per_second = number_or_0(row, "ceiling_additions_per_s"),
        .mixed_per_second = number_or_0(row, "ceiling_mixed_per_s"),
        .integers_per_second = number_or_0(row, "ceiling_integers_per_s"),
        .tensor_per_second = number_or_0(row, "ceiling_tensor_per_s"),
        .bytes_per_second = number_for(row, "ceiling_bytes_per_s"),
        .bytes_read_per_second = (double)NAN,
        .near_bytes_per_second = number_or_0(row, "ceiling_near_bytes_per_s"),
        .to_device_per_second = number_or_0(row, "ceiling_to_device_bytes_per_s"),
        .from_device_per_second = number_or_0(row, "ceiling_from_device_bytes_per_s"),
        .footprint = footprint,
        .cached = memory && strcmp(memory, tri_resource_name(TRI_CACHE)) == 0,
        .how = "as measured before",
    };
}
