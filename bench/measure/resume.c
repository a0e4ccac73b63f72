/* What an earlier run has finished. */
#include "batch.h"

#include "output.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file system without locks excludes nobody; then resume_cut() checks again. */
bool resume_lock(int fd, const char *option, const char *file, struct tri_error *e)
{
    struct stat s;
    if (fstat(fd, &s) != 0 || !S_ISREG(s.st_mode))
        return true;
    return flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK ||
           tri_fail(e, TRI_USAGE, "%s %.200s: another run is appending to it", option, file);
}

bool resume_read(struct resume *r, const char *file, struct tri_error *e)
{
    struct stat s;
    r->file = file;
    r->size = stat(file, &s) == 0 ? s.st_size : 0;
    r->database = store_is_database(file);
    r->store = r->database ? store_open(file, STORE_WRITE, e) : store_in_memory(e);
    if (r->store && (r->database || rows_load(r->store, file, &r->whole, e)))
        return true;
    resume_free(r);
    return name_option("--resume", e);
}

void resume_free(struct resume *r)
{
    store_close(r->store);
    *r = (struct resume){ 0 };
}

bool resume_cut(const struct resume *r, int fd, struct tri_error *e)
{
    off_t end = lseek(fd, 0, SEEK_END);
    if (!r->file || r->database || end <= r->whole)
        return true;
    if (end != r->size)
        return tri_fail(e, TRI_USAGE,
                        "--resume %.200s: another program has changed it since it was read",
                        r->file);
    return ftruncate(fd, r->whole) == 0 ||
           tri_fail(e, TRI_FAILED,
                    "--resume %.200s: ends in half a row, which cannot be cut off: %s", r->file,
                    strerror(errno));
}

/* ---- A row, read back as a measurement ---------------------------------------------------------- */

static bool take_times(const json_t *row, const char *key, struct tri_times *t)
{
    return times_for(row, key, t) && (t->n > 0 || json_is_null(json_object_get(row, key)));
}

/* In memory that outlives the row. */
static const char *waited_of(const json_t *row)
{
    static const char *const names[] = { "awake", "asleep" };
    const char *waited = json_string_value(json_object_get(row, "waited"));
    for (size_t i = 0; waited && i < sizeof names / sizeof *names; i++)
        if (strcmp(waited, names[i]) == 0)
            return names[i];
    return NULL;
}

static bool take_place(const json_t *row, enum tri_place *place)
{
    const char *name = json_string_value(json_object_get(row, "ran_on"));
    for (int p = 0; name && p < TRI_PLACES; p++)
        if (strcmp(tri_place_name((enum tri_place)p), name) == 0) {
            *place = (enum tri_place)p;
            return true;
        }
    return false;
}

/* False if something is missing: then the row is measured again. */
static bool take_results(const json_t *row, struct result *r)
{
    struct tri_measurement *m = &r->m;
    struct tri_difference *d = &m->difference;
    const json_t *agrees = json_object_get(row, "agrees");
    if (!json_is_boolean(agrees) || !count_for(row, "points", &d->points) ||
        !count_for(row, "different", &d->different) || !count_for(row, "integers", &d->integers))
        return false;
    if (!take_place(row, &m->place) || !take_times(row, "kernel_s", &m->kernel) ||
        m->kernel.n == 0 || !take_times(row, "map_in_s", &m->map_in) ||
        !take_times(row, "device_s", &m->on_device) || !take_times(row, "map_out_s", &m->map_out) ||
        !take_times(row, "total_s", &m->total))
        return false;
    d->max_ulps = number_for(row, "max_ulp");
    row_rounds(row, m);
    m->agrees = json_is_true(agrees);
    m->waited = waited_of(row);
    m->cold = number_for(row, "cold_s");
    m->work = row_work(row);
    m->bytes_in = row_bytes(row, "map_in_bytes");
    m->bytes_out = row_bytes(row, "map_out_bytes");
    m->halo = fmax(0, number_for(row, "halo_s"));
    m->copies = row_copies(row);
    m->scaling = row_scaling(row);
    m->clock = row_clock(row);
    m->energy = row_energy(row);
    m->conditions = row_conditions(row);
    r->ceiling = row_ceiling(row);
    r->has_ceiling = !isnan(r->ceiling.fma_per_second);
    return m->work.units >= 0;
}

/* ---- Which row --------------------------------------------------------------------------------- */

/* The last row of an identity that is absent for this reason or, with NULL, is not absent, with as many repetitions
 * (0: any).  NULL: there is none.  To be released. */
static json_t *find(const struct resume *r, const char *identity, const char *absent, size_t reps)
{
    static const char sql[] =
        "select json from row where identity = ?1 and id > cast(?2 as integer) "
        "and absent is ?3 and (?4 = '0' or reps = ?4) order by id desc limit 1";
    char after[24], repetitions[24];
    struct tri_error e;
    bool good = true;
    const char *const text[] = { identity, after, absent, repetitions };
    snprintf(after, sizeof after, "%lld", r->after);
    snprintf(repetitions, sizeof repetitions, "%zu", reps);
    sqlite3_stmt *query = r->store ? store_ask(r->store, sql, text, 4, &e) : NULL;
    json_t *row = NULL;
    if (query && store_next(r->store, query, &good, &e))
        row = json_loads((const char *)sqlite3_column_text(query, 0), 0, NULL);
    sqlite3_finalize(query);
    return row;
}

static struct tri_measurement without_times(struct tri_measurement m)
{
    m.kernel = m.map_in = m.map_out = m.total = m.on_device = (struct tri_times){ 0 };
    return m;
}

bool resume_take(const struct resume *r, struct result *result, size_t reps)
{
    json_t *row = find(r, result->identity, NULL, reps);
    struct tri_measurement before = result->m;
    result->m = without_times(before);
    result->before = row && take_results(row, result);
    if (result->before) {
        json_decref(result->row);
        result->row = json_incref(row);
    }
    tri_measurement_free(result->before ? &before : &result->m);
    if (!result->before)
        result->m = before;
    json_decref(row);
    return result->before;
}

bool resume_has(const struct resume *r, const char *identity, const char *absent, size_t reps)
{
    json_t *row = find(r, identity, absent, reps);
    json_decref(row);
    return row;
}
