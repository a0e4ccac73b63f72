/* A fictitious hotspot for tests. */
#include "hotspot.h"
#include "fake.h"

static double x_value(const struct tri_case *c, size_t i)
{
    return 0.1 * (double)i;
}

static double y_value(const struct tri_case *c, size_t i)
{
    return c->value[FAKE_SCALE].real * (double)i;
}

static double i_value(const struct tri_case *c, size_t i)
{
    return -(double)i;
}

static size_t depth(const struct tri_case *c)
{
    return (size_t)c->value[FAKE_DEPTH].integer;
}

static size_t column(const struct tri_case *c, size_t i)
{
    return i / depth(c) % (size_t)c->value[FAKE_COLS].integer;
}

static void count(const struct tri_case *c)
{
    for (size_t i = 0; i < c->length[FAKE_N]; i++)
        ((int32_t *)c->operand[FAKE_N])[i] = (int32_t)i;
}

static void reference_float(const struct tri_case *c)
{
    const float *x = c->operand[FAKE_X], *y = c->operand[FAKE_Y];
    float *out = c->operand[FAKE_OUT];
    for (size_t i = 0; i < c->length[FAKE_OUT]; i++)
        out[i] = 2 * x[i] + y[column(c, i)];
    count(c);
}

static void reference_double(const struct tri_case *c)
{
    const double *x = c->operand[FAKE_X], *y = c->operand[FAKE_Y];
    double *out = c->operand[FAKE_OUT];
    for (size_t i = 0; i < c->length[FAKE_OUT]; i++)
        out[i] = 2 * x[i] + y[column(c, i)];
    count(c);
}

static struct tri_work work(const struct tri_case *c)
{
    double n = (double)c->length[FAKE_OUT];
    return (struct tri_work){ .units = n, .instructions = 2 * n, .bytes = 16 * n };
}

static double by_two(const struct tri_case *reference)
{
    return 2;
}

/* All of the description but what depends on the precision. */
#define COMMON \
    .name = "fake", .formula = "out = 2 x + y", .unit = "elements", .work = work,                    \
    .params = {                                                                                    \
        [FAKE_ROWS] = {"rows", "first extent", TRI_INTEGER, 4, .min = 1, .max = 1e15},             \
        [FAKE_COLS] = {"cols", "second", TRI_INTEGER, 2, .min = 0, .max = 1e15, .times = "rows"},  \
        [FAKE_DEPTH] = {"depth", "third", TRI_INTEGER, 3, .min = 1, .max = 1e15},                  \
        [FAKE_SCALE] = {"scale", "of y", TRI_REAL, 0.5, .min = -1e300, .max = 1e300},              \
        [FAKE_LOW] = {"low", "an end", TRI_INTEGER, -5, .min = -100, .max = 100},                  \
        [FAKE_HIGH] = {"high", "the other", TRI_INTEGER, 5, .min = -100, .max = 100,               \
                       .above = "low"},                                                            \
        [FAKE_KIND] = {"kind", "one of", TRI_CHOICE, 1, .choices = {"red", "green", "blue"}},      \
    },                                                                                             \
    .operands = {                                                                                  \
        [FAKE_X] = {"x", TRI_FLOATING, TRI_IN, .rank = 3,                                          \
                    .shape = {FAKE_ROWS, FAKE_COLS, FAKE_DEPTH}, .value = x_value},                \
        [FAKE_Y] = {"y", TRI_FLOATING, TRI_IN, .rank = 1, .shape = {FAKE_COLS}, .value = y_value}, \
        [FAKE_I] = {"i", TRI_INT32, TRI_IN, .rank = 1, .shape = {FAKE_DEPTH}, .value = i_value},   \
        [FAKE_OUT] = {"out", TRI_FLOATING, TRI_OUT, .rank = 3,                                     \
                      .shape = {FAKE_ROWS, FAKE_COLS, FAKE_DEPTH}},                                \
        [FAKE_N] = {"n", TRI_INT32, TRI_OUT, .rank = 1, .shape = {FAKE_ROWS}},                     \
    }

const struct tri_hotspot fake_float = {
    COMMON,
    .precision = TRI_FLOAT,
    .reference = reference_float,
    .plain = { "plain", "a loop", .apart = by_two, .path = { [TRI_SIMD] = reference_float } },
};

const struct tri_hotspot fake_double = {
    COMMON,
    .precision = TRI_DOUBLE,
    .reference = reference_double,
    .plain = { "plain", "a loop", .apart = by_two, .path = { [TRI_SIMD] = reference_double } },
};

const struct tri_hotspot *fake(enum tri_precision precision)
{
    return precision == TRI_FLOAT ? &fake_float : &fake_double;
}
