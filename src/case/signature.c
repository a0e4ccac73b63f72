/* Completes a table by what its paths' prototypes say. */
#include "signature.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is being completed. */
struct task {
    struct tri_completed *to;
    const struct tri_signature *s;
    const char *file;
    struct tri_error *e;
};

static bool fail(const struct task *t, const char *what, const char *name)
{
    return tri_fail(t->e, TRI_USAGE, "%.120s: %s %.60s", t->file, what, name);
}

/* ---- Parameters and operands ---- */

/* The wrappers have the numbers of the table's entries as they follow each other in the file. */
static bool is_at_its_place(const struct task *t, const char *in_table, const char *in_file)
{
    return !in_table || strcmp(in_table, in_file) == 0 ||
           fail(t,
                "the enum that numbers the table has another order than the table itself: look at",
                in_file);
}

/* A parameter without an entry in the table. */
static struct tri_param param_of(const struct tri_signature *s, int i)
{
    struct tri_param p = { s->params[i].name, "an argument of the paths", s->params[i].kind };
    if (p.kind == TRI_REAL) {
        p.initial = 1;
        p.min = -1e6;
        p.max = 1e6;
    } else {
        p.initial = 1000;
        p.min = 1;
        p.max = fmin(1e12, (double)s->params[i].largest);
    }
    return p;
}

/* An integer may be the index of a choice; an entry that says no kind is TRI_INTEGER. */
static bool add_kind(const struct task *t, struct tri_param *p, enum tri_kind type)
{
    if (type == TRI_REAL ? p->kind == TRI_CHOICE : p->kind == TRI_REAL)
        return fail(t, "its .kind is not that of its type in C:", p->name);
    if (type == TRI_REAL)
        p->kind = TRI_REAL;
    return true;
}

/* Values of a case have 64 bits.  An argument that has fewer would get another number, all paths the same one. */
static bool check_range(const struct task *t, int i)
{
    const struct tri_param *p = &t->to->hotspot.params[i];
    int64_t smallest = t->s->params[i].smallest, largest = t->s->params[i].largest;
    if (p->kind != TRI_INTEGER || (p->min >= (double)smallest && p->max <= (double)largest))
        return true;
    return tri_fail(
        t->e, TRI_USAGE,
        "%.120s: .params[%d] (%.40s): its range is beyond its type in C, which has %" PRId64
        " to %" PRId64,
        t->file, i, p->name, smallest, largest);
}

static bool add_params(const struct task *t)
{
    struct tri_param *all = t->to->hotspot.params;
    for (int i = 0; t->s->params[i].name; i++) {
        if (!is_at_its_place(t, all[i].name, t->s->params[i].name))
            return false;
        if (!all[i].name)
            all[i] = param_of(t->s, i);
        else if (!add_kind(t, &all[i], t->s->params[i].kind))
            return false;
        if (!check_range(t, i))
            return false;
    }
    return true;
}

static double first_scattered(const struct tri_case *c, size_t i)
{
    return tri_scattered(0, i);
}

static double second_scattered(const struct tri_case *c, size_t i)
{
    return tri_scattered(1, i);
}

/* What is not const is written; what is read begins with numbers like any. */
static bool add_role(const struct task *t, struct tri_operand *o, bool is_const, int i)
{
    bool written = o->role == TRI_OUT || o->role == TRI_INOUT;
    if (is_const && written)
        return fail(t, "its .role says that it is written, but it is const:", o->name);
    if (!is_const && o->role == TRI_IN && !o->role_of)
        o->role = TRI_OUT;
    if (!o->value && (o->role_of || o->role == TRI_IN || o->role == TRI_INOUT))
        o->value = i % 2 ? second_scattered : first_scattered;
    return true;
}

static bool add_operands(const struct task *t)
{
    struct tri_operand *all = t->to->hotspot.operands;
    for (int i = 0; t->s->operands[i].name; i++) {
        if (!is_at_its_place(t, all[i].name, t->s->operands[i].name))
            return false;
        all[i].name = t->s->operands[i].name;
        all[i].type = t->s->operands[i].type;
        if (t->s->operands[i].each > 0) {
            all[i].rank = t->s->operands[i].rank;
            memcpy(all[i].shape, t->s->operands[i].shape, sizeof all[i].shape);
            all[i].each = t->s->operands[i].each;
        }
        if (!add_role(t, &all[i], t->s->operands[i].is_const, i))
            return false;
    }
    return true;
}

/* ---- Paths ---- */

static struct tri_variant *variant_named(struct tri_completed *to, const char *name)
{
    if (strcmp(name, "plain") == 0)
        return &to->hotspot.plain;
    for (struct tri_variant *v = to->ladder; v->name; v++)
        if (strcmp(v->name, name) == 0)
            return v;
    return NULL;
}

/* .available refuses it before it is called. */
static void absent(const struct tri_case *c)
{
    abort();
}

static bool add_paths(const struct task *t)
{
    struct tri_hotspot *h = &t->to->hotspot;
    for (int i = 0; t->s->paths[i].run; i++) {
        enum tri_path path = t->s->paths[i].path;
        bool there = t->s->paths[i].function;
        struct tri_variant *v = variant_named(t->to, t->s->paths[i].variant);
        if (!v)
            return fail(t, "a path has the name of a variant that is not in its list:",
                        t->s->paths[i].variant);
        if (path == TRI_REFERENCE)
            h->reference = t->s->paths[i].run;
        else if (path == TRI_ORIGIN)
            h->origin = there ? t->s->paths[i].run : NULL;
        else if (there || (path == TRI_OFFLOAD && v->available))
            v->path[path] = there ? t->s->paths[i].run : absent;
    }
    return true;
}

/* False: there are more variants than a hotspot may have; the check of descriptions says so. */
static bool copy_ladder(struct tri_completed *to)
{
    size_t n = 0;
    for (; to->hotspot.tuned && to->hotspot.tuned[n].name; n++)
        if (n == TRI_MAX_VARIANTS)
            return false;
    memcpy(to->ladder, to->hotspot.tuned ? to->hotspot.tuned : to->ladder, n * sizeof *to->ladder);
    to->ladder[n] = (struct tri_variant){ .name = NULL };
    to->hotspot.tuned = n ? to->ladder : NULL;
    return true;
}

static void add_plain(struct tri_hotspot *h, const struct tri_signature *s)
{
    h->tuned = h->tuned ? h->tuned : s->tuned;
    if (!s->params[0].name)
        return;
    h->plain.name = h->plain.name ? h->plain.name : "plain";
    h->plain.idea = h->plain.idea ? h->plain.idea : "the loop and one directive";
    h->plain.division = h->plain.division ? h->plain.division : s->division;
}

bool tri_complete(struct tri_completed *to, const struct tri_entry *entry,
                  enum tri_precision precision, struct tri_error *e)
{
    const struct task t = { to, entry->signature[precision], entry->file, e };
    if (!entry->of[precision])
        return true; /* the check of descriptions says so */
    to->hotspot = *entry->of[precision];
    if (!t.s)
        return true;
    add_plain(&to->hotspot, t.s);
    return !copy_ladder(to) || (add_params(&t) && add_operands(&t) && add_paths(&t));
}
