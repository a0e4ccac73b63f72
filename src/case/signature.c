/* Completes a table by what its paths' prototypes say. */
#include "signature.h"

#include "fill.h"

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

/* Memory is small, and a run short, where two or three of them make an extent, or one counts steps.  All are odd: who forgets
 * what is left over by vectors, or the last of two buffers, is found.  Those of extents differ: so is who takes one for another. */
static double default_of(int together, int i)
{
    static const double all[] = { 11, 1003, 203, 43 };
    return together == 0 ? all[0] : all[together < 3 ? together : 3] - 4 * i;
}

/* A parameter without an entry in the table. */
static struct tri_param param_of(const struct tri_signature *s, bool may_be_extent, int i)
{
    struct tri_param p = { s->params[i].name, "an argument of the paths", s->params[i].kind };
    if (p.kind == TRI_TEXT) {
        p.text = "abba";
        p.min = 1;
    } else if (p.kind == TRI_REAL) {
        p.initial = 0.25 + 0.5 * i; /* neither 0 nor 1, and no two alike */
        p.min = -1e6;
        p.max = 1e6;
    } else {
        p.min = may_be_extent && s->params[i].largest > 1;
        p.max = fmin(1e12, (double)s->params[i].largest);
        p.initial = fmin(default_of(s->params[i].together, i), p.max);
    }
    return p;
}

/* An integer may be the index of a choice; an entry that says no kind is TRI_INTEGER. */
static bool add_kind(const struct task *t, struct tri_param *p, enum tri_kind type)
{
    bool is_index = type == TRI_INTEGER && p->kind == TRI_CHOICE;
    if (p->kind != type && p->kind != TRI_INTEGER && !is_index)
        return fail(t, "its .kind is not that of its type in C:", p->name);
    if (!is_index)
        p->kind = type;
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

/* Functions that compute lengths, of whatever. */
static bool has_lengths(const struct task *t)
{
    bool any = false;
    for (int o = 0; o < TRI_MAX_OPERANDS && t->s->operands[o].name; o++)
        any |= t->s->operands[o].length_of != NULL;
    for (int o = 0; o < TRI_MAX_OPERANDS && t->to->hotspot.operands[o].name; o++)
        any |= t->to->hotspot.operands[o].length_of != NULL;
    return any;
}

static bool add_params(const struct task *t)
{
    struct tri_param *all = t->to->hotspot.params;
    for (int i = 0; t->s->params[i].name; i++) {
        if (!is_at_its_place(t, all[i].name, t->s->params[i].name))
            return false;
        if (!all[i].name)
            all[i] = param_of(t->s, t->s->params[i].together > 0 || has_lengths(t), i);
        else if (!add_kind(t, &all[i], t->s->params[i].kind))
            return false;
        if (!check_range(t, i))
            return false;
        all[i].is_count = t->s->params[i].is_count;
    }
    return true;
}

/* What reads begins with numbers like any. */
static void add_values(struct tri_operand *o)
{
    if (!tri_has_values(o) && (o->role_of || o->role == TRI_IN || o->role == TRI_INOUT))
        o->fill = tri_fill_scattered;
}

/* What is not const is written. */
static bool add_role(const struct task *t, struct tri_operand *o, int i)
{
    bool written = o->role == TRI_OUT || o->role == TRI_INOUT,
         is_const = t->s->operands[i].is_const;
    if (is_const && written)
        return fail(t, "its .role says that it is written, but it is const:", o->name);
    if (!is_const && o->role == TRI_IN && !o->role_of) {
        o->role = t->s->operands[i].is_read ? TRI_INOUT : TRI_OUT;
        t->to->roles.by_text[i] = o->role == TRI_OUT;
        t->to->roles.only_stored[i] = t->s->operands[i].is_only_stored;
    }
    add_values(o);
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
        if (t->s->operands[i].length_of && !all[i].length_of)
            all[i].length_of = t->s->operands[i].length_of;
        if (t->s->operands[i].is_text && !tri_has_values(&all[i]))
            all[i].fill = tri_fill_text;
        if (!add_role(t, &all[i], i))
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
        if (path == TRI_OFFLOAD) {
            v->is_silent = t->s->paths[i].is_silent;
            v->returned = t->s->paths[i].returned;
        }
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

/* ---- What tables say of the hotspot as a whole ---- */

/* Each array that is read comes from memory once, and each that is written goes there once; an instruction for each number of
 * the longest that is written. */
static struct tri_work work_of_arrays(const struct tri_case *c)
{
    struct tri_work work = { .units = 1 };
    for (int o = 0; o < TRI_MAX_OPERANDS && tri_operand_in(c, o); o++) {
        bool written = tri_operand_is_written(c, o);
        work.bytes += (double)tri_operand_bytes(c, o) * (tri_operand_is_read(c, o) + written);
        if (written)
            work.units = fmax(work.units, (double)c->length[o]);
    }
    work.instructions = work.units;
    work.near_bytes = work.bytes;
    return work;
}

static void add_words(struct tri_hotspot *h, const struct tri_signature *s,
                      enum tri_precision precision)
{
    if (!h->name)
        h->precision = precision;
    h->name = h->name ? h->name : s->name;
    h->formula = h->formula ? h->formula : "what its reference computes";
    h->unit = h->unit ? h->unit : "elements";
    h->work = h->work ? h->work : work_of_arrays;
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
    to->roles = (struct tri_roles){ .operands = to->hotspot.operands };
    to->hotspot.roles = &to->roles;
    if (t.s->name)
        add_words(&to->hotspot, t.s, precision);
    add_plain(&to->hotspot, t.s);
    return !copy_ladder(to) || (add_params(&t) && add_operands(&t) && add_paths(&t));
}
