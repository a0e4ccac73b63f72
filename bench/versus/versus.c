/* Runs side by side. */
#include "versus.h"

#include "figure.h"
#include "rows.h"

#include <string.h>

extern const char
    versus_sql[]; /* versus.sql: what is beside what, what that comes to, and how it is said */

/* ---- Functions of SQL ---- */

/* Of variants that this program does not know, rows say it themselves. */
bool row_owes_bits(const json_t *row)
{
    const char *hotspot = json_string_value(json_object_get(row, "hotspot")),
               *path = json_string_value(json_object_get(row, "path")),
               *variant = json_string_value(json_object_get(row, "variant"));
    const struct tri_hotspot *h = tri_hotspot_named(hotspot, TRI_DOUBLE);
    const struct tri_variant *v = h && variant ? tri_variant_named(h, variant) : NULL;
    bool reference = strcmp(path, tri_path_name(TRI_REFERENCE)) == 0;
    return !json_is_string(json_object_get(row, "peer")) && (reference || (v && !v->apart));
}

static void owes_bits(sqlite3_context *context, int n, sqlite3_value **value)
{
    json_t *row = json_loads((const char *)sqlite3_value_text(value[0]), 0, NULL);
    (void)n;
    sqlite3_result_int(context, row && row_owes_bits(row));
    json_decref(row);
}

static void rank_of(sqlite3_context *context, int n, sqlite3_value **value)
{
    size_t times = (size_t)sqlite3_value_int64(value[0]);
    (void)n;
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
    char most[40];
    const char *text = most;
    snprintf(most, sizeof most, "%.17g", 1 + v->tolerance);
    return store_run(s, "create temp table allowed(most real)", e) &&
           store_tell(s, "insert into allowed values (?1)", &text, 1, e);
}

/* Whether every file has something to be compared. */
static bool check_sides(struct store *s, struct tri_error *e)
{
    char problem[500];
    store_text(s, "select text from problem", NULL, problem, sizeof problem);
    return !*problem || tri_fail(e, TRI_USAGE, "%s", problem);
}

bool versus(struct versus *v, struct tri_error *e)
{
    struct store *s = store_in_memory(e);
    bool good =
        s && rows_functions(s, e) && store_function(s, "owes_bits", 1, owes_bits, NULL, e) &&
        store_function(s, "interval_rank", 1, rank_of, NULL, e) && load_sides(v, s, e) &&
        set_tolerance(v, s, e) && choose(s, &v->request, e) && store_run(s, versus_sql, e) &&
        check_sides(s, e) && print_lines(v->out, s, "select text from printed", e);
    v->regressed = good && store_number(s, "select sum(regressed) from judged", NULL) > 0;
    store_close(s);
    return good;
}
