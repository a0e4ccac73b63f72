/* Numbers that a file gives a name: by #define, or in an enum. */
#ifndef TRI_DESCRIBE_CONSTANTS_H
#define TRI_DESCRIBE_CONSTANTS_H

#include "reader.h"

/* Notes what a directive defines, or the names of an enum between its braces; what is no number is passed over.  False: memory
 * is exhausted. */
bool note_macro(struct reader *, struct text directive);
bool note_enum(struct reader *, struct text names);

/* The number that a name stands for, or that is written out. */
bool is_constant(const struct reader *, struct text, long long *value);

#endif
