/* Result rows read back, by jansson; a table says what a row has to hold. */
#include "rows.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What a row holds ------------------------------------------------------------------------- */

enum kind {
    STRING,
    STRING_OR_NULL,
    POSITIVE,
    POSITIVE_OR_NULL,
    OBJECT,
    OPTIONAL_STRING,
    NOT_NEGATIVE,
    OPTIONAL_POSITIVE
};

static const char *const allowed[] = {
    [STRING] = "a string",
    [STRING_OR_NULL] = "a string or null",
    [POSITIVE] = "a positive number",
    [NOT_NEGATIVE] = "a number, not less than 0",
    [POSITIVE_OR_NULL] = "a positive number or null",
    [OBJECT] = "an object",
    [OPTIONAL_STRING] = "a string or null",
    [OPTIONAL_POSITIVE] = "a positive number or null",
};

static const struct field {
    const char *key, *within; /* `within`: the object that holds it, NULL: the row itself */
    enum kind kind;
    size_t offset;
    bool result; /* only in a row of times that is not absent */
} fields[] = {
    { "hotspot", NULL, STRING, offsetof(struct row, hotspot), false },
    { "path", NULL, STRING, offsetof(struct row, path), false },
    { "peer", NULL, OPTIONAL_STRING, offsetof(struct row, peer), false },
    { "variant", NULL, OPTIONAL_STRING, offsetof(struct row, variant), false },
    { "precision", NULL, STRING, offsetof(struct row, precision), false },
    { "params", NULL, OBJECT, offsetof(struct row, params), false },
    { "input", NULL, OPTIONAL_STRING, offsetof(struct row, input), false },
    { "threads", NULL, POSITIVE, offsetof(struct row, threads), false },
    { "device", NULL, STRING_OR_NULL, offsetof(struct row, device), false },
    { "cpu", NULL, STRING, offsetof(struct row, cpu), false },
    { "compiler", NULL, STRING, offsetof(struct row, compiler), false },
    { "kind", NULL, OPTIONAL_STRING, offsetof(struct row, kind), false },
    { "instructions", NULL, NOT_NEGATIVE, offsetof(struct row, instructions), true },
    { "bytes", NULL, POSITIVE, offsetof(struct row, bytes), true },
    { "median", "kernel_s", POSITIVE, offsetof(struct row, seconds), true },
    { "min", "kernel_s", OPTIONAL_POSITIVE, offsetof(struct row, least), true },
    { "max", "kernel_s", OPTIONAL_POSITIVE, offsetof(struct row, most), true },
    { "ceiling_fma_per_s", NULL, POSITIVE_OR_NULL, offsetof(struct row, fma_per_second), true },
    { "ceiling_bytes_per_s", NULL, POSITIVE_OR_NULL, offsetof(struct row, bytes_per_second), true },
};

/* Stores a value if it is of the kind. */
static bool take(const json_t *value, enum kind kind, void *to)
{
    bool null = json_is_null(value);
    switch (kind) {
    case STRING:
    case STRING_OR_NULL:
    case OPTIONAL_STRING:
        *(const char **)to = json_string_value(value);
        return json_is_string(value) || (null && kind != STRING);
    case POSITIVE:
    case POSITIVE_OR_NULL:
    case OPTIONAL_POSITIVE:
        *(double *)to = null ? (double)NAN : json_number_value(value);
        return (null && kind != POSITIVE) || json_number_value(value) > 0;
    case NOT_NEGATIVE:
        *(double *)to = json_number_value(value);
        return json_is_number(value) && json_number_value(value) >= 0;
    case OBJECT: *(const json_t **)to = value; return json_is_object(value);
    }
    return false;
}

static bool take_field(struct row *row, const struct field *f, struct tri_error *e)
{
    const json_t *holder = f->within ? json_object_get(row->json, f->within) : row->json;
    const json_t *value = json_object_get(holder, f->key);
    const char *within = f->within ? f->within : "", *dot = f->within ? "." : "";
    bool optional = f->kind == OPTIONAL_STRING || f->kind == OPTIONAL_POSITIVE;
    if (!value && optional)
        value = json_null();
    if (value && take(value, f->kind, (char *)row + f->offset))
        return true;
    if (value)
        return tri_fail(e, TRI_USAGE, "%.200s:%zu: \"%s%s%s\" has to be %s", row->file, row->line,
                        within, dot, f->key, allowed[f->kind]);
    return tri_fail(e, TRI_USAGE, "%.200s:%zu: has no \"%s%s%s\"", row->file, row->line, within,
                    dot, f->key);
}

/* ---- Files ------------------------------------------------------------------------------------ */

static bool holds_times(const struct row *row)
{
    return !row->absent && !row->kind;
}

static void find_roof(struct row *row)
{
    struct tri_work work = row_work(row->json);
    struct tri_ceiling ceiling = row_ceiling(row->json);
    row->arithmetic_per_second = tri_ceiling_arithmetic(&ceiling, &work, &row->arithmetic);
}

static bool parse_row(struct row *row, const char *text, size_t length, struct tri_error *e)
{
    json_error_t why;
    row->json = json_loadb(text, length, JSON_REJECT_DUPLICATES, &why);
    if (!row->json || !json_is_object(row->json))
        return tri_fail(e, TRI_USAGE, "%.200s:%zu: is no row of JSON%s%s", row->file, row->line,
                        row->json ? "" : ": ", row->json ? "" : why.text);
    row->absent = json_string_value(json_object_get(row->json, "absent"));
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (!(fields[i].result && !holds_times(row)) && !take_field(row, &fields[i], e))
            return false;
    row->path = row->peer ? row->peer : row->path;
    if (holds_times(row))
        find_roof(row);
    return true;
}

static struct row *new_row(struct rows *rows, const char *file, size_t line, struct tri_error *e)
{
    struct row *more = realloc(rows->row, (rows->n + 1) * sizeof *more);
    if (!more) {
        tri_fail(e, TRI_FAILED, "out of memory");
        return NULL;
    }
    rows->row = more;
    more[rows->n] = (struct row){ .file = file, .line = line };
    return &more[rows->n++];
}

bool rows_add(struct rows *rows, const char *file, size_t line, const char *text, size_t length,
              struct tri_error *e)
{
    struct row *row = new_row(rows, file, line, e);
    return row && parse_row(row, text, length, e);
}

/* The last line, which has no end: only what a run that was killed can have left may be cut off. */
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

static bool load_row(struct store *s, const char *file, size_t line, const char *text,
                     size_t length, struct tri_error *e)
{
    struct row row = { .file = file, .line = line };
    bool good = parse_row(&row, text, length, e) && store_load(s, row.json, file, line, e);
    json_decref(row.json);
    return good;
}

/* With `whole`, of a run that may have come to no end. */
static bool load_lines(struct store *s, const char *file, FILE *in, off_t *whole,
                       struct tri_error *e)
{
    char *text = NULL;
    size_t size = 0;
    ssize_t length = 0;
    bool good = true;
    errno = 0;
    for (size_t line = 1; good && (length = getline(&text, &size, in)) > 0; line++) {
        bool ended = text[length - 1] == '\n';
        if (whole && !ended) {
            good = check_tail(file, line, text, (size_t)length, e);
            break;
        }
        if (whole)
            *whole += length;
        length -= ended;
        if (length > 0)
            good = load_row(s, file, line, text, (size_t)length, e);
    }
    free(text);
    if (good && ferror(in))
        return tri_fail(e, TRI_USAGE, "%.200s: cannot be read: %s", file, strerror(errno));
    return good;
}

static bool load_text(struct store *s, const char *file, off_t *whole, struct tri_error *e)
{
    FILE *in = fopen(file, "re");
    if (!in)
        return tri_fail(e, TRI_USAGE, "%.200s: cannot be read: %s", file, strerror(errno));
    bool good = load_lines(s, file, in, whole, e);
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
        good = load_row(s, file, (size_t)sqlite3_column_int64(query, 0),
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
    if (!whole && store_is_database(file) ? !load_database(s, file, e)
                                          : !load_text(s, file, whole, e))
        return false;
    return whole || store_last(s) > before ||
           tri_fail(e, TRI_USAGE, "%.200s: holds no row; bench --json or --db adds them", file);
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

/* ---- Answers ---------------------------------------------------------------------------------- */

/* The name, as the rows keep it; NULL: out of memory. */
static const char *keep_name(struct rows *rows, const char *name)
{
    for (size_t i = rows->files; i-- > 0;)
        if (strcmp(rows->file[i], name) == 0)
            return rows->file[i];
    char **more = realloc(rows->file, (rows->files + 1) * sizeof *more);
    if (!more)
        return NULL;
    rows->file = more;
    if ((more[rows->files] = strdup(name)))
        return more[rows->files++];
    return NULL;
}

static bool take_row(struct rows *rows, sqlite3_stmt *query, struct tri_error *e)
{
    const char *file = keep_name(rows, (const char *)sqlite3_column_text(query, 0));
    size_t line = (size_t)sqlite3_column_int64(query, 1);
    const char *text = (const char *)sqlite3_column_text(query, 2);
    if (!file)
        return tri_fail(e, TRI_FAILED, "out of memory");
    return text ? rows_add(rows, file, line, text, (size_t)sqlite3_column_bytes(query, 2), e)
                : new_row(rows, file, line, e) != NULL;
}

bool rows_ask(struct rows *rows, struct store *s, const char *which, const char *const *text,
              size_t n, struct tri_error *e)
{
    char sql[2000];
    *rows = (struct rows){ 0 };
    snprintf(sql, sizeof sql,
             "select coalesce(row.file, 'row'), coalesce(row.line, row.id), row.json from %s",
             which);
    sqlite3_stmt *query = store_ask(s, sql, text, n, e);
    bool good = query;
    while (good && store_next(s, query, &good, e))
        good = take_row(rows, query, e);
    sqlite3_finalize(query);
    if (!good)
        rows_free(rows);
    return good;
}

bool rows_copy(struct rows *to, const struct rows *from)
{
    *to = (struct rows){ .n = from->n, .row = calloc(from->n, sizeof *to->row) };
    if (!to->row)
        return false;
    for (size_t i = 0; i < from->n; i++) {
        to->row[i] = from->row[i];
        json_incref(to->row[i].json);
    }
    return true;
}

void rows_free(struct rows *rows)
{
    for (size_t i = 0; i < rows->n; i++)
        json_decref(rows->row[i].json);
    for (size_t i = 0; i < rows->files; i++)
        free(rows->file[i]);
    free(rows->row);
    free(rows->file);
    *rows = (struct rows){ 0 };
}

/* ---- Choices ---------------------------------------------------------------------------------- */

static void keep(struct rows *rows, size_t *kept, size_t i, bool wanted)
{
    if (wanted)
        rows->row[(*kept)++] = rows->row[i];
    else
        json_decref(rows->row[i].json);
}

void rows_keep(struct rows *rows, bool (*wanted)(const struct row *, const void *),
               const void *data)
{
    size_t kept = 0;
    for (size_t i = 0; i < rows->n; i++)
        keep(rows, &kept, i, wanted(&rows->row[i], data));
    rows->n = kept;
}

void rows_latest(struct rows *rows, bool (*same)(const struct row *, const struct row *))
{
    size_t kept = 0;
    for (size_t i = 0; i < rows->n; i++) {
        size_t later = i + 1;
        while (later < rows->n && !same(&rows->row[i], &rows->row[later]))
            later++;
        keep(rows, &kept, i, later == rows->n);
    }
    rows->n = kept;
}

bool rows_of_one_machine(const struct rows *rows, struct tri_error *e)
{
    const char *cpu = rows->n ? rows->row[0].cpu : "", *device = NULL;
    for (size_t i = 0; i < rows->n; i++) {
        const struct row *r = &rows->row[i];
        if (!device)
            device = r->device;
        bool same_cpu = strcmp(r->cpu, cpu) == 0;
        if (!same_cpu || (r->device && strcmp(r->device, device) != 0))
            return tri_fail(e, TRI_USAGE,
                            "%.200s:%zu: was measured on another machine (%.60s) than the rows "
                            "before it (%.60s); a figure shows one",
                            r->file, r->line, same_cpu ? r->device : r->cpu,
                            same_cpu ? device : cpu);
    }
    return true;
}
