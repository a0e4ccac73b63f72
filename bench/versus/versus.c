/* Compares runs. */
#include "versus.h"

#include "rows.h"

#include <string.h>

extern const char
    versus_sql[]; /* versus.sql: what is beside what, what that comes to, and how it is said */

/* ---- Functions of SQL ---- */

/* For variants that this program does not have, "agrees" in the row counts. */
bool owes_bits(const char *hotspot, const char *path, const char *variant)
{
    const struct tri_hotspot *h = tri_hotspot_named(hotspot, TRI_DOUBLE);
    const struct tri_variant *v = h && variant ? tri_variant_named(h, variant) : NULL;
    return strcmp(path, tri_path_name(TRI_REFERENCE)) == 0 || (v && !v->apart);
}

/* For a missing row, whose path is null, the result is 0. */
static void owes(sqlite3_context *context, int n, sqlite3_value **value)
{
    const char *text[3] = { NULL };
    for (int i = 0; i < n; i++)
        text[i] = (const char *)sqlite3_value_text(value[i]);
    sqlite3_result_int(context, text[1] && owes_bits(text[0], text[1], text[2]));
}

static void rank_of(sqlite3_context *context, int n, sqlite3_value **value)
{
    size_t times = (size_t)sqlite3_value_int64(value[0]);
    sqlite3_result_int64(context, (sqlite3_int64)interval_rank(times));
}

/* ---- Sides ---- */

static bool load_sides(const struct versus *v, struct store *s, struct tri_error *e)
{
    bool good = store_run(s,
                          "create temp table side(number integer primary key, file text, "
                          "upto integer, letter text as (char(64 + number)))",
                          e);
    for (size_t i = 0; good && i < v->files; i++)
        good = rows_load(s, v->file[i], NULL, e) &&
               store_tell(s, "insert into side(file, upto) select ?1, max(id) from row",
                          &v->file[i], 1, e);
    return good;
}

static bool set_tolerance(const struct versus *v, struct store *s, struct tri_error *e)
{
    sqlite3_str *sql = sqlite3_str_new(NULL);
    sqlite3_str_appendf(sql, "create temp table allowed as select %!.17g as most",
                        1 + v->tolerance);
    return store_write(s, sql, e);
}

bool versus(struct versus *v, struct tri_error *e)
{
    struct store *s = store_in_memory(e);
    bool good = s && rows_prepare(s, e) && store_function(s, "owes_bits", 3, owes, NULL, e) &&
                store_function(s, "interval_rank", 1, rank_of, NULL, e) && load_sides(v, s, e) &&
                set_tolerance(v, s, e) && rows_ask(s, &v->request, e) &&
                store_run(s, versus_sql, e) && store_check(s, "select text from problem", e) &&
                print_lines(v->out, s, "select text from printed", e);
    v->regressed = good && store_number(s, "select sum(regressed) from judged", NULL) > 0;
    store_close(s);
    return good;
}
