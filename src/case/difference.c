/* The difference between two outputs. */
#include "types.h"

#include "case.h"

#include <math.h>
#include <string.h>

/* Rounded to float if the other case has floats. */
static struct tri_number get(const struct tri_case *c, int operand, size_t i, bool narrow)
{
    struct tri_number x = tri_type_of(c, operand)->get(c->operand[operand], i);
    bool is_double =
        tri_operand_in(c, operand)->type == TRI_FLOATING && c->hotspot->precision == TRI_DOUBLE;
    return narrow && is_double ? tri_number_of_float((float)x.value) : x;
}

/* Subtracted as integers: a double does not tell neighbouring ranks apart. */
static double ranks_apart(int64_t x, int64_t y)
{
    return (double)(x > y ? (uint64_t)x - (uint64_t)y : (uint64_t)y - (uint64_t)x);
}

static double apart(struct tri_number a, struct tri_number b, bool integer)
{
    double d = integer ? ranks_apart(a.rank, b.rank) : fabs(a.value - b.value);
    return isnan(d) ? INFINITY : d; /* one NaN, or infinities of two signs */
}

/* Whether the operand's bounds allow it; x is the reference's. */
static bool is_within(const struct tri_operand *o, struct tri_number y, struct tri_number x,
                      bool integer)
{
    double d = apart(x, y, integer), bound = fmax(o->absolute, o->relative * fabs(x.value));
    if (!isfinite(d))
        return false;
    return (bound > 0 && d <= bound) ||
           (!integer && o->ulps > 0 && ranks_apart(x.rank, y.rank) <= o->ulps);
}

static void compare_operand(const struct tri_case *a, const struct tri_case *b, int operand,
                            struct tri_difference *d)
{
    const struct tri_operand *o = tri_operand_in(a, operand);
    bool integer = tri_type_of(a, operand)->is_integer;
    bool narrow = a->hotspot->precision != b->hotspot->precision;
    bool whole = b->inputs == TRI_WHOLE || b->inputs == TRI_TIES; /* what is added to 0 is no -0 */
    if (!narrow &&
        memcmp(a->operand[operand], b->operand[operand], tri_operand_bytes(a, operand)) == 0) {
        d->points += a->length[operand];
        return;
    }
    for (size_t i = 0; i < a->length[operand]; i++, d->points++) {
        struct tri_number x = get(a, operand, i, narrow), y = get(b, operand, i, narrow);
        if (x.rank == y.rank || (isnan(x.value) && isnan(y.value)) || (whole && x.value == y.value))
            continue;
        if (!narrow && is_within(o, x, y, integer)) {
            d->within++;
            continue;
        }
        if (d->different++ == 0)
            d->first = d->points;
        d->largest = fmax(d->largest, apart(x, y, integer));
        if (integer)
            d->integers++;
        else
            d->max_ulps = fmax(d->max_ulps, ranks_apart(x.rank, y.rank));
    }
}

struct tri_difference tri_case_difference(const struct tri_case *a, const struct tri_case *b)
{
    struct tri_difference d = { 0 };
    tri_case_settle(a);
    tri_case_settle(b);
    for (int o = 0; o < TRI_SLOTS; o++)
        if (tri_operand_in(a, o) && tri_operand_is_written(a, o))
            compare_operand(a, b, o, &d);
    return d;
}

bool tri_agrees(const struct tri_variant *variant, const struct tri_case *reference,
                const struct tri_difference *d)
{
    if (d->different == 0 || !variant->apart || reference->inputs == TRI_WHOLE)
        return d->different == 0;
    return d->integers == 0 && d->largest <= variant->apart(reference);
}

/* Whether some of its numbers are no zeros, and zeros are within its bounds of all of them. */
static bool allows_zeros(const struct tri_case *reference, int operand)
{
    const bool integer = tri_type_of(reference, operand)->is_integer;
    bool any = false;
    for (size_t i = 0; i < reference->length[operand]; i++) {
        struct tri_number x = get(reference, operand, i, false);
        if (x.value == 0)
            continue;
        if (!is_within(tri_operand_in(reference, operand), (struct tri_number){ 0 }, x, integer))
            return false;
        any = true;
    }
    return any;
}

int tri_case_loose(const struct tri_case *reference)
{
    for (int o = 0; o < TRI_SLOTS; o++)
        if (tri_operand_in(reference, o) && tri_operand_is_written(reference, o) &&
            allows_zeros(reference, o))
            return o;
    return -1;
}

bool tri_case_is_finite(const struct tri_case *c)
{
    for (int o = 0; o < TRI_SLOTS; o++)
        for (size_t i = 0; tri_operand_in(c, o) && tri_operand_is_written(c, o) && i < c->length[o];
             i++)
            if (!isfinite(tri_type_of(c, o)->get(c->operand[o], i).value))
                return false;
    return true;
}
