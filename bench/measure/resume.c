/* What an earlier run has finished. */
#include "resume.h"

#include "output.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file system that knows no locks keeps nobody out; then resume_cut() looks again. */
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
    return rows_read_unfinished(&r->rows, file, &r->whole, e) || name_option("--resume", e);
}

bool resume_cut(const struct resume *r, int fd, struct tri_error *e)
{
    off_t end = lseek(fd, 0, SEEK_END);
    if (!r->file || end <= r->whole)
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

/* ---- A row read back as what was measured ------------------------------------------------------ */

static bool take_times(const json_t *row, const char *key, struct tri_times *t)
{
    const json_t *times = json_object_get(row, key), *all = json_object_get(times, "all");
    size_t n = json_array_size(all);
    if (n > TRI_MAX_REPS)
        return false;
    for (t->n = 0; t->n < n; t->n++) {
        t->all[t->n] = json_number_value(json_array_get(all, t->n));
        if (!(t->all[t->n] > 0))
            return false;
    }
    return json_is_null(times) || n > 0;
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

/* False if something is missing: then it is measured again. */
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
        !take_times(row, "map_out_s", &m->map_out) || !take_times(row, "total_s", &m->total))
        return false;
    d->max_ulps = number_for(row, "max_ulp");
    m->agrees = json_is_true(agrees);
    m->cold = number_for(row, "cold_s");
    m->work = row_work(row);
    r->ceiling = row_ceiling(row);
    r->has_ceiling = !isnan(r->ceiling.fma_per_second);
    return m->work.units >= 0;
}

/* ---- Which row --------------------------------------------------------------------------------- */

bool row_has_identity(const json_t *row, const json_t *identity)
{
    const char *key;
    json_t *value;
    if (json_object_get(row, "kind") && !json_object_get(identity, "kind"))
        return false;
    json_object_foreach((json_t *)identity, key, value)
    {
        if (!same_json(value, json_object_get(row, key)))
            return false;
    }
    return true;
}

/* The last one that `wanted` takes. */
static const json_t *find(const struct resume *r, const char *identity,
                          bool (*wanted)(const json_t *row, const void *data), const void *data)
{
    const json_t *found = NULL;
    json_t *own = r->file ? json_loads(identity, 0, NULL) : NULL;
    for (size_t i = r->rows.n; own && !found && i-- > 0;)
        if (row_has_identity(r->rows.row[i].json, own) && wanted(r->rows.row[i].json, data))
            found = r->rows.row[i].json;
    json_decref(own);
    return found;
}

static bool has_reps(const json_t *row, const void *data)
{
    size_t reps = *(const size_t *)data;
    return !json_object_get(row, "absent") &&
           (reps == 0 || number_for(row, "reps") == (double)reps);
}

bool resume_take(const struct resume *r, struct result *result, size_t reps)
{
    const json_t *row = find(r, result->identity, has_reps, &reps);
    struct tri_measurement before = result->m;
    if (row && take_results(row, result))
        return result->before = true;
    result->m = before;
    return false;
}

bool resume_has(const struct resume *r, const char *identity, size_t reps)
{
    return find(r, identity, has_reps, &reps);
}

static bool says(const json_t *row, const void *absent)
{
    const char *text = json_string_value(json_object_get(row, "absent"));
    return text && strcmp(text, absent) == 0;
}

bool resume_marked(const struct resume *r, const char *identity, const char *absent)
{
    return find(r, identity, says, absent);
}
