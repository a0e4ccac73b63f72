/* Which rows are a study's: those that it measures, at whatever the row has on the study's axes. */
#include "study.h"

#include "row.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- An axis ---- */

static bool is_launch(const char *axis)
{
    for (size_t i = 0; launch_axis_name(i); i++)
        if (names(axis, launch_axis_name(i)))
            return true;
    return false;
}

static const char *axis_of(const struct sweep *s, const char *name)
{
    for (size_t i = 0; i < s->axes; i++)
        if (names(s->axis[i], name))
            return s->axis[i];
    return NULL;
}

/* "1e3" is "1000". */
static bool same_value(const char *a, const char *b, size_t length)
{
    char *end_a, *end_b;
    double x = strtod(a, &end_a), y = strtod(b, &end_b);
    bool numbers = end_a != a && !*end_a && end_b == b + length && length > 0;
    return numbers ? fabs(x - y) <= 1e-9 * fabs(x)
                   : strlen(a) == length && strncmp(a, b, length) == 0;
}

static bool has_value(const char *axis, const char *value)
{
    for (const char *at = strchr(axis, '='); at; at = strchr(at, ',')) {
        at++;
        if (same_value(value, at, strcspn(at, ",")))
            return true;
    }
    return false;
}

/* Whether a row with this value on an axis will do: any, if that is not what the axis is held to. */
static bool will_do(const struct selection *s, const char *axis, const char *value)
{
    bool held = !strchr(axis, ','); /* a single value is what is measured, not what is varied */
    for (size_t i = 0; i < s->strict->axes; i++)
        held = held || s->strict->axis[i] == axis;
    return !held || has_value(axis, value);
}

/* ---- What rows have on an axis ---- */

/* Whether what was measured runs on one thread, however many are asked for. */
static bool is_serial(const struct row *r)
{
    const struct tri_hotspot *h = tri_hotspot_named(r->hotspot, TRI_DOUBLE);
    for (size_t i = 0; h && r->peer && i < peer_count(); i++) {
        const struct tri_peer *p = peer_at(i, TRI_DOUBLE);
        if (peer_is_of(p, h) && strcmp(p->contender.peer, r->peer) == 0)
            return p->contender.threads == 1;
    }
    return strcmp(r->path, tri_path_name(TRI_REFERENCE)) == 0 ||
           strcmp(r->path, tri_path_name(TRI_ORIGIN)) == 0;
}

/* What a row has of it; nothing where it takes no part: those have a number of threads, whatever is asked. */
static struct text own_value(const struct row *r, const char *axis)
{
    char name[80];
    snprintf(name, sizeof name, "%.*s", (int)name_length(axis), axis);
    bool none = names(axis, "threads") && (r->device || is_serial(r));
    return none ? (struct text){ "" } : row_value(r, name);
}

static bool is_there(const struct rows *rows, size_t n, const char *axis, const char *value,
                     size_t length)
{
    for (size_t i = 0; i < n; i++)
        if (same_value(own_value(&rows->row[i], axis).s, value, length))
            return true;
    return false;
}

/* Values that the axis has come in its order, others in that of the rows. */
char *axis_of_rows(const char *axis, const struct rows *rows)
{
    char *text = NULL;
    size_t size, n = 0, length, name = strcspn(axis, "=") + 1;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fprintf(out, "%.*s", (int)name, axis);
    for (const char *v = axis + name; *v; v = next_item(v)) {
        length = item_length(v);
        if (is_there(rows, rows->n, axis, v, length))
            fprintf(out, "%s%.*s", n++ ? "," : "", (int)length, v);
    }
    for (size_t i = 0; i < rows->n; i++) {
        struct text own = own_value(&rows->row[i], axis);
        if (*own.s && !has_value(axis, own.s) && !is_there(rows, i, axis, own.s, strlen(own.s)))
            fprintf(out, "%s%s", n++ ? "," : "", own.s);
    }
    if (n == 0)
        fputs(axis + name, out);
    fclose(out);
    return text;
}

/* ---- A row ---- */

/* Whether a row of this path could have been launched so. */
static bool takes_part(const struct row *r, const char *axis)
{
    bool offload = strcmp(r->path, "offload") == 0;
    return names(axis, "teams") || names(axis, "threads-per-team") ? offload && !r->peer
                                                                   : !offload && !is_serial(r);
}

/* What differs in the launch was measured for something else, and so was what could have been launched as
 * an axis says, and was not. */
static bool has_launch(const struct row *r, const struct selection *s)
{
    const char *name;
    for (size_t i = 0; (name = launch_axis_name(i)); i++) {
        bool threads = strcmp(name, "threads") == 0;
        const char *axis = axis_of(&s->bench->sweep, name);
        struct text own = row_value(r, name);
        if (threads && (!axis || r->device || is_serial(r)))
            continue;
        if (*own.s ? !axis || !will_do(s, axis, own.s) : axis && takes_part(r, axis))
            return false;
    }
    return true;
}

/* Adds what the row has of an axis of parameters: "width=512,height=512". */
static bool print_axis(FILE *out, const struct row *r, const struct selection *s, const char *axis)
{
    struct text first = { "" };
    for (const char *name = axis; name; name = next_name(name)) {
        char one[80];
        snprintf(one, sizeof one, "%.*s", (int)name_length(name), name);
        struct text own = row_value(r, one);
        first = name == axis ? own : first;
        if (!*own.s || strcmp(own.s, first.s) != 0 || !will_do(s, axis, own.s))
            return false;
        print_assignment(out, r, one);
    }
    return true;
}

/* The row's own values on the axes as --set takes them; NULL: one of them is not the study's. */
static char *settings_of(const struct row *r, const struct selection *selection)
{
    const struct sweep *s = &selection->bench->sweep;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    bool good = out;
    for (size_t i = 0; good && i < s->axes; i++)
        good = is_launch(s->axis[i]) || print_axis(out, r, selection, s->axis[i]);
    if (out)
        fclose(out);
    if (good)
        return text;
    free(text);
    return NULL;
}

bool has_case(const struct row *r, const struct tri_case *c)
{
    struct tri_measurement none = { .path = TRI_REFERENCE };
    char *identity = tri_row_identity(TRI_ROW_TIMES, c, &none);
    json_t *row = identity ? json_loads(identity, 0, NULL) : NULL;
    const char *input = json_string_value(json_object_get(row, "input"));
    bool same = row && same_json(json_object_get(row, "params"), r->params) &&
                strcmp(input ? input : "", r->input ? r->input : "") == 0;
    json_decref(row);
    free(identity);
    return same;
}

/* A row without one is of the reference or the origin, or of a program that knew none. */
static bool takes_variant_of(const struct row *r, const struct request *request)
{
    const struct tri_hotspot *h = tri_hotspot_named(r->hotspot, TRI_DOUBLE);
    const struct tri_variant *v = h && r->variant ? tri_variant_named(h, r->variant) : NULL;
    return v ? request_takes_variant(request, h, v) : !r->variant;
}

/* Whether it is of a path or a peer, and of a precision, that are measured. */
static bool is_asked_for(const struct row *r, const struct bench *b)
{
    bool asked = false, precise = strcmp(r->precision, "both") == 0;
    for (int p = 0; p < TRI_PATHS && !r->peer; p++)
        asked |= b->request.path[p] && strcmp(tri_path_name((enum tri_path)p), r->path) == 0;
    for (size_t i = 0; r->peer && peer_name(i, NULL); i++)
        asked |= b->peer[i] && strcmp(peer_name(i, NULL), r->peer) == 0;
    if (asked && !r->peer && !takes_variant_of(r, &b->request))
        return false;
    for (int p = 0; p < TRI_PRECISIONS; p++)
        precise |= b->request.precision[p] &&
                   strcmp(tri_precision_name((enum tri_precision)p), r->precision) == 0;
    return asked && precise;
}

static bool is_of_hotspot(const struct row *r, const struct request *request)
{
    for (size_t i = 0; i < request->hotspots; i++)
        if (strcmp(r->hotspot, request->hotspot[i]) == 0)
            return true;
    return false;
}

bool study_has(const struct row *r, const void *selection)
{
    const struct selection *s = selection;
    struct tri_case c;
    const struct request *request = &s->bench->request;
    if (!is_of_hotspot(r, request) || !is_asked_for(r, s->bench) || !has_launch(r, s))
        return false;
    char *settings = settings_of(r, s);
    bool has = settings && request_case(request, r->hotspot, TRI_DOUBLE, &c, NULL) &&
               (!*settings || tri_case_set(&c, settings, NULL)) && has_case(r, &c);
    free(settings);
    return has;
}

bool study_rows(const struct selection *s, struct store *store, bool ours, struct rows *rows,
                struct tri_error *e)
{
    const char *const text[] = { tri_row_kind_name(s->study->kind), tri_build(), tri_cpu_name() };
    static const char of_ours[] = "row where kind is ?1 and build = ?2 and cpu = ?3 order by id",
                      of_all[] = "row where kind is ?1 order by id";
    if (!rows_ask(rows, store, ours ? of_ours : of_all, text, ours ? 3 : 1, e))
        return false;
    rows_keep(rows, study_has, s);
    return true;
}
