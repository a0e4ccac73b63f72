/* Result rows in SQLite: asking. */
#include "inside.h"

#include "lost.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* ---- Settings of a run ---- */

static void add_settings(sqlite3_str *out, bool defined)
{
    const struct tri_setting *s;
    for (size_t i = 0; (s = tri_setting_at(i)); i++) {
        sqlite3_str_appendf(out, "%s%s", i ? ", " : "", s->key);
        if (defined)
            sqlite3_str_appendf(out, " %s as (json_extract(json, '$.%s'))",
                                s->value ? "text" : "integer", s->key);
    }
}

char *store_sql(const char *sql)
{
    static const char names[] = "$settings", columns[] = "$columns";
    sqlite3_str *out = sqlite3_str_new(NULL);
    while (*sql) {
        bool defined = strncmp(sql, columns, strlen(columns)) == 0;
        size_t length = defined ? strlen(columns) : strlen(names);
        if (defined || strncmp(sql, names, length) == 0)
            add_settings(out, defined);
        else
            sqlite3_str_append(out, sql, (int)(length = 1 + strcspn(sql + 1, "$")));
        sql += length;
    }
    return sqlite3_str_finish(out);
}

/* ---- Queries ---- */

bool execute(struct store *s, const char *sql)
{
    errno = 0;
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* The system's message is of errno, since sqlite3_system_errno() does not tell of failed writes. */
const char *why_not(struct store *s, char text[200])
{
    int code = s->db ? sqlite3_errcode(s->db) : SQLITE_NOMEM,
        system = code == SQLITE_IOERR || code == SQLITE_CANTOPEN ? errno : 0;
    snprintf(text, 200, "%s%s%s", s->db ? sqlite3_errmsg(s->db) : "out of memory",
             system ? ": " : "", system ? strerror(system) : "");
    return text;
}

static bool fail_ask(struct store *s, struct tri_error *e)
{
    return tri_fail(e, TRI_FAILED, "rows cannot be read: %s", sqlite3_errmsg(s->db));
}

sqlite3_stmt *store_ask(struct store *s, const char *sql, const char *const *text, size_t n,
                        struct tri_error *e)
{
    sqlite3_stmt *query;
    int status = sqlite3_prepare_v2(s->db, sql, -1, &query, NULL);
    for (size_t i = 0; status == SQLITE_OK && i < n; i++)
        status = sqlite3_bind_text(query, (int)i + 1, text[i], -1, SQLITE_TRANSIENT);
    if (status == SQLITE_OK)
        return query;
    sqlite3_finalize(query);
    fail_ask(s, e);
    return NULL;
}

bool store_next(struct store *s, sqlite3_stmt *query, bool *good, struct tri_error *e)
{
    int status = sqlite3_step(query);
    *good = status == SQLITE_ROW || status == SQLITE_DONE || fail_ask(s, e);
    return status == SQLITE_ROW;
}

bool store_tell(struct store *s, const char *sql, const char *const *text, size_t n,
                struct tri_error *e)
{
    bool good;
    sqlite3_stmt *query = store_ask(s, sql, text, n, e);
    while (query && store_next(s, query, &good, e))
        ;
    sqlite3_finalize(query);
    return query && good;
}

bool store_run(struct store *s, const char *sql, struct tri_error *e)
{
    return execute(s, sql) || fail_ask(s, e);
}

bool store_check(struct store *s, const char *complaints, struct tri_error *e)
{
    bool good;
    sqlite3_stmt *query = store_ask(s, complaints, NULL, 0, e);
    if (query && store_next(s, query, &good, e))
        good = tri_fail(e, TRI_USAGE, "%s", (const char *)sqlite3_column_text(query, 0));
    sqlite3_finalize(query);
    return query && good;
}

long long store_last(struct store *s)
{
    return store_number(s, "select coalesce(max(id), 0) from row", NULL);
}

bool store_write(struct store *s, sqlite3_str *sql, struct tri_error *e)
{
    char *text = sqlite3_str_finish(sql);
    bool good = text ? store_run(s, text, e) : tri_fail(e, TRI_FAILED, "out of memory");
    sqlite3_free(text);
    return good;
}

bool store_function(struct store *s, const char *name, int n, store_fn *function, const void *data,
                    struct tri_error *e)
{
    return sqlite3_create_function(s->db, name, n, SQLITE_UTF8, (void *)data, function, NULL,
                                   NULL) == SQLITE_OK ||
           fail_ask(s, e);
}

/* The first row of the result; sqlite3_finalize() has to follow. */
static sqlite3_stmt *first(struct store *s, const char *sql, const char *text, bool *found)
{
    sqlite3_stmt *query;
    int status = sqlite3_prepare_v2(s->db, sql, -1, &query, NULL);
    if (status == SQLITE_OK && text)
        status = sqlite3_bind_text(query, 1, text, -1, SQLITE_TRANSIENT);
    if (status == SQLITE_OK)
        status = sqlite3_step(query);
    *found = status == SQLITE_ROW;
    if (status == SQLITE_NOMEM || status == SQLITE_IOERR || status == SQLITE_CORRUPT)
        note_lost();
    return query;
}

long long store_number(struct store *s, const char *sql, const char *text)
{
    bool found;
    sqlite3_stmt *query = first(s, sql, text, &found);
    long long answer = found ? sqlite3_column_int64(query, 0) : -1;
    sqlite3_finalize(query);
    return answer;
}

void store_text(struct store *s, const char *sql, const char *text, char *answer, size_t size)
{
    bool found;
    sqlite3_stmt *query = first(s, sql, text, &found);
    const char *own = found ? (const char *)sqlite3_column_text(query, 0) : NULL;
    snprintf(answer, size, "%s", own ? own : "");
    sqlite3_finalize(query);
}
