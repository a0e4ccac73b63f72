/* Reads result rows, by jansson, and checks them by a table of their fields. */
#include "inside.h"

#include "output.h"
#include "lists.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const char rows_sql[];

/* ---- The fields of a row ---------------------------------------------------------------------- */

enum kind { STRING, OBJECT, POSITIVE, NOT_NEGATIVE };
enum presence { NEEDED, OR_NULL, OPTIONAL }; /* an optional field may be null, too */

static const char *const allowed[] = {
    [STRING] = "a string",
    [OBJECT] = "an object",
    [POSITIVE] = "a positive number",
    [NOT_NEGATIVE] = "a number, not less than 0",
};

static const struct field {
    const char *key, *within; /* `within`: the object that holds it, NULL: the row itself */
    enum kind kind;
    enum presence presence;
    bool result; /* only in a row of times that is not absent */
} fields[] = {
    { "hotspot", NULL, STRING, NEEDED, false },
    { "path", NULL, STRING, NEEDED, false },
    { "peer", NULL, STRING, OPTIONAL, false },
    { "variant", NULL, STRING, OPTIONAL, false },
    { "precision", NULL, STRING, NEEDED, false },
    { "params", NULL, OBJECT, NEEDED, false },
    { "input", NULL, STRING, OPTIONAL, false },
    { "threads", NULL, POSITIVE, NEEDED, false },
    { "device", NULL, STRING, OR_NULL, false },
    { "cpu", NULL, STRING, NEEDED, false },
    { "compiler", NULL, STRING, NEEDED, false },
    { "kind", NULL, STRING, OPTIONAL, false },
    { "instructions", NULL, NOT_NEGATIVE, OR_NULL, true },
    { "bytes", NULL, POSITIVE, OR_NULL, true },
    { "median", "kernel_s", POSITIVE, NEEDED, true },
    { "min", "kernel_s", POSITIVE, OPTIONAL, true },
    { "max", "kernel_s", POSITIVE, OPTIONAL, true },
    { "ceiling_fma_per_s", NULL, POSITIVE, OR_NULL, true },
    { "ceiling_bytes_per_s", NULL, POSITIVE, OR_NULL, true },
};

static bool is_of(const json_t *value, enum kind kind)
{
    double number = json_number_value(value);
    switch (kind) {
    case STRING: return json_is_string(value);
    case OBJECT: return json_is_object(value);
    default: return number > 0 || (kind == NOT_NEGATIVE && json_is_number(value) && number == 0);
    }
}

static bool check_field(const struct place *at, const json_t *row, const struct field *f,
                        struct tri_error *e)
{
    const json_t *holder = f->within ? json_object_get(row, f->within) : row;
    const json_t *value = json_object_get(holder, f->key);
    const char *within = f->within ? f->within : "", *dot = f->within ? "." : "";
    bool null = f->presence != NEEDED && (!value || json_is_null(value));
    return null || is_of(value, f->kind) ||
           tri_fail(e, TRI_USAGE, "%.200s:%zu: \"%s%s%s\" has to be %s%s", at->file, at->line,
                    within, dot, f->key, allowed[f->kind], f->presence == NEEDED ? "" : " or null");
}

static bool check_schema(const struct place *at, const json_t *row, struct tri_error *e)
{
    const json_t *schema = json_object_get(row, "schema");
    if (!schema)
        return tri_fail(e, TRI_USAGE, "%.200s:%zu: has no \"schema\"", at->file, at->line);
    if (!json_is_number(schema))
        return tri_fail(e, TRI_USAGE, "%.200s:%zu: \"schema\" has to be %d", at->file, at->line,
                        ROW_SCHEMA);
    double number = json_number_value(schema);
    return number == ROW_SCHEMA ||
           tri_fail(e, TRI_USAGE, "%.200s:%zu: is of schema %g, and this program knows %d",
                    at->file, at->line, number, ROW_SCHEMA);
}

/* Names all that are missing at once. */
static bool check_presence(const struct place *at, const json_t *row, bool times,
                           struct tri_error *e)
{
    char all[400] = "";
    size_t used = 0;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        const struct field *f = &fields[i];
        const json_t *holder = f->within ? json_object_get(row, f->within) : row;
        if ((times || !f->result) && f->presence != OPTIONAL && !json_object_get(holder, f->key) &&
            used < sizeof all)
            used +=
                (size_t)snprintf(all + used, sizeof all - used, "%s\"%s%s%s\"", used ? ", " : "",
                                 f->within ? f->within : "", f->within ? "." : "", f->key);
    }
    return used == 0 || tri_fail(e, TRI_USAGE, "%.200s:%zu: has no %s", at->file, at->line, all);
}

/* No time is less than the least, or more than the most; the median lies between. */
static bool check_times(const struct place *at, const json_t *row, struct tri_error *e)
{
    const json_t *t = json_object_get(row, "kernel_s"), *one;
    double low = number_for(t, "min"), high = number_for(t, "max"),
           median = number_for(t, "median");
    size_t i;
    bool good = !(median < low) && !(median > high);
    json_array_foreach(json_object_get(t, "all"), i, one)
    {
        double x = json_number_value(one);
        good = good && x > 0 && !(x < low) && !(x > high);
    }
    return good || tri_fail(e, TRI_USAGE,
                            "%.200s:%zu: \"kernel_s\" is impossible: min, median, max and all do "
                            "not fit together",
                            at->file, at->line);
}

/* The schema comes first: in a row of another schema, the other fields may mean something else. */
static bool check_row(const struct place *at, const json_t *row, struct tri_error *e)
{
    if (!check_schema(at, row, e))
        return false;
    bool times = !json_is_string(json_object_get(row, "absent")) &&
                 !json_is_string(json_object_get(row, "kind"));
    if (!check_presence(at, row, times, e))
        return false;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if ((times || !fields[i].result) && !check_field(at, row, &fields[i], e))
            return false;
    return !times || check_times(at, row, e);
}

bool row_load(struct store *s, const struct place *at, const json_t *row, struct tri_error *e)
{
    return json_is_object(row)
               ? check_row(at, row, e) && store_load(s, row, at->file, at->line, e)
               : tri_fail(e, TRI_USAGE, "%.200s:%zu: is no row of JSON", at->file, at->line);
}

static bool load_text(struct store *s, const struct place *at, const char *text, size_t length,
                      struct tri_error *e)
{
    json_error_t why;
    json_t *row = json_loadb(text, length, JSON_REJECT_DUPLICATES, &why);
    bool good =
        json_is_object(row) || tri_fail(e, TRI_USAGE, "%.200s:%zu: is no row of JSON%s%s", at->file,
                                        at->line, row ? "" : ": ", row ? "" : why.text);
    good = good && row_load(s, at, row, e);
    json_decref(row);
    return good;
}

/* ---- Files ------------------------------------------------------------------------------------ */

/* Checks a last line without a newline: it may be the beginning of a row that a killed run has left, nothing else. */
static bool check_tail(const char *file, size_t line, const char *text, size_t length,
                       struct tri_error *e)
{
    static const char beginning[] = "{\"schema\":";
    size_t known = sizeof beginning - 1 < length ? sizeof beginning - 1 : length;
    if (memcmp(text, beginning, known) != 0)
        return tri_fail(e, TRI_USAGE, "%.200s:%zu: is no row of JSON, nor half of one", file, line);
    json_t *row = json_loadb(text, length, 0, NULL);
    json_decref(row);
    return !row || tri_fail(e, TRI_USAGE, "%.200s:%zu: is a row that lacks the end of its line",
                            file, line);
}

/* With `whole`, the file may be that of a run that was killed. */
static bool load_lines(struct store *s, const char *file, off_t *whole, struct tri_error *e)
{
    char *text = NULL;
    size_t size = 0;
    ssize_t length;
    FILE *in = fopen(file, "re");
    bool good = in, ended = true;
    errno = in ? 0 : errno;
    for (size_t line = 1; good && ended && (length = line_read(&text, &size, in)) > 0; line++) {
        ended = text[length - 1] == '\n';
        if (whole && !ended)
            good = check_tail(file, line, text, (size_t)length, e);
        else if (length > ended)
            good = load_text(s, &(struct place){ file, line }, text, (size_t)(length - ended), e);
        if (whole && ended)
            *whole += length;
    }
    free(text);
    if (!in || (good && !feof(in))) /* or out of memory for a line, which is no ferror() */
        good = tri_fail(e, TRI_USAGE, "%.200s: cannot be read: %s", file, strerror(errno));
    if (in)
        fclose(in);
    return good;
}

static bool load_database(struct store *s, const char *file, struct tri_error *e)
{
    struct store *from = store_open(file, STORE_READ, e);
    sqlite3_stmt *query =
        from ? store_ask(from, "select id, json from row order by id", NULL, 0, e) : NULL;
    bool good = query;
    while (good && store_next(from, query, &good, e))
        good = load_text(s, &(struct place){ file, (size_t)sqlite3_column_int64(query, 0) },
                         (const char *)sqlite3_column_text(query, 1),
                         (size_t)sqlite3_column_bytes(query, 1), e);
    sqlite3_finalize(query);
    store_close(from);
    return good;
}

bool rows_load(struct store *s, const char *file, off_t *whole, struct tri_error *e)
{
    long long before = store_last(s);
    if (whole)
        *whole = 0;
    const char *dot = strrchr(file, '.');
    char bench[TRI_COMMAND];
    bool database = !whole && store_is_database(file), published = false;
    if (!whole && !database && !published_load(s, file, &published, e))
        return false;
    if (database ? !load_database(s, file, e) : !published && !load_lines(s, file, whole, e))
        return false;
    return whole || store_last(s) > before ||
           tri_fail(e, TRI_USAGE, "%.100s: has no rows; `%s --%s %.100s` adds some", file,
                    tri_command("bench", bench, sizeof bench),
                    database || (dot && strcmp(dot, ".db") == 0) ? "db" : "json", file);
}

struct store *rows_load_all(const char *list, struct tri_error *e)
{
    char *text = strdup(list), *rest = text, *name;
    struct store *s = text ? store_in_memory(e) : NULL;
    bool good = text || tri_fail(e, TRI_FAILED, "out of memory");
    while (s && good && (name = strsep(&rest, ",")))
        good = rows_load(s, name, NULL, e);
    free(text);
    if (good)
        return s;
    store_close(s);
    return NULL;
}

/* ---- Functions of SQL ------------------------------------------------------------------------- */

static void si_of(sqlite3_context *context, int n, sqlite3_value **value)
{
    bool null = sqlite3_value_type(value[0]) == SQLITE_NULL;
    double x = null ? (double)NAN : sqlite3_value_double(value[0]);
    sqlite3_result_text(context, si(x, (const char *)sqlite3_value_text(value[1])).s, -1,
                        SQLITE_TRANSIENT);
}

/* SQL: ratio(), percent() and marked_share(). */
static void formatted(sqlite3_context *context, int n, sqlite3_value **value)
{
    struct text (*const *format)(double) = sqlite3_user_data(context);
    bool null = sqlite3_value_type(value[0]) == SQLITE_NULL;
    sqlite3_result_text(context, (*format)(null ? (double)NAN : sqlite3_value_double(value[0])).s,
                        -1, SQLITE_TRANSIENT);
}

/* SQL: how many times as fast the second of two rows is as the first, in the time of that key: a number, or as text with its
 * interval; null: one has no such time. */
static void speed_of(sqlite3_context *context, int n, sqlite3_value **value)
{
    struct tri_measurement m[2] = { 0 };
    struct tri_times t[2] = { 0 };
    bool good = sqlite3_value_type(value[0]) != SQLITE_NULL;
    for (int i = 0; good && i < 2; i++) {
        json_t *row = json_loads((const char *)sqlite3_value_text(value[i]), 0, NULL);
        good = times_for(row, (const char *)sqlite3_value_text(value[2]), &t[i]) && t[i].n > 0;
        row_rounds(row, &m[i]);
        json_decref(row);
    }
    struct tri_interval speed = good ? tri_ratio(&t[0], &t[1], tri_same_rounds(&m[0], &m[1]))
                                     : (struct tri_interval){ NAN, NAN, NAN };
    if (good && sqlite3_user_data(context))
        sqlite3_result_text(context, ratio_within(speed).s, -1, SQLITE_TRANSIENT);
    else if (good)
        sqlite3_result_double(context, speed.middle);
    tri_times_free(&t[0]);
    tri_times_free(&t[1]);
}

/* SQL: the ceilings in a row's JSON; null if they are not known. */
static void ceilings(sqlite3_context *context, int n, sqlite3_value **value)
{
    json_t *row = json_loads((const char *)sqlite3_value_text(value[0]), 0, NULL), *known = NULL;
    const struct tri_work work = row_work(row);
    const struct tri_ceiling c = row_ceiling(row);
    enum tri_resource unit, binds = tri_ceiling_binds(&c, &work);
    double arithmetic = tri_ceiling_arithmetic(&c, &work, &unit);
    if (isfinite(arithmetic) && isfinite(c.bytes_per_second))
        known = json_pack("{s:s, s:s, s:f, s:f}", "bound_by", tri_resource_name(binds), "unit",
                          tri_resource_name(unit), "arithmetic", arithmetic, "seconds",
                          tri_ceiling_seconds(&c, &work, binds));
    sqlite3_result_text(context, known ? json_dumps(known, 0) : NULL, -1, free);
    json_decref(known);
    json_decref(row);
}

/* Fills the table of settings. */
static bool tell_settings(struct store *s, struct tri_error *e)
{
    static const char *const concerns[] = { [TRI_OF_THREADS] = "threads",
                                            [TRI_OF_OFFLOAD] = "offload",
                                            [TRI_OF_VARIANTS] = "variants",
                                            [TRI_OF_PARTS] = "parts" };
    const struct tri_setting *one;
    bool good = true;
    for (size_t i = 0; good && (one = tri_setting_at(i)); i++) {
        const char *const text[] = { one->key, one->name, concerns[one->concerns] };
        good = store_tell(s, "insert into run_setting(key, name, concerns) values (?1, ?2, ?3)",
                          text, 3, e);
    }
    return good;
}

bool rows_prepare(struct store *s, struct tri_error *e)
{
    static struct text (*const as_ratio)(double) = ratio, (*const as_percent)(double) = percent,
                               (*const as_share)(double) = marked_share;
    return store_function(s, "si", 2, si_of, NULL, e) &&
           store_function(s, "ratio", 1, formatted, &as_ratio, e) &&
           store_function(s, "percent", 1, formatted, &as_percent, e) &&
           store_function(s, "marked_share", 1, formatted, &as_share, e) &&
           store_function(s, "speed", 3, speed_of, NULL, e) &&
           store_function(s, "speed_text", 3, speed_of, &as_ratio, e) &&
           store_function(s, "ceilings", 1, ceilings, NULL, e) && store_run(s, rows_sql, e) &&
           tell_settings(s, e);
}

/* ---- The request ------------------------------------------------------------------------------- */

static bool ask(struct store *s, const char *option, const char *name, bool given,
                const char *value, struct tri_error *e)
{
    const char *const text[] = { option, name, value, given ? "1" : "0" };
    return store_tell(s,
                      "insert into asked(option, name, value, given) values (?1, ?2, ?3, ?4 = '1')",
                      text, 4, e);
}

/* Variants are compared by name, since rows may have some that this program does not. */
bool rows_ask(struct store *s, const struct request *r, struct tri_error *e)
{
    const char *of_path = r->paths_given ? "--path " : "--sweep path=",
               *of_variant = r->variants_given ? "--variant " : "--sweep variant=",
               *of_precision = r->precisions_given ? "--precision " : "--sweep precision=";
    bool good = true;
    for (size_t i = 0; good && path_at(i, NULL); i++)
        good = !r->path[i] || ask(s, of_path, "path", r->paths_given, path_at(i, NULL), e);
    for (size_t i = 0; good && i < r->hotspots; i++)
        good = ask(s, "hotspot ", "hotspot", r->hotspots_given, r->hotspot[i], e);
    for (size_t i = 0; good && i < r->variants.n; i++)
        good = ask(s, of_variant, "variant", r->variants_given, r->variants.name[i], e);
    for (size_t i = 0; good && precision_at(i, NULL); i++)
        good = !r->precision[i] ||
               ask(s, of_precision, "precision", r->precisions_given, precision_at(i, NULL), e);
    if (!r->names_of_rows)
        return good;
    return good &&
           store_check(s,
                       r->variants.option ? "select text from unknown_name"
                                          : "select text from unknown_name where name = 'hotspot'",
                       e);
}

/* ---- Answers ---------------------------------------------------------------------------------- */

bool rows_choose(struct store *s, const char *insert, struct tri_error *e)
{
    return store_run(s, "delete from chosen_row", e) && store_run(s, insert, e) &&
           store_run(s, "delete from chosen_row where id not in (select id from last_chosen)", e);
}

bool print_lines(FILE *out, struct store *s, const char *sql, struct tri_error *e)
{
    sqlite3_stmt *line = store_ask(s, sql, NULL, 0, e);
    bool good = line;
    while (good && store_next(s, line, &good, e))
        fprintf(out, "%s\n", (const char *)sqlite3_column_text(line, 0));
    sqlite3_finalize(line);
    return good;
}

char *answer_text(struct store *s, const char *sql, const char *text, bool *good,
                  struct tri_error *e)
{
    char *found = NULL;
    sqlite3_stmt *query = store_ask(s, sql, &text, text != NULL, e);
    *good = query;
    if (query && store_next(s, query, good, e)) {
        found = strdup((const char *)sqlite3_column_text(query, 0));
        *good = found || tri_fail(e, TRI_FAILED, "out of memory");
    }
    sqlite3_finalize(query);
    return found;
}

json_t *answer_json(struct store *s, const char *sql, struct tri_error *e)
{
    bool good;
    char *text = answer_text(s, sql, NULL, &good, e);
    json_t *json = text ? json_loads(text, 0, NULL) : NULL;
    if (good && !json)
        tri_fail(e, TRI_FAILED, "out of memory");
    free(text);
    return json;
}

char *machine_of(struct store *s, bool one, struct tri_error *e)
{
    bool good;
    if (one && !store_check(s, "select text from measured_elsewhere", e))
        return NULL;
    return answer_text(s, "select text from measured_on", NULL, &good, e);
}
