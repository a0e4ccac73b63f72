/* A study's sheet, made of its rows: lines and cells are queries. */
#include "study.h"

#include "row.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- What columns say ---- */

/* A number, and how it is written. */
enum writing { WORDS, PREFIXED, RATIO, PERCENT, SHARE, INTENSITY, COUNT, PARTS, RESOURCE };

/* SQL of the row r that a column finds, and of the row base that it is compared with. */
#define NUMBER(row, key) "(1.0 * json_extract(" row ".json, '$." key "'))"
#define KEY "json_extract(r.json, '$.' || key)"
#define SECONDS(row) "(1.0 * json_extract(" row ".json, '$.' || key || '.median'))"
#define SPEED_UP SECONDS("base") " / " SECONDS("r")
#define THREADS(row) NUMBER(row, "threads")
#define RATE_UNIT "coalesce(json_extract(r.json, '$.rate_unit'), '/s')"
#define IF_SAID(key, words) " when " NUMBER("r", key) " is not null then " words

/* "4 x 2": lanes of a vector, and vectors at once; some compilers tell bytes, and nothing more. */
#define VECTORS "printf('%g x %g', " NUMBER("r", "width") ", " NUMBER("r", "interleaved") ")"
#define BYTES "printf('%g bytes', " NUMBER("r", "bytes_wide") ")"
#define IF_VECTORISED " when " NUMBER("r", "vectorised") " then 'yes'"

/* The number, and its unit or the words in its place. */
static const struct {
    enum writing writing;
    const char *number, *words;
} derivations[] = {
    [DERIVED_TIME] = { PREFIXED, SECONDS("r"), "'s'" },
    [DERIVED_RATE] = { PREFIXED, NUMBER("r", "units") " / " SECONDS("r"), RATE_UNIT },
    [DERIVED_POINT_RATE] = { PREFIXED, NUMBER("r", "points") " / " SECONDS("r"), "'/s'" },
    [DERIVED_SPEED_UP] = { RATIO, SPEED_UP, "''" },
    [DERIVED_EFFICIENCY] = { PERCENT, SPEED_UP " / " THREADS("r") " * " THREADS("base"), "''" },
    [DERIVED_SAVED] = { PERCENT, "1 - 1 / (" SPEED_UP ")", "''" },
    [DERIVED_INTENSITY] = { INTENSITY, NUMBER("r", "instructions") " / " NUMBER("r", "bytes"),
                            "''" },
    [DERIVED_CEILING] = { PREFIXED, NUMBER("r", "ceiling"), RATE_UNIT },
    [DERIVED_SHARE] = { SHARE, NUMBER("r", "ceiling_share"), "''" },
    [DERIVED_BOUND] = { RESOURCE, "null", "r.json" },
    [DERIVED_NUMBER] = { COUNT, KEY, "''" },
    [DERIVED_DIFFERENT] = { COUNT, NUMBER("r", "different"), "''" },
    [DERIVED_DIFFERING] = { PARTS, NUMBER("r", "different") " / " NUMBER("r", "points"), "''" },
    [DERIVED_LOOP] = { WORDS, "null",
                       "case" IF_SAID("width", VECTORS) IF_SAID("bytes_wide", BYTES)
                           IF_VECTORISED IF_SAID("unrolled", "'unrolled'")
                               IF_SAID("line", "'no'") " else 'none' end" },
    [DERIVED_TEXT] = { WORDS, "null", "coalesce(" KEY ", '')" },
    [DERIVED_STEP] = { RATIO, SPEED_UP, "''" },
    [DERIVED_IDEA] = { WORDS, "null", "coalesce(r.idea, '')" },
};

/* The lowest of a row's ceilings. */
static const char *bound_of(const char *text)
{
    json_t *row = json_loads(text, 0, NULL);
    struct tri_work work = row_work(row);
    struct tri_ceiling ceiling = row_ceiling(row);
    bool known = !isnan(ceiling.fma_per_second) && !isnan(ceiling.bytes_per_second);
    json_decref(row);
    return known ? tri_resource_name(tri_ceiling_binds(&ceiling, &work)) : "-";
}

static struct text write_number(enum writing writing, double x, const char *unit)
{
    struct text t = { "-" };
    switch (writing) {
    case PREFIXED: return si(x, unit);
    case RATIO: return ratio(x);
    case PERCENT: return percent(x);
    case SHARE: return marked_share(x);
    case INTENSITY: snprintf(t.s, sizeof t.s, "%.3g", x); break;
    case PARTS: snprintf(t.s, sizeof t.s, "%.3f %%", 100 * x); break;
    default: snprintf(t.s, sizeof t.s, "%.10g", x);
    }
    return t;
}

/* As a function of SQL: a number, its unit or words in its place, and how that is written. */
static void written(sqlite3_context *context, int n, sqlite3_value **value)
{
    enum writing writing = (enum writing)sqlite3_value_int(value[0]);
    const char *words = (const char *)sqlite3_value_text(value[2]);
    struct text number = { "-" };
    (void)n;
    if (sqlite3_value_type(value[1]) != SQLITE_NULL)
        number = write_number(writing, sqlite3_value_double(value[1]), words);
    if (writing == RESOURCE)
        words = bound_of(words);
    else if (writing != WORDS)
        words = number.s;
    sqlite3_result_text(context, words, -1, SQLITE_TRANSIENT);
}

/* ---- Rows as a table, with what columns and lines are of as texts ---- */

struct maker {
    const struct study *study;
    struct store *store;
    size_t heads;
    const char *head[STUDY_HEADS];
};

static void add_names(json_t *names, const char *list)
{
    for (; list && *list; list = next_item(list)) {
        char name[80];
        snprintf(name, sizeof name, "%.*s", (int)name_length(list), list);
        json_object_set_new(names, name, json_null());
    }
}

static void add_rungs(sqlite3_str *sql)
{
    const struct tri_hotspot *h;
    const struct tri_variant *v;
    sqlite3_str_appendall(sql,
                          "with rung(hotspot, variant, place, idea) as (values ('', '', 0, '')");
    for (size_t i = 0; (h = tri_hotspot_at(i, TRI_DOUBLE)); i++)
        for (size_t k = 0; (v = tri_variant_at(h, k)); k++)
            sqlite3_str_appendf(sql, ", (%Q, %Q, %d, %Q)", h->name, v->name, (int)k, v->idea);
    sqlite3_str_appendall(sql, ")");
}

static bool make_shown(const struct maker *m, struct tri_error *e)
{
    sqlite3_str *sql = sqlite3_str_new(NULL);
    json_t *names = json_object(), *value;
    const char *name;
    for (size_t c = 0; c < m->heads; c++)
        add_names(names, m->head[c]);
    for (const struct column *c = m->study->column; c->heading; c++) {
        add_names(names, c->where);
        add_names(names, c->over);
    }
    sqlite3_str_appendall(sql, "create temp table shown as ");
    add_rungs(sql);
    sqlite3_str_appendall(sql, "select absent, json, reported, place, idea");
    json_object_foreach(names, name, value)
    {
        sqlite3_str_appendf(sql,
                            ", cast(case json_type(said, '$.\"%s\"') when 'real' then "
                            "printf('%%.10g', json_extract(said, '$.\"%s\"')) else "
                            "coalesce(json_extract(said, '$.\"%s\"'), '') end as text) as \"%s\"",
                            name, name, name, name);
    }
    sqlite3_str_appendall(sql,
                          " from own left join rung using(hotspot, variant) order by own.rowid");
    json_decref(names);
    return store_run(m->store, "drop table if exists shown", e) && store_write(m->store, sql, e);
}

/* "and" what a list of assignments says, but for the names in another one; "name=" is any value. */
static void add_conditions(sqlite3_str *sql, const char *list, const char *but)
{
    for (; list && *list; list = next_item(list)) {
        char name[80];
        size_t length = name_length(list), unused;
        int value = (int)(item_length(list) - length - 1);
        snprintf(name, sizeof name, "%.*s", (int)length, list);
        if (value > 0 && !value_in(but, name, &unused))
            sqlite3_str_appendf(sql, " and \"%s\" = '%.*s'", name, value, list + length + 1);
    }
}

/* The last of the rows that have the line's heads, and what is said in their place or beside them: `over`
 * first, then `where`. */
static void add_row(sqlite3_str *sql, const struct maker *m, const char *where, const char *over,
                    const char *also, const char *order)
{
    size_t unused;
    sqlite3_str_appendf(sql, "(select rowid from shown where %s", also);
    add_conditions(sql, over, NULL);
    add_conditions(sql, where, over);
    for (size_t c = 0; c < m->heads; c++)
        if (!value_in(where, m->head[c], &unused) && !value_in(over, m->head[c], &unused))
            sqlite3_str_appendf(sql, " and \"%s\" = line.\"%s\"", m->head[c], m->head[c]);
    sqlite3_str_appendf(sql, " order by %s rowid desc limit 1)", order);
}

/* ---- Lines ---- */

/* Rows of something else than a column shows make no line. */
static void add_shown(sqlite3_str *sql, const struct study *study)
{
    for (const struct column *c = study->column; c->heading; c++) {
        sqlite3_str_appendall(sql, " or true");
        add_conditions(sql, c->where, NULL);
    }
}

/* Numbers ascend; other texts stay as they came, for hotspots have their variants in another order. */
static bool add_lines(const struct maker *m, struct tri_error *e)
{
    sqlite3_str *sql = sqlite3_str_new(NULL), *heads = sqlite3_str_new(NULL),
                *order = sqlite3_str_new(NULL);
    sqlite3_str_appendall(sql, "create temp table line as with own as (select *");
    for (int c = 0; c < (int)m->heads; c++) {
        const char *name = m->head[c], *comma = c ? ", " : "";
        sqlite3_str_appendf(heads, "%s\"%s\"", comma, name);
        sqlite3_str_appendf(order, "%snumber_%d, first_%d", comma, c, c);
        sqlite3_str_appendf(sql,
                            ", case when json_valid(\"%s\") then cast(\"%s\" as real) end "
                            "as number_%d, min(rowid) over (partition by %s) as first_%d",
                            name, name, c, sqlite3_str_value(heads), c);
    }
    sqlite3_str_appendall(sql, " from shown where false");
    add_shown(sql, m->study);
    sqlite3_str_appendf(sql, ") select %s from own group by %s order by %s",
                        sqlite3_str_value(heads), sqlite3_str_value(heads),
                        sqlite3_str_value(order));
    sqlite3_free(sqlite3_str_finish(heads));
    sqlite3_free(sqlite3_str_finish(order));
    if (!store_write(m->store, sql, e))
        return false;
    return store_number(m->store, "select count(*) from line", NULL) > 0 ||
           tri_fail(e, TRI_FAILED, "study %s: nothing of it could be measured", m->study->name);
}

/* ---- Columns ---- */

static void add_heading(sqlite3_str *sql, size_t place, const char *text, bool head,
                        enum derived derived, const char *where)
{
    size_t length = 0;
    const char *path = value_in(where, "path", &length);
    sqlite3_str_appendf(sql, "insert into cell values (0, %d, %Q, null, null); ", (int)place, text);
    sqlite3_str_appendf(sql, "insert into heading values (%d, %d, %d, nullif('%.*q', '')); ",
                        (int)place, head, derived, (int)length, path ? path : "");
}

static bool add_head(const struct maker *m, size_t place, struct tri_error *e)
{
    const char *name = m->head[place];
    sqlite3_str *sql = sqlite3_str_new(NULL);
    add_heading(sql, place, name, true, DERIVED_TEXT, NULL);
    sqlite3_str_appendf(
        sql,
        "insert into cell select rowid, %d, \"%s\", "
        "iif(\"%s\" glob '*[0-9]*' and json_valid(\"%s\"), cast(\"%s\" as real), null), "
        "null from line",
        (int)place, name, name, name, name);
    return store_write(m->store, sql, e);
}

/* What a column says in each line: of a row that is absent only where none was measured.  A step is from the
 * next lower rung that was. */
static bool add_column(const struct maker *m, size_t place, const struct column *c,
                       struct tri_error *e)
{
    const char *number = derivations[c->derived].number;
    sqlite3_str *sql = sqlite3_str_new(NULL);
    add_heading(sql, place, c->heading, false, c->derived, c->where);
    sqlite3_str_appendf(sql,
                        "insert into cell select line.rowid, %d, iif(r.rowid is null, '-', "
                        "written(%d, %s, %s)), iif(r.absent is null, %s, null), r.absent "
                        "from line join (select %Q as key) left join shown r on r.rowid = ",
                        (int)place, derivations[c->derived].writing, number,
                        derivations[c->derived].words, number, c->key ? c->key : "kernel_s");
    add_row(sql, m, c->where, NULL, "true", "absent is not null,");
    sqlite3_str_appendall(sql, " left join shown base on base.rowid = ");
    if (c->derived == DERIVED_STEP)
        add_row(sql, m, c->where, "variant=", "absent is null and place < r.place", "place desc,");
    else
        add_row(sql, m, c->where, c->over, c->over ? "absent is null" : "false", "");
    return store_write(m->store, sql, e);
}

/* ---- The report ---- */

/* What the report has in a line: nothing where a user has asked for something else than it measured. */
static bool add_report(const struct maker *m, size_t place, struct tri_error *e)
{
    const struct report_figure *f = m->study->report, *end = f + REPORT_FIGURES;
    if (!m->study->report_heading)
        return true;
    sqlite3_str *sql = sqlite3_str_new(NULL);
    add_heading(sql, place, m->study->report_heading, false, DERIVED_TEXT, NULL);
    sqlite3_str_appendall(sql, "with report(line, text) as (values (null, null)");
    for (; f < end && f->line; f++)
        sqlite3_str_appendf(sql, ", (%Q, %Q)", f->line, f->text);
    sqlite3_str_appendf(sql,
                        ") insert into cell select line.rowid, %d, "
                        "coalesce(iif(r.reported, report.text, null), ''), null, null "
                        "from line left join report on report.line = line.\"%s\"",
                        (int)place, m->head[0]);
    for (size_t c = 1; c < m->heads; c++)
        sqlite3_str_appendf(sql, " || ',' || line.\"%s\"", m->head[c]);
    sqlite3_str_appendall(sql, " left join shown r on r.rowid = ");
    add_row(sql, m, NULL, NULL, "true", "absent is not null,");
    return store_write(m->store, sql, e);
}

/* Counts of a line that are not all the same, or not the report's, are marked. */
static const char compare_sql[] =
    "with counted as (select line, place, value, first_value(value) over (partition by line order by place) "
    "as first, (select cast(text as real) from cell report where report.line = cell.line and text <> '' "
    "and report.place = (select max(place) from heading, sheet where report is not null)) as reported "
    "from cell join heading using (place) where line > 0 and value is not null and derived = %d) "
    "update cell set text = text || '!' from counted "
    "where counted.line = cell.line and counted.place = cell.place and counted.value <> coalesce(reported, first)";

static bool compare_counts(const struct maker *m, bool *disagrees, struct tri_error *e)
{
    static const char marked[] = "select count(*) from cell join heading using (place) "
                                 "where derived = cast(?1 as integer) and text glob '*!'";
    char different[12];
    sqlite3_str *sql = sqlite3_str_new(NULL);
    snprintf(different, sizeof different, "%d", DERIVED_DIFFERENT);
    sqlite3_str_appendf(sql, compare_sql, DERIVED_DIFFERENT);
    bool good = store_write(m->store, sql, e);
    *disagrees = good && store_number(m->store, marked, different) > 0;
    return good;
}

/* ---- All of it ---- */

static bool make(const struct maker *m, bool *disagrees, struct tri_error *e)
{
    size_t place = 0;
    bool good = make_shown(m, e) && add_lines(m, e);
    for (; good && place < m->heads; place++)
        good = add_head(m, place, e);
    for (const struct column *c = m->study->column; good && c->heading; c++)
        good = add_column(m, place++, c, e);
    return good && add_report(m, place, e) && compare_counts(m, disagrees, e) &&
           sheet_end(m->store, e);
}

bool study_sheet(const struct study *study, const struct sweep *sweep, struct store *store,
                 bool *disagrees, struct tri_error *e)
{
    struct maker m = { .study = study, .store = store };
    json_t *heads = study_heads(study, sweep, store);
    while (m.heads < STUDY_HEADS && m.heads < json_array_size(heads)) {
        m.head[m.heads] = json_string_value(json_array_get(heads, m.heads));
        m.heads++;
    }
    bool good = heads || tri_fail(e, TRI_FAILED, "out of memory");
    good = good && sheet_begin(store, study->name, study->report_heading, e) &&
           store_function(store, "written", 3, written, NULL, e) && make(&m, disagrees, e);
    json_decref(heads);
    return good;
}
