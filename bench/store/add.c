/* Result rows in SQLite: adding. */
#define _GNU_SOURCE /* asprintf */
#include "inside.h"

#include "file.h"
#include "lost.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- What makes two rows the same measurement ---- */

/* Other programs may write 2.0 as 2, and the members of an object in another order. */
static json_t *plain(const json_t *value)
{
    const char *key;
    json_t *member;
    if (json_is_number(value)) {
        double x = json_number_value(value);
        return fabs(x) < 0x1p53 && trunc(x) == x ? json_integer((json_int_t)x) : json_real(x);
    }
    if (!json_is_object(value))
        return json_incref((json_t *)value);
    json_t *object = json_object();
    json_object_foreach((json_t *)value, key, member)
    {
        json_object_set_new(object, key, plain(member));
    }
    return object;
}

/* Equal values that are plain have equal text.  To be freed; NULL: out of memory. */
static char *text_of(json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY);
    json_decref(value);
    return text;
}

static void take(json_t *own, const json_t *row, const char *key)
{
    if (json_object_get(row, key))
        json_object_set_new(own, key, plain(json_object_get(row, key)));
}

char *store_identity(const json_t *row)
{
    static const char *const keys[] = {
        "schema", "kind",  "hotspot",        "path",  "variant", "peer",        "precision",
        "params", "input", "device_numbers", "nodes", "halo",    "host_memory", "device",
        "cpu",    "cores", "compiler",       "flags", "preset",  "version",     "build",
    };
    json_t *own = json_object();
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        take(own, row, keys[i]);
    for (size_t i = 0; tri_setting_at(i); i++)
        take(own, row, tri_setting_at(i)->key);
    /* Older rows do not have this member: their host memory is pageable. */
    if (!json_object_get(row, "host_memory"))
        json_object_set_new(own, "host_memory", json_string("pageable"));
    return text_of(own);
}

/* ---- JSON Lines: appended and flushed row by row ---- */

static bool append(int fd, const char *line, struct tri_error *e)
{
    size_t length = strlen(line);
    off_t before = lseek(fd, 0, SEEK_END); /* fails on a pipe, where nothing can be taken back */
    size_t written = tri_write_all(fd, line, length);
    if (written == length && (fdatasync(fd) == 0 || errno == EINVAL)) /* that is of no file */
        return true;
    int cause = errno;
    if (written > 0 && before >= 0 && ftruncate(fd, before) != 0)
        return tri_fail(e, TRI_FAILED,
                        "row not written: %s, and what there is of it could not be removed",
                        strerror(cause));
    return tri_fail(e, TRI_FAILED, "row not written: %s", strerror(cause));
}

/* If the disk is full, nothing is appended. */
static bool line_append(int fd, const char *text, struct tri_error *e)
{
    char *line = NULL;
    if (asprintf(&line, "%s\n", text) < 0)
        return tri_fail(e, TRI_FAILED, "row not written: out of memory");
    bool good = append(fd, line, e);
    free(line);
    return good;
}

/* ---- Rows ---- */

/* A run that fails before its first row leaves no new file.  While it is removed, the lock keeps other runs from
 * adding to it; SQLite gives an error to one that has it open.  (On a full disk only a read lock can be had.) */
static void remove_empty(struct store *s, const char *file, const char *count)
{
    if (!s->db || !(execute(s, "begin immediate") || execute(s, "begin")))
        return;
    if (store_number(s, count, NULL) == 0)
        unlink(file);
    execute(s, "rollback");
}

/* The first row creates the file. */
static bool create(struct store *s, struct tri_error *e)
{
    struct store file = { .fd = -1 };
    if (!open_database(&file, s->file, STORE_WRITE, SQLITE_OPEN_CREATE, e)) {
        remove_empty(&file, s->file, "select count(*) from sqlite_master");
        sqlite3_close(file.db);
        return false;
    }
    sqlite3_finalize(s->insert);
    s->insert = NULL;
    sqlite3_close(s->db);
    s->db = file.db;
    return true;
}

static bool fail_add(struct store *s, struct tri_error *e)
{
    char text[200];
    const char *file = s->db ? sqlite3_db_filename(s->db, "main") : NULL;
    return tri_fail(e, TRI_FAILED, "row not %s: %s",
                    file && *file ? "written" : "kept in memory or a temporary file",
                    why_not(s, text));
}

/* An absent row does not replace a measured one, unless it was read from a file, where the last row counts. */
static bool insert(struct store *s, const char *const text[4], size_t line, struct tri_error *e)
{
    static const char sql[] =
        "insert or replace into row(identity, params, json, file, line) "
        "select ?1, ?2, ?3, ?4, nullif(?5, 0) where ?4 is not null or json_extract(?3, '$.absent') is null "
        "or not exists (select 1 from row where identity = ?1 and absent is null)";
    if (!s->insert && sqlite3_prepare_v2(s->db, sql, -1, &s->insert, NULL) != SQLITE_OK)
        return fail_add(s, e);
    bool good = true;
    for (int i = 0; good && i < 4; i++)
        good = sqlite3_bind_text(s->insert, i + 1, text[i], -1, SQLITE_STATIC) == SQLITE_OK;
    good = good && sqlite3_bind_int64(s->insert, 5, (sqlite3_int64)line) == SQLITE_OK &&
           sqlite3_step(s->insert) == SQLITE_DONE;
    if (!good)
        fail_add(s, e);
    sqlite3_reset(s->insert);
    sqlite3_clear_bindings(s->insert);
    return good;
}

/* A row's texts: identity, parameters, the whole row, and the file that it was read from, or NULL. */
struct addition {
    const char *text[4];
    size_t line;
};

/* Inserts the row, and appends its line to the file of JSON lines. */
static bool add_one(struct store *s, const void *what, struct tri_error *e)
{
    const struct addition *a = what;
    return insert(s, a->text, a->line, e) && (s->fd < 0 || line_append(s->fd, a->text[2], e));
}

static bool add_each(struct store *s, const void *what, struct tri_error *e)
{
    struct store *from = *(struct store *const *)what;
    sqlite3_stmt *query =
        store_ask(from, "select identity, params, json from row order by id", NULL, 0, e);
    bool good = query;
    while (good && store_next(from, query, &good, e)) {
        const char *text[4] = { NULL };
        for (int i = 0; i < 3; i++)
            text[i] = (const char *)sqlite3_column_text(query, i);
        good = insert(s, text, 0, e);
    }
    sqlite3_finalize(query);
    return good;
}

typedef bool add_fn(struct store *, const void *what, struct tri_error *);

static bool add_whole(struct store *s, add_fn *add, const void *what, struct tri_error *e)
{
    if (!execute(s, "begin immediate"))
        return fail_add(s, e);
    if (add(s, what, e)) {
        if (execute(s, "commit"))
            return true;
        fail_add(s, e);
    }
    execute(s, "rollback");
    return false;
}

/* Creates the file first, if it does not exist yet. */
static bool put(struct store *s, add_fn *add, const void *what, struct tri_error *e)
{
    bool first = s->file;
    if (first && !create(s, e))
        return false;
    bool good = add_whole(s, add, what, e);
    if (first && !good)
        remove_empty(s, s->file, "select count(*) from row");
    if (first && good) {
        free(s->file);
        s->file = NULL;
    }
    return good;
}

static bool put_row(struct store *s, const json_t *row, const char *file, size_t line,
                    struct tri_error *e)
{
    char *identity = store_identity(row), *params = text_of(plain(json_object_get(row, "params"))),
         *json = json_dumps(row, JSON_COMPACT);
    const struct addition a = { { identity, params, json, file }, line };
    bool good = identity && params && json && nothing_is_lost(e)
                    ? put(s, add_one, &a, e)
                    : tri_fail(e, TRI_FAILED, "row not written: out of memory");
    free(identity);
    free(params);
    free(json);
    return good;
}

bool store_add(struct store *s, const json_t *row, struct tri_error *e)
{
    return put_row(s, row, NULL, 0, e);
}

bool store_add_all(struct store *s, struct store *from, struct tri_error *e)
{
    return put(s, add_each, &from, e);
}

bool store_load(struct store *s, const json_t *row, const char *file, size_t line,
                struct tri_error *e)
{
    int fd = s->fd;
    s->fd = -1; /* it has the line already */
    bool good = put_row(s, row, file, line, e);
    s->fd = fd;
    return good;
}
