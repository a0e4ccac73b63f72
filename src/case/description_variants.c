/* A description's variants: their names, paths, scratch, and how several devices share them. */
#include "described.h"

#include <string.h>

/* ---- The ladder ---- */

static bool has_path(const struct tri_variant *v)
{
    return v->path[TRI_SIMD] || v->path[TRI_AVX2] || v->path[TRI_OFFLOAD];
}

static const char *fault_of_variant(const struct tri_hotspot *h, size_t i)
{
    const struct tri_variant *v = tri_variant_at(h, i);
    if (!tri_is_name(v->name))
        return tri_name_rule;
    if (strcmp(v->name, "all") == 0)
        return "this name means all variants";
    for (size_t k = 0; k < i; k++)
        if (strcmp(tri_variant_at(h, k)->name, v->name) == 0)
            return "two variants have this name";
    if (!tri_is_line(v->idea))
        return "a variant has an .idea of one line";
    if (v->path[TRI_ORIGIN] || v->path[TRI_REFERENCE])
        return "its .path has a reference or an origin, which are the hotspot's";
    return has_path(v) ? NULL : "it has no path: simd, avx2 or offload";
}

/* ---- Scratch ---- */

static bool check_scratch(const struct tri_check *c, const struct tri_variant *v)
{
    struct tri_case one;
    struct tri_error why;
    for (int i = 0; v->scratch && v->scratch[i].name; i++) {
        const struct tri_operand *o = &v->scratch[i];
        const char *what = i == TRI_MAX_SCRATCH ? "there are more than TRI_MAX_SCRATCH"
                           : !o->role_of && o->role != TRI_SCRATCH
                               ? "its .role is TRI_SCRATCH"
                               : tri_fault_of_operand(c->h, v->scratch, i);
        if (what)
            return tri_wrong(c, "scratch", i, o->name, what);
    }
    tri_case_init(&one, c->h);
    return tri_case_choose(&one, v, &why) || tri_wrong(c, "scratch", -1, v->name, why.text);
}

/* ---- Divisions ---- */

static bool is_divided(const struct tri_hotspot *h, const struct tri_division *d, int operand)
{
    bool there = operand >= 0 && operand < TRI_MAX_OPERANDS && d->divided[operand];
    for (int i = 0; there && i <= operand; i++)
        there = h->operands[i].name;
    return there;
}

static const char *fault_of_divided(const struct tri_hotspot *h, const struct tri_division *d)
{
    bool any = false;
    for (int i = 0; i < TRI_MAX_OPERANDS; i++) {
        const struct tri_operand *o = &h->operands[i];
        if (!d->divided[i])
            continue;
        if (!is_divided(h, d, i))
            return "divides an operand that is not there";
        if (!o->length_of && (o->rank == 0 || o->shape[0] != d->rows))
            return "divides an operand whose first extent is not .rows";
        if (d->how == TRI_CYCLIC && o->role != TRI_OUT)
            return "rows that are distributed cyclically are of operands that are TRI_OUT";
        any = true;
    }
    return any ? NULL : "divides no operand";
}

static bool is_whole_stop(const struct tri_hotspot *h, const struct tri_stop *s)
{
    return s->param >= 0 && s->param < tri_params_of(h) && h->params[s->param].kind == TRI_REAL &&
           s->tolerance && s->size && s->change && s->rounding;
}

static const char *fault_of_stencil(const struct tri_hotspot *h, const struct tri_division *d)
{
    if (d->how != TRI_BANDS || !tri_counts(h, d->steps) || d->steps == d->rows)
        return "a stencil has bands, and .steps is another parameter that is TRI_INTEGER";
    if (d->from == d->to || !is_divided(h, d, d->from) || !is_divided(h, d, d->to))
        return "a stencil's .from and .to are two operands that are divided";
    return h->operands[d->from].type == h->operands[d->to].type
               ? NULL
               : "a stencil's .from and .to have one type";
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

static bool is_joined_wrongly(const struct tri_hotspot *h, const struct tri_division *d)
{
    for (int o = 0; o < TRI_SLOTS; o++) {
        bool whole = o >= TRI_MAX_OPERANDS || (!d->divided[o] && h->operands[o].role != TRI_IN);
        if (d->joined[o] && (!whole || !d->join))
            return true;
    }
    return false;
}

static const char *fault_of_division(const struct tri_hotspot *h, const struct tri_division *d)
{
    if ((unsigned)d->how > TRI_SLABS)
        return ".how is none of enum tri_distribution";
    if (!tri_counts(h, d->rows))
        return ".rows is a parameter that is TRI_INTEGER";
    if (is_joined_wrongly(h, d))
        return "a .joined operand is neither divided nor TRI_IN, and there is a .join";
    if ((d->how == TRI_SLABS) != (d->exchange != NULL))
        return "TRI_SLABS, and nothing else, has a .exchange";
    if (d->unit < 0)
        return ".unit is 0 or more";
    if (d->stop && (!d->stencil || !is_whole_stop(h, d->stop)))
        return "a .stop is a stencil's, has all of its fields, and .param is a TRI_REAL";
    const char *fault = d->stencil ? fault_of_stencil(h, d) : NULL;
    if (fault)
        return fault;
    return d->exchange ? fault_of_exchange(d) : fault_of_divided(h, d);
}

/* ---- All of them ---- */

static bool check_variant(const struct tri_check *c, size_t i)
{
    const struct tri_variant *v = tri_variant_at(c->h, i);
    const char *fault = fault_of_variant(c->h, i);
    if (fault && i == 0)
        return tri_wrong(c, "plain", -1, NULL, fault);
    if (fault)
        return tri_wrong(c, "tuned", (int)i - 1, v->name, fault);
    fault = v->division ? fault_of_division(c->h, v->division) : NULL;
    if (fault)
        return tri_wrong(c, "division", -1, v->name, fault);
    return check_scratch(c, v);
}

bool tri_check_variants(const struct tri_check *c)
{
    const struct tri_variant *plain = &c->h->plain,
                             *beyond = tri_variant_at(c->h, TRI_MAX_VARIANTS);
    if (!plain->name || strcmp(plain->name, "plain") != 0)
        return tri_wrong(c, "plain.name", -1, plain->name, "it is \"plain\"");
    if (beyond)
        return tri_wrong(c, "tuned", TRI_MAX_VARIANTS - 1, beyond->name,
                         "there are more than TRI_MAX_VARIANTS, plain among them");
    for (size_t i = 0; tri_variant_at(c->h, i); i++)
        if (!check_variant(c, i))
            return false;
    return true;
}
