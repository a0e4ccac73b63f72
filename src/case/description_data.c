/* A description's parameters and operands. */
#include "described.h"

#include "case.h"
#include "fill.h"
#include "measure.h"
#include "text.h"

#include <math.h>
#include <string.h>

/* A list ends at the first one without a name: those after it would be left out. */
static const char gap[] = "it has no .name, but one after it has";

/* ---- Parameters ---- */

int tri_params_of(const struct tri_hotspot *h)
{
    int n = 0;
    while (n < TRI_MAX_PARAMS && h->params[n].name)
        n++;
    return n;
}

bool tri_counts(const struct tri_hotspot *h, int param)
{
    return param >= 0 && param < tri_params_of(h) && h->params[param].kind == TRI_INTEGER;
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
            if (!tri_is_name(p->choices[n]) || (i < n && strcmp(p->choices[i], p->choices[n]) == 0))
                return "a choice has no name, or that of another";
    if (n < 2)
        return "a TRI_CHOICE has two .choices at least";
    if (p->above || p->times)
        return "a TRI_CHOICE has no .above and no .times";
    return p->initial >= 0 && p->initial < n && is_whole(p->initial)
               ? NULL
               : "its .initial is the index of a choice";
}

static const char *fault_of_text(const struct tri_param *p)
{
    if (p->above || p->times)
        return "a TRI_TEXT has no .above and no .times";
    if (!(p->min >= 0 && p->max <= TRI_MAX_TEXT) || !is_whole(p->min) || !is_whole(p->max) ||
        p->min > (double)tri_text_most(p))
        return "a TRI_TEXT has 0 to TRI_MAX_TEXT characters: .min and .max are in that range";
    return p->text && tri_text_is_allowed(p, p->text)
               ? NULL
               : "its .text is .min to .max printable characters of ASCII, without a comma";
}

/* Once the parameters up to it are in order: what it is times comes before it. */
static double default_of(const struct tri_hotspot *h, int i)
{
    const struct tri_param *p = &h->params[i];
    int factor = p->times ? tri_param_named(h, p->times, strlen(p->times)) : -1;
    return factor < 0 ? p->initial : p->initial * default_of(h, factor);
}

/* Integers beyond 2^53 would be compared with ranges that doubles cannot hold. */
static const char *fault_of_number(const struct tri_hotspot *h, int i)
{
    const struct tri_param *p = &h->params[i];
    if (!(p->min <= p->max) || !isfinite(p->min) || !isfinite(p->max))
        return "its range, .min to .max, is empty";
    if (p->kind == TRI_INTEGER && (!is_whole(p->min) || !is_whole(p->max) || !is_whole(p->initial)))
        return "a TRI_INTEGER has whole numbers up to 2^53 as .min, .max and .initial";
    if (p->times) {
        int factor = tri_param_named(h, p->times, strlen(p->times));
        if (factor < 0 || factor >= i || h->params[factor].kind != TRI_INTEGER)
            return ".times is an integer parameter before it";
    }
    double initial = default_of(h, i);
    return initial >= p->min && initial <= p->max ? NULL : "its default is out of its range";
}

/* As parameters they would be taken for what a run decides. */
static bool is_of_runs(const char *name)
{
    for (size_t i = 0; tri_name_of_runs(i); i++)
        if (strcmp(name, tri_name_of_runs(i)) == 0)
            return true;
    return false;
}

static const char *fault_of_param(const struct tri_hotspot *h, int i)
{
    const struct tri_param *p = &h->params[i];
    if (!tri_is_name(p->name))
        return tri_name_rule;
    if (is_of_runs(p->name))
        return "a run has this name for something else";
    if (tri_param_named(h, p->name, strlen(p->name)) != i)
        return "two parameters have this name";
    if (!tri_is_line(p->meaning))
        return "it has no .meaning of one line";
    if ((unsigned)p->kind > TRI_TEXT)
        return ".kind is none of enum tri_kind";
    return p->kind == TRI_CHOICE ? fault_of_choice(p)
           : p->kind == TRI_TEXT ? fault_of_text(p)
                                 : fault_of_number(h, i);
}

/* Once all of them are in order. */
static const char *fault_of_above(const struct tri_hotspot *h, int i)
{
    const char *above = h->params[i].above;
    int below = above ? tri_param_named(h, above, strlen(above)) : -1;
    if (!above)
        return NULL;
    if (below < 0 || below == i || h->params[below].kind >= TRI_CHOICE)
        return ".above is no parameter, or none that it could be above";
    return default_of(h, i) > default_of(h, below) ? NULL : "its default is not .above the other's";
}

bool tri_check_params(const struct tri_check *c)
{
    int n = tri_params_of(c->h);
    if (n == 0)
        return tri_wrong(c, "params", -1, NULL, "there is none: a size is what all hotspots have");
    if (c->h->params[n].name)
        return tri_wrong(c, "params", n, c->h->params[n].name,
                         "there are more than TRI_MAX_PARAMS");
    for (int i = n + 1; i <= TRI_MAX_PARAMS; i++)
        if (c->h->params[i].name)
            return tri_wrong(c, "params", n, NULL, gap);
    const char *what = NULL;
    for (int i = 0; i < 2 * n; i++) {
        what = i < n ? fault_of_param(c->h, i) : fault_of_above(c->h, i - n);
        if (what)
            return tri_wrong(c, "params", i % n, c->h->params[i % n].name, what);
    }
    return true;
}

/* ---- Operands ---- */

static const char *fault_of_shape(const struct tri_hotspot *h, const struct tri_operand *o)
{
    if (o->rank < 0 || o->rank > TRI_MAX_RANK)
        return ".rank is 0 to TRI_MAX_RANK";
    if (o->rank > 0 && o->length_of)
        return "it has a .shape and a .length_of";
    for (int d = 0; d < o->rank; d++)
        if (!tri_counts(h, o->shape[d]) || h->params[o->shape[d]].min < 0)
            return ".shape has the indices of integer parameters that are not negative";
    return o->each < 0 ? ".each is 0 or more" : NULL;
}

const char *tri_fault_of_operand(const struct tri_hotspot *h, const struct tri_operand *all, int i)
{
    const struct tri_operand *o = &all[i];
    if (!tri_is_name(o->name))
        return tri_name_rule;
    for (int k = 0; k < i; k++)
        if (strcmp(all[k].name, o->name) == 0)
            return "two operands have this name";
    if ((unsigned)o->type >= TRI_TYPES)
        return ".type is none of enum tri_type";
    if ((unsigned)o->role > TRI_ABSENT)
        return ".role is none of enum tri_role";
    bool is_read = o->role == TRI_IN || o->role == TRI_INOUT;
    if (!o->role_of && is_read && !tri_has_values(o))
        return "what is read has first values, .value";
    if (!!o->value + !!o->fill + !!o->file > 1)
        return "it has one of .value, .fill and .file";
    if (o->below && !tri_counts(h, tri_param_named(h, o->below, strlen(o->below))))
        return ".below is the name of an integer parameter";
    if (!(o->absolute >= 0) || !(o->relative >= 0) || !(o->ulps >= 0))
        return ".absolute, .relative and .ulps are 0 or more";
    if ((unsigned)o->part > TRI_CSR_VALUES)
        return ".part is none of enum tri_part_of_csr";
    return fault_of_shape(h, o);
}

/* Whether the defaults make a case whose bytes can be counted. */
static bool check_extents(const struct tri_check *c)
{
    struct tri_case one;
    struct tri_error why;
    tri_case_init(&one, c->h);
    return tri_case_set_lengths(&one, &why) || tri_wrong(c, "operands", -1, NULL, why.text);
}

static const char *fault_of_count(const struct tri_hotspot *h, const struct tri_operand *o)
{
    if (!o->count)
        return o->any_order && o->role == TRI_IN ? ".any_order is of a result" : NULL;
    int i = tri_operand_named(h, o->count);
    const struct tri_operand *count = i < 0 ? o : &h->operands[i];
    if (count == o || count->rank > 0 || count->length_of || count->type >= TRI_FLOAT32 ||
        count->role == TRI_IN || o->role == TRI_IN)
        return ".count is of a result, and the name of another that is one integer";
    return NULL;
}

bool tri_check_operands(const struct tri_check *c)
{
    const struct tri_operand *all = c->h->operands;
    bool written = false;
    int n = 0;
    for (; all[n].name; n++) {
        const char *what = n < TRI_MAX_OPERANDS ? tri_fault_of_operand(c->h, all, n)
                                                : "there are more than TRI_MAX_OPERANDS";
        what = what ? what : fault_of_count(c->h, &all[n]);
        if (what)
            return tri_wrong(c, "operands", n, all[n].name, what);
        written |= all[n].role_of || all[n].role == TRI_OUT || all[n].role == TRI_INOUT;
    }
    for (int i = n + 1; i <= TRI_MAX_OPERANDS; i++)
        if (all[i].name)
            return tri_wrong(c, "operands", n, NULL, gap);
    if (!written)
        return tri_wrong(c, "operands", -1, NULL, "none is TRI_OUT or TRI_INOUT");
    return check_extents(c);
}
