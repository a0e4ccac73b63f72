/* Sweeps: from the axes on the command line to cases. */
#include "sweep.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Axes ---- */

static size_t name_length(const char *axis)
{
    return strcspn(axis, "=");
}

static size_t count_values(const char *axis)
{
    size_t n = 1;
    for (const char *s = axis + name_length(axis); *s; s++)
        n += *s == ',';
    return n;
}

/* Value number i, which is as long as *length. */
static const char *value_at(const char *axis, size_t i, size_t *length)
{
    const char *value = axis + name_length(axis) + 1;
    for (; i > 0; i--)
        value += strcspn(value, ",") + 1;
    *length = strcspn(value, ",");
    return value;
}

static bool same_name(const char *axis, const char *other)
{
    size_t length = name_length(axis);
    return length == name_length(other) && strncmp(axis, other, length) == 0;
}

error_t parse_axis(struct sweep *s, struct request *r, const char *text)
{
    if (name_length(text) == 0 || !text[name_length(text)])
        return usage_error(r, "--sweep %.40s: has to be name=value,value,...", text);
    if (s->axes == MAX_AXES)
        return usage_error(r, "--sweep %.40s: no more than %d parameters at once", text, MAX_AXES);
    for (size_t i = 0; i < s->axes; i++)
        if (same_name(s->axis[i], text))
            return usage_error(r, "--sweep %.*s: given twice", (int)name_length(text), text);
    s->axis[s->axes++] = text;
    return 0;
}

/* ---- Combinations ---- */

static bool is_of(const char *axis, const struct tri_hotspot *h)
{
    for (int i = 0; h->params[i].name; i++)
        if (strlen(h->params[i].name) == name_length(axis) &&
            strncmp(h->params[i].name, axis, name_length(axis)) == 0)
            return true;
    return false;
}

size_t sweep_count(const struct sweep *s, const struct tri_hotspot *h)
{
    size_t n = 1;
    for (size_t i = 0; i < s->axes; i++)
        if (is_of(s->axis[i], h) && __builtin_mul_overflow(n, count_values(s->axis[i]), &n))
            return (size_t)-1;
    return n;
}

enum part { NAMES, VALUES, SETTINGS };

/* "version,size", "v0,1000" or "version=v0,size=1000". */
static char *list(const struct sweep *s, const struct tri_hotspot *h, size_t k, enum part part)
{
    char *text = NULL;
    size_t size, below = sweep_count(s, h), length;
    FILE *out = open_memstream(&text, &size);
    for (size_t i = 0; out && i < s->axes; i++) {
        const char *axis = s->axis[i];
        if (!is_of(axis, h))
            continue;
        below /= count_values(axis);
        const char *value = value_at(axis, k / below % count_values(axis), &length);
        if (ftell(out) > 0)
            fputc(',', out);
        if (part != VALUES)
            fprintf(out, "%.*s", (int)name_length(axis), axis);
        if (part == SETTINGS)
            fputc('=', out);
        if (part != NAMES)
            fprintf(out, "%.*s", (int)length, value);
    }
    if (out)
        fclose(out);
    return text;
}

char *sweep_names(const struct sweep *s, const struct tri_hotspot *h)
{
    return list(s, h, 0, NAMES);
}

char *sweep_values(const struct sweep *s, const struct tri_hotspot *h, size_t k)
{
    return list(s, h, k, VALUES);
}

/* What is wrong with a value is said in the words of --set; it came from --sweep. */
static bool name_sweep(struct tri_error *e)
{
    static const char set[] = "--set ";
    struct tri_error plain = *e;
    bool named = strncmp(plain.text, set, strlen(set)) == 0;
    return tri_fail(e, plain.status, "--sweep %s", plain.text + (named ? strlen(set) : 0));
}

bool sweep_case(const struct sweep *s, const struct request *r, const struct tri_hotspot *h,
                size_t k, struct tri_case *c, struct tri_error *e)
{
    if (!request_case(r, h->name, h->precision, c, e))
        return false;
    char *settings = list(s, h, k, SETTINGS);
    bool good = settings || tri_fail(e, TRI_FAILED, "out of memory");
    if (good && *settings)
        good = tri_case_set(c, settings, e) || name_sweep(e);
    free(settings);
    return good;
}

static bool same_value(const struct tri_case *a, const struct tri_case *b, int i)
{
    return a->hotspot->params[i].kind == TRI_REAL ? a->value[i].real == b->value[i].real
                                                  : a->value[i].integer == b->value[i].integer;
}

char *sweep_common(const struct sweep *s, const struct request *r, const struct tri_hotspot *h)
{
    struct tri_case first, c;
    struct tri_error e;
    bool differs[TRI_MAX_PARAMS] = { false };
    if (!sweep_case(s, r, h, 0, &first, &e))
        return NULL;
    for (size_t k = 1; k < sweep_count(s, h); k++)
        for (int i = 0; h->params[i].name && sweep_case(s, r, h, k, &c, &e); i++)
            differs[i] = differs[i] || !same_value(&first, &c, i);
    char *text = NULL, all[2000], *rest = all;
    size_t size;
    tri_case_describe(&first, all, sizeof all);
    FILE *out = open_memstream(&text, &size);
    for (int i = 0; out && h->params[i].name; i++) {
        const char *setting = strsep(&rest, ",");
        if (setting && !differs[i])
            fprintf(out, "%s%s", ftell(out) > 0 ? "," : "", setting);
    }
    if (out)
        fclose(out);
    return text;
}

/* ---- All of them, before anything is measured ---- */

/* Says what the first of the hotspots has to say about an axis that none of them has. */
static bool check_axis(const char *axis, const struct request *r, struct tri_error *e)
{
    struct tri_case c;
    for (size_t i = 0; i < r->hotspots; i++)
        if (is_of(axis, tri_hotspot_named(r->hotspot[i], TRI_DOUBLE)))
            return true;
    tri_case_init(&c, tri_hotspot_named(r->hotspot[0], TRI_DOUBLE));
    return tri_case_set(&c, axis, e) || name_sweep(e);
}

bool sweep_check(const struct sweep *s, const struct request *r, struct tri_error *e)
{
    for (size_t i = 0; i < s->axes; i++)
        if (!check_axis(s->axis[i], r, e))
            return false;
    for (size_t i = 0; i < r->hotspots; i++) {
        const struct tri_hotspot *h = tri_hotspot_named(r->hotspot[i], TRI_DOUBLE);
        size_t n = sweep_count(s, h);
        if (n > MAX_COMBINATIONS)
            return tri_fail(e, TRI_USAGE, "--sweep: %zu combinations; has to be %d at most", n,
                            MAX_COMBINATIONS);
        struct tri_case c;
        for (size_t k = 0; k < n; k++)
            if (!sweep_case(s, r, h, k, &c, e))
                return false;
    }
    return true;
}
