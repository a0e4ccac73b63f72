/*
 * Results of which a run decides how many numbers count, or in which order they come, get a form that can be compared: what
 * does not count is zeros, and the rest is sorted.  Two that are equal are the same numbers then.
 */
#define _GNU_SOURCE /* qsort_r */
#include "types.h"

#include "case.h"

#include <stdlib.h>
#include <string.h>

int tri_operand_named(const struct tri_hotspot *h, const char *name)
{
    int o = 0;
    while (h->operands[o].name && strcmp(h->operands[o].name, name) != 0)
        o++;
    return h->operands[o].name ? o : -1;
}

/* How many elements of the operand count: what its .count says, and not more than there are. */
static size_t counted(const struct tri_case *c, const struct tri_operand *o, size_t elements)
{
    int count = o->count ? tri_operand_named(c->hotspot, o->count) : -1;
    if (count < 0 || !c->operand[count])
        return elements;
    double n = tri_type_of(c, count)->get(c->operand[count], 0).value;
    if (n < 0)
        return 0;
    return n < (double)elements ? (size_t)n : elements;
}

struct elements {
    const struct tri_number_type *type;
    size_t each;
};

static int in_order(const void *a, const void *b, void *of)
{
    const struct elements *x = of;
    for (size_t i = 0; i < x->each; i++) {
        struct tri_number p = x->type->get(a, i), q = x->type->get(b, i);
        if (p.rank != q.rank)
            return p.rank < q.rank ? -1 : 1;
    }
    return 0;
}

static void settle(const struct tri_case *c, int operand)
{
    const struct tri_operand *o = tri_operand_in(c, operand);
    struct elements x = { tri_type_of(c, operand), o->each > 1 ? (size_t)o->each : 1 };
    size_t all = c->length[operand] / x.each, some = counted(c, o, all),
           bytes = x.type->bytes * x.each;
    if (some < all)
        memset((char *)c->operand[operand] + some * bytes, 0, (all - some) * bytes);
    if (o->any_order && some > 1)
        qsort_r(c->operand[operand], some, bytes, in_order, &x);
}

void tri_case_settle(const struct tri_case *c)
{
    for (int i = 0; i < TRI_SLOTS; i++) {
        const struct tri_operand *o = tri_operand_in(c, i);
        if (o && (o->count || o->any_order) && tri_operand_is_written(c, i))
            settle(c, i);
    }
}
