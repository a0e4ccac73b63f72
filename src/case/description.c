/* Whether a description is one: what is wrong is said by file and field. */
#include "description.h"

#include "case.h"
#include "hotspot.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* What is looked at. */
struct check {
    const char *file;
    const struct tri_hotspot *h;
    struct tri_error *e;
};

/* "mine.c: .params[2] (width): …"; without a name only the field. */
static bool wrong(const struct check *c, const char *field, int i, const char *name,
                  const char *what)
{
    char index[24] = "", said[64] = "";
    if (i >= 0)
        snprintf(index, sizeof index, "[%d]", i);
    if (name)
        snprintf(said, sizeof said, " (%.40s)", name);
    return tri_fail(c->e, TRI_USAGE, "%.120s: .%s%s%s: %s", c->file, field, index, said, what);
}

/* What can be written on a command line as name=value,name=value. */
static bool is_name(const char *name)
{
    return name && *name && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_-") == strlen(name);
}

static const char letters[] = "is made of a to z, 0 to 9, _ and -";

/* ---- Parameters ---- */

static int params_of(const struct tri_hotspot *h)
{
    int n = 0;
    while (n < TRI_MAX_PARAMS && h->params[n].name)
        n++;
    return n;
}

static bool is_whole(double x)
{
    return x == floor(x) && fabs(x) <= 0x1p53;
}

static const char *fault_of_choice(const struct tri_param *p)
{
    int n = 0;
    for (; n < TRI_MAX_CHOICES && p->choices[n]; n++)
        for (int i = 0; i <= n; i++)
            if (!is_name(p->choices[n]) || (i < n && strcmp(p->choices[i], p->choices[n]) == 0))
                return "a choice has no name, or that of another";
    if (n < 2)
        return "a TRI_CHOICE has two .choices at least";
    return p->initial >= 0 && p->initial < n && is_whole(p->initial)
               ? NULL
               : "its .initial is the index of a choice";
}

/* Integers beyond 2^53 would be compared with ranges that doubles cannot hold. */
static const char *fault_of_number(const struct tri_hotspot *h, int i)
{
    const struct tri_param *p = &h->params[i];
    double initial = p->initial;
    if (!(p->min <= p->max) || !isfinite(p->min) || !isfinite(p->max))
        return "its range, .min to .max, is empty";
    if (p->kind == TRI_INTEGER && (!is_whole(p->min) || !is_whole(p->max) || !is_whole(p->initial)))
        return "a TRI_INTEGER has whole numbers up to 2^53 as .min, .max and .initial";
    if (p->times) {
        int factor = tri_param_named(h, p->times, strlen(p->times));
        if (factor < 0 || factor >= i || h->params[factor].kind != TRI_INTEGER)
            return ".times is an integer parameter before it";
        initial *= h->params[factor].initial;
    }
    return initial >= p->min && initial <= p->max ? NULL : "its default is out of its range";
}

static const char *fault_of_param(const struct tri_hotspot *h, int i)
{
    const struct tri_param *p = &h->params[i];
    if (!is_name(p->name))
        return letters;
    if (tri_param_named(h, p->name, strlen(p->name)) != i)
        return "two parameters have this name";
    if (!p->meaning || !*p->meaning)
        return "it has no .meaning";
    if (p->above && tri_param_named(h, p->above, strlen(p->above)) < 0)
        return ".above is no parameter";
    return p->kind == TRI_CHOICE ? fault_of_choice(p) : fault_of_number(h, i);
}

static bool check_params(const struct check *c)
{
    int n = params_of(c->h);
    if (n == 0)
        return wrong(c, "params", -1, NULL, "there is none: a size is what all hotspots have");
    if (c->h->params[n].name)
        return wrong(c, "params", n, c->h->params[n].name, "there are more than TRI_MAX_PARAMS");
    for (int i = 0; i < n; i++) {
        const char *what = fault_of_param(c->h, i);
        if (what)
            return wrong(c, "params", i, c->h->params[i].name, what);
    }
    return true;
}

/* ---- Operands ---- */

static const char *fault_of_shape(const struct tri_hotspot *h, const struct tri_operand *o)
{
    int params = params_of(h);
    if (o->rank < 0 || o->rank > TRI_MAX_RANK)
        return ".rank is 0 to TRI_MAX_RANK";
    if (o->rank > 0 && o->length_of)
        return "it has a .shape and a .length_of";
    for (int d = 0; d < o->rank; d++)
        if (o->shape[d] < 0 || o->shape[d] >= params ||
            h->params[o->shape[d]].kind != TRI_INTEGER || h->params[o->shape[d]].min < 0)
            return ".shape has the indices of integer parameters that are not negative";
    return o->each < 0 ? ".each is 0 or more" : NULL;
}

static const char *fault_of_operand(const struct tri_hotspot *h, int i)
{
    const struct tri_operand *o = &h->operands[i];
    if (!is_name(o->name))
        return letters;
    for (int k = 0; k < i; k++)
        if (strcmp(h->operands[k].name, o->name) == 0)
            return "two operands have this name";
    bool is_read = o->role == TRI_IN || o->role == TRI_INOUT;
    if (!o->role_of && is_read && !o->value)
        return "what is read has first values, .value";
    return fault_of_shape(h, o);
}

static bool check_operands(const struct check *c)
{
    const struct tri_operand *all = c->h->operands;
    bool written = false;
    for (int i = 0; all[i].name; i++) {
        const char *what = i < TRI_MAX_OPERANDS ? fault_of_operand(c->h, i)
                                                : "there are more than TRI_MAX_OPERANDS";
        if (what)
            return wrong(c, "operands", i, all[i].name, what);
        written |= all[i].role_of || all[i].role == TRI_OUT || all[i].role == TRI_INOUT;
    }
    return written || wrong(c, "operands", -1, NULL, "none is TRI_OUT or TRI_INOUT");
}

/* Whether the defaults make a case whose bytes can be counted. */
static bool check_extents(const struct check *c)
{
    struct tri_case one;
    struct tri_error why;
    tri_case_init(&one, c->h);
    return tri_case_set_lengths(&one, &why) || wrong(c, "operands", -1, NULL, why.text);
}

/* ---- Paths ---- */

static bool check_paths(const struct check *c)
{
    const struct tri_hotspot *h = c->h;
    if (!h->reference)
        return wrong(c, "reference", -1, NULL, "there is none: it is what paths are compared with");
    if (!h->plain.path[TRI_SIMD] && !h->plain.path[TRI_AVX2] && !h->plain.path[TRI_OFFLOAD])
        return wrong(c, "plain.path", -1, NULL, "there is none: simd, avx2 or offload");
    if (!h->work)
        return wrong(c, "work", -1, NULL, "there is none: rates and ceilings need it");
    for (int i = 0; h->tuned && h->tuned[i].name; i++)
        if (i + 1 >= TRI_MAX_VARIANTS || !is_name(h->tuned[i].name) || !h->tuned[i].idea)
            return wrong(
                c, "tuned", i, h->tuned[i].name,
                "a variant has a name and an .idea, and there are TRI_MAX_VARIANTS at most");
    return true;
}

/* ---- Divisions ---- */

static bool counts(const struct tri_hotspot *h, int param)
{
    return param >= 0 && param < params_of(h) && h->params[param].kind == TRI_INTEGER;
}

static bool is_divided(const struct tri_hotspot *h, const struct tri_division *d, int operand)
{
    return operand >= 0 && operand < TRI_MAX_OPERANDS && d->divided[operand] &&
           h->operands[operand].name;
}

static const char *fault_of_divided(const struct tri_hotspot *h, const struct tri_division *d)
{
    bool any = false;
    for (int i = 0; i < TRI_MAX_OPERANDS; i++) {
        if (!d->divided[i])
            continue;
        if (!is_divided(h, d, i))
            return "divides an operand that is not there";
        if (d->how == TRI_DEALT && h->operands[i].role != TRI_OUT)
            return "rows that are dealt are of operands that are TRI_OUT";
        any = true;
    }
    return any ? NULL : "divides no operand";
}

static const char *fault_of_exchange(const struct tri_division *d)
{
    const struct tri_exchange *p = d->exchange;
    for (int i = 0; i < TRI_MAX_OPERANDS; i++)
        if (d->divided[i])
            return "particles in slabs leave operands whole";
    return p->layers && p->steps && p->bytes && p->begin && p->pack && p->unpack && p->gather
               ? NULL
               : ".exchange has all of its fields";
}

static bool has_all_of_stop(const struct tri_hotspot *h, const struct tri_stop *s)
{
    return s->param >= 0 && s->param < params_of(h) && h->params[s->param].kind == TRI_REAL &&
           s->tolerance && s->size && s->change && s->rounding;
}

static const char *fault_of_division(const struct tri_hotspot *h, const struct tri_division *d)
{
    if (!counts(h, d->rows))
        return ".rows is a parameter that is TRI_INTEGER";
    if ((d->how == TRI_SLABS) != (d->exchange != NULL))
        return "TRI_SLABS, and nothing else, has a .exchange";
    if (d->unit < 0)
        return ".unit is 0 or more";
    if (d->stencil && (d->how != TRI_BANDS || !counts(h, d->steps)))
        return "a stencil has bands, and .steps is a parameter that is TRI_INTEGER";
    if (d->stencil && (d->from == d->to || !is_divided(h, d, d->from) || !is_divided(h, d, d->to)))
        return "a stencil's .from and .to are two operands that are divided";
    if (d->stop && (!d->stencil || !has_all_of_stop(h, d->stop)))
        return "a .stop is a stencil's, has all of its fields, and .param is a TRI_REAL";
    return d->exchange ? fault_of_exchange(d) : fault_of_divided(h, d);
}

static bool check_divisions(const struct check *c)
{
    const struct tri_variant *v;
    for (size_t i = 0; (v = tri_variant_at(c->h, i)) != NULL; i++) {
        const char *what = v->division ? fault_of_division(c->h, v->division) : NULL;
        if (what)
            return wrong(c, "division", -1, v->name, what);
    }
    return true;
}

static bool check_words(const struct check *c)
{
    const struct tri_hotspot *h = c->h;
    if (!is_name(h->name))
        return wrong(c, "name", -1, h->name, letters);
    if (!h->plain.name || strcmp(h->plain.name, "plain") != 0)
        return wrong(c, "plain.name", -1, h->plain.name, "it is \"plain\"");
    if (!h->formula || !*h->formula || strchr(h->formula, '\n'))
        return wrong(c, "formula", -1, NULL, "it is a line that says what is computed");
    return is_name(h->unit) || wrong(c, "unit", -1, h->unit, letters);
}

static bool check_hotspot(const struct check *c)
{
    return check_words(c) && check_params(c) && check_operands(c) && check_extents(c) &&
           check_paths(c) && check_divisions(c);
}

bool tri_entry_check(const struct tri_entry *list, size_t i, struct tri_error *e)
{
    for (int p = 0; p < TRI_PRECISIONS; p++) {
        const struct check c = { list[i].file, list[i].of[p], e };
        if (!check_hotspot(&c))
            return false;
        if ((int)c.h->precision != p)
            return wrong(&c, "precision", -1, NULL, "it is PRECISION, from real.h");
        for (size_t k = 0; k < i; k++)
            if (strcmp(list[k].of[p]->name, c.h->name) == 0)
                return wrong(&c, "name", -1, c.h->name, "two hotspots have this name");
    }
    return true;
}
