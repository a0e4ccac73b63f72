/* A case's memory, and running one path over it. */
#include "measure.h"
#include "case.h"
#include "fill.h"
#include "types.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All ones: a NaN, which no sum absorbs, or -1. */
enum { POISON = 0xFF };

double tri_zero(const struct tri_case *c, size_t i)
{
    return 0;
}

const struct tri_operand *tri_operand_in(const struct tri_case *c, int slot)
{
    const struct tri_operand *all = c->hotspot->operands;
    int i = slot;
    if (slot >= TRI_MAX_OPERANDS) {
        all = c->variant->scratch;
        i = slot - TRI_MAX_OPERANDS;
    }
    for (int o = 0; all && all[o].name; o++)
        if (o == i)
            return &all[o];
    return NULL;
}

enum tri_role tri_operand_role(const struct tri_case *c, int operand)
{
    const struct tri_operand *o = tri_operand_in(c, operand);
    return o->role_of ? o->role_of(c) : o->role;
}

bool tri_operand_is_read(const struct tri_case *c, int operand)
{
    enum tri_role role = tri_operand_role(c, operand);
    bool has_value = tri_has_values(tri_operand_in(c, operand));
    return role == TRI_IN || role == TRI_INOUT || (role == TRI_SCRATCH && has_value);
}

bool tri_operand_is_written(const struct tri_case *c, int operand)
{
    enum tri_role role = tri_operand_role(c, operand);
    return role == TRI_OUT || role == TRI_INOUT;
}

size_t tri_number_bytes(const struct tri_case *c, int operand)
{
    return tri_type_of(c, operand)->bytes;
}

size_t tri_operand_bytes(const struct tri_case *c, int operand)
{
    return tri_operand_in(c, operand) ? c->length[operand] * tri_number_bytes(c, operand) : 0;
}

size_t tri_case_bytes(const struct tri_case *c)
{
    size_t total = 0;
    for (int o = 0; o < TRI_SLOTS; o++)
        total += tri_operand_bytes(c, o);
    return total;
}

/* Of those whose size follows from parameters. */
static const struct tri_operand *largest_operand(const struct tri_case *c)
{
    const struct tri_operand *all = c->hotspot->operands, *largest = all;
    size_t most = 0;
    for (int o = 0; all[o].name; o++)
        if (all[o].rank > 0 && tri_operand_bytes(c, o) > most) {
            most = tri_operand_bytes(c, o);
            largest = &all[o];
        }
    return largest;
}

/* Names the parameters behind the largest operand: those are the ones to make smaller. */
static bool fail_memory(const struct tri_case *c, size_t bytes, size_t available,
                        struct tri_error *e)
{
    char text[160] = "";
    const struct tri_operand *largest = largest_operand(c);
    for (int d = 0; d < largest->rank; d++) {
        int p = largest->shape[d];
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s=%lld", d ? "," : "",
                 c->hotspot->params[p].name, (long long)c->value[p].integer);
    }
    return tri_fail(e, TRI_USAGE, "%s: needs %.3g GB, but no more than %.3g GB are free", text,
                    (double)bytes * 1e-9, (double)available * 1e-9);
}

/* Bytes for which nobody asks how much memory is left: reading that takes longer than allocating them. */
enum { FEW = 1 << 20 };

/* For what a process and its runtimes take beside its cases. */
enum { BESIDE = 64 << 20 };

static size_t bytes_for_cases(void)
{
    size_t all = tri_memory_bytes();
    return all > BESIDE ? all - BESIDE : 0;
}

bool tri_case_fits(const struct tri_case *c, size_t copies, struct tri_error *e)
{
    size_t one = tri_case_bytes(c), available = one <= FEW / copies ? FEW : bytes_for_cases();
    if (one <= available / copies)
        return true;
    return fail_memory(c, one > SIZE_MAX / copies ? SIZE_MAX : one * copies, available, e);
}

static bool poison_slot(struct tri_case *c, int o, struct tri_error *e)
{
    if (!c->operand[o] || tri_operand_role(c, o) == TRI_IN)
        return true;
    if (tri_operand_is_read(c, o))
        return c->bound[o] /* the caller's values */ || tri_fill(c, o, e);
    tri_write_pages(c->operand[o], NULL, POISON, tri_operand_bytes(c, o));
    return true;
}

static bool poison_slots(struct tri_case *c, int first, struct tri_error *e)
{
    bool good = true;
    for (int o = first; good && o < TRI_SLOTS; o++)
        good = poison_slot(c, o, e);
    return good;
}

static bool fail_allocation(const struct tri_case *c, struct tri_error *e)
{
    return tri_fail(e, TRI_FAILED, "out of memory: %s needs %.3g GB", c->hotspot->name,
                    (double)tri_case_bytes(c) * 1e-9);
}

/* Those from `first` on.  Not a byte more than asked for: AddressSanitizer sees the first one beyond. */
static bool allocate_slots(struct tri_case *c, int first, struct tri_error *e)
{
    bool good = true;
    for (int o = first; good && o < TRI_SLOTS; o++) {
        if (c->bound[o] || !tri_operand_in(c, o) || tri_operand_role(c, o) == TRI_ABSENT)
            continue;
        if (posix_memalign(&c->operand[o], TRI_ALIGNMENT, tri_operand_bytes(c, o)) != 0) {
            c->operand[o] = NULL;
            return fail_allocation(c, e);
        }
        good = tri_operand_role(c, o) != TRI_IN || tri_fill(c, o, e);
    }
    return good;
}

static void free_slots(struct tri_case *c, int first)
{
    for (int o = first; o < TRI_SLOTS; o++) {
        free(c->bound[o] ? NULL : c->operand[o]);
        c->operand[o] = NULL;
        c->bound[o] = 0;
    }
}

/* ---- The caller's memory ---- */

/* -1: there is none of that name. */
static int operand_named(const struct tri_case *c, const char *name)
{
    const struct tri_operand *all = c->hotspot->operands;
    for (int o = 0; all[o].name; o++)
        if (strcmp(all[o].name, name) == 0)
            return o;
    return -1;
}

void *tri_case_operand(const struct tri_case *c, const char *operand)
{
    int o = operand_named(c, operand);
    return o < 0 ? NULL : c->operand[o];
}

bool tri_case_bind(struct tri_case *c, const char *operand, void *memory, size_t bytes,
                   struct tri_error *e)
{
    int o = operand_named(c, operand);
    if (o < 0)
        return tri_fail(e, TRI_USAGE, "%s has no operand %.80s", c->hotspot->name, operand);
    if (tri_operand_role(c, o) == TRI_ABSENT)
        return tri_fail(e, TRI_USAGE, "%s: with these parameters there is none", operand);
    if (c->ran_on)
        return tri_fail(e, TRI_USAGE, "%s: memory is bound before the case is allocated", operand);
    if (bytes != tri_operand_bytes(c, o))
        return tri_fail(e, TRI_USAGE, "%s has %zu bytes, not %zu", operand, tri_operand_bytes(c, o),
                        bytes);
    if (!memory || (uintptr_t)memory % TRI_ALIGNMENT)
        return tri_fail(e, TRI_USAGE, "%s: its memory has to begin at a multiple of %d bytes",
                        operand, TRI_ALIGNMENT);
    c->operand[o] = memory;
    c->bound[o] = bytes;
    return true;
}

/* Parameters that were set later may have made an operand larger than its memory. */
static bool still_bound(const struct tri_case *c, struct tri_error *e)
{
    for (int o = 0; o < TRI_SLOTS; o++)
        if (c->bound[o] && c->bound[o] != tri_operand_bytes(c, o))
            return tri_fail(e, TRI_USAGE,
                            "%s has %zu bytes by now, not the %zu that it was bound to",
                            tri_operand_in(c, o)->name, tri_operand_bytes(c, o), c->bound[o]);
    return true;
}

/* ---- Allocation ---- */

bool tri_case_allocate(struct tri_case *c, struct tri_error *e)
{
    if (!still_bound(c, e) || !tri_case_fits(c, 1, e))
        return false;
    c->ran_on = calloc(1, sizeof *c->ran_on);
    if (!c->ran_on)
        return fail_allocation(c, e);
    if (!allocate_slots(c, 0, e) || !poison_slots(c, 0, e)) {
        tri_case_free(c);
        return false;
    }
    *c->ran_on = TRI_NOWHERE;
    return true;
}

bool tri_case_allocate_unbound(struct tri_case *c, struct tri_error *e)
{
    c->ran_on = malloc(sizeof *c->ran_on);
    if (!c->ran_on)
        return fail_allocation(c, e);
    *c->ran_on = TRI_NOWHERE;
    bool good = allocate_slots(c, 0, e);
    for (int o = 0; good && o < TRI_SLOTS; o++)
        good = c->bound[o] || poison_slot(c, o, e);
    if (!good)
        tri_case_free(c);
    return good;
}

/* What is allocated of the case, by itself. */
static bool allocate_scratch(struct tri_case *c, struct tri_error *e)
{
    size_t bytes = 0;
    for (int o = TRI_MAX_OPERANDS; o < TRI_SLOTS; o++)
        bytes += tri_operand_bytes(c, o);
    size_t available = bytes <= FEW ? FEW : tri_memory_bytes();
    if (bytes > available)
        return fail_memory(c, bytes, available, e);
    if (allocate_slots(c, TRI_MAX_OPERANDS, e) && poison_slots(c, TRI_MAX_OPERANDS, e))
        return true;
    free_slots(c, TRI_MAX_OPERANDS);
    return false;
}

bool tri_case_choose(struct tri_case *c, const struct tri_variant *variant, struct tri_error *e)
{
    struct tri_case next = *c;
    if (variant == c->variant)
        return true;
    next.variant = variant;
    for (int o = TRI_MAX_OPERANDS; o < TRI_SLOTS; o++)
        next.operand[o] = NULL;
    if (!tri_case_set_lengths(&next, e) || (c->ran_on && !allocate_scratch(&next, e)))
        return false;
    free_slots(c, TRI_MAX_OPERANDS);
    *c = next;
    return true;
}

void tri_case_free(struct tri_case *c)
{
    free_slots(c, 0);
    free(c->ran_on);
    c->ran_on = NULL;
}

/* What has been filled once can be filled again. */
void tri_case_poison(struct tri_case *c)
{
    poison_slots(c, 0, NULL);
    *c->ran_on = TRI_NOWHERE;
}
