/* The parts of looking at a description: description.c puts them together. */
#pragma once

#include "description.h"
#include "hotspot.h"

/* What is looked at. */
struct tri_check {
    const char *file;
    const struct tri_hotspot *h;
    struct tri_error *e;
};

/* Fails: "mine.c: .params[2] (width): …"; without an index (below 0) or a name only the field. */
bool tri_wrong(const struct tri_check *, const char *field, int i, const char *name,
               const char *what);

/* A text that tables and help have in one line. */
bool tri_is_line(const char *);

int tri_params_of(const struct tri_hotspot *);

/* Whether a number is the index of a parameter that is TRI_INTEGER. */
bool tri_counts(const struct tri_hotspot *, int param);

/* description_data.c: parameters, and the operands that have their extents by them. */
bool tri_check_params(const struct tri_check *);
bool tri_check_operands(const struct tri_check *);

/* What is wrong with number i of a list of operands; NULL: nothing. */
const char *tri_fault_of_operand(const struct tri_hotspot *, const struct tri_operand *all, int i);

/* description_variants.c: the ladder of variants, their scratch and their divisions. */
bool tri_check_variants(const struct tri_check *);
