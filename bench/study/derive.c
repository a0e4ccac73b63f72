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

/* The last row, measured or absent, of a table's line with what the column says; `over` first. */
static const struct row *find(const struct rows *rows, const char *line, const char *where,
                              const char *over)
{
    for (size_t i = rows->n; i-- > 0;) {
        const struct row *r = &rows->row[i];
        char both[400];
        snprintf(both, sizeof both, "%s,%s", over ? over : "", where);
        if (has_all(r, over, NULL) && has_all(r, where, over) && has_all(r, line, both))
            return r;
    }
    return NULL;
}

/* ---- Cells ---- */

/* What a column says of a row, beside the one it is compared with (NULL: there is none). */
static struct cell derive(const struct column *c, const struct row *r, const struct row *base,
                          struct text *text)
{
    double units = json_number_value(json_object_get(r->json, "units"));
    const char *unit = json_string_value(json_object_get(r->json, "rate_unit"));
    double speed = base ? base->seconds / r->seconds : (double)NAN;
    struct cell cell = { text->s, r->seconds };
    *text = si(r->seconds, "s");
    switch (c->derived) {
    case DERIVED_TIME: break;
    case DERIVED_RATE:
        cell.value = units / r->seconds;
        *text = si(cell.value, unit ? unit : "/s");
        break;
    case DERIVED_SPEED_UP:
        cell.value = speed;
        *text = ratio(speed);
        break;
    case DERIVED_EFFICIENCY:
        cell.value = speed / r->threads * (base ? base->threads : 1);
        *text = percent(cell.value);
        break;
    case DERIVED_SAVED:
        cell.value = 1 - 1 / speed;
        *text = percent(cell.value);
        break;
    }
    return cell;
}

static bool fill(struct sheet *s, size_t line, size_t column, const struct rows *rows,
                 const char *where, const struct column *c)
{
    const struct row *r = find(rows, where, c->where, NULL);
    const struct row *base = c->over ? find(rows, where, c->where, c->over) : NULL;
    struct text text;
    if (!r)
        return sheet_set(s, line, column, "-", (double)NAN);
    if (r->absent)
        return sheet_note(s, line, column, r->absent);
    struct cell cell = derive(c, r, base && !base->absent ? base : NULL, &text);
    return sheet_set(s, line, column, cell.text, cell.value);
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

/* ---- The sheet ---- */

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

/* What the report has in this line. */
static const char *reported(const struct study *study, const char *values)
{
    for (size_t i = 0; i < REPORT_FIGURES && study->report[i].line; i++)
        if (strcmp(study->report[i].line, values) == 0)
            return study->report[i].text;
    return "";
}

/* NaN, if it is not all of the text. */
static double number_of(const char *text)
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
        good = sheet_set(s, s->lines - 1, column, value, number_of(value));
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
    return good && (!study->report_heading ||
                    sheet_set(s, line, column, reported(study, values), (double)NAN));
}

bool study_sheet(const struct study *study, const struct rows *rows, struct sheet *s,
                 struct tri_error *e)
{
    struct lines l = lines_of(study, rows);
    *s = (struct sheet){ 0 };
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
    if (good)
        return true;
    sheet_free(s);
    return tri_fail(e, TRI_FAILED, "out of memory");
}
