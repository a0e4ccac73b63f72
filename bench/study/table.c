/* A study's sheet, made of its rows. */
#include "derive.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Cells ---- */

/* The row of the next lower rung that was measured; NULL: there is none. */
static const struct row *rung_before(const struct rows *rows, const char *where,
                                     const struct column *c, const struct row *r)
{
    const struct tri_hotspot *h = tri_hotspot_named(r->hotspot, TRI_DOUBLE);
    const struct tri_variant *own = h && r->variant ? tri_variant_named(h, r->variant) : NULL;
    const struct row *before = NULL;
    for (size_t i = 0; own && tri_variant_at(h, i) != own; i++) {
        char over[80];
        snprintf(over, sizeof over, "variant=%s", tri_variant_at(h, i)->name);
        const struct row *lower = find_row(rows, where, c->where, over);
        before = lower && !lower->absent ? lower : before;
    }
    return before;
}

static bool fill(struct sheet *s, size_t line, size_t column, const struct rows *rows,
                 const char *where, const struct column *c)
{
    const struct row *r = find_row(rows, where, c->where, NULL);
    const struct row *base = c->over ? find_row(rows, where, c->where, c->over) : NULL;
    if (r && c->derived == DERIVED_STEP)
        base = rung_before(rows, where, c, r);
    if (!r)
        return sheet_set(s, line, column, "-", (double)NAN);
    if (r->absent)
        return sheet_note(s, line, column, r->absent);
    struct value v = derive(c, r, base && !base->absent ? base : NULL);
    return sheet_set(s, line, column, v.text, v.number);
}

/* ---- Columns and lines ---- */

static bool add_columns(struct sheet *s, const struct study *study)
{
    bool good = true;
    for (const char *down = study->down; good && *down; down = next_item(down)) {
        char name[80];
        snprintf(name, sizeof name, "%.*s", (int)item_length(down), down);
        good = sheet_column(s, name, true);
    }
    for (size_t c = 0; good && study->column[c].heading; c++)
        good = sheet_column(s, study->column[c].heading, false);
    return good && (!study->report_heading || sheet_column(s, study->report_heading, false));
}

/* NaN, if it is not all of the text. */
static double number_in(const char *text)
{
    char *end;
    double value = strtod(text, &end);
    return *text && !*end ? value : (double)NAN;
}

static bool has_heads(const struct sheet *s, size_t line, const struct row *r)
{
    for (size_t c = 0; c < s->heads; c++)
        if (strcmp(sheet_cell(s, line, c)->text, row_value(r, s->heading[c]).s) != 0)
            return false;
    return true;
}

/* Adds the line that a row is in, if it is a new one. */
static bool add_line(struct sheet *s, const struct row *r)
{
    for (size_t line = 0; line < s->lines; line++)
        if (has_heads(s, line, r))
            return true;
    bool good = sheet_line(s);
    for (size_t c = 0; good && c < s->heads; c++) {
        struct text value = row_value(r, s->heading[c]);
        good = sheet_set(s, s->lines - 1, c, value.s, number_in(value.s));
    }
    return good;
}

/* Rows of something else than a column shows make no line. */
static bool is_shown(const struct study *study, const struct row *r)
{
    for (size_t c = 0; study->column[c].heading; c++)
        if (has_all(r, study->column[c].where, NULL))
            return true;
    return false;
}

/* ---- The report ---- */

static bool is_swept(const struct study *study, const char *param)
{
    for (size_t i = 0; study->axis[i]; i++)
        if (is_axis_of(study->axis[i], param, strlen(param)))
            return true;
    return false;
}

/* Whether the row is of the report's experiment: what is not swept is as the study has it. */
static bool is_the_reports(const struct study *study, const struct row *r)
{
    const struct tri_hotspot *h = tri_hotspot_named(r->hotspot, TRI_DOUBLE);
    struct tri_case c;
    char setting[120];
    if (!h)
        return false;
    tri_case_init(&c, h);
    bool same = !study->set || tri_case_set(&c, study->set, NULL);
    for (int i = 0; same && h->params[i].name; i++) {
        const char *name = h->params[i].name;
        snprintf(setting, sizeof setting, "%s=%s", name, row_value(r, name).s);
        same = !is_swept(study, name) || tri_case_set(&c, setting, NULL);
    }
    return same && has_case(r, &c);
}

/* What the report has in a line: "" where a user has asked for something else than it measured. */
static const char *reported(const struct study *study, const struct rows *rows, const char *line,
                            const char *values)
{
    const struct row *r = find_row(rows, line, "", NULL);
    for (size_t i = 0; i < REPORT_FIGURES && study->report[i].line; i++)
        if (strcmp(study->report[i].line, values) == 0)
            return r && is_the_reports(study, r) ? study->report[i].text : "";
    return "";
}

/* Counts of a line that are not all the same, or not the report's, are marked. */
static bool compare_counts(struct sheet *s, const struct study *study, size_t line,
                           const char *report)
{
    char text[40];
    bool good = true;
    double expected = *report ? strtod(report, NULL) : (double)NAN;
    for (size_t c = 0; good && study->column[c].heading; c++) {
        double own = sheet_cell(s, line, s->heads + c)->value;
        if (study->column[c].derived != DERIVED_DIFFERENT || isnan(own))
            continue;
        expected = isnan(expected) ? own : expected;
        if (own == expected)
            continue;
        s->disagrees = true;
        snprintf(text, sizeof text, "%.10g!", own);
        good = sheet_set(s, line, s->heads + c, text, own);
    }
    return good;
}

/* ---- What is in a line ---- */

/* The line, as `where` has it and as a report's line does: "500,1". */
static void name_line(const struct sheet *s, size_t line, char *where, char *values, size_t size)
{
    size_t used = 0, length = 0;
    for (size_t c = 0; c < s->heads && used < size && length < size; c++) {
        const char *separator = c ? "," : "", *text = sheet_cell(s, line, c)->text;
        used +=
            (size_t)snprintf(where + used, size - used, "%s%s=%s", separator, s->heading[c], text);
        length += (size_t)snprintf(values + length, size - length, "%s%s", separator, text);
    }
}

static bool fill_line(struct sheet *s, const struct study *study, const struct rows *rows,
                      size_t line)
{
    char where[400] = "", values[400] = "";
    size_t column = s->heads;
    bool good = true;
    name_line(s, line, where, values, sizeof where);
    for (size_t c = 0; good && study->column[c].heading; c++)
        good = fill(s, line, column++, rows, where, &study->column[c]);
    const char *report = good ? reported(study, rows, where, values) : "";
    if (good && study->report_heading)
        good = sheet_set(s, line, column, report, (double)NAN);
    return good && compare_counts(s, study, line, report);
}

/* ---- Rows that are shown ---- */

/* Adds a row; with what the element of its list says, if there is one. */
static bool add_row(struct rows *to, const struct row *r, const char *list, json_t *element)
{
    struct row *more = realloc(to->row, (to->n + 1) * sizeof *more);
    json_t *json = json_copy(r->json);
    if (more)
        to->row = more;
    if (!more || !json) {
        json_decref(json);
        return false;
    }
    if (element) {
        json_object_del(json, list);
        json_object_update(json, element);
    }
    more[to->n] = *r;
    more[to->n++].json = json;
    return true;
}

/* All of them; of a list, a row for each element. */
static bool select_rows(const struct study *study, const struct rows *all, struct rows *own)
{
    bool good = true;
    *own = (struct rows){ 0 };
    for (size_t i = 0; good && i < all->n; i++) {
        const struct row *r = &all->row[i];
        const json_t *list = study->list ? json_object_get(r->json, study->list) : NULL;
        for (size_t k = 0; good && k < json_array_size(list); k++)
            good = add_row(own, r, study->list, json_array_get(list, k));
        if (good && json_array_size(list) == 0)
            good = add_row(own, r, NULL, NULL);
    }
    return good;
}

static bool make_sheet(const struct study *study, const struct rows *rows, struct sheet *s,
                       struct tri_error *e)
{
    bool good = add_columns(s, study);
    for (size_t i = 0; good && i < rows->n; i++)
        good = !is_shown(study, &rows->row[i]) || add_line(s, &rows->row[i]);
    if (good && s->lines == 0)
        return tri_fail(e, TRI_FAILED, "study %s: nothing of it could be measured", study->name);
    if (good)
        sheet_sort(s); /* a run that was resumed has its rows in another order */
    for (size_t line = 0; good && line < s->lines; line++)
        good = fill_line(s, study, rows, line);
    return good || tri_fail(e, TRI_FAILED, "out of memory");
}

bool study_sheet(const struct study *study, const struct rows *rows, struct sheet *s,
                 struct tri_error *e)
{
    struct rows own;
    *s = (struct sheet){ 0 };
    bool good = select_rows(study, rows, &own) ? make_sheet(study, &own, s, e)
                                               : tri_fail(e, TRI_FAILED, "out of memory");
    rows_free(&own);
    if (!good)
        sheet_free(s);
    return good;
}
