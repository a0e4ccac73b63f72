/* The roofline figure: each row's rate and ceilings.  What of them is drawn roofline.sql says, and roofline.gp
 * where it stands. */
#include "figure.h"

#include "format.h"

#include <math.h>

extern const char roofline_sql[];

static const char rate_sql[] =
    "drop table if exists rate; create temp table rate(row integer primary key, per_byte real, "
    "per_second real, arithmetic real, bandwidth real, arithmetic_text, bandwidth_text, share)";

static const char *arithmetic_unit(enum tri_resource resource)
{
    switch (resource) {
    case TRI_ADDITIONS: return "additions/s";
    case TRI_MIXED: return "instructions/s";
    case TRI_INTEGERS: return "integers/s";
    default: return "fma/s";
    }
}

static struct text digits(double x)
{
    struct text t;
    snprintf(t.s, sizeof t.s, "%.17g", x);
    return t;
}

/* Instructions a byte and a second; and where the ceilings are known, these, and what it has taken of what they
 * allow: of the one that binds. */
static bool add_rate(struct store *s, const char *id, const json_t *row, struct tri_error *e)
{
    const struct tri_work work = row_work(row);
    const struct tri_ceiling c = row_ceiling(row);
    double seconds = number_for(json_object_get(row, "kernel_s"), "median");
    double share = tri_ceiling_seconds(&c, &work, tri_ceiling_binds(&c, &work)) / seconds;
    enum tri_resource resource;
    double arithmetic = tri_ceiling_arithmetic(&c, &work, &resource);
    const struct text text[] = {
        digits(work.instructions / work.bytes),
        digits(work.instructions / seconds),
        digits(arithmetic),
        digits(c.bytes_per_second),
        si(arithmetic, arithmetic_unit(resource)),
        si(c.bytes_per_second, "B/s"),
        marked_share(share),
    };
    const char *value[8] = { id };
    bool known = isfinite(arithmetic) && isfinite(c.bytes_per_second);
    for (size_t i = 0; i < 7; i++)
        value[i + 1] = i < 2 || known ? text[i].s : NULL;
    return store_tell(s, "insert into rate values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)", value, 8, e);
}

static bool add_rates(struct store *s, struct tri_error *e)
{
    static const char sql[] = "select id, json from row join chosen_row using (id) order by id";
    sqlite3_stmt *query = store_ask(s, sql, NULL, 0, e);
    bool good = query;
    while (good && store_next(s, query, &good, e)) {
        json_t *row = json_loads((const char *)sqlite3_column_text(query, 1), 0, NULL);
        good = (row || tri_fail(e, TRI_FAILED, "out of memory")) &&
               add_rate(s, (const char *)sqlite3_column_text(query, 0), row, e);
        json_decref(row);
    }
    sqlite3_finalize(query);
    return good;
}

static bool fail_without(struct store *s, struct tri_error *e)
{
    char first[300];
    store_text(
        s,
        "select printf('%.200s:%d', coalesce(file, 'row'), coalesce(line, id)) from drawn limit 1",
        NULL, first, sizeof first);
    return tri_fail(e, TRI_USAGE, "%s: no row has ceilings, which roofs are made of", first);
}

bool prepare_roofline(struct store *s, struct tri_error *e)
{
    return store_run(s, rate_sql, e) && add_rates(s, e) && store_run(s, roofline_sql, e) &&
           (store_number(s, "select count(*) from ceiling", NULL) > 0 || fail_without(s, e));
}
