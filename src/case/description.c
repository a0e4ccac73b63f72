/* Checks descriptions: an error names file and field. */
#include "description.h"

#include "described.h"

#include <stdio.h>
#include <string.h>

bool tri_wrong(const struct tri_check *c, const char *field, int i, const char *name,
               const char *what)
{
    char index[24] = "", said[64] = "";
    if (i >= 0)
        snprintf(index, sizeof index, "[%d]", i);
    if (name)
        snprintf(said, sizeof said, " (%.40s)", name);
    return tri_fail(c->e, TRI_USAGE, "%.120s: .%s%s%s: %s", c->file, field, index, said, what);
}

bool tri_is_name(const char *name)
{
    return name && *name && *name != '-' &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_-") == strlen(name);
}

const char tri_name_rule[] = "is made of a to z, 0 to 9, _ and -, which it does not begin with";

bool tri_is_line(const char *text)
{
    return text && *text && !strchr(text, '\n');
}

/* ---- Words ---- */

static bool check_words(const struct tri_check *c)
{
    const struct tri_hotspot *h = c->h;
    if (!tri_is_name(h->name))
        return tri_wrong(c, "name", -1, h->name, tri_name_rule);
    if (!tri_is_line(h->formula))
        return tri_wrong(c, "formula", -1, NULL, "it is a line that says what is computed");
    return tri_is_name(h->unit) || tri_wrong(c, "unit", -1, h->unit, tri_name_rule);
}

static bool check_functions(const struct tri_check *c)
{
    if (!c->h->reference)
        return tri_wrong(c, "reference", -1, NULL,
                         "there is none: it is what paths are compared with");
    return c->h->work ||
           tri_wrong(c, "work", -1, NULL, "there is none: rates and ceilings need it");
}

/* ---- Pictures ---- */

static const char *fault_of_samples(const struct tri_hotspot *h, const struct tri_picture *p)
{
    static const char bits[] = ".depth is a TRI_CHOICE of \"8\" and \"16\"";
    if (!tri_counts(h, p->channels) || h->params[p->channels].min != 1 ||
        h->params[p->channels].max != 4)
        return ".channels is an integer parameter from 1 to 4";
    if (p->depth < 0 || p->depth >= tri_params_of(h) || h->params[p->depth].kind != TRI_CHOICE)
        return bits;
    const struct tri_param *depth = &h->params[p->depth];
    return strcmp(depth->choices[0], "8") == 0 && strcmp(depth->choices[1], "16") == 0 &&
                   !depth->choices[2]
               ? NULL
               : bits;
}

/* What a picture shows is written; an input's is read. */
static const char *fault_of_shown(const struct tri_picture *p, const struct tri_operand *o, bool in)
{
    static const enum tri_type types[] = { [TRI_ESCAPE_TIMES] = TRI_INT32,
                                           [TRI_COLOURS] = TRI_INT32,
                                           [TRI_SHADES] = TRI_FLOATING,
                                           [TRI_SAMPLES] = TRI_UINT16 };
    bool samples = p->show == TRI_SAMPLES, out = o->role == TRI_OUT || o->role == TRI_INOUT;
    if (o->type != types[p->show])
        return ".operand has another type than what is shown";
    if (o->role_of || (in ? o->role != TRI_IN : !out))
        return in ? ".operand is TRI_IN" : ".operand is TRI_OUT or TRI_INOUT";
    if (o->rank != 2 + samples || o->shape[0] != p->height || o->shape[1] != p->width ||
        (samples && o->shape[2] != p->channels) || o->each > 1)
        return ".operand has the .shape of .height, .width and, of TRI_SAMPLES, .channels";
    return NULL;
}

static const char *fault_of_picture(const struct tri_hotspot *h, const struct tri_picture *p,
                                    bool in)
{
    int operands = 0;
    while (h->operands[operands].name)
        operands++;
    if (p->show == TRI_NOTHING)
        return NULL;
    if ((unsigned)p->show > TRI_SAMPLES || (in && p->show != TRI_SAMPLES))
        return in ? ".show is TRI_SAMPLES" : ".show is none of enum tri_show";
    if (p->operand < 0 || p->operand >= operands)
        return ".operand is the index of an operand";
    const char *fault = p->show == TRI_SAMPLES ? fault_of_samples(h, p) : NULL;
    return fault ? fault : fault_of_shown(p, &h->operands[p->operand], in);
}

static bool check_pictures(const struct tri_check *c)
{
    const char *fault = fault_of_picture(c->h, &c->h->picture, false);
    if (fault)
        return tri_wrong(c, "picture", -1, NULL, fault);
    fault = fault_of_picture(c->h, &c->h->input, true);
    return !fault || tri_wrong(c, "input", -1, NULL, fault);
}

/* ---- All of it ---- */

static bool check_hotspot(const struct tri_check *c)
{
    return check_words(c) && tri_check_params(c) && tri_check_operands(c) && check_pictures(c) &&
           check_functions(c) && tri_check_variants(c);
}

static bool is_same(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

/* Whether both precisions have the same to set, the same memory and the same ladder. */
static bool check_pair(const struct tri_check *c, const struct tri_hotspot *other)
{
    static const char rule[] = "it is the same in both precisions";
    const struct tri_hotspot *h = c->h;
    if (!is_same(h->name, other->name))
        return tri_wrong(c, "name", -1, h->name, rule);
    for (int i = 0; h->params[i].name || other->params[i].name; i++)
        if (!is_same(h->params[i].name, other->params[i].name) ||
            h->params[i].kind != other->params[i].kind)
            return tri_wrong(c, "params", i, h->params[i].name, rule);
    for (int i = 0; h->operands[i].name || other->operands[i].name; i++)
        if (!is_same(h->operands[i].name, other->operands[i].name) ||
            h->operands[i].type != other->operands[i].type ||
            h->operands[i].rank != other->operands[i].rank)
            return tri_wrong(c, "operands", i, h->operands[i].name, rule);
    for (size_t i = 0; tri_variant_at(h, i) || tri_variant_at(other, i); i++) {
        const struct tri_variant *a = tri_variant_at(h, i), *b = tri_variant_at(other, i);
        if (!a || !b || !is_same(a->name, b->name))
            return tri_wrong(c, "tuned", (int)i - 1, a ? a->name : NULL, rule);
    }
    return true;
}

/* A file that has not what it is listed for: its address is NULL. */
static bool check_there(const struct tri_entry *entry, struct tri_error *e)
{
    int length = (int)strcspn(entry->file, ".");
    for (int p = 0; p < TRI_PRECISIONS; p++)
        if (!entry->of[p])
            return tri_fail(e, TRI_USAGE, "%.120s: it defines no %.*s, its description, in %s",
                            entry->file, length > 80 ? 80 : length, entry->file,
                            tri_precision_name((enum tri_precision)p));
    return true;
}

bool tri_entry_check(const struct tri_entry *list, size_t i, struct tri_error *e)
{
    if (!check_there(&list[i], e))
        return false;
    for (int p = 0; p < TRI_PRECISIONS; p++) {
        const struct tri_check c = { list[i].file, list[i].of[p], e };
        if (!check_hotspot(&c))
            return false;
        if ((int)c.h->precision != p)
            return tri_wrong(&c, "precision", -1, NULL, "it is PRECISION, from real.h");
        for (size_t k = 0; k < i; k++)
            if (strcmp(list[k].of[p]->name, c.h->name) == 0)
                return tri_wrong(&c, "name", -1, c.h->name, "two hotspots have this name");
    }
    const struct tri_check both = { list[i].file, list[i].of[TRI_FLOAT], e };
    return check_pair(&both, list[i].of[TRI_DOUBLE]);
}
