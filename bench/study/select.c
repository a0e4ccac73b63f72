/* Which rows are a study's: a query that says what was asked for. */
#include "study.h"

#include "row.h"

#include <stdlib.h>
#include <string.h>

/* ---- Cases ---- */

char *settings_of(const json_t *params)
{
    char *text = NULL;
    const char *name;
    size_t size;
    json_t *value;
    FILE *out = open_memstream(&text, &size);
    json_object_foreach((json_t *)(out ? params : NULL), name, value)
    {
        fprintf(out, "%s%s=", ftell(out) > 0 ? "," : "", name);
        if (json_is_string(value))
            fputs(json_string_value(value), out);
        else
            fprintf(out, "%.17g", json_number_value(value));
    }
    return out && fclose(out) == 0 ? text : NULL;
}

/* The identity of a case with what parameters have on the axes; NULL: there is none. */
static char *identity_on(struct tri_case *c, const char *const *axis, size_t axes,
                         const json_t *params)
{
    const struct tri_measurement any = { .path = TRI_REFERENCE };
    json_t *own = json_object();
    for (size_t i = 0; i < axes; i++)
        for (const char *name = axis[i]; name; name = next_name(name)) {
            char one[80];
            snprintf(one, sizeof one, "%.*s", (int)name_length(name), name);
            json_object_set(own, one, json_object_get(params, one));
        }
    char *settings = settings_of(own);
    bool good = settings && (!*settings || tri_case_set(c, settings, NULL));
    free(settings);
    json_decref(own);
    return good ? tri_row_identity(TRI_ROW_TIMES, c, &any) : NULL;
}

/* As functions of SQL, of a hotspot and parameters: the identity of the case that was asked for, and of the
 * report's, which has nothing but the study's own settings; both at what the parameters have on the axes. */
static void give_identity(sqlite3_context *context, sqlite3_value **value, const struct request *r,
                          const char *const *axis, size_t axes)
{
    const char *hotspot = (const char *)sqlite3_value_text(value[0]);
    json_t *params = json_loads((const char *)sqlite3_value_text(value[1]), 0, NULL);
    char *identity = NULL;
    struct tri_case c;
    if (tri_hotspot_named(hotspot, TRI_DOUBLE) && request_case(r, hotspot, TRI_DOUBLE, &c, NULL))
        identity = identity_on(&c, axis, axes, params);
    sqlite3_result_text(context, identity, -1, free);
    json_decref(params);
}

static void asked(sqlite3_context *context, int n, sqlite3_value **value)
{
    const struct selection *s = sqlite3_user_data(context);
    (void)n;
    give_identity(context, value, &s->batch->request, s->batch->sweep.axis, s->batch->sweep.axes);
}

static void reported(sqlite3_context *context, int n, sqlite3_value **value)
{
    const struct study *study = ((const struct selection *)sqlite3_user_data(context))->study;
    const struct request own = { .set = { study->set }, .sets = study->set != NULL };
    size_t axes = 0;
    (void)n;
    while (study->axis[axes])
        axes++;
    give_identity(context, value, &own, study->axis, axes);
}

/* ---- What was asked for, as conditions ---- */

static void add_names(sqlite3_str *sql, name_fn *name, const bool *marked)
{
    for (size_t i = 0; name(i, NULL); i++)
        if (marked[i])
            sqlite3_str_appendf(sql, ", %Q", name(i, NULL));
}

/* A row without a variant is of the reference or the origin, or of a program that knew none. */
static void add_contenders(sqlite3_str *sql, const struct batch *b)
{
    const struct request *r = &b->request;
    const struct tri_variant *v;
    sqlite3_str_appendall(sql, " and who in (''");
    add_names(sql, path_at, r->path);
    add_names(sql, peer_name, b->peer);
    sqlite3_str_appendall(sql, ") and precision in ('both'");
    add_names(sql, precision_at, r->precision);
    sqlite3_str_appendall(sql, ") and iif(peer is null and variant is not null, hotspot || ' ' || "
                               "variant, hotspot) in (''");
    for (size_t i = 0; i < r->hotspots; i++) {
        const struct tri_hotspot *h = tri_hotspot_named(r->hotspot[i], TRI_DOUBLE);
        sqlite3_str_appendf(sql, ", %Q", h->name);
        for (size_t k = 0; (v = tri_variant_at(h, k)); k++)
            if (request_takes_variant(r, h, v))
                sqlite3_str_appendf(sql, ", '%q %q'", h->name, v->name);
    }
    sqlite3_str_appendall(sql, ")");
}

/* What runs on one thread, however many are asked for. */
static void add_serial(sqlite3_str *sql, const struct request *r)
{
    sqlite3_str_appendf(sql, "(who in (%Q, %Q) or hotspot || ' ' || peer in (''",
                        tri_path_name(TRI_REFERENCE), tri_path_name(TRI_ORIGIN));
    for (size_t i = 0; i < r->hotspots; i++)
        for (size_t k = 0; k < peer_count(); k++) {
            const struct tri_peer *p = peer_at(k, TRI_DOUBLE);
            if (p->contender.threads == 1 &&
                peer_is_of(p, tri_hotspot_named(r->hotspot[i], TRI_DOUBLE)))
                sqlite3_str_appendf(sql, ", '%q %q'", r->hotspot[i], p->contender.peer);
        }
    sqlite3_str_appendall(sql, "))");
}

/* A value is one of the axis', where nothing else will do: a single one is what is measured, not what is
 * varied. */
static void add_held(sqlite3_str *sql, const struct selection *s, const char *axis,
                     const char *value)
{
    bool held = !strchr(axis, ',');
    for (size_t i = 0; i < s->strict->axes; i++)
        held = held || s->strict->axis[i] == axis;
    if (held)
        sqlite3_str_appendf(sql,
                            "exists (select 1 from json_each('[\"' || replace(%Q, ',', '\",\"') "
                            "|| '\"]') where %s in (value, cast(value as numeric)))",
                            strchr(axis, '=') + 1, value);
    else
        sqlite3_str_appendall(sql, "true");
}

/* Of the launch: what a row has of an axis, and which rows take no part in it. */
static const struct {
    const char *name, *value, *apart;
} launches[] = {
    { "threads", "iif(serial or device is not null, null, threads)", "true" },
    { "schedule", "schedule", "(serial or who = 'offload')" },
    { "teams", "teams", "who <> 'offload'" },
    { "threads-per-team", "threads_per_team", "who <> 'offload'" },
    { "devices", "devices", "who <> 'offload'" },
};

/* What differs in the launch was measured for something else, and so was what could have been launched as
 * an axis says, and was not. */
static void add_launches(sqlite3_str *sql, const struct selection *s)
{
    const struct sweep *sweep = &s->batch->sweep;
    for (size_t i = 0; i < sizeof launches / sizeof *launches; i++) {
        size_t k = 0;
        while (k < sweep->axes && !names(sweep->axis[k], launches[i].name))
            k++;
        if (k < sweep->axes) {
            sqlite3_str_appendf(sql, " and iif(%s is null, %s, ", launches[i].value,
                                launches[i].apart);
            add_held(sql, s, sweep->axis[k], launches[i].value);
            sqlite3_str_appendall(sql, ")");
        } else if (i > 0)
            sqlite3_str_appendf(sql, " and %s is null", launches[i].value);
    }
}

/* Of an axis of several parameters all have one value. */
static void add_params(sqlite3_str *sql, const struct selection *s)
{
    const struct sweep *sweep = &s->batch->sweep;
    for (size_t i = 0; i < sweep->axes; i++) {
        const char *axis = sweep->axis[i];
        char first[100];
        if (is_launch_axis(axis))
            continue;
        snprintf(first, sizeof first, "json_extract(params, '$.%.*s')", (int)name_length(axis),
                 axis);
        for (const char *name = axis; name; name = next_name(name))
            sqlite3_str_appendf(sql, " and json_extract(params, '$.%.*s') = %s",
                                (int)name_length(name), name, first);
        sqlite3_str_appendall(sql, " and ");
        add_held(sql, s, axis, first);
    }
}

/* ---- The rows ---- */

/* %s: what is serial; %Q: a list in rows, each of whose elements makes a row; their kind.  `said` is all that
 * a row has a name for. */
static const char own_sql[] =
    "create temp table own as with asked_for as (select *, coalesce(peer, path) as who, "
    "asked(hotspot, params) as wanted from row), "
    "known as (select *, %s as serial from asked_for), "
    "element as (select known.*, e.key as key, json_patch(known.json, iif(e.type = 'object', e.value, '{}')) as own_json "
    "from known left join json_each(known.json, '$.' || %Q) e) "
    "select id, hotspot, variant, device, serial, absent, own_json as json, "
    "json_patch(own_json, json_patch(params, json_object('path', who, 'threads-per-team', "
    "threads_per_team))) as said, wanted = reported(hotspot, params) as reported from element "
    "where kind is %Q and json_extract(wanted, '$.params') = params "
    "and json_extract(wanted, '$.input') is input";

static void add_query(sqlite3_str *sql, const struct selection *s, bool ours)
{
    sqlite3_str *serial = sqlite3_str_new(NULL);
    add_serial(serial, &s->batch->request);
    sqlite3_str_appendf(sql, own_sql, sqlite3_str_value(serial), s->study->list,
                        tri_row_kind_name(s->study->kind));
    sqlite3_free(sqlite3_str_finish(serial));
    if (ours)
        sqlite3_str_appendf(sql, " and build = %Q and cpu = %Q", tri_build(), tri_cpu_name());
    add_contenders(sql, s->batch);
    add_launches(sql, s);
    add_params(sql, s);
    sqlite3_str_appendall(sql, " order by id, key");
}

bool study_select(const struct selection *s, struct store *store, bool ours, struct tri_error *e)
{
    sqlite3_str *sql = sqlite3_str_new(NULL);
    add_query(sql, s, ours);
    return store_function(store, "asked", 2, asked, s, e) &&
           store_function(store, "reported", 2, reported, s, e) &&
           store_run(store, "pragma temp_store = memory; drop table if exists own", e) &&
           store_write(store, sql, e);
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
    char *text = NULL;
    bool good = true;
    sqlite3_stmt *query = store_ask(store, axis_sql, &axis, 1, e);
    if (query && store_next(store, query, &good, e))
        text = strdup((const char *)sqlite3_column_text(query, 0));
    if (query && good && !text)
        tri_fail(e, TRI_FAILED, "out of memory");
    sqlite3_finalize(query);
    return text;
}
