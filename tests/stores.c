/* Stores for the tests of them. */
#include "stores.h"

json_t *row_of(int threads, const char *more)
{
    static const char *const text =
        "{\"schema\":1,\"hotspot\":\"dot\",\"path\":\"simd\",\"variant\":\"plain\",\"peer\":null,"
        "\"precision\":\"float\",\"params\":{\"n\":1000,\"scale\":2.0},\"threads\":%d,\"device\":null,"
        "\"cpu\":\"a cpu\",\"compiler\":\"a compiler\",\"build\":\"1\"%s}";
    char line[10000];
    snprintf(line, sizeof line, text, threads, more);
    json_t *row = json_loads(line, 0, NULL);
    cr_assert(row, "%s", line);
    return row;
}

bool added(struct store *s, int threads, const char *more, struct tri_error *e)
{
    json_auto_t *row = row_of(threads, more);
    return store_add(s, row, e);
}

struct store *opened(const char *file, enum store_mode mode)
{
    struct tri_error e = { 0 };
    struct store *s = store_open(file, mode, &e);
    cr_assert(s, "%s", e.text);
    return s;
}

void expect_added(struct store *s, int threads, const char *more)
{
    cr_expect(added(s, threads, more, &failure), "%s", failure.text);
}

void expect_no_store(const char *file, enum store_mode mode, const char *says)
{
    struct tri_error e = { 0 };
    store_auto_t *s = store_open(file, mode, &e);
    cr_expect(!s && e.status == TRI_USAGE, "%s is opened", file);
    cr_expect(strstr(e.text, file) == e.text && strstr(e.text, says), "%s", e.text);
}

const char *asked(struct store *s, const char *sql)
{
    static char text[2000];
    struct tri_error e = { 0 };
    size_t used = 0;
    bool good = true;
    sqlite3_stmt *query = store_ask(s, sql, NULL, 0, &e);
    cr_assert(query, "%s", e.text);
    *text = '\0';
    while (store_next(s, query, &good, &e) && used < sizeof text) {
        const char *value = (const char *)sqlite3_column_text(query, 0);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used ? " " : "",
                                 value ? value : "-");
    }
    cr_assert(good, "%s", e.text);
    sqlite3_finalize(query);
    return text;
}

void run_sql(const char *file, const char *sql)
{
    sqlite3 *db;
    cr_assert(sqlite3_open(file, &db) == SQLITE_OK);
    cr_assert(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s", sqlite3_errmsg(db));
    sqlite3_close(db);
}
