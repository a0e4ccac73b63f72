/* Result rows in SQLite. */
#include "store.h"

#include "file.h"
#include "texts.h"

#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { APPLICATION = 0x54726970, PATIENCE = 60000 }; /* "Trip"; ms */

/* Of the tables and views: another number whenever they change. */
enum { SCHEMA = 6 };
extern const char schema_sql[];

struct store {
    sqlite3 *db;
    sqlite3_stmt *insert; /* prepared once, since reading a long file is mostly inserting */
    char *file;           /* the first row creates it; NULL: rows go to `db` */
    int fd;               /* a file of JSON lines; -1: none */
};

/* ---- Opening ---------------------------------------------------------------------------------- */

bool store_is_database(const char *file)
{
    char head[16] = "";
    struct stat s;
    bool regular = stat(file, &s) == 0 && S_ISREG(s.st_mode); /* reading from a pipe consumes */
    FILE *in = regular ? fopen(file, "re") : NULL;
    bool is = in && fread(head, 1, sizeof head, in) == sizeof head &&
              memcmp(head, "SQLite format 3", sizeof head) == 0;
    if (in)
        fclose(in);
    return is;
}

static bool run(struct store *s, const char *sql)
{
    errno = 0;
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* SQLite's message and the system's.  The system's is of errno, since sqlite3_system_errno() does not tell of failed
 * writes. */
static const char *why(struct store *s, char text[200])
{
    int code = s->db ? sqlite3_errcode(s->db) : SQLITE_NOMEM,
        system = code == SQLITE_IOERR || code == SQLITE_CANTOPEN ? errno : 0;
    snprintf(text, 200, "%s%s%s", s->db ? sqlite3_errmsg(s->db) : "out of memory",
             system ? ": " : "", system ? strerror(system) : "");
    return text;
}

static bool fail_damaged(const char *file, struct tri_error *e)
{
    return tri_fail(e, TRI_USAGE,
                    "%.200s: is a damaged database; .recover of sqlite3 may save its rows", file);
}

/* An I/O error, a full disk or lack of memory is a failure; anything else is wrong with the file. */
static bool fail(struct store *s, const char *file, struct tri_error *e)
{
    char text[200];
    int code = s->db ? sqlite3_errcode(s->db) : SQLITE_NOMEM;
    bool usage = code != SQLITE_IOERR && code != SQLITE_FULL && code != SQLITE_NOMEM;
    if (code == SQLITE_NOTADB)
        return tri_fail(e, TRI_USAGE, "%.200s: is no database", file);
    if (code == SQLITE_CORRUPT)
        return fail_damaged(file, e);
    if (code == SQLITE_READONLY)
        return tri_fail(e, TRI_USAGE, "%.200s: cannot be written: it is read-only", file);
    return tri_fail(e, usage ? TRI_USAGE : TRI_FAILED, "%.200s: cannot be opened: %s", file,
                    why(s, text));
}

/* The first row of the result; sqlite3_finalize() has to follow. */
static sqlite3_stmt *first(struct store *s, const char *sql, const char *text, bool *found)
{
    sqlite3_stmt *query;
    *found = sqlite3_prepare_v2(s->db, sql, -1, &query, NULL) == SQLITE_OK &&
             (!text || sqlite3_bind_text(query, 1, text, -1, SQLITE_TRANSIENT) == SQLITE_OK) &&
             sqlite3_step(query) == SQLITE_ROW;
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

/* Within the transaction that settle() begins: by one program only if two start at the same time. */
static bool make_tables(struct store *s)
{
    char end[100];
    snprintf(end, sizeof end, "pragma application_id = %d; pragma user_version = %d; commit",
             APPLICATION, SCHEMA);
    return run(s, schema_sql) && run(s, end);
}

/* Rows are the same in every schema: `json` of `row` has them. */
static bool fail_schema(const char *file, long long version, struct tri_error *e)
{
    return tri_fail(
        e, TRI_USAGE,
        "%.200s: has schema %lld, not %d; to carry its rows over: sqlite3 FILE \"select json "
        "from row order by id\" > rows.jsonl, then bench --import rows.jsonl --db NEW.db",
        file, version, SCHEMA);
}

/* A damaged file is found before the measurements that would be added to it, or those that would be missing from it. */
static bool is_whole(struct store *s, const char *file, struct tri_error *e)
{
    char found[200];
    store_text(s, "pragma integrity_check(1)", NULL, found, sizeof found);
    if (strcmp(found, "ok") == 0)
        return true;
    return *found ? fail_damaged(file, e) : fail(s, file, e);
}

static bool check(struct store *s, const char *file, enum store_mode mode, struct tri_error *e)
{
    long long tables, application, version;
    if ((tables = store_number(s, "select count(*) from sqlite_master", NULL)) < 0 ||
        (application = store_number(s, "pragma application_id", NULL)) < 0 ||
        (version = store_number(s, "pragma user_version", NULL)) < 0)
        return fail(s, file, e);
    if (tables > 0 && application != APPLICATION)
        return tri_fail(e, TRI_USAGE, "%.200s: is a database of another program", file);
    bool empty = tables == 0 && version == 0;
    if (empty && mode == STORE_READ)
        return tri_fail(e, TRI_USAGE, "%.200s: is empty; bench --db adds rows", file);
    if (!empty && version != SCHEMA)
        return fail_schema(file, version, e);
    if (!is_whole(s, file, e))
        return false;
    return mode == STORE_READ || (empty ? make_tables(s) : run(s, "commit")) || fail(s, file, e);
}

/*
 * A rollback journal that each commit deletes, not a write-ahead log: between rows, which are seconds apart,
 * everything is in one file, which can be copied, or read in a read-only folder.  With synchronous=extra a
 * committed row survives a power failure.  A second writer waits for the first, for PATIENCE at most.
 */
static bool settle(struct store *s, const char *file, enum store_mode mode, struct tri_error *e)
{
    sqlite3_extended_result_codes(s->db, 0);
    sqlite3_busy_timeout(s->db, PATIENCE);
    if (mode == STORE_WRITE && sqlite3_db_readonly(s->db, "main") == 1)
        return tri_fail(e, TRI_USAGE, "%.200s: cannot be written: it is read-only", file);
    const char *begin = "pragma journal_mode = delete; pragma synchronous = extra; begin immediate";
    if (!run(s, mode == STORE_WRITE ? begin : "pragma query_only = on"))
        return fail(s, file, e);
    bool good = check(s, file, mode, e);
    if (!good && mode == STORE_WRITE)
        run(s, "rollback");
    return good;
}

/* Opened for writing even to be read, where permissions allow it: the unfinished row of a run that was killed
 * has to be rolled back. */
static bool open_named(struct store *s, const char *name, const char *file, enum store_mode mode,
                       int flags, struct tri_error *e)
{
    return (sqlite3_open_v2(name, &s->db, flags | SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK ||
            fail(s, file, e)) &&
           settle(s, file, mode, e);
}

/* Prefixes relative names with "./", since ":memory:", "file:x" and "" are no files to SQLite. */
static bool open_file(struct store *s, const char *file, enum store_mode mode, int flags,
                      struct tri_error *e)
{
    char path[4096];
    int length = snprintf(path, sizeof path, "%s%s", *file == '/' ? "" : "./", file);
    return (length < (int)sizeof path ||
            tri_fail(e, TRI_USAGE, "%.200s: cannot be opened: File name too long", file)) &&
           open_named(s, path, file, mode, flags, e);
}

static struct store *new_store(struct tri_error *e)
{
    struct store *s = calloc(1, sizeof *s);
    if (s)
        s->fd = -1;
    else
        tri_fail(e, TRI_FAILED, "out of memory");
    return s;
}

/* For rows of JSON lines, which may have a measurement twice: so the index of identities is not unique. */
static bool open_memory(struct store *s, struct tri_error *e)
{
    return open_named(s, ":memory:", "rows", STORE_WRITE, SQLITE_OPEN_CREATE, e) &&
           (run(s, "drop index row_of_identity; create index row_of_identity on row(identity)") ||
            fail(s, "rows", e));
}

struct store *store_in_memory(struct tri_error *e)
{
    struct store *s = new_store(e);
    if (s && open_memory(s, e))
        return s;
    store_close(s);
    return NULL;
}

/* Checks that the file can be created; the first row creates it. */
static bool plan_file(struct store *s, const char *file, struct tri_error *e)
{
    struct stat link;
    /* A file that is there by now is another run's. */
    if (lstat(file, &link) == 0 && S_ISLNK(link.st_mode))
        return tri_fail(e, TRI_USAGE, "%.200s: cannot be created: that is a link to nothing", file);
    char *path = strdup(file);
    bool good = path && *file && access(dirname(path), W_OK | X_OK) == 0;
    s->file = strdup(file);
    free(path);
    if (!path || !s->file)
        return tri_fail(e, TRI_FAILED, "out of memory");
    return good || tri_fail(e, TRI_USAGE, "%.200s: cannot be created: %s", file, strerror(errno));
}

/* SQLite opens a device, and finds out later that it keeps nothing. */
static bool is_device(const char *file)
{
    struct stat s;
    return stat(file, &s) == 0 && !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode);
}

struct store *store_open(const char *file, enum store_mode mode, struct tri_error *e)
{
    if (is_device(file)) {
        tri_fail(e, TRI_USAGE, "%.200s: is no database", file);
        return NULL;
    }
    struct store *s = new_store(e);
    bool is_new = mode == STORE_WRITE && access(file, F_OK) != 0;
    if (s && (is_new ? plan_file(s, file, e) && open_memory(s, e) : open_file(s, file, mode, 0, e)))
        return s;
    store_close(s);
    return NULL;
}

void store_append_to(struct store *s, int fd)
{
    s->fd = fd;
}

void store_close(struct store *s)
{
    if (!s)
        return;
    sqlite3_finalize(s->insert);
    sqlite3_close(s->db);
    free(s->file);
    free(s);
}

/* ---- Asking ----------------------------------------------------------------------------------- */

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
    return run(s, sql) || fail_ask(s, e);
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

/* ---- Adding ----------------------------------------------------------------------------------- */

/* A run that fails before its first row leaves no new file.  While it is removed, the lock keeps other runs from
 * adding to it; SQLite gives an error to one that has it open.  (On a full disk only a read lock can be had.) */
static void remove_empty(struct store *s, const char *file, const char *count)
{
    if (!s->db || !(run(s, "begin immediate") || run(s, "begin")))
        return;
    if (store_number(s, count, NULL) == 0)
        unlink(file);
    run(s, "rollback");
}

/* The first row creates the file. */
static bool create(struct store *s, struct tri_error *e)
{
    struct store file = { .fd = -1 };
    if (!open_file(&file, s->file, STORE_WRITE, SQLITE_OPEN_CREATE, e)) {
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
    return tri_fail(e, TRI_FAILED, "row not written: %s", why(s, text));
}

/* An absent row does not replace a measured one, unless it was read from a file, where the last row counts. */
static bool insert(struct store *s, const char *const text[4], size_t line, struct tri_error *e)
{
    static const char sql[] =
        "insert or replace into row(identity, params, json, file, line) "
        "select ?1, ?2, ?3, ?4, nullif(?5, 0) where ?4 is not null or json_extract(?3, '$.absent') is null "
        "or not exists (select 1 from row where identity = ?1 and absent is null)";
    bool good = s->insert || sqlite3_prepare_v2(s->db, sql, -1, &s->insert, NULL) == SQLITE_OK;
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

/* Adds in one transaction. */
static bool add_whole(struct store *s, add_fn *add, const void *what, struct tri_error *e)
{
    if (!run(s, "begin immediate"))
        return fail_add(s, e);
    if (add(s, what, e)) {
        if (run(s, "commit"))
            return true;
        fail_add(s, e);
    }
    run(s, "rollback");
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
    char *identity = store_identity(row), *params = plain_text(json_object_get(row, "params")),
         *json = json_dumps(row, JSON_COMPACT);
    const struct addition a = { { identity, params, json, file }, line };
    bool good = identity && params && json
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
