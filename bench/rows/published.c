/*
 * Numbers that others have published, as rows:
 *
 * - a CSV with the columns `problem`, `application` and `platform`, as the P3 Analysis Library has them, and one of `time`
 *   (seconds), `fom` (the same: there, lower is better if nothing else is said) and `rate` (per second); `precision` and
 *   `compiler` if there are such; any other column is left out.  Lines that agree in these are runs of the same;
 * - Google Benchmark's JSON (--benchmark_format=json): each benchmark is a peer that has the executable's name;
 * - an array of rows, as `bench --format json` writes it.
 *
 * What such a file does not say, the rows do not say either: null, or "-" where a name is needed; the compiler is
 * "published" then.
 */
#include "inside.h"

#include "lists.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Rows in the making ----------------------------------------------------------------------- */

/* By what makes them the same measurement: an object with `row`, `line`, and the times `all`. */
static json_t *measured(json_t *by_key, const char *key, json_t *row, size_t line)
{
    json_t *m = json_object_get(by_key, key);
    if (m) {
        json_decref(row);
        return m;
    }
    m = json_pack("{s:o, s:I, s:[]}", "row", row, "line", (json_int_t)line, "all");
    json_object_set_new(by_key, key, m);
    return m;
}

static json_t *or_dash(const char *text)
{
    return json_string(text && *text ? text : "-");
}

static json_t *new_row(const char *hotspot, const char *path, const char *precision,
                       const char *machine, const char *compiler, int threads)
{
    return json_pack("{s:i, s:s, s:s, s:o, s:{}, s:i, s:o, s:o, s:n, s:n, s:n, s:n}", "schema",
                     ROW_SCHEMA, "hotspot", hotspot, "path", path, "precision", or_dash(precision),
                     "params", "threads", threads, "cpu", or_dash(machine), "compiler",
                     json_string(compiler && *compiler ? compiler : "published"), "instructions",
                     "bytes", "ceiling_fma_per_s", "ceiling_bytes_per_s");
}

static json_t *times_of(const json_t *all, const struct place *at, struct tri_error *e)
{
    double seconds[TRI_MAX_REPS];
    const struct tri_times t = { json_array_size(all), seconds };
    if (t.n > TRI_MAX_REPS) {
        tri_fail(e, TRI_USAGE, "%.200s:%zu: has more than %d runs of the same", at->file, at->line,
                 TRI_MAX_REPS);
        return NULL;
    }
    for (size_t i = 0; i < t.n; i++)
        seconds[i] = json_number_value(json_array_get(all, i));
    return tri_row_times(&t);
}

/* One without a time is absent. */
static bool finish_row(json_t *m, const struct place *at, struct tri_error *e)
{
    json_t *row = json_object_get(m, "row"), *all = json_object_get(m, "all");
    if (json_array_size(all) == 0) {
        if (!json_object_get(row, "absent"))
            json_object_set_new(row, "absent", json_string("no result is published"));
        return true;
    }
    json_object_del(row, "absent");
    json_t *times = times_of(all, at, e);
    json_object_set_new(row, "kernel_s", times);
    json_object_set_new(row, "reps", json_integer((json_int_t)json_array_size(all)));
    return times;
}

static bool load_all(struct store *s, const char *file, json_t *by_key, struct tri_error *e)
{
    const char *key;
    json_t *m;
    bool good = true;
    json_object_foreach(by_key, key, m)
    {
        const struct place at = { file, (size_t)json_integer_value(json_object_get(m, "line")) };
        good = good && finish_row(m, &at, e) && row_load(s, &at, json_object_get(m, "row"), e);
    }
    return good;
}

/* ---- CSV -------------------------------------------------------------------------------------- */

/* The next field of *rest, RFC 4180, in place; *rest is NULL after the last.  False: a quote is not closed. */
static bool next_field(char **rest, char **field)
{
    char *p = *rest, *to = p;
    bool quoted = *p == '"';
    *field = p;
    p += quoted;
    while (*p && (quoted || *p != ',')) {
        bool quote = quoted && *p == '"';
        if (quote && p[1] != '"') {
            quoted = false;
            p++;
            continue;
        }
        p += quote;
        *to++ = *p++;
    }
    *rest = *p ? p + 1 : NULL;
    *to = '\0';
    return !quoted;
}

enum column { PROBLEM, APPLICATION, PLATFORM, TIME, FOM, RATE, PRECISION, COMPILER, COLUMNS };
static const char *const column_names[COLUMNS] = {
    "problem", "application", "platform", "time", "fom", "rate", "precision", "compiler"
};

/* The number of each column in a line of fields; -1: there is none. */
struct header {
    int number[COLUMNS];
    enum column result;
};

/* The line's fields of these columns; "" where there is none. */
static bool take_fields(char *line, const struct header *h, const char *value[COLUMNS],
                        const struct place *at, struct tri_error *e)
{
    line[strcspn(line, "\r\n")] = '\0';
    for (int c = 0; c < COLUMNS; c++)
        value[c] = "";
    for (int i = 0; line; i++) {
        char *field;
        if (!next_field(&line, &field))
            return tri_fail(e, TRI_USAGE, "%.200s:%zu: a quote is not closed", at->file, at->line);
        for (int c = 0; c < COLUMNS; c++)
            if (h->number[c] == i)
                value[c] = field;
    }
    return true;
}

/* A first line that names a column twice has the last. */
static void find_columns(char *line, struct header *h)
{
    char *field;
    for (int c = 0; c < COLUMNS; c++)
        h->number[c] = -1;
    line[strcspn(line, "\r\n")] = '\0';
    for (int i = 0; line && next_field(&line, &field); i++)
        for (int c = 0; c < COLUMNS; c++)
            if (strcmp(field, column_names[c]) == 0)
                h->number[c] = i;
}

static bool check_header(struct header *h, const char *file, struct tri_error *e)
{
    int results = 0;
    for (enum column c = TIME; c <= RATE; c++)
        if (h->number[c] >= 0) {
            h->result = c;
            results++;
        }
    for (int c = 0; c <= PLATFORM; c++)
        if (h->number[c] < 0)
            results = 0;
    return results == 1 ||
           tri_fail(e, TRI_USAGE,
                    "%.200s:1: needs the columns problem, application, platform, and one of time "
                    "(seconds), fom (the same) and rate (per second)",
                    file);
}

/* Seconds; NaN: there is no result.  False: it is none. */
static bool read_result(const char *text, bool rate, double *seconds)
{
    char *end;
    double x = strtod(text, &end);
    *seconds = NAN;
    if (!*text || isnan(x))
        return true;
    *seconds = rate ? 1 / x : x;
    return *end == '\0' && end != text && x > 0 && isfinite(x) && isfinite(*seconds) &&
           *seconds > 0;
}

static bool add_line(json_t *by_key, const struct header *h, char *line, const struct place *at,
                     struct tri_error *e)
{
    const char *v[COLUMNS];
    double seconds;
    if (!take_fields(line, h, v, at, e))
        return false;
    for (int c = 0; c <= PLATFORM; c++)
        if (!*v[c])
            return tri_fail(e, TRI_USAGE, "%.200s:%zu: has no %s", at->file, at->line,
                            column_names[c]);
    if (!read_result(v[h->result], h->result == RATE, &seconds))
        return tri_fail(e, TRI_USAGE, "%.200s:%zu: %s %.40s: has to be a positive number", at->file,
                        at->line, column_names[h->result], v[h->result]);
    json_t *row = new_row(v[PROBLEM], "offload", v[PRECISION], v[PLATFORM], v[COMPILER], 1);
    bool good = json_object_set_new(row, "variant", json_string(v[APPLICATION])) == 0 &&
                json_object_set_new(row, "device", json_string(v[PLATFORM])) == 0;
    char *key = good ? json_dumps(row, JSON_COMPACT) : NULL;
    if (!key)
        json_decref(row);
    json_t *m = key ? measured(by_key, key, row, at->line) : NULL;
    free(key);
    if (!m)
        return tri_fail(e, TRI_USAGE, "%.200s:%zu: is not UTF-8", at->file, at->line);
    if (!isnan(seconds))
        json_array_append_new(json_object_get(m, "all"), json_real(seconds));
    return true;
}

static bool load_csv(struct store *s, const char *file, FILE *in, struct tri_error *e)
{
    char *line = NULL;
    size_t room = 0;
    struct header h;
    json_t *by_key = json_object();
    bool good = line_read(&line, &room, in) > 0;
    if (good)
        find_columns(line, &h);
    good = good && check_header(&h, file, e);
    for (size_t n = 2; good && line_read(&line, &room, in) > 0; n++)
        good = line[strspn(line, "\r\n")] == '\0' ||
               add_line(by_key, &h, line, &(struct place){ file, n }, e);
    if (good && !feof(in))
        good = tri_fail(e, TRI_USAGE, "%.200s: cannot be read: %s", file, strerror(errno));
    good = good && load_all(s, file, by_key, e);
    free(line);
    json_decref(by_key);
    return good;
}

/* ---- JSON ------------------------------------------------------------------------------------- */

static const char *text_for(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static double unit_of(const char *name)
{
    static const struct {
        const char *name;
        double seconds;
    } units[] = { { "ns", 1e-9 }, { "us", 1e-6 }, { "ms", 1e-3 }, { "s", 1 } };
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(units[i].name, name) == 0)
            return units[i].seconds;
    return 1e-9; /* what it means if it does not say */
}

/* Means, deviations and such are left out: runs are there, or the median is. */
static bool add_benchmark(json_t *by_key, const json_t *context, const json_t *b, size_t number,
                          bool medians, const char *file, struct tri_error *e)
{
    const char *name = text_for(b, "run_name"),
               *program = strrchr(text_for(context, "executable"), '/');
    const char *aggregate = text_for(b, "aggregate_name");
    if (*aggregate && !(medians && strcmp(aggregate, "median") == 0))
        return true;
    double seconds =
        json_number_value(json_object_get(b, "real_time")) * unit_of(text_for(b, "time_unit"));
    bool failed = json_is_true(json_object_get(b, "error_occurred"));
    name = *name ? name : text_for(b, "name");
    program = program ? program + 1 : text_for(context, "executable");
    if (!*name || !(failed || (seconds > 0 && isfinite(seconds))))
        return tri_fail(e, TRI_USAGE,
                        "%.200s: benchmark %zu: needs a name and a positive real_time", file,
                        number);
    int threads = (int)json_integer_value(json_object_get(b, "threads"));
    json_t *row = new_row(name, "simd", NULL, text_for(context, "host_name"), NULL,
                          threads > 0 ? threads : 1);
    json_object_set_new(row, "device", json_null());
    json_object_set_new(row, "peer", json_string(*program ? program : "benchmark"));
    char *key = json_dumps(row, JSON_COMPACT);
    json_t *m = measured(by_key, key, row, number);
    free(key);
    if (failed)
        json_object_set_new(json_object_get(m, "row"), "absent",
                            or_dash(text_for(b, "error_message")));
    else
        json_array_append_new(json_object_get(m, "all"), json_real(seconds));
    return true;
}

/* Some are written with --benchmark_report_aggregates_only. */
static bool has_runs(const json_t *benchmarks)
{
    size_t i;
    const json_t *b;
    bool any = false;
    json_array_foreach(benchmarks, i, b)
    {
        any |= !*text_for(b, "aggregate_name");
    }
    return any;
}

static bool load_benchmarks(struct store *s, const char *file, const json_t *whole,
                            struct tri_error *e)
{
    size_t i;
    const json_t *b, *all = json_object_get(whole, "benchmarks");
    json_t *by_key = json_object();
    bool good = json_is_array(all) ||
                tri_fail(e, TRI_USAGE, "%.200s: has neither rows nor \"benchmarks\"", file);
    json_array_foreach(all, i, b)
    {
        good = good && add_benchmark(by_key, json_object_get(whole, "context"), b, i + 1,
                                     !has_runs(all), file, e);
    }
    good = good && load_all(s, file, by_key, e);
    json_decref(by_key);
    return good;
}

static bool load_array(struct store *s, const char *file, const json_t *rows, struct tri_error *e)
{
    size_t i;
    const json_t *row;
    bool good = true;
    json_array_foreach(rows, i, row)
    {
        good = good && row_load(s, &(struct place){ file, i + 1 }, row, e);
    }
    return good;
}

static bool load_json(struct store *s, const char *file, FILE *in, struct tri_error *e)
{
    json_error_t why;
    json_t *whole = json_loadf(in, JSON_REJECT_DUPLICATES, &why);
    bool good =
        whole || tri_fail(e, TRI_USAGE, "%.200s:%d: is no JSON: %s", file, why.line, why.text);
    if (good)
        good = json_is_array(whole) ? load_array(s, file, whole, e)
                                    : load_benchmarks(s, file, whole, e);
    json_decref(whole);
    return good;
}

/* ---- Which it is ------------------------------------------------------------------------------ */

/* Lines of rows are complete objects. */
static bool begins_document(const char *line)
{
    const char *first = line + strspn(line, " \t\r\n");
    json_t *whole = *first == '{' ? json_loads(first, 0, NULL) : NULL;
    bool is_row = whole && !json_object_get(whole, "benchmarks");
    json_decref(whole);
    return *first == '[' || (*first == '{' && !is_row && !strstr(first, "\"schema\":"));
}

static bool begins_csv(const char *line)
{
    return *line != '{' && *line != '[' && strchr(line, ',') &&
           (strstr(line, "problem") || strstr(line, "application") || strstr(line, "platform"));
}

bool published_load(struct store *s, const char *file, bool *is_one, struct tri_error *e)
{
    char *line = NULL;
    size_t room = 0;
    FILE *in = fopen(file, "re");
    bool seeks = in && fseek(in, 0, SEEK_END) == 0 && fseek(in, 0, SEEK_SET) == 0;
    bool some = seeks && line_read(&line, &room, in) > 0;
    bool document = some && begins_document(line), csv = some && begins_csv(line), good = true;
    free(line);
    *is_one = document || csv;
    if (*is_one && fseek(in, 0, SEEK_SET) != 0)
        good = tri_fail(e, TRI_USAGE, "%.200s: cannot be read: %s", file, strerror(errno));
    else if (*is_one)
        good = csv ? load_csv(s, file, in, e) : load_json(s, file, in, e);
    if (in)
        fclose(in);
    return good;
}
