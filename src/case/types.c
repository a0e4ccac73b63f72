/* The table of types. */
#include "types.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The bit pattern of a magnitude grows with it, so the order of the negative half is flipped. */
struct tri_number tri_number_of_float(float x)
{
    int32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (struct tri_number){ (double)x, bits < 0 ? INT32_MIN - (int64_t)bits - 1 : bits };
}

/* ---- Integers ---- */

/* Of an unsigned type of 64 bits, so that differences fit: as if it began with the smallest signed one. */
#define RANK_OF_SIGNED(x) ((int64_t)(x))
#define RANK_OF_UNSIGNED(x) ((int64_t)((uint64_t)(x) ^ (uint64_t)1 << 63))

#define INTEGER(type, RANK, format)                                             \
    static void set_##type(void *all, size_t i, double x)                       \
    {                                                                           \
        ((type##_t *)all)[i] = (type##_t)x;                                     \
    }                                                                           \
    static struct tri_number get_##type(const void *all, size_t i)              \
    {                                                                           \
        type##_t x = ((const type##_t *)all)[i];                                \
        return (struct tri_number){ (double)x, RANK(x) };                       \
    }                                                                           \
    static int print_##type(char *text, size_t size, const void *all, size_t i) \
    {                                                                           \
        return snprintf(text, size, "%" format, ((const type##_t *)all)[i]);    \
    }                                                                           \
    _Static_assert(sizeof(type##_t) <= sizeof(double), "read_converted() has room for it")

INTEGER(int8, RANK_OF_SIGNED, PRId8);
INTEGER(int16, RANK_OF_SIGNED, PRId16);
INTEGER(int32, RANK_OF_SIGNED, PRId32);
INTEGER(int64, RANK_OF_SIGNED, PRId64);
INTEGER(uint8, RANK_OF_UNSIGNED, PRIu8);
INTEGER(uint16, RANK_OF_UNSIGNED, PRIu16);
INTEGER(uint32, RANK_OF_UNSIGNED, PRIu32);
INTEGER(uint64, RANK_OF_UNSIGNED, PRIu64);

/* ---- Floating-point numbers ---- */

static void set_float(void *all, size_t i, double x)
{
    ((float *)all)[i] = (float)x;
}

static struct tri_number get_float(const void *all, size_t i)
{
    return tri_number_of_float(((const float *)all)[i]);
}

static int print_float(char *text, size_t size, const void *all, size_t i)
{
    float x = ((const float *)all)[i];
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return snprintf(text, size, "%.9g (0x%08" PRIx32 ")", (double)x, bits);
}

static void set_double(void *all, size_t i, double x)
{
    ((double *)all)[i] = x;
}

static struct tri_number get_double(const void *all, size_t i)
{
    double x = ((const double *)all)[i];
    int64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (struct tri_number){ x, bits < 0 ? INT64_MIN - bits - 1 : bits };
}

static int print_double(char *text, size_t size, const void *all, size_t i)
{
    double x = ((const double *)all)[i];
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return snprintf(text, size, "%.17g (0x%016" PRIx64 ")", x, bits);
}

/* ---- The table ---- */

#define OF(type, least, beyond) \
    { #type "_t", sizeof(type##_t), true, least, beyond, set_##type, get_##type, print_##type }

static const struct tri_number_type types[TRI_TYPES] = {
    [TRI_INT8] = OF(int8, -0x1p7, 0x1p7),
    [TRI_INT16] = OF(int16, -0x1p15, 0x1p15),
    [TRI_INT32] = OF(int32, -0x1p31, 0x1p31),
    [TRI_INT64] = OF(int64, -0x1p63, 0x1p63),
    [TRI_UINT8] = OF(uint8, 0, 0x1p8),
    [TRI_UINT16] = OF(uint16, 0, 0x1p16),
    [TRI_UINT32] = OF(uint32, 0, 0x1p32),
    [TRI_UINT64] = OF(uint64, 0, 0x1p64),
    [TRI_BOOL] = { "bool", sizeof(bool), true, 0, 2, set_uint8, get_uint8, print_uint8 },
    [TRI_FLOAT32] = { "float", sizeof(float), .set = set_float, get_float, print_float },
    [TRI_FLOAT64] = { "double", sizeof(double), .set = set_double, get_double, print_double },
};

const struct tri_number_type *tri_number_type_at(enum tri_type type)
{
    return &types[type];
}

const struct tri_number_type *tri_type_of(const struct tri_case *c, int operand)
{
    enum tri_type type = tri_operand_in(c, operand)->type;
    if (type == TRI_FLOATING)
        type = c->hotspot->precision == TRI_FLOAT ? TRI_FLOAT32 : TRI_FLOAT64;
    return &types[type];
}
