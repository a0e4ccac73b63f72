/* Gives the queries of a study their input: the study and the request as tables (study.sql).  Then the queries select
 * the study's rows (select.sql), make its table (sheet.sql, sheet_look.sql), and the data of charts (chart.sql). */
#include "study.h"

#include <stdlib.h>
#include <string.h>

extern const char study_sql[], select_sql[], sheet_sql[], sheet_look_sql[], chart_sql[], chart_gp[];

/* ---- The study ---- */

/* All rungs, since lines are in their order; the requested ones are `taken`. */
static bool add_rungs(struct store *s, const struct request *r, struct tri_error *e)
{
    const struct tri_hotspot *h;
    const struct tri_variant *v;
    bool good = true;
    for (size_t i = 0; good && (h = tri_hotspot_at(i, TRI_DOUBLE)); i++)
        for (size_t k = 0; good && (v = tri_variant_at(h, k)); k++) {
            const char *const text[] = { h->name, v->name, v->idea,
                                         request_takes_variant(r, h, v) ? "1" : "0" };
            good = store_tell(s,
                              "insert into rung select ?1, ?2, count(*), ?3, ?4 = '1' from rung "
                              "where hotspot = ?1",
                              text, 4, e);
        }
    return good;
}

/* The parameter that grows with devices, of each hotspot that has one. */
static bool add_grown(struct store *s, struct tri_error *e)
{
    const struct tri_hotspot *h;
    bool good = true;
    for (size_t i = 0; good && (h = tri_hotspot_at(i, TRI_DOUBLE)); i++) {
        const char *const text[] = { h->name, grown_param(h) ? grown_param(h)->name : NULL };
        good = !text[1] || store_tell(s, "insert into grown values (?1, ?2)", text, 2, e);
    }
    return good;
}

/* The peers of each hotspot, and whether they run on one thread whatever --threads says. */
static bool add_peers(struct store *s, struct tri_error *e)
{
    const struct tri_hotspot *h;
    bool good = true;
    for (size_t i = 0; good && (h = tri_hotspot_at(i, TRI_DOUBLE)); i++)
        for (size_t k = 0; good && k < peer_count(); k++) {
            const struct tri_contender *c = &peer_at(k, TRI_DOUBLE)->contender;
            const char *const text[] = { h->name, c->peer, c->threads == 1 ? "1" : "0" };
            good = !peer_is_of(peer_at(k, TRI_DOUBLE), h) ||
                   store_tell(s, "insert into peer values (?1, ?2, ?3 = '1')", text, 3, e);
        }
    return good;
}

/* An axis with one value does not vary it but fixes it: rows must have that value. */
static bool add_axes(struct store *s, const struct sweep *sweep, const struct sweep *strict,
                     struct tri_error *e)
{
    static const char sql[] =
        "insert into axis select cast(?1 as integer), json_extract(names, '$[0]'), value, list, "
        "json_array_length(list) = 1 or ?3 = 'strict' from ("
        "select '[\"' || replace(substr(?2, 1, instr(?2, '=') - 1), ':', '\",\"') || '\"]' as names, "
        "'[\"' || replace(substr(?2, instr(?2, '=') + 1), ',', '\",\"') || '\"]' as list) "
        "join json_each(names)";
    bool good = true;
    for (size_t i = 0; good && i < sweep->axes; i++) {
        char number[24];
        const char *text[] = { number, sweep->axis[i], "" };
        snprintf(number, sizeof number, "%zu", i);
        for (size_t k = 0; k < strict->axes; k++)
            text[2] = strict->axis[k] == sweep->axis[i] ? "strict" : text[2];
        good = store_tell(s, sql, text, 3, e);
    }
    return good;
}

/* ---- The request ---- */

/* In the tables, peers are values of "path". */
static bool ask_peers(struct store *s, const struct batch *b, struct tri_error *e)
{
    bool good = true;
    for (size_t i = 0; good && peer_name(i, NULL); i++) {
        const char *const text[] = { peer_name(i, NULL), b->peers_given ? "0" : "1" };
        good = !b->peer[i] ||
               store_tell(s, "insert into asked values ('--peers=', 'path', ?1, 1, ?2 = '1')", text,
                          2, e);
    }
    return good;
}

bool study_tables(struct store *s, const struct study *study, const struct batch *b,
                  const struct sweep *strict, struct tri_error *e)
{
    static const char axes[] =
        "insert into asked(option, name, value) "
        "select '--sweep ' || name || '=', name, value from axis join json_each(list)";
    const char *json = study->json;
    return rows_prepare(s, e) &&
           store_run(s, "drop table if exists study; create temp table study(data)", e) &&
           store_tell(s, "insert into study values (?1)", &json, 1, e) &&
           store_run(s, study_sql, e) && add_rungs(s, &b->request, e) && add_grown(s, e) &&
           add_peers(s, e) && add_axes(s, &b->sweep, strict, e) && store_run(s, axes, e) &&
           rows_ask(s, &b->request, e) && ask_peers(s, b, e);
}

bool study_shows(const struct study *study, const struct batch *b, bool some, struct tri_error *e)
{
    const char *sql =
        some ? "select text from unshown where not of_shown" : "select text from unshown";
    struct store *s = store_in_memory(e);
    bool good = s && study_tables(s, study, b, &b->sweep, e) && store_check(s, sql, e);
    store_close(s);
    return good;
}

/* ---- Selecting rows ---- */

/* SQL: (hotspot, settings, times) -> the identity of the request's case with these settings added, made so many times
 * as large; null: there is none. */
static void case_of_request(sqlite3_context *context, int n, sqlite3_value **value)
{
    const struct tri_measurement any = { .path = TRI_REFERENCE };
    const char *hotspot = (const char *)sqlite3_value_text(value[0]),
               *settings = (const char *)sqlite3_value_text(value[1]);
    struct tri_case c;
    bool good = tri_hotspot_named(hotspot, TRI_DOUBLE) &&
                request_case(sqlite3_user_data(context), hotspot, TRI_DOUBLE, &c, NULL) &&
                (!settings || tri_case_set(&c, settings, NULL)) &&
                grow_case(&c, sqlite3_value_int(value[2]), NULL);
    sqlite3_result_text(context, good ? tri_row_identity(TRI_ROW_TIMES, &c, &any) : NULL, -1, free);
}

/* Restricts the rows to those of this build and this processor. */
static bool ask_ours(struct store *s, struct tri_error *e)
{
    const char *const text[] = { tri_build(), tri_cpu_name() };
    return store_tell(s, "insert into asked(name, value) values ('build', ?1), ('processor', ?2)",
                      text, 2, e);
}

/* Rows that are read (`strict`) may have any settings if neither the study nor the user says which. */
static bool ask_settings(struct store *s, const struct study *study, const struct batch *b,
                         const struct sweep *strict, struct tri_error *e)
{
    bool any =
        strict && !study->set && !study->hotspot && b->request.sets == 0 && !b->request.input;
    return store_run(s,
                     "create temp table if not exists any_settings(yes); delete from any_settings",
                     e) &&
           (!any || store_run(s, "insert into any_settings values (1)", e));
}

/* The case of the report has only the study's own settings, not the user's. */
bool study_select(const struct study *study, const struct batch *b, const struct sweep *strict,
                  struct store *store, struct tri_error *e)
{
    const struct request report = { .base = study->set };
    return store_run(store, "pragma temp_store = memory", e) &&
           study_tables(store, study, b, strict ? strict : &b->sweep, e) &&
           (strict || ask_ours(store, e)) && ask_settings(store, study, b, strict, e) &&
           store_function(store, "asked", 3, case_of_request, &b->request, e) &&
           store_function(store, "reported", 3, case_of_request, &report, e) &&
           store_run(store, select_sql, e);
}

/* Values of the axis come first, in its order; other values follow in the order of the rows.  Rows that run
 * on one thread, or on a device, have no number of threads. */
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

/* ---- The table, and charts of it ---- */

bool study_sheet(const struct study *study, struct store *store, bool *disagrees,
                 struct tri_error *e)
{
    static const char marked[] = "select count(*) from cell join heading using (place) "
                                 "where derived = 'different' and text glob '*!'";
    if (!store_run(store, sheet_sql, e))
        return false;
    *disagrees = store_number(store, marked, NULL) > 0;
    if (store_number(store, "select count(*) from line", NULL) == 0)
        return tri_fail(e, TRI_FAILED, "study %s: nothing of it could be measured", study->name);
    return store_run(store, sheet_look_sql, e);
}

const struct figure study_chart = {
    .sql = chart_sql,
    .commands = chart_gp,
    .table = { "FIGURE", "CURVES", "LINES", "PANELS", "CELLS" },
};

bool study_plot(struct store *s, const json_t *chart, const char *hotspot, const char *command,
                struct tri_error *e)
{
    char *json = json_dumps(chart, JSON_COMPACT);
    const char *const text[] = { json, hotspot, command };
    bool good = (json || tri_fail(e, TRI_FAILED, "out of memory")) &&
                store_run(s, "delete from plot", e) &&
                store_tell(s, "insert into plot values (?1, ?2, ?3)", text, 3, e);
    free(json);
    return good;
}
