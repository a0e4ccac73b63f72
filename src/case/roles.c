/* Asks the reference which of its results it reads, or does not write completely. */
#include "roles.h"

#include "case.h"
#include "fill.h"
#include "types.h"

#include <string.h>

/* What an operand holds before a run, beside all ones: of integers 0, then 1, since some are indices, and large ones would lead
 * anywhere; of others large numbers, then these below zero.  Two, since a minimum hides the one, and a maximum the other. */
enum { POISON = 0xFF, LARGE = 0x5A, BELOW = 0xDA, STARTS = 2 };

/* How many numbers of it are what was there before, as it seems: all ones. */
static size_t seem_kept(const struct tri_case *c, int operand)
{
    static const unsigned char ones[] = { POISON, POISON, POISON, POISON,
                                          POISON, POISON, POISON, POISON };
    const size_t bytes = tri_number_bytes(c, operand);
    const char *p = c->operand[operand];
    size_t kept = 0;
    for (size_t i = 0; i < c->length[operand]; i++)
        kept += memcmp(p + i * bytes, ones, bytes) == 0;
    return kept;
}

/* Whether its role is in doubt.  What a path returns is written.  Where nothing was written, as by no steps, nothing is shown. */
static bool is_doubtful(const struct tri_case *c, int operand)
{
    const struct tri_roles *r = c->hotspot->roles;
    if (!r->by_text[operand] || r->read_too[operand] || !c->operand[operand] ||
        operand == c->hotspot->plain.returned - 1)
        return false;
    const size_t kept = seem_kept(c, operand);
    return kept < c->length[operand] && (!r->only_stored[operand] || kept > 0);
}

static void start_from(struct tri_case *c, int operand, int start)
{
    const struct tri_number_type *type = tri_type_of(c, operand);
    if (!type->is_integer)
        memset(c->operand[operand], start == 0 ? LARGE : BELOW, tri_operand_bytes(c, operand));
    for (size_t i = 0; type->is_integer && i < c->length[operand]; i++)
        type->set(c->operand[operand], i, start);
}

/* Runs the reference again, from something else in these operands, and compares. */
static bool differs(const struct tri_case *c, struct tri_case *again, unsigned from_else, int start)
{
    tri_case_poison(again);
    for (int o = 0; o < TRI_MAX_OPERANDS; o++)
        if (from_else & 1U << o)
            start_from(again, o, start);
    c->hotspot->reference(again);
    return tri_case_difference(again, c).different > 0;
}

/* A reference that is not the same twice, such as a sum by several threads, says nothing. */
static unsigned read_of(const struct tri_case *c, struct tri_case *again, unsigned doubtful,
                        int start)
{
    unsigned read = 0;
    if (!differs(c, again, doubtful, start) || differs(c, again, 0, start))
        return 0;
    for (int o = 0; o < TRI_MAX_OPERANDS; o++)
        if (doubtful & 1U << o && (doubtful == 1U << o || differs(c, again, 1U << o, start)))
            read |= 1U << o;
    return read;
}

static bool has_bound(const struct tri_case *c)
{
    bool any = false;
    for (int o = 0; o < TRI_SLOTS; o++)
        any |= c->bound[o] > 0;
    return any;
}

/* The caller's own memory stays what it is. */
static unsigned ask(const struct tri_case *c)
{
    struct tri_case again = *c;
    struct tri_error unused;
    unsigned doubtful = 0;
    for (int o = 0; o < TRI_MAX_OPERANDS && c->hotspot->operands[o].name; o++)
        doubtful |= is_doubtful(c, o) ? 1U << o : 0;
    memset(again.operand, 0, sizeof again.operand);
    if (doubtful == 0 || has_bound(c) || !tri_case_allocate(&again, &unused))
        return 0;
    unsigned read = 0;
    for (int start = 0; start < STARTS; start++)
        read |= read_of(c, &again, doubtful & ~read, start);
    tri_case_free(&again);
    return read;
}

/* The last answer is kept, since a reference may take long. */
static bool is_answered(const struct tri_case *c)
{
    const struct tri_roles *r = c->hotspot->roles;
    return r->is_answered && r->inputs == c->inputs &&
           memcmp(r->value, c->value, sizeof r->value) == 0;
}

static void keep_answer(const struct tri_case *c)
{
    struct tri_roles *r = c->hotspot->roles;
    r->is_answered = true;
    r->inputs = c->inputs;
    memcpy(r->value, c->value, sizeof r->value);
}

bool tri_roles_learn(struct tri_case *c, struct tri_error *e)
{
    const struct tri_roles *r = c->hotspot->roles;
    if (!r || r->are_fixed || is_answered(c))
        return true;
    const unsigned read = ask(c);
    keep_answer(c);
    tri_roles_take(c->hotspot, read);
    for (int o = 0; o < TRI_MAX_OPERANDS; o++)
        if (read & 1U << o && !tri_fill(c, o, e))
            return false;
    if (read == 0)
        return true;
    tri_case_poison(c);
    c->hotspot->reference(c);
    return true;
}

bool tri_roles_read_too(const struct tri_hotspot *h, int operand)
{
    return h->roles && operand >= 0 && operand < TRI_MAX_OPERANDS && h->roles->read_too[operand];
}

unsigned tri_roles_told(const struct tri_hotspot *h)
{
    unsigned told = 0;
    for (int o = 0; o < TRI_MAX_OPERANDS; o++)
        told |= tri_roles_read_too(h, o) ? 1U << o : 0;
    return told;
}

void tri_roles_take(const struct tri_hotspot *h, unsigned told)
{
    for (int o = 0; h->roles && o < TRI_MAX_OPERANDS; o++) {
        struct tri_operand *operand = &h->roles->operands[o];
        if (!(told & 1U << o) || !h->roles->by_text[o])
            continue;
        h->roles->read_too[o] = true;
        operand->role = TRI_INOUT;
        if (!tri_has_values(operand))
            operand->fill = tri_fill_scattered;
    }
}

void tri_roles_fix(const struct tri_hotspot *h, bool fixed)
{
    if (h->roles)
        h->roles->are_fixed = fixed;
}
