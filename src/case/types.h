/* The types that an array's numbers can have: what a number takes, holds, and looks like. */
#pragma once

#include "hotspot.h"

/* A number as a double, and the integer whose distance to another's counts the numbers of the type between them. */
struct tri_number {
    double value;
    int64_t rank;
};

struct tri_number_type {
    const char *name; /* as in C */
    size_t bytes;
    bool is_integer;
    double least, beyond; /* of an integer: from the first, and less than the second */
    void (*set)(void *all, size_t i, double x);
    struct tri_number (*get)(const void *all, size_t i);
    int (*print)(char *text, size_t size, const void *all, size_t i); /* as snprintf() */
};

/* Of a type that is not TRI_FLOATING. */
const struct tri_number_type *tri_number_type_at(enum tri_type);

/* Of an operand of the case: a TRI_FLOATING one has that of the precision. */
const struct tri_number_type *tri_type_of(const struct tri_case *, int operand);

/* Of a float. */
struct tri_number tri_number_of_float(float);
