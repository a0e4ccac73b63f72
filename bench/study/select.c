/* Which rows are a study's: what select.sql asks of the program. */
#include "study.h"

#include "row.h"

#include <stdlib.h>
#include <string.h>

extern const char select_sql[];

/* ---- Cases ---- */

/* Of a hotspot and settings: the identity of the case that is asked for with these, too; null: there is none. */
static void give_identity(sqlite3_context *context, sqlite3_value **value, const struct request *r)
{
    const struct tri_measurement any = { .path = TRI_REFERENCE };
    const char *hotspot = (const char *)sqlite3_value_text(value[0]),
               *settings = (const char *)sqlite3_value_text(value[1]);
    struct tri_case c;
    bool good = tri_hotspot_named(hotspot, TRI_DOUBLE) &&
                request_case(r, hotspot, TRI_DOUBLE, &c, NULL) &&
                (!settings || tri_case_set(&c, settings, NULL));
    sqlite3_result_text(context, good ? tri_row_identity(TRI_ROW_TIMES, &c, &any) : NULL, -1, free);
}

static void asked(sqlite3_context *context, int n, sqlite3_value **value)
{
    const struct selection *s = sqlite3_user_data(context);
    (void)n;
    give_identity(context, value, &s->batch->request);
}

/* The report's case has nothing but the study's own settings. */
static void reported(sqlite3_context *context, int n, sqlite3_value **value)
{
    const struct study *study = ((const struct selection *)sqlite3_user_data(context))->study;
    const struct request own = { .set = { study->set }, .sets = study->set != NULL };
    (void)n;
    give_identity(context, value, &own);
}

/* ---- Contenders ---- */

/* Null is no name. */
static bool is(const char *name, sqlite3_value *value)
{
    const char *text = (const char *)sqlite3_value_text(value);
    return text && strcmp(text, name) == 0;
}

/* Of a build and a processor: whether they are those that rows have to be of. */
static void is_taken(sqlite3_context *context, int n, sqlite3_value **value)
{
    const struct selection *s = sqlite3_user_data(context);
    (void)n;
    sqlite3_result_int(context,
                       !s->ours || (is(tri_build(), value[0]) && is(tri_cpu_name(), value[1])));
}

/* Of a hotspot, and who was measured: whether that runs on one thread, however many are asked for. */
static void is_serial(sqlite3_context *context, int n, sqlite3_value **value)
{
    const struct tri_hotspot *h =
        tri_hotspot_named((const char *)sqlite3_value_text(value[0]), TRI_DOUBLE);
    bool serial =
        is(tri_path_name(TRI_REFERENCE), value[1]) || is(tri_path_name(TRI_ORIGIN), value[1]);
    (void)n;
    for (size_t k = 0; h && !serial && k < peer_count(); k++) {
        const struct tri_peer *p = peer_at(k, TRI_DOUBLE);
        serial = p->contender.threads == 1 && is(p->contender.peer, value[1]) && peer_is_of(p, h);
    }
    sqlite3_result_int(context, serial);
}

/* ---- The rows ---- */

bool study_select(const struct selection *s, struct store *store, struct tri_error *e)
{
    return store_run(store, "pragma temp_store = memory", e) &&
           study_tables(store, s->study, s->batch, s->strict, e) &&
           store_function(store, "asked", 2, asked, s, e) &&
           store_function(store, "reported", 2, reported, s, e) &&
           store_function(store, "is_taken", 2, is_taken, s, e) &&
           store_function(store, "is_serial", 2, is_serial, s, e) &&
           store_run(store, select_sql, e);
}

/* Values that the axis has come in its order, others in that of the rows.  Nothing has a number of threads
 * that runs on one, or on a device. */
static const char axis_sql[] =
    "with axis(names, name, list) as (select substr(?1, 1, instr(?1, '=')), "
    "substr(?1, 1, instr(replace(?1, ':', '='), '=') - 1), substr(?1, instr(?1, '=') + 1)), "
    "had as (select min(own.rowid) as first, iif(name = 'threads' and (serial or device is not null), "
    "null, json_extract(said, '$.\"' || name || '\"')) as v from own, axis group by v), "
    "item as (select key, value from axis, json_each('[\"' || replace(list, ',', '\",\"') || '\"]')), "
    "text as (select coalesce(value, iif(typeof(v) = 'real', printf('%.10g', v), v)) as text from had "
    "left join item on v in (value, cast(value as numeric)) where v is not null "
    "order by key is null, key, first) "
    "select names || coalesce((select group_concat(text) from text), list) from axis";

char *axis_of_rows(const char *axis, struct store *store, struct tri_error *e)
{
    bool good;
    return answer_text(store, axis_sql, axis, &good, e);
}
