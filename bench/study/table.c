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

/* ---- Lines ---- */

struct lines {
    char **line; /* each "resolution=500,threads=1" */
    size_t n;
};

static char *line_of(const struct row *r, const char *down)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    for (; out && *down; down = next_item(down)) {
        char name[40];
        snprintf(name, sizeof name, "%.*s", (int)item_length(down), down);
        fprintf(out, "%s%s=%s", ftell(out) > 0 ? "," : "", name, row_value(r, name).s);
    }
    if (out)
        fclose(out);
    return text;
}

/* Takes the line, if it is a new one.  False: out of memory. */
static bool add_line(struct lines *l, char *line)
{
    bool known = false;
    for (size_t i = 0; line && i < l->n; i++)
        known = known || strcmp(l->line[i], line) == 0;
    char **more = known || !line ? NULL : realloc(l->line, (l->n + 1) * sizeof *more);
    if (more) {
        l->line = more;
        l->line[l->n++] = line;
    } else
        free(line);
    return known || more;
}

/* Only of what a column shows: rows of something else make no line. */
static bool lines_of(const struct study *s, const struct rows *rows, struct lines *l)
{
    bool good = true;
    *l = (struct lines){ NULL, 0 };
    for (size_t i = 0; good && i < rows->n; i++)
        for (size_t c = 0; s->column[c].heading; c++)
            if (has_all(&rows->row[i], s->column[c].where, NULL)) {
                good = add_line(l, line_of(&rows->row[i], s->down));
                break;
            }
    return good;
}

static void free_lines(struct lines *l)
{
    for (size_t i = 0; i < l->n; i++)
        free(l->line[i]);
    free(l->line);
}

/* ---- Columns ---- */

/* The part of a list "a=1,b=2" before its first comma, and what comes after it. */
static const char *next(const char *list, char *name, char *value, size_t size)
{
    size_t all = item_length(list), length = strcspn(list, "=,");
    snprintf(name, size, "%.*s", (int)length, list);
    snprintf(value, size, "%.*s", length < all ? (int)(all - length - 1) : 0, list + length + 1);
    return next_item(list);
}

static bool add_columns(struct sheet *s, const struct study *study)
{
    char name[80], value[80];
    bool good = true;
    for (const char *down = study->down; good && *down;) {
        down = next(down, name, value, sizeof name);
        good = sheet_column(s, name, true);
    }
    for (size_t c = 0; good && study->column[c].heading; c++)
        good = sheet_column(s, study->column[c].heading, false);
    return good && (!study->report_heading || sheet_column(s, study->report_heading, false));
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

/* ---- The sheet's lines ---- */

/* NaN, if it is not all of the text. */
static double number_in(const char *text)
{
    char *end;
    double value = strtod(text, &end);
    return *text && !*end ? value : (double)NAN;
}

/* Of a line "resolution=500,threads=1". */
static bool add_heads(struct sheet *s, const char *line)
{
    char name[80], value[80];
    bool good = sheet_line(s);
    for (size_t column = 0; good && *line; column++) {
        line = next(line, name, value, sizeof name);
        good = sheet_set(s, s->lines - 1, column, value, number_in(value));
    }
    return good;
}

/* The line again, as `where` has it and as a report's line does: "500,1". */
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
    struct lines l;
    bool good = lines_of(study, rows, &l);
    if (good && l.n == 0)
        return tri_fail(e, TRI_FAILED, "study %s: nothing of it could be measured", study->name);
    good = good && add_columns(s, study);
    for (size_t i = 0; good && i < l.n; i++)
        good = add_heads(s, l.line[i]);
    if (good)
        sheet_sort(s); /* a run that was resumed has its rows in another order */
    for (size_t i = 0; good && i < l.n; i++)
        good = fill_line(s, study, rows, i);
    free_lines(&l);
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
