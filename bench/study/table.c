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
#define KEY "json_extract(r.json, '$.' || ?1)"
#define SECONDS(row) "(1.0 * json_extract(" row ".json, '$.' || ?1 || '.median'))"
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

/* ---- Rows as a table, with what columns and lines are of as texts ---- */

struct maker {
    const struct study *study;
    struct store *store;
    struct sheet *sheet;
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
    for (size_t c = 0; c < m->sheet->heads; c++)
        add_names(names, m->sheet->heading[c]);
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

/* The last of the rows that have a line's heads, which are bound after ?1, and what is said in their place
 * or beside them: `over` first, then `where`. */
static void add_row(sqlite3_str *sql, const struct sheet *s, const char *where, const char *over,
                    const char *also, const char *order)
{
    size_t unused;
    sqlite3_str_appendf(sql, "(select rowid from shown where %s", also);
    add_conditions(sql, over, NULL);
    add_conditions(sql, where, over);
    for (size_t c = 0; c < s->heads; c++)
        if (!value_in(where, s->heading[c], &unused) && !value_in(over, s->heading[c], &unused))
            sqlite3_str_appendf(sql, " and \"%s\" = ?%d", s->heading[c], (int)c + 2);
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
static sqlite3_stmt *ask_lines(const struct maker *m, struct tri_error *e)
{
    sqlite3_str *sql = sqlite3_str_new(NULL), *heads = sqlite3_str_new(NULL),
                *order = sqlite3_str_new(NULL);
    sqlite3_str_appendall(sql, "with line as (select *");
    for (int c = 0; c < (int)m->sheet->heads; c++) {
        const char *name = m->sheet->heading[c], *comma = c ? ", " : "";
        sqlite3_str_appendf(heads, "%s\"%s\"", comma, name);
        sqlite3_str_appendf(order, "%snumber_%d, first_%d", comma, c, c);
        sqlite3_str_appendf(sql,
                            ", case when json_valid(\"%s\") then cast(\"%s\" as real) end "
                            "as number_%d, min(rowid) over (partition by %s) as first_%d",
                            name, name, c, sqlite3_str_value(heads), c);
    }
    sqlite3_str_appendall(sql, " from shown where false");
    add_shown(sql, m->study);
    sqlite3_str_appendf(sql, ") select %s from line group by %s order by %s",
                        sqlite3_str_value(heads), sqlite3_str_value(heads),
                        sqlite3_str_value(order));
    char *text[] = { sqlite3_str_finish(heads), sqlite3_str_finish(order),
                     sqlite3_str_finish(sql) };
    sqlite3_stmt *query = store_ask(m->store, text[2], NULL, 0, e);
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        sqlite3_free(text[i]);
    return query;
}

/* NaN, if it is not all of the text. */
static double number_in(const char *text)
{
    char *end;
    double value = strtod(text, &end);
    return *text && !*end ? value : (double)NAN;
}

static bool add_lines(const struct maker *m, struct tri_error *e)
{
    sqlite3_stmt *query = ask_lines(m, e);
    bool good = query;
    while (good && store_next(m->store, query, &good, e)) {
        good = sheet_line(m->sheet);
        for (size_t c = 0; good && c < m->sheet->heads; c++) {
            const char *text = (const char *)sqlite3_column_text(query, (int)c);
            good = text && sheet_set(m->sheet, m->sheet->lines - 1, c, text, number_in(text));
        }
    }
    sqlite3_finalize(query);
    return good;
}

/* ---- Cells ---- */

/* What a column says in a line: of a row that is absent only where none was measured.  A step is from the
 * next lower rung that was. */
static sqlite3_stmt *ask_cell(const struct maker *m, size_t line, const struct column *c,
                              struct tri_error *e)
{
    const char *bound[1 + STUDY_HEADS] = { c->key ? c->key : "kernel_s" };
    sqlite3_str *sql = sqlite3_str_new(NULL);
    for (size_t i = 0; i < m->sheet->heads; i++)
        bound[i + 1] = sheet_cell(m->sheet, line, i)->text;
    sqlite3_str_appendf(sql,
                        "select r.absent, %s, %s, r.reported from shown r "
                        "left join shown base on base.rowid = ",
                        derivations[c->derived].number, derivations[c->derived].words);
    if (c->derived == DERIVED_STEP)
        add_row(sql, m->sheet, c->where, "variant=", "absent is null and place < r.place",
                "place desc,");
    else
        add_row(sql, m->sheet, c->where, c->over, c->over ? "absent is null" : "false", "");
    sqlite3_str_appendall(sql, " where r.rowid = ");
    add_row(sql, m->sheet, c->where, NULL, "true", "absent is not null,");
    char *text = sqlite3_str_finish(sql);
    sqlite3_stmt *query = store_ask(m->store, text, bound, m->sheet->heads + 1, e);
    sqlite3_free(text);
    return query;
}

static bool set_found(struct sheet *s, size_t line, size_t column, enum derived derived,
                      sqlite3_stmt *cell)
{
    const enum writing writing = derivations[derived].writing;
    const char *absent = (const char *)sqlite3_column_text(cell, 0),
               *words = (const char *)sqlite3_column_text(cell, 2);
    bool none = sqlite3_column_type(cell, 1) == SQLITE_NULL;
    double number = none ? (double)NAN : sqlite3_column_double(cell, 1);
    if (absent)
        return sheet_note(s, line, column, absent);
    if (writing == WORDS || writing == RESOURCE)
        return sheet_set(s, line, column, writing == WORDS ? words : bound_of(words), number);
    return sheet_set(s, line, column, none ? "-" : write_number(writing, number, words).s, number);
}

static bool fill(const struct maker *m, size_t line, size_t c, struct tri_error *e)
{
    const struct column *column = &m->study->column[c];
    size_t at = m->sheet->heads + c;
    bool good = true;
    sqlite3_stmt *cell = ask_cell(m, line, column, e);
    if (!cell)
        return false;
    if (store_next(m->store, cell, &good, e))
        good = set_found(m->sheet, line, at, column->derived, cell);
    else
        good = good && sheet_set(m->sheet, line, at, "-", (double)NAN);
    sqlite3_finalize(cell);
    return good;
}

/* ---- The report ---- */

/* What the report has in a line: "" where a user has asked for something else than it measured. */
static const char *report_of(const struct maker *m, size_t line, bool *good, struct tri_error *e)
{
    static const struct column any = { .derived = DERIVED_IDEA };
    const struct report_figure *figure = m->study->report, *end = figure + REPORT_FIGURES;
    char values[400] = "";
    for (size_t c = 0, used = 0; c < m->sheet->heads && used < sizeof values; c++)
        used += (size_t)snprintf(values + used, sizeof values - used, "%s%s", c ? "," : "",
                                 sheet_cell(m->sheet, line, c)->text);
    while (figure < end && figure->line && strcmp(figure->line, values) != 0)
        figure++;
    if (figure == end || !figure->line)
        return "";
    sqlite3_stmt *row = ask_cell(m, line, &any, e);
    *good = row;
    bool same = row && store_next(m->store, row, good, e) && sqlite3_column_int(row, 3);
    sqlite3_finalize(row);
    return same ? figure->text : "";
}

/* Counts of a line that are not all the same, or not the report's, are marked. */
static bool compare_counts(const struct maker *m, size_t line, const char *report)
{
    char text[40];
    bool good = true;
    double expected = *report ? strtod(report, NULL) : (double)NAN;
    for (size_t c = 0; good && m->study->column[c].heading; c++) {
        double own = sheet_cell(m->sheet, line, m->sheet->heads + c)->value;
        if (m->study->column[c].derived != DERIVED_DIFFERENT || isnan(own))
            continue;
        expected = isnan(expected) ? own : expected;
        if (own == expected)
            continue;
        m->sheet->disagrees = true;
        snprintf(text, sizeof text, "%.10g!", own);
        good = sheet_set(m->sheet, line, m->sheet->heads + c, text, own);
    }
    return good;
}

static bool fill_line(const struct maker *m, size_t line, struct tri_error *e)
{
    bool good = true;
    for (size_t c = 0; good && m->study->column[c].heading; c++)
        good = fill(m, line, c, e);
    const char *report = good ? report_of(m, line, &good, e) : "";
    if (good && m->study->report_heading)
        good = sheet_set(m->sheet, line, m->sheet->columns - 1, report, (double)NAN);
    return good && compare_counts(m, line, report);
}

/* ---- All of it ---- */

static bool add_columns(const struct maker *m, const json_t *heads)
{
    size_t i;
    json_t *head;
    bool good = true;
    json_array_foreach((json_t *)heads, i, head)
    {
        good = good && sheet_column(m->sheet, json_string_value(head), true);
    }
    for (size_t c = 0; good && m->study->column[c].heading; c++)
        good = sheet_column(m->sheet, m->study->column[c].heading, false);
    return good &&
           (!m->study->report_heading || sheet_column(m->sheet, m->study->report_heading, false));
}

bool study_sheet(const struct study *study, const struct sweep *sweep, struct store *store,
                 struct sheet *s, struct tri_error *e)
{
    const struct maker m = { study, store, s };
    json_t *heads = study_heads(study, sweep, store);
    *s = (struct sheet){ 0 };
    tri_fail(e, TRI_FAILED, "out of memory"); /* if nothing else is said */
    bool good = add_columns(&m, heads) && make_shown(&m, e) && add_lines(&m, e);
    json_decref(heads);
    if (good && s->lines == 0)
        good = tri_fail(e, TRI_FAILED, "study %s: nothing of it could be measured", study->name);
    for (size_t line = 0; good && line < s->lines; line++)
        good = fill_line(&m, line, e);
    if (!good)
        sheet_free(s);
    return good;
}
