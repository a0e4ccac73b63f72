/* Result rows as JSON, by jansson. */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include "rows.h"

#include "build_info.h"
#include "process.h"

#include <link.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Continues an FNV-1a hash with the bytes of a file. */
static void hash_file(const char *name, uint64_t *hash)
{
    unsigned char bytes[1 << 14];
    size_t n;
    FILE *in = fopen(name, "re");
    while (in && (n = fread(bytes, 1, sizeof bytes, in)) > 0)
        for (size_t i = 0; i < n; i++)
            *hash = (*hash ^ bytes[i]) * 0x100000001b3;
    if (in)
        fclose(in);
}

/* Adds Triptych's own libraries to the hash.  The module for MPI is left out: it is loaded only under a launcher, and rows with
 * ranks and without are of one build. */
static int hash_library(struct dl_phdr_info *library, size_t size, void *hash)
{
    const char *name = strrchr(library->dlpi_name, '/');
    bool ours = name && strncmp(name, "/libtriptych", strlen("/libtriptych")) == 0;
    if (ours && strncmp(name, "/libtriptych-mpi", strlen("/libtriptych-mpi")) != 0)
        hash_file(library->dlpi_name, hash);
    return 0;
}

/* A hash of the libraries and of bench's file, which may contain hotspots; if there is no bench, of the running
 * program's file. */
const char *tri_build(void)
{
    static char text[20];
    uint64_t hash = 0xcbf29ce484222325;
    char bench[4096];
    if (*text)
        return text;
    sibling_file("bench", bench, sizeof bench);
    hash_file(access(bench, R_OK) == 0 ? bench : "/proc/self/exe", &hash);
    dl_iterate_phdr(hash_library, &hash);
    snprintf(text, sizeof text, "%016llx", (unsigned long long)hash);
    return text;
}

static const char *flags_of_hotspots = TRIPTYCH_FLAGS;

void tri_row_flags_use(const char *flags)
{
    flags_of_hotspots = flags;
}

static json_t *number(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

json_t *tri_row_times(const struct tri_times *t)
{
    if (t->n == 0)
        return json_null();
    json_t *all = json_array();
    for (size_t i = 0; i < t->n; i++)
        json_array_append_new(all, json_real(t->all[i]));
    return json_pack("{s:f, s:f, s:f, s:o}", "min", tri_min(t), "median", tri_median(t), "max",
                     tri_max(t), "all", all);
}

json_t *tri_row_params(const struct tri_case *c)
{
    json_t *object = json_object();
    for (int i = 0; c->hotspot->params[i].name; i++) {
        const struct tri_param *p = &c->hotspot->params[i];
        json_t *value = p->kind == TRI_REAL      ? json_real(c->value[i].real)
                        : p->kind == TRI_INTEGER ? json_integer(c->value[i].integer)
                        : p->kind == TRI_TEXT    ? json_string(c->value[i].text)
                                                 : json_string(p->choices[c->value[i].integer]);
        json_object_set_new(object, p->name, value);
    }
    return object;
}

/* 0, the path's own choice, becomes null. */
static json_t *choice(int n)
{
    return n ? json_integer(n) : json_null();
}

static void add_launch(json_t *row, struct tri_launch launch)
{
    const struct tri_setting *s;
    for (size_t i = 0; (s = tri_setting_at(i)); i++) {
        int value = *tri_setting_in(&launch, s);
        json_object_set_new(row, s->key,
                            s->value && value ? json_string(s->value(value)) : choice(value));
    }
}

/* The name of the input file, or null.  JSON strings have to be UTF-8. */
static json_t *input(const struct tri_case *c)
{
    if (!c->input || !c->input->file)
        return json_null();
    json_t *name = json_string(c->input->file);
    return name ? name : json_string("a file whose name is not UTF-8");
}

/* The numbers of the devices; null: they are the first ones, or there is only the default device. */
static json_t *device_numbers(const struct tri_launch *l)
{
    json_t *all = json_array();
    bool usual = true;
    for (int i = 0; i < l->devices; i++) {
        json_array_append_new(all, json_integer(tri_chosen_device((size_t)i)));
        usual = usual && tri_chosen_device((size_t)i) == i;
    }
    if (!usual)
        return all;
    json_decref(all);
    return json_null();
}

/* How halos on devices are exchanged between ranks; else null. */
static json_t *halo_way(const struct tri_measurement *m)
{
    bool has = m->launch.ranks > 0 && m->path == TRI_OFFLOAD && !m->peer;
    return has ? json_string(tri_ranks_way()) : json_null();
}

/* How the devices of one process copy halos; null: they have none. */
static json_t *halo_copies(const struct tri_measurement *m)
{
    if (!(m->copies.between > 0))
        return json_null();
    enum tri_halo_way way = tri_copies_direct(&m->copies) ? TRI_HALO_DIRECT : TRI_HALO_STAGED;
    return json_string(tri_halo_way_name(way));
}

static json_t *rank_devices(const struct tri_measurement *m)
{
    const char *host, *device;
    int number;
    json_t *all = m->launch.ranks > 0 ? json_array() : json_null();
    for (int i = 0; i < m->launch.ranks && tri_rank_device(i, &host, &device, &number); i++)
        json_array_append_new(all, device ? json_pack("{s:s, s:s, s:i}", "host", host, "device",
                                                      device, "number", number)
                                          : json_pack("{s:s, s:n}", "host", host, "device"));
    return all;
}

static const struct {
    const char *name, *precision; /* NULL: the case's */
} kinds[TRI_ROW_KINDS] = {
    [TRI_ROW_DIFFERENCE] = { "difference", "both" },
    [TRI_ROW_BREAKDOWN] = { "breakdown", NULL },
    [TRI_ROW_REMARKS] = { "remarks", NULL },
    [TRI_ROW_ENERGY] = { "energy", NULL },
    [TRI_ROW_CARD] = { "card", NULL },
    [TRI_ROW_BREAK_EVEN] = { "break-even", NULL },
};

const char *tri_row_kind_name(enum tri_row_kind kind)
{
    return kinds[kind].name;
}

static void add_identity(json_t *row, enum tri_row_kind kind, const struct tri_case *c,
                         const struct tri_measurement *m)
{
    const struct tri_launch *l = &m->launch;
    const char *precision = kinds[kind].precision;
    precision = precision ? precision : tri_precision_name(c->hotspot->precision);
    json_object_set_new(row, "schema", json_integer(ROW_SCHEMA));
    if (kinds[kind].name)
        json_object_set_new(row, "kind", json_string(kinds[kind].name));
    json_object_set_new(row, "hotspot", json_string(c->hotspot->name));
    json_object_set_new(row, "path", json_string(tri_path_name(m->path)));
    json_object_set_new(row, "variant", json_pack("s?", m->variant));
    json_object_set_new(row, "peer", json_pack("s?", m->peer));
    json_object_set_new(row, "precision", json_string(precision));
    json_object_set_new(row, "params", tri_row_params(c));
    json_object_set_new(row, "input", input(c));
    add_launch(row, *l);
    json_object_set_new(row, "device_numbers", device_numbers(l));
    json_object_set_new(row, "nodes", l->ranks ? choice(tri_ranks_nodes(l->ranks)) : json_null());
    json_object_set_new(row, "halo", halo_way(m));
    json_object_set_new(row, "host_memory", json_string(tri_host_memory_name(m->host_memory)));
    json_object_set_new(row, "device", json_pack("s?", m->device));
    json_object_set_new(row, "cpu", json_string(tri_cpu_name()));
    json_object_set_new(row, "cores", json_integer(tri_cpu_cores()));
    json_object_set_new(row, "compiler", json_string(TRIPTYCH_COMPILER));
    json_object_set_new(row, "flags", json_string(flags_of_hotspots));
    json_object_set_new(row, "build_kind", json_string(tri_build_kind(c->hotspot)));
    json_object_set_new(row, "intrinsics",
                        json_pack("s?", m->path == TRI_AVX2 && !m->peer ? tri_intrinsics() : NULL));
    json_object_set_new(row, "preset", json_string(TRIPTYCH_PRESET));
    json_object_set_new(row, "version", json_string(TRIPTYCH_VERSION));
    json_object_set_new(row, "build", json_string(tri_build()));
}

char *tri_row_identity(enum tri_row_kind kind, const struct tri_case *c,
                       const struct tri_measurement *m)
{
    json_t *row = json_object();
    add_identity(row, kind, c, m);
    char *text = store_identity(row);
    json_decref(row);
    return text;
}

/* null: not measured. */
static json_t *measured(double rate)
{
    return rate > 0 ? number(rate) : json_null();
}

/* The bandwidth of memory depends on the work. */
static void add_ceilings(json_t *row, const struct tri_work *w, const struct tri_ceiling *ceiling)
{
    static const struct tri_ceiling none;
    const struct tri_ceiling *c = ceiling ? ceiling : &none;
    const char *memory = tri_resource_name(c->cached ? TRI_CACHE : TRI_MEMORY);
    const char *bound = ceiling ? tri_resource_name(tri_ceiling_binds(c, w)) : NULL;
    json_object_set_new(row, "bound_by", json_pack("s?", bound));
    json_object_set_new(row, "ceiling_fma_per_s", measured(c->fma_per_second));
    json_object_set_new(row, "ceiling_additions_per_s", measured(c->additions_per_second));
    json_object_set_new(row, "ceiling_mixed_per_s", measured(c->mixed_per_second));
    json_object_set_new(row, "ceiling_integers_per_s", measured(c->integers_per_second));
    json_object_set_new(row, "ceiling_tensor_per_s", measured(c->tensor_per_second));
    json_object_set_new(row, "ceiling_bytes_per_s", measured(tri_ceiling_bandwidth(c, w)));
    json_object_set_new(row, "ceiling_bytes_of", json_pack("s?", ceiling ? memory : NULL));
    json_object_set_new(row, "ceiling_footprint", measured((double)c->footprint));
    json_object_set_new(row, "ceiling_near_bytes_per_s", measured(c->near_bytes_per_second));
    json_object_set_new(row, "ceiling_to_device_bytes_per_s", measured(c->to_device_per_second));
    json_object_set_new(row, "ceiling_from_device_bytes_per_s",
                        measured(c->from_device_per_second));
}

static void add_use(json_t *all, const struct tri_gpu_use *use)
{
    if (!(use->busy > 0))
        return;
    json_object_set_new(all, "gpu_busy_share", json_real(use->busy));
    json_object_set_new(all, "gpu_occupancy", json_real(use->warps));
    json_object_set_new(all, "gpu_memory_share", json_real(use->memory));
}

/* null: nobody has looked.  What is not known has no member. */
static json_t *conditions(const struct tri_measurement *m)
{
    const struct tri_conditions *c = &m->conditions;
    json_t *all = c->known ? json_object() : json_null();
    for (int i = 0; i < TRI_CONDITIONS; i++) {
        enum tri_condition which = (enum tri_condition)i;
        const char *text = tri_condition_text(c, which);
        if (tri_condition_known(c, which))
            json_object_set_new(all, tri_condition_key(which),
                                text ? json_string(text) : json_real(c->value[i]));
    }
    if (m->clock > 0)
        json_object_set_new(all, "gpu_clock_held_hz", json_real(m->clock));
    double cpu = tri_joules_a_run(&m->energy, TRI_CPU_JOULES),
           gpu = m->energy.on_gpu ? tri_joules_a_run(&m->energy, TRI_GPU_JOULES) : (double)NAN;
    if (isfinite(cpu))
        json_object_set_new(all, "cpu_joules_a_run", json_real(cpu));
    if (isfinite(gpu))
        json_object_set_new(all, "gpu_joules_a_run", json_real(gpu));
    add_use(all, &m->energy.use);
    return all;
}

static void add_results(json_t *row, const struct tri_case *c, const struct tri_measurement *m,
                        const struct tri_ceiling *ceiling)
{
    double rate = m->work.units / tri_median(&m->kernel);
    double top = ceiling ? tri_ceiling_rate(ceiling, &m->work) : NAN;
    const struct tri_work *w = &m->work;
    json_object_set_new(row, "ran_on", json_string(tri_place_name(m->place)));
    json_object_set_new(row, "waited", json_pack("s?", m->waited));
    json_object_set_new(row, "reps", json_integer((json_int_t)m->kernel.n));
    json_object_set_new(row, "runs", choice((int)m->runs));
    json_object_set_new(row, "rounds",
                        m->rounds ? json_integer((json_int_t)m->rounds) : json_null());
    json_object_set_new(row, "conditions", conditions(m));
    json_object_set_new(row, "cold_s", number(m->cold));
    json_object_set_new(row, "map_in_s", tri_row_times(&m->map_in));
    json_object_set_new(row, "map_in_bytes", measured(m->map_in.n > 0 ? m->bytes_in : 0));
    json_object_set_new(row, "kernel_s", tri_row_times(&m->kernel));
    json_object_set_new(row, "device_s", tri_row_times(&m->on_device));
    json_object_set_new(row, "map_out_s", tri_row_times(&m->map_out));
    json_object_set_new(row, "map_out_bytes", measured(m->map_out.n > 0 ? m->bytes_out : 0));
    json_object_set_new(row, "total_s", tri_row_times(&m->total));
    json_object_set_new(row, "t1_s", measured(m->scaling.t1));
    json_object_set_new(row, "efficiency", measured(m->scaling.efficiency));
    json_object_set_new(row, "halo_s", m->halo > 0 ? json_real(m->halo) : json_null());
    json_object_set_new(row, "halo_copies", halo_copies(m));
    json_object_set_new(row, "halo_copy_bytes_per_s", measured(m->copies.between));
    json_object_set_new(row, "halo_copy_to_host_bytes_per_s", measured(m->copies.to_host));
    json_object_set_new(row, "rank_devices", rank_devices(m));
    json_object_set_new(row, "units", number(m->work.units));
    json_object_set_new(row, "instructions", number(w->instructions));
    json_object_set_new(row, "additions", number(w->additions));
    json_object_set_new(row, "integer_instructions", number(w->integers));
    json_object_set_new(row, "tensor_instructions", number(w->tensor));
    json_object_set_new(row, "bytes", number(w->bytes));
    json_object_set_new(row, "near_bytes", number(w->near_bytes));
    json_object_set_new(row, "rate", number(rate));
    json_object_set_new(row, "rate_unit", json_sprintf("%s/s", c->hotspot->unit));
    json_object_set_new(row, "ceiling", number(top));
    json_object_set_new(row, "ceiling_share", number(rate / top));
    add_ceilings(row, w, ceiling);
    json_object_set_new(row, "points", json_integer((json_int_t)m->difference.points));
    json_object_set_new(row, "different", json_integer((json_int_t)m->difference.different));
    json_object_set_new(row, "integers", json_integer((json_int_t)m->difference.integers));
    json_object_set_new(row, "max_ulp", number(m->difference.max_ulps));
    json_object_set_new(row, "agrees", json_boolean(m->agrees));
}

bool tri_row_append_results(struct store *s, enum tri_row_kind kind, const struct tri_case *c,
                            const struct tri_measurement *m, json_t *results, struct tri_error *e)
{
    json_t *row = json_object();
    add_identity(row, kind, c, m);
    json_object_update(row, results);
    json_decref(results);
    interrupt_hold(true);
    bool good = store_add(s, row, e);
    interrupt_hold(false);
    json_decref(row);
    return good;
}

bool tri_row_append(struct store *s, const struct tri_case *c, const struct tri_measurement *m,
                    const struct tri_ceiling *ceiling, json_t *audit, struct tri_error *e)
{
    json_t *results = json_object();
    add_results(results, c, m, ceiling);
    json_object_update(results, audit);
    return tri_row_append_results(s, TRI_ROW_TIMES, c, m, results, e);
}

bool tri_row_append_absent(struct store *s, enum tri_row_kind kind, const struct tri_case *c,
                           const struct tri_measurement *m, const char *absent, struct tri_error *e)
{
    return tri_row_append_results(s, kind, c, m, json_pack("{s:s}", "absent", absent), e);
}
