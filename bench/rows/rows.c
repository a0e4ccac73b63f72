/* Result rows read back, by jansson; a table says what a row has to hold. */
#include "rows.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What a row holds ------------------------------------------------------------------------- */

enum kind { STRING, OBJECT, POSITIVE, NOT_NEGATIVE };
enum presence { NEEDED, OR_NULL, OPTIONAL }; /* what is optional may be null, too */

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
    size_t offset;
    bool result; /* only in a row of times that is not absent */
} fields[] = {
    { "hotspot", NULL, STRING, NEEDED, offsetof(struct row, hotspot), false },
    { "path", NULL, STRING, NEEDED, offsetof(struct row, path), false },
    { "peer", NULL, STRING, OPTIONAL, offsetof(struct row, peer), false },
    { "variant", NULL, STRING, OPTIONAL, offsetof(struct row, variant), false },
    { "precision", NULL, STRING, NEEDED, offsetof(struct row, precision), false },
    { "params", NULL, OBJECT, NEEDED, offsetof(struct row, params), false },
    { "input", NULL, STRING, OPTIONAL, offsetof(struct row, input), false },
    { "threads", NULL, POSITIVE, NEEDED, offsetof(struct row, threads), false },
    { "device", NULL, STRING, OR_NULL, offsetof(struct row, device), false },
    { "cpu", NULL, STRING, NEEDED, offsetof(struct row, cpu), false },
    { "compiler", NULL, STRING, NEEDED, offsetof(struct row, compiler), false },
    { "kind", NULL, STRING, OPTIONAL, offsetof(struct row, kind), false },
    { "instructions", NULL, NOT_NEGATIVE, NEEDED, offsetof(struct row, instructions), true },
    { "bytes", NULL, POSITIVE, NEEDED, offsetof(struct row, bytes), true },
    { "median", "kernel_s", POSITIVE, NEEDED, offsetof(struct row, seconds), true },
    { "min", "kernel_s", POSITIVE, OPTIONAL, offsetof(struct row, least), true },
    { "max", "kernel_s", POSITIVE, OPTIONAL, offsetof(struct row, most), true },
    { "ceiling_fma_per_s", NULL, POSITIVE, OR_NULL, offsetof(struct row, fma_per_second), true },
    { "ceiling_bytes_per_s", NULL, POSITIVE, OR_NULL, offsetof(struct row, bytes_per_second),
      true },
};

/* Stores a value if it is of the kind. */
static bool take(const json_t *value, enum kind kind, bool null, void *to)
{
    if (kind == STRING) {
        *(const char **)to = json_string_value(value);
        return json_is_string(value) || null;
    }
    if (kind == OBJECT) {
        *(const json_t **)to = value;
        return json_is_object(value);
    }
    double number = null ? (double)NAN : json_number_value(value);
    *(double *)to = number;
    return null || number > 0 || (kind == NOT_NEGATIVE && json_is_number(value) && number == 0);
}

static bool take_field(struct row *row, const struct field *f, struct tri_error *e)
{
    const json_t *holder = f->within ? json_object_get(row->json, f->within) : row->json;
    const json_t *value = json_object_get(holder, f->key);
    const char *within = f->within ? f->within : "", *dot = f->within ? "." : "";
    if (!value && f->presence != OPTIONAL)
        return tri_fail(e, TRI_USAGE, "%.200s:%zu: has no \"%s%s%s\"", row->file, row->line, within,
                        dot, f->key);
    bool null = f->presence != NEEDED && (!value || json_is_null(value));
    return take(value, f->kind, null, (char *)row + f->offset) ||
           tri_fail(e, TRI_USAGE, "%.200s:%zu: \"%s%s%s\" has to be %s%s", row->file, row->line,
                    within, dot, f->key, allowed[f->kind], f->presence == NEEDED ? "" : " or null");
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

bool rows_add(struct rows *rows, const char *file, size_t line, const char *text, size_t length,
              struct tri_error *e)
{
    struct row *more = realloc(rows->row, (rows->n + 1) * sizeof *more);
    char *own = strdup(file);
    rows->row = more ? more : rows->row;
    if (!more || !own) {
        free(own);
        return tri_fail(e, TRI_FAILED, "out of memory");
    }
    more[rows->n++] = (struct row){ .file = own, .line = line };
    return !text || parse_row(&more[rows->n - 1], text, length, e);
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
    struct row row = { .file = (char *)file, .line = line };
    bool good = parse_row(&row, text, length, e) && store_load(s, row.json, file, line, e);
    json_decref(row.json);
    return good;
}

/* With `whole`, of a run that may have come to no end. */
static bool load_lines(struct store *s, const char *file, off_t *whole, struct tri_error *e)
{
    char *text = NULL;
    size_t size = 0;
    ssize_t length;
    FILE *in = fopen(file, "re");
    bool good = in, ended = true;
    errno = in ? 0 : errno;
    for (size_t line = 1; good && ended && (length = getline(&text, &size, in)) > 0; line++) {
        ended = text[length - 1] == '\n';
        if (whole && !ended)
            good = check_tail(file, line, text, (size_t)length, e);
        else if (length > ended)
            good = load_row(s, file, line, text, (size_t)(length - ended), e);
        if (whole && ended)
            *whole += length;
    }
    free(text);
    if (!in || (good && ferror(in)))
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
                                          : !load_lines(s, file, whole, e))
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

bool rows_ask(struct rows *rows, struct store *s, const char *which, const char *const *text,
              size_t n, struct tri_error *e)
{
    char *sql = sqlite3_mprintf(
        "select coalesce(row.file, 'row'), coalesce(row.line, row.id), row.json from %s", which);
    sqlite3_stmt *query = store_ask(s, sql, text, n, e);
    bool good = query;
    *rows = (struct rows){ 0 };
    while (good && store_next(s, query, &good, e))
        good = rows_add(rows, (const char *)sqlite3_column_text(query, 0),
                        (size_t)sqlite3_column_int64(query, 1),
                        (const char *)sqlite3_column_text(query, 2),
                        (size_t)sqlite3_column_bytes(query, 2), e);
    sqlite3_finalize(query);
    sqlite3_free(sql);
    if (!good)
        rows_free(rows);
    return good;
}

bool rows_latest(struct rows *rows, struct store *s, const char *which, const char *const *text,
                 size_t n, struct tri_error *e)
{
    char *latest = sqlite3_mprintf(
        "row where id in (select max(id) from %s group by hotspot, coalesce(peer, path), variant, "
        "precision, params, input, schedule, teams, threads_per_team, "
        "iif(device is null, threads, null)) order by id",
        which);
    bool good =
        latest ? rows_ask(rows, s, latest, text, n, e) : tri_fail(e, TRI_FAILED, "out of memory");
    sqlite3_free(latest);
    return good;
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

void rows_free(struct rows *rows)
{
    for (size_t i = 0; i < rows->n; i++) {
        json_decref(rows->row[i].json);
        free(rows->row[i].file);
    }
    free(rows->row);
    *rows = (struct rows){ 0 };
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
