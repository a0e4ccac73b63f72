/* Result rows in SQLite: opening a file, or a database in memory. */
#include "inside.h"

#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { APPLICATION = 0x54726970, PATIENCE = 60000 }; /* "Trip"; ms */

/* Of the tables and views: another number whenever they change.  With each more setting of a run it is one more. */
enum { SCHEMA = 6, SETTINGS = 7 };
extern const char schema_sql[];

/* ---- Opening ---------------------------------------------------------------------------------- */

/* A run that is killed before its first row leaves such a file. */
static bool is_new_database(const char *file, const struct stat *s)
{
    const char *end = strrchr(file, '.');
    return s->st_size == 0 && end && (strcmp(end, ".db") == 0 || strcmp(end, ".sqlite") == 0);
}

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
    return is || (regular && is_new_database(file, &s));
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
                    why_not(s, text));
}

static int schema_number(void)
{
    int settings = 0;
    while (tri_setting_at((size_t)settings))
        settings++;
    return SCHEMA + settings - SETTINGS;
}

/* Within the transaction that settle() begins: by one program only if two start at the same time. */
static bool make_tables(struct store *s)
{
    char end[100], *tables = store_sql(schema_sql);
    snprintf(end, sizeof end, "pragma application_id = %d; pragma user_version = %d; commit",
             APPLICATION, schema_number());
    bool good = tables && execute(s, tables) && execute(s, end);
    sqlite3_free(tables);
    return good;
}

/* Rows are the same in every schema: `json` of `row` has them. */
static bool fail_schema(const char *file, long long version, struct tri_error *e)
{
    char bench[TRI_COMMAND];
    return tri_fail(
        e, TRI_USAGE,
        "%.110s: has schema %lld, not %d; to carry its rows over: sqlite3 %.110s 'select json from "
        "row order by id' >rows.jsonl && %s --import rows.jsonl --db new.db",
        file, version, schema_number(), file, tri_command("bench", bench, sizeof bench));
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
    char bench[TRI_COMMAND];
    if (empty && mode == STORE_READ)
        return tri_fail(e, TRI_USAGE, "%.100s: is empty; `%s --db %.100s` adds rows", file,
                        tri_command("bench", bench, sizeof bench), file);
    if (!empty && version != schema_number())
        return fail_schema(file, version, e);
    if (!is_whole(s, file, e))
        return false;
    return mode == STORE_READ || (empty ? make_tables(s) : execute(s, "commit")) ||
           fail(s, file, e);
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
    if (!execute(s, mode == STORE_WRITE ? begin : "pragma query_only = on"))
        return fail(s, file, e);
    bool good = check(s, file, mode, e);
    if (!good && mode == STORE_WRITE)
        execute(s, "rollback");
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
bool open_database(struct store *s, const char *file, enum store_mode mode, int flags,
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

/* For rows of JSON lines, which may have a measurement twice: so the index of identities is not unique.  SQLite's "" is a
 * database in memory, of which it puts what is more than its cache into a temporary file. */
static bool open_memory(struct store *s, struct tri_error *e)
{
    return open_named(s, "", "rows", STORE_WRITE, SQLITE_OPEN_CREATE, e) &&
           (execute(s,
                    "drop index row_of_identity; create index row_of_identity on row(identity)") ||
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
    if (s &&
        (is_new ? plan_file(s, file, e) && open_memory(s, e) : open_database(s, file, mode, 0, e)))
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
