/* The difference between two outputs. */
#include "hotspot.h"

#include <math.h>
#include <string.h>

/* An element as a double, and the integer whose distance to another's counts the floats between
 * them: the bit pattern of a magnitude grows with it, so flip the order of the negative half. */
struct element {
    double value;
    int64_t rank;
};

static struct element as_float(float x)
{
    int32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (struct element){ (double)x, bits < 0 ? INT32_MIN - (int64_t)bits - 1 : bits };
}

static struct element as_double(double x)
{
    int64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (struct element){ x, bits < 0 ? INT64_MIN - bits - 1 : bits };
}

static struct element get(const struct tri_case *c, int operand, size_t i, bool narrow)
{
    enum tri_type type = tri_operand_in(c, operand)->type;
    if (type != TRI_FLOATING) {
        int32_t value = type == TRI_INT32 ? ((const int32_t *)c->operand[operand])[i]
                                          : ((const uint16_t *)c->operand[operand])[i];
        return (struct element){ value, value };
    }
    if (c->hotspot->precision == TRI_FLOAT)
        return as_float(((const float *)c->operand[operand])[i]);
    double x = ((const double *)c->operand[operand])[i];
    return narrow ? as_float((float)x) : as_double(x);
}

static double apart(struct element a, struct element b)
{
    double d = fabs(a.value - b.value);
    return isnan(d) ? INFINITY : d; /* one NaN, or infinities of two signs */
}

/* Subtracted as integers: a double does not tell neighbouring ranks apart. */
static double ranks_apart(int64_t x, int64_t y)
{
    return (double)(x > y ? (uint64_t)x - (uint64_t)y : (uint64_t)y - (uint64_t)x);
}

static void compare_operand(const struct tri_case *a, const struct tri_case *b, int operand,
                            struct tri_difference *d)
{
    bool integer = tri_operand_in(a, operand)->type != TRI_FLOATING;
    bool narrow = a->hotspot->precision != b->hotspot->precision;
    if (!narrow &&
        memcmp(a->operand[operand], b->operand[operand], tri_operand_bytes(a, operand)) == 0) {
        d->points += a->length[operand];
        return;
    }
    for (size_t i = 0; i < a->length[operand]; i++, d->points++) {
        struct element x = get(a, operand, i, narrow), y = get(b, operand, i, narrow);
        if (x.rank == y.rank || (isnan(x.value) && isnan(y.value)))
            continue;
        if (d->different++ == 0)
            d->first = d->points;
        d->largest = fmax(d->largest, apart(x, y));
        if (integer)
            d->integers++;
        else
            d->max_ulps = fmax(d->max_ulps, ranks_apart(x.rank, y.rank));
    }
}

struct tri_difference tri_case_difference(const struct tri_case *a, const struct tri_case *b)
{
    struct tri_difference d = { 0 };
    for (int o = 0; o < TRI_SLOTS; o++)
        if (tri_operand_in(a, o) && tri_operand_is_written(a, o))
            compare_operand(a, b, o, &d);
    return d;
}

bool tri_agrees(const struct tri_variant *variant, const struct tri_case *reference,
                const struct tri_difference *d)
{
    if (d->different == 0 || !variant->apart)
        return d->different == 0;
    return d->integers == 0 && d->largest <= variant->apart(reference);
}
