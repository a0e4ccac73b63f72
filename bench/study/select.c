/* A study, and what is asked of it, as tables; and which rows are the study's by them: what study.sql and select.sql ask
 * of the program. */
#include "study.h"

#include "row.h"

#include <stdlib.h>
#include <string.h>

extern const char study_sql[], select_sql[];

/* ---- The study ---- */

/* All of them, since their order is that of lines; `taken` are those that are asked for. */
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

/* Those of each hotspot, and whether they run on one thread, however many are asked for. */
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

/* An axis of one value is what is measured, not what is varied: others will not do. */
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

/* ---- What is asked of it ---- */

/* What an option has given a name, or the program where the user gave none: `usual`. */
struct asked {
    const char *option, *name;
    bool usual;
};

static bool ask(struct store *s, const struct asked *a, const char *value, struct tri_error *e)
{
    const char *const text[] = { a->option, a->name, value, a->usual ? "1" : "0" };
    return store_tell(s, "insert into asked values (?1, ?2, ?3, ?4 = '1')", text, 4, e);
}

static bool ask_marked(struct store *s, const struct asked *a, name_fn *name, const bool *marked,
                       struct tri_error *e)
{
    bool good = true;
    for (size_t i = 0; good && name(i, NULL); i++)
        good = !marked[i] || ask(s, a, name(i, NULL), e);
    return good;
}

/* Peers are among the paths of a table. */
static bool ask_contenders(struct store *s, const struct batch *b, struct tri_error *e)
{
    const struct request *r = &b->request;
    const struct asked hotspots = { "hotspot ", "hotspot", false },
                       paths = { r->paths_given ? "--path " : "--sweep path=", "path", false },
                       peers = { "--peers=", "path", !b->peers_given },
                       variants = { r->variants_given ? "--variant " : "--sweep variant=",
                                    "variant", false },
                       precisions = { r->precisions_given ? "--precision " : "--sweep precision=",
                                      "precision", false };
    bool good =
        ask_marked(s, &paths, path_at, r->path, e) && ask_marked(s, &peers, peer_name, b->peer, e);
    for (size_t i = 0; good && i < r->hotspots; i++)
        good = ask(s, &hotspots, r->hotspot[i], e);
    for (size_t i = 0; good && i < r->variants.n; i++)
        good = ask(s, &variants, r->variants.name[i], e);
    return good && ask_marked(s, &precisions, precision_at, r->precision, e);
}

bool study_tables(struct store *s, const struct study *study, const struct batch *b,
                  const struct sweep *strict, struct tri_error *e)
{
    static const char axes[] = "insert into asked select '--sweep ' || name || '=', name, value, 0 "
                               "from axis join json_each(list)";
    const char *json = study->json;
    return rows_functions(s, e) &&
           store_run(s, "drop table if exists study; create temp table study(data)", e) &&
           store_tell(s, "insert into study values (?1)", &json, 1, e) &&
           store_run(s, study_sql, e) && add_rungs(s, &b->request, e) && add_peers(s, e) &&
           add_axes(s, &b->sweep, strict, e) && store_run(s, axes, e) && ask_contenders(s, b, e);
}

bool study_shows(const struct study *study, const struct batch *b, bool some, struct tri_error *e)
{
    const char *sql =
        some ? "select text from unshown where not of_shown" : "select text from unshown";
    struct tri_error unshown = { .status = TRI_USAGE };
    struct store *s = store_in_memory(e);
    bool good = s && study_tables(s, study, b, &b->sweep, e);
    if (good)
        store_text(s, sql, NULL, unshown.text, sizeof unshown.text);
    store_close(s);
    return good && (!*unshown.text || tri_fail(e, TRI_USAGE, "%s", unshown.text));
}

/* ---- Which rows ---- */

/* Of a hotspot and settings: the identity of the case that a request asks for with these, too; null: there is none. */
static void case_of_request(sqlite3_context *context, int n, sqlite3_value **value)
{
    const struct tri_measurement any = { .path = TRI_REFERENCE };
    const char *hotspot = (const char *)sqlite3_value_text(value[0]),
               *settings = (const char *)sqlite3_value_text(value[1]);
    struct tri_case c;
    bool good = tri_hotspot_named(hotspot, TRI_DOUBLE) &&
                request_case(sqlite3_user_data(context), hotspot, TRI_DOUBLE, &c, NULL) &&
                (!settings || tri_case_set(&c, settings, NULL));
    (void)n;
    sqlite3_result_text(context, good ? tri_row_identity(TRI_ROW_TIMES, &c, &any) : NULL, -1, free);
}

/* Whose rows alone are taken, of several programs and machines. */
static bool ask_ours(struct store *s, struct tri_error *e)
{
    const char *const text[] = { tri_build(), tri_cpu_name() };
    return store_tell(s, "insert into asked(name, value) values ('build', ?1), ('processor', ?2)",
                      text, 2, e);
}

/* The report's case has nothing but the study's own settings. */
bool study_select(const struct study *study, const struct batch *b, const struct sweep *strict,
                  struct store *store, struct tri_error *e)
{
    const struct request report = { .set = { study->set }, .sets = study->set != NULL };
    return store_run(store, "pragma temp_store = memory", e) &&
           study_tables(store, study, b, strict ? strict : &b->sweep, e) &&
           (strict || ask_ours(store, e)) &&
           store_function(store, "asked", 2, case_of_request, &b->request, e) &&
           store_function(store, "reported", 2, case_of_request, &report, e) &&
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
