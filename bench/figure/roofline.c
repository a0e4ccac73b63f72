/* The roofline figure: each row's rate and ceilings.  What of them is drawn roofline.sql says, and roofline.gp
 * where it stands. */
#include "figure.h"

#include "format.h"

#include <math.h>

extern const char roofline_sql[];

static const char *arithmetic_unit(enum tri_resource resource)
{
    switch (resource) {
    case TRI_ADDITIONS: return "additions/s";
    case TRI_MIXED: return "instructions/s";
    case TRI_INTEGERS: return "integers/s";
    default: return "fma/s";
    }
}

/* What the row has taken of what its own ceilings allow: of the one that binds. */
static double share(const struct row *r)
{
    struct tri_work work = row_work(r->json);
    struct tri_ceiling ceiling = row_ceiling(r->json);
    return tri_ceiling_seconds(&ceiling, &work, tri_ceiling_binds(&ceiling, &work)) / r->seconds;
}

static struct text digits(double x)
{
    struct text t;
    snprintf(t.s, sizeof t.s, "%.17g", x);
    return t;
}

/* Instructions a byte and a second; and where the ceilings are known, these and the share. */
static bool add_rate(struct store *s, size_t id, const struct row *r, struct tri_error *e)
{
    bool known = isfinite(r->arithmetic_per_second) && isfinite(r->bytes_per_second);
    const struct text text[] = {
        digits((double)id),
        digits(r->instructions / r->bytes),
        digits(r->instructions / r->seconds),
        digits(r->arithmetic_per_second),
        digits(r->bytes_per_second),
        si(r->arithmetic_per_second, arithmetic_unit(r->arithmetic)),
        si(r->bytes_per_second, "B/s"),
        marked_share(share(r)),
    };
    const char *value[8];
    for (size_t i = 0; i < 8; i++)
        value[i] = i < 3 || known ? text[i].s : NULL;
    return store_tell(s, "insert into rate values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)", value, 8, e);
}

/* Their numbers in the store are those of their order. */
static bool add_rows(struct store *s, const struct rows *rows, struct tri_error *e)
{
    bool good = store_tell(s,
                           "create temp table rate(row integer primary key, per_byte real, "
                           "per_second real, arithmetic real, bandwidth real, arithmetic_text, "
                           "bandwidth_text, share)",
                           NULL, 0, e);
    for (size_t i = 0; good && i < rows->n; i++)
        good = store_load(s, rows->row[i].json, rows->row[i].file, rows->row[i].line, e) &&
               add_rate(s, i + 1, &rows->row[i], e);
    return good && store_run(s, roofline_sql, e);
}

static bool write_tables(struct store *s, const struct row *first, FILE *script,
                         struct tri_error *e)
{
    static const char *const tables[] = { "PATHS", "PICTURES", "POINTS", "ROOFS", "SLOPES", NULL };
    bool good = store_number(s, "select count(*) from ceiling", NULL) > 0 ||
                tri_fail(e, TRI_USAGE, "%.200s:%zu: no row has ceilings, which roofs are made of",
                         first->file, first->line);
    for (size_t i = 0; good && tables[i]; i++)
        good = set_table(script, tables[i], s, e);
    return good;
}

bool write_roofline(const void *all, FILE *script, struct tri_error *e)
{
    const struct rows *rows = all;
    struct store *s = store_in_memory(e);
    bool good = s && add_rows(s, rows, e) && write_tables(s, &rows->row[0], script, e);
    store_close(s);
    return good;
}
