/* What a function does first with an array: reads it, or writes it. */
#pragma once

#include "reader.h"

enum use {
    UNUSED,
    WRITTEN, /* by an assignment whose right side has it not */
    READ,
    UNKNOWN /* it is handed on to what is not in the file, or to another pointer */
};

/* As far as can be read from the function's text, from its begin on. */
enum use first_use(const struct reader *, const struct definition *, struct text array);

/* Whether each place with the array is an assignment to one of its elements. */
bool is_only_stored(const struct definition *, struct text array);

/* Whether the number says how often something is done, and nothing else: it is compared (`t < steps`), or its last bits are
 * asked for, and no array but the function's own arguments could be too short for it. */
bool is_only_count(const struct definition *, struct text number);
