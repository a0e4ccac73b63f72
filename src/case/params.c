/* Parameters: from "name=value,…" to checked values, by the description. */
#include "measure.h"
#include "case.h"
#include "checked.h"
#include "fill.h"
#include "text.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int tri_param_named(const struct tri_hotspot *h, const char *name, size_t length)
{
    for (int i = 0; h->params[i].name; i++)
        if (strlen(h->params[i].name) == length && strncmp(h->params[i].name, name, length) == 0)
            return i;
    return -1;
}

union tri_value tri_case_value(const struct tri_case *c, const char *param)
{
    int i = tri_param_named(c->hotspot, param, strlen(param));
    if (i < 0) /* a programming error, checked in release builds as well */
        abort();
    return c->value[i];
}

static const char *param_name(size_t i, const void *hotspot)
{
    return ((const struct tri_hotspot *)hotspot)->params[i].name;
}

static const char *choice_name(size_t i, const void *param)
{
    return i < TRI_MAX_CHOICES ? ((const struct tri_param *)param)->choices[i] : NULL;
}

/* The allowed values in words, for messages and help. */
void tri_param_range(const struct tri_param *p, char *text, size_t size)
{
    if (p->kind == TRI_INTEGER) /* which is not to be written as 1e9 */
        snprintf(text, size, "an integer from %.0f to %.0f", p->min, p->max);
    if (p->kind == TRI_REAL)
        snprintf(text, size, "a number from %.10g to %.10g", p->min, p->max);
    if (p->kind == TRI_TEXT)
        snprintf(text, size, "a text of %.0f to %zu characters of ASCII, without a comma", p->min,
                 tri_text_most(p));
    if (p->kind != TRI_CHOICE)
        return;
    size_t used = 0;
    for (int i = 0; choice_name((size_t)i, p) && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "", p->choices[i]);
}

static bool fail_value(const struct tri_param *p, const char *text, struct tri_error *e)
{
    char range[160];
    tri_param_range(p, range, sizeof range);
    const char *near = p->kind == TRI_CHOICE ? tri_nearest(text, choice_name, p) : NULL;
    if (near)
        return tri_fail(e, TRI_USAGE, "%s=%.40s: did you mean %s? (%s)", p->name, text, near,
                        range);
    return tri_fail(e, TRI_USAGE, "%s=%.40s: has to be %s%s", p->name, text,
                    p->kind == TRI_CHOICE ? "one of " : "", range);
}

static bool parse_choice(const struct tri_param *p, const char *text, union tri_value *value,
                         struct tri_error *e)
{
    for (int i = 0; choice_name((size_t)i, p); i++)
        if (strcmp(p->choices[i], text) == 0) {
            value->integer = i;
            return true;
        }
    return fail_value(p, text, e);
}

/* An error is a line: what has no place in it is a question mark. */
static bool fail_text(const struct tri_param *p, const char *text, struct tri_error *e)
{
    char shown[41];
    snprintf(shown, sizeof shown, "%s", text);
    for (char *c = shown; *c; c++)
        if (iscntrl((unsigned char)*c))
            *c = '?';
    return fail_value(p, shown, e);
}

static bool parse_text(const struct tri_param *p, const char *text, union tri_value *value,
                       struct tri_error *e)
{
    if (!tri_text_is_allowed(p, text))
        return fail_text(p, text, e);
    value->text = tri_text_kept(text);
    return value->text || tri_fail(e, TRI_FAILED, "out of memory");
}

static bool parse_number(const struct tri_param *p, const char *text, union tri_value *value,
                         struct tri_error *e)
{
    char *end;
    double in_range; /* NaN fails both comparisons below, and so does an overflow */
    if (p->kind == TRI_INTEGER)
        in_range = (double)(value->integer = strtoll(text, &end, 10));
    else
        in_range = value->real = strtod(text, &end);
    if (isspace((unsigned char)*text) || end == text || *end ||
        !(in_range >= p->min && in_range <= p->max))
        return fail_value(p, text, e);
    return true;
}

static bool parse_value(const struct tri_param *p, const char *text, union tri_value *value,
                        struct tri_error *e)
{
    return p->kind == TRI_CHOICE ? parse_choice(p, text, value, e)
           : p->kind == TRI_TEXT ? parse_text(p, text, value, e)
                                 : parse_number(p, text, value, e);
}

static void set_default(struct tri_case *c, int i)
{
    const struct tri_param *p = &c->hotspot->params[i];
    if (p->kind == TRI_TEXT) {
        const char *kept = tri_text_kept(p->text ? p->text : "");
        c->value[i].text = kept ? kept : "";
        return;
    }
    double value = p->initial;
    if (p->times)
        value *= (double)tri_case_value(c, p->times).integer;
    if (p->kind == TRI_REAL)
        c->value[i].real = value;
    else
        c->value[i].integer = (int64_t)value;
}

static double as_double(const struct tri_case *c, int i)
{
    return c->hotspot->params[i].kind == TRI_REAL ? c->value[i].real : (double)c->value[i].integer;
}

static bool check_order(const struct tri_case *c, struct tri_error *e)
{
    for (int i = 0; c->hotspot->params[i].name; i++) {
        const struct tri_param *p = &c->hotspot->params[i];
        int below = p->above ? tri_param_named(c->hotspot, p->above, strlen(p->above)) : -1;
        if (below >= 0 && !(as_double(c, i) > as_double(c, below)))
            return tri_fail(e, TRI_USAGE, "%s=%.10g: has to be greater than %s, which is %.10g",
                            p->name, as_double(c, i), p->above, as_double(c, below));
    }
    return true;
}

/* A default that follows from another parameter may be none for such a value of that one. */
static bool check_defaults(const struct tri_case *c, struct tri_error *e)
{
    char range[160];
    for (int i = 0; c->hotspot->params[i].name; i++) {
        const struct tri_param *p = &c->hotspot->params[i];
        if (!p->times || c->given[i] || (as_double(c, i) >= p->min && as_double(c, i) <= p->max))
            continue;
        tri_param_range(p, range, sizeof range);
        return tri_fail(e, TRI_USAGE, "%s=%" PRId64 ": makes %s %.10g, which has to be %s",
                        p->times, tri_case_value(c, p->times).integer, p->name, as_double(c, i),
                        range);
    }
    return true;
}

/* Extents multiplied up, every product checked. */
static bool set_length(struct tri_case *c, int operand)
{
    const struct tri_operand *o = tri_operand_in(c, operand);
    size_t *length = &c->length[operand];
    bool fits = true;
    *length = 1;
    if (tri_operand_role(c, operand) == TRI_ABSENT)
        *length = 0;
    else if (o->length_of)
        fits = o->length_of(c, length);
    else
        for (int d = 0; d < o->rank; d++)
            fits =
                fits && tri_multiply_sizes(*length, (size_t)c->value[o->shape[d]].integer, length);
    return fits && tri_multiply_sizes(*length, o->each ? (size_t)o->each : 1, length);
}

/* Bytes of all operands have to fit as well. */
bool tri_case_set_lengths(struct tri_case *c, struct tri_error *e)
{
    size_t total = 0, bytes;
    for (int o = 0; o < TRI_SLOTS; o++) {
        const struct tri_operand *operand = tri_operand_in(c, o);
        c->length[o] = 0;
        if (!operand)
            continue;
        if (tri_operand_is_read(c, o) && !tri_has_values(operand))
            return tri_fail(e, TRI_USAGE, "%s is read with these parameters, and has no .value",
                            operand->name);
        bool fits = set_length(c, o) && tri_multiply_sizes(c->length[o], sizeof(double), &bytes) &&
                    tri_add_sizes(total, bytes, &total) && total <= PTRDIFF_MAX;
        if (!fits) {
            const struct tri_param *p = &c->hotspot->params[operand->shape[0]];
            return tri_fail(e, TRI_USAGE,
                            "%s=%" PRId64 ": operands up to %s would need more than 2^63 bytes",
                            p->name, c->value[operand->shape[0]].integer, operand->name);
        }
    }
    return true;
}

static bool complete(struct tri_case *c, struct tri_error *e)
{
    for (int i = 0; c->hotspot->params[i].name; i++)
        if (!c->given[i])
            set_default(c, i);
    return check_defaults(c, e) && check_order(c, e) && tri_case_set_lengths(c, e);
}

void tri_case_init(struct tri_case *c, const struct tri_hotspot *hotspot)
{
    *c = (struct tri_case){ .hotspot = hotspot, .variant = &hotspot->plain };
    complete(c, NULL);
}

bool tri_case_like(struct tri_case *c, const struct tri_hotspot *hotspot,
                   const struct tri_case *like, struct tri_error *e)
{
    tri_case_init(c, hotspot);
    for (int i = 0; hotspot->params[i].name; i++) {
        const char *name = hotspot->params[i].name;
        int same = tri_param_named(like->hotspot, name, strlen(name));
        c->given[i] = same >= 0;
        if (c->given[i])
            c->value[i] = like->value[same];
    }
    return complete(c, e);
}

/* An unknown parameter name: another hotspot may have it, or it may be misspelt. */
static bool fail_unknown(const struct tri_hotspot *h, const char *name, const char *value,
                         struct tri_error *e)
{
    const struct tri_hotspot *other;
    char others[160] = "";
    size_t n = 0, used = 0;
    for (size_t i = 0; (other = tri_hotspot_at(i, h->precision)); i++)
        if (tri_param_named(other, name, strlen(name)) >= 0 && used < sizeof others)
            used += (size_t)snprintf(others + used, sizeof others - used, "%s%s", n++ ? ", " : "",
                                     other->name);
    if (n > 0)
        return tri_fail(e, TRI_USAGE, "%.40s=%.40s: %s has no such parameter; %s %s", name, value,
                        h->name, others, n > 1 ? "have" : "has");
    const char *near = tri_nearest(name, param_name, h);
    return tri_fail(e, TRI_USAGE, "%.40s: %s has no such parameter%s%s%s", name, h->name,
                    near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}

static bool set_one(struct tri_case *c, char *assignment, struct tri_error *e)
{
    char *equals = strchr(assignment, '=');
    if (!equals)
        return tri_fail(e, TRI_USAGE,
                        "%.40s: has to be name=value, as in a=1,b=2: no parameter has two values",
                        assignment);
    *equals = '\0';
    int i = tri_param_named(c->hotspot, assignment, strlen(assignment));
    if (i < 0)
        return fail_unknown(c->hotspot, assignment, equals + 1, e);
    if (c->input && tri_param_of_input(c->hotspot, i))
        return tri_fail(e, TRI_USAGE, "%s: the image decides that, leave one of them out",
                        assignment);
    c->given[i] = true;
    return parse_value(&c->hotspot->params[i], equals + 1, &c->value[i], e);
}

bool tri_case_set(struct tri_case *c, const char *assignments, struct tri_error *e)
{
    struct tri_case next = *c;
    char *text = strdup(assignments), *rest = text, *one;
    if (!text)
        return tri_fail(e, TRI_FAILED, "out of memory");
    bool good = true;
    while (good && (one = strsep(&rest, ",")))
        good = set_one(&next, one, e);
    free(text);
    if (!good || !complete(&next, e))
        return false;
    *c = next;
    return true;
}

/* One parameter as the user would write it. */
static int describe_one(const struct tri_case *c, int i, char *text, size_t size)
{
    const struct tri_param *p = &c->hotspot->params[i];
    const char *comma = i ? "," : "";
    switch (p->kind) {
    case TRI_REAL: return snprintf(text, size, "%s%s=%.17g", comma, p->name, c->value[i].real);
    case TRI_CHOICE:
        return snprintf(text, size, "%s%s=%s", comma, p->name, p->choices[c->value[i].integer]);
    case TRI_TEXT: return snprintf(text, size, "%s%s=%s", comma, p->name, c->value[i].text);
    case TRI_INTEGER: break;
    }
    return snprintf(text, size, "%s%s=%" PRId64, comma, p->name, c->value[i].integer);
}

int tri_case_describe(const struct tri_case *c, char *text, size_t size)
{
    size_t used = 0;
    for (int i = 0; c->hotspot->params[i].name; i++) {
        bool room = used < size;
        used += (size_t)describe_one(c, i, room ? text + used : NULL, room ? size - used : 0);
    }
    return (int)used;
}

/* ---- From an image ---- */

bool tri_param_of_input(const struct tri_hotspot *h, int param)
{
    const struct tri_picture *i = &h->input;
    return i->show &&
           (param == i->width || param == i->height || param == i->channels || param == i->depth);
}

bool tri_case_take(struct tri_case *c, const struct tri_samples *samples, struct tri_error *e)
{
    const struct tri_param *params = c->hotspot->params;
    const struct tri_picture *i = &c->hotspot->input;
    char settings[200];
    for (int p = 0; params[p].name; p++)
        if (c->given[p] && tri_param_of_input(c->hotspot, p))
            return tri_fail(e, TRI_USAGE, "%s: the image decides that, leave one of them out",
                            params[p].name);
    snprintf(settings, sizeof settings, "%s=%td,%s=%td,%s=%d,%s=%d", params[i->width].name,
             samples->width, params[i->height].name, samples->height, params[i->channels].name,
             samples->channels, params[i->depth].name, samples->depth);
    if (!tri_case_set(c, settings, e))
        return false;
    c->input = samples;
    return true;
}
