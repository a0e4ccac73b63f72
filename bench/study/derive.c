/* A study's sheet, made of its rows. */
#include "study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool begins(const char *list, const char *name)
{
    return strncmp(list, name, strlen(name)) == 0 && list[strlen(name)] == '=';
}

/* ---- Finding rows ---- */

const char *value_in(const char *list, const char *name, size_t *length)
{
    for (; list && *list; list += strcspn(list, ",") + (list[strcspn(list, ",")] == ','))
        if (begins(list, name)) {
            const char *value = list + strlen(name) + 1;
            *length = strcspn(value, ",");
            return value;
        }
    return NULL;
}

struct text row_value(const struct row *r, const char *name)
{
    struct text t = { "" };
    const char *key = strcmp(name, "threads-per-team") == 0 ? "threads_per_team" : name;
    const json_t *param = json_object_get(r->params, name);
    const json_t *value = param ? param : json_object_get(r->json, key);
    if (strcmp(name, "path") == 0)
        snprintf(t.s, sizeof t.s, "%s", r->path);
    else if (json_is_string(value))
        snprintf(t.s, sizeof t.s, "%s", json_string_value(value));
    else if (json_is_integer(value))
        snprintf(t.s, sizeof t.s, "%lld", (long long)json_integer_value(value));
    else if (json_is_number(value))
        snprintf(t.s, sizeof t.s, "%.10g", json_number_value(value));
    return t;
}

/* Whether the row has all that the list says, but for what is said in `but`. */
static bool has_all(const struct row *r, const char *list, const char *but)
{
    while (list && *list) {
        char name[40];
        size_t length, other;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(list, "="), list);
        const char *value = value_in(list, name, &length);
        struct text own = row_value(r, name);
        if (!value)
            return false;
        if (!value_in(but, name, &other) &&
            (strlen(own.s) != length || strncmp(own.s, value, length) != 0))
            return false;
        list = value[length] ? value + length + 1 : value + length;
    }
    return true;
}

/* The last row of a table's line with what the column says; `over` first.  One that is absent only where
 * none was measured. */
static const struct row *find(const struct rows *rows, const char *line, const char *where,
                              const char *over)
{
    const struct row *absent = NULL;
    for (size_t i = rows->n; i-- > 0;) {
        const struct row *r = &rows->row[i];
        char both[400];
        snprintf(both, sizeof both, "%s,%s", over ? over : "", where ? where : "");
        if (!has_all(r, over, NULL) || !has_all(r, where, over) || !has_all(r, line, both))
            continue;
        if (!r->absent)
            return r;
        absent = absent ? absent : r;
    }
    return absent;
}

/* ---- Cells ---- */

/* What a cell says. */
struct value {
    char text[200];
    double number; /* NaN: there is none */
};

static struct value value_of(double number, struct text text)
{
    struct value v = { "-", number };
    if (!isnan(number))
        snprintf(v.text, sizeof v.text, "%s", text.s);
    return v;
}

static struct value word(const char *text)
{
    struct value v = { "-", (double)NAN };
    if (text)
        snprintf(v.text, sizeof v.text, "%s", text);
    return v;
}

static double number(const struct row *r, const char *key)
{
    const json_t *value = json_object_get(r->json, key);
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

static double seconds_of(const struct column *c, const struct row *r)
{
    const json_t *times = json_object_get(r->json, c->key ? c->key : "kernel_s");
    const json_t *median = json_object_get(times, "median");
    return json_is_number(median) ? json_number_value(median) : (double)NAN;
}

static struct text rate(const struct row *r, double rate)
{
    const char *unit = json_string_value(json_object_get(r->json, "rate_unit"));
    return si(rate, unit ? unit : "/s");
}

static double speed_up(const struct column *c, const struct row *r, const struct row *base)
{
    return base ? seconds_of(c, base) / seconds_of(c, r) : (double)NAN;
}

/* What a column says of a row, beside the one it is compared with (NULL: there is none). */
typedef struct value derive_fn(const struct column *, const struct row *, const struct row *base);

static struct value time_of(const struct column *c, const struct row *r, const struct row *base)
{
    (void)base;
    return value_of(seconds_of(c, r), si(seconds_of(c, r), "s"));
}

static struct value rate_of(const struct column *c, const struct row *r, const struct row *base)
{
    double x = number(r, "units") / seconds_of(c, r);
    (void)base;
    return value_of(x, rate(r, x));
}

static struct value point_rate_of(const struct column *c, const struct row *r,
                                  const struct row *base)
{
    double x = number(r, "points") / seconds_of(c, r);
    (void)base;
    return value_of(x, si(x, "/s"));
}

static struct value speed_up_of(const struct column *c, const struct row *r, const struct row *base)
{
    double x = speed_up(c, r, base);
    return value_of(x, ratio(x));
}

static struct value efficiency_of(const struct column *c, const struct row *r,
                                  const struct row *base)
{
    double x = speed_up(c, r, base) / r->threads * (base ? base->threads : 1);
    return value_of(x, percent(x));
}

static struct value saved_of(const struct column *c, const struct row *r, const struct row *base)
{
    double x = 1 - 1 / speed_up(c, r, base);
    return value_of(x, percent(x));
}

static struct value intensity_of(const struct column *c, const struct row *r,
                                 const struct row *base)
{
    double x = r->instructions / r->bytes;
    struct text text;
    (void)c, (void)base;
    snprintf(text.s, sizeof text.s, "%.3g", x);
    return value_of(x, text);
}

static struct value ceiling_of(const struct column *c, const struct row *r, const struct row *base)
{
    (void)c, (void)base;
    return value_of(number(r, "ceiling"), rate(r, number(r, "ceiling")));
}

static struct value share_of(const struct column *c, const struct row *r, const struct row *base)
{
    (void)c, (void)base;
    return value_of(number(r, "ceiling_share"), percent(number(r, "ceiling_share")));
}

/* The lower of two ceilings: what can be computed, and what can be moved. */
static struct value bound_of(const struct column *c, const struct row *r, const struct row *base)
{
    double computing = r->fma_per_second / r->instructions, memory = r->bytes_per_second / r->bytes;
    (void)c, (void)base;
    if (isnan(computing) || isnan(memory))
        return word(NULL);
    return word(computing < memory ? "computing" : "memory");
}

static struct value number_of(const struct column *c, const struct row *r, const struct row *base)
{
    struct text text;
    (void)base;
    snprintf(text.s, sizeof text.s, "%.10g", number(r, c->key));
    return value_of(number(r, c->key), text);
}

static struct value different_of(const struct column *c, const struct row *r,
                                 const struct row *base)
{
    const struct column own = { .key = "different" };
    (void)c;
    return number_of(&own, r, base);
}

static struct value differing_of(const struct column *c, const struct row *r,
                                 const struct row *base)
{
    double x = number(r, "different") / number(r, "points");
    struct text text;
    (void)c, (void)base;
    snprintf(text.s, sizeof text.s, "%.3f %%", 100 * x);
    return value_of(x, text);
}

/* "4 x 2": lanes of a vector, and vectors at once; some compilers tell bytes, and nothing more. */
static struct value loop_of(const struct column *c, const struct row *r, const struct row *base)
{
    struct value v = word(isnan(number(r, "line")) ? "none" : "no");
    double width = number(r, "width"), bytes = number(r, "bytes_wide");
    (void)c, (void)base;
    if (!isnan(width))
        snprintf(v.text, sizeof v.text, "%g x %g", width, number(r, "interleaved"));
    else if (!isnan(bytes))
        snprintf(v.text, sizeof v.text, "%g bytes", bytes);
    else if (json_is_true(json_object_get(r->json, "vectorised")))
        v = word("yes");
    else if (!isnan(number(r, "unrolled")))
        v = word("unrolled");
    return v;
}

static struct value text_in(const struct column *c, const struct row *r, const struct row *base)
{
    const char *text = json_string_value(json_object_get(r->json, c->key));
    (void)base;
    return word(text ? text : "");
}

static derive_fn *const derive[] = {
    [DERIVED_TIME] = time_of,
    [DERIVED_RATE] = rate_of,
    [DERIVED_POINT_RATE] = point_rate_of,
    [DERIVED_SPEED_UP] = speed_up_of,
    [DERIVED_EFFICIENCY] = efficiency_of,
    [DERIVED_SAVED] = saved_of,
    [DERIVED_INTENSITY] = intensity_of,
    [DERIVED_CEILING] = ceiling_of,
    [DERIVED_SHARE] = share_of,
    [DERIVED_BOUND] = bound_of,
    [DERIVED_NUMBER] = number_of,
    [DERIVED_DIFFERENT] = different_of,
    [DERIVED_DIFFERING] = differing_of,
    [DERIVED_LOOP] = loop_of,
    [DERIVED_TEXT] = text_in,
};

static bool fill(struct sheet *s, size_t line, size_t column, const struct rows *rows,
                 const char *where, const struct column *c)
{
    const struct row *r = find(rows, where, c->where, NULL);
    const struct row *base = c->over ? find(rows, where, c->where, c->over) : NULL;
    if (!r)
        return sheet_set(s, line, column, "-", (double)NAN);
    if (r->absent)
        return sheet_note(s, line, column, r->absent);
    struct value v = derive[c->derived](c, r, base && !base->absent ? base : NULL);
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
    for (; out && *down; down += strcspn(down, ",") + (down[strcspn(down, ",")] == ',')) {
        char name[40];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(down, ","), down);
        fprintf(out, "%s%s=%s", ftell(out) > 0 ? "," : "", name, row_value(r, name).s);
    }
    if (out)
        fclose(out);
    return text;
}

/* Takes the line, if it is a new one. */
static void add_line(struct lines *l, char *line)
{
    bool known = !line;
    for (size_t i = 0; i < l->n; i++)
        known = known || strcmp(l->line[i], line) == 0;
    char **more = known ? NULL : realloc(l->line, (l->n + 1) * sizeof *more);
    if (more) {
        l->line = more;
        l->line[l->n++] = line;
    } else
        free(line);
}

/* Only of what a column shows: rows of something else make no line. */
static struct lines lines_of(const struct study *s, const struct rows *rows)
{
    struct lines l = { NULL, 0 };
    for (size_t i = 0; i < rows->n; i++)
        for (size_t c = 0; s->column[c].heading; c++)
            if (has_all(&rows->row[i], s->column[c].where, NULL)) {
                add_line(&l, line_of(&rows->row[i], s->down));
                break;
            }
    return l;
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
    size_t all = strcspn(list, ","), length = strcspn(list, "=");
    length = length < all ? length : all;
    snprintf(name, size, "%.*s", (int)length, list);
    snprintf(value, size, "%.*s", length < all ? (int)(all - length - 1) : 0, list + length + 1);
    return list + all + (list[all] == ',');
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
    for (size_t i = 0; study->axis[i]; i++) {
        size_t names = strcspn(study->axis[i], "=");
        for (const char *name = study->axis[i]; name < study->axis[i] + names;) {
            size_t length = strcspn(name, ":=");
            if (strlen(param) == length && strncmp(name, param, length) == 0)
                return true;
            name += length + 1;
        }
    }
    return false;
}

static bool has_param(const struct row *r, const struct tri_param *p, union tri_value value)
{
    const json_t *own = json_object_get(r->params, p->name);
    if (!own)
        return true;
    if (p->kind == TRI_CHOICE)
        return json_is_string(own) &&
               strcmp(json_string_value(own), p->choices[value.integer]) == 0;
    return json_number_value(own) == (p->kind == TRI_REAL ? value.real : (double)value.integer);
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
    for (int i = 0; same && h->params[i].name; i++)
        same = has_param(r, &h->params[i], c.value[i]);
    return same;
}

/* What the report has in a line: "" where a user has asked for something else than it measured. */
static const char *reported(const struct study *study, const struct rows *rows, const char *line,
                            const char *values)
{
    const struct row *r = find(rows, line, "", NULL);
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
    struct lines l = lines_of(study, rows);
    if (l.n == 0)
        return tri_fail(e, TRI_FAILED, "--study %s: nothing of it could be measured", study->name);
    bool good = add_columns(s, study);
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
