/* Numbers and types that a file gives a name: by #define, in an enum, by typedef. */
#pragma once

#include "reader.h"

/* Notes what a directive defines, the names of an enum between its braces, or another name of a type; what is no number and none
 * of C's types is passed over.  False: memory is exhausted. */
bool note_macro(struct reader *, struct text directive);
bool note_enum(struct reader *, struct text names);
bool note_alias(struct reader *, struct text name, struct text type);

/* The number that a name stands for, or that is written out. */
bool is_constant(const struct reader *, struct text, long long *value);

/* The type that a name stands for; any other text as it is. */
struct text type_behind(const struct reader *, struct text);
