#ifndef TRI_DESCRIPTION_H
#define TRI_DESCRIPTION_H

#include "triptych.h"

/* Whether a list's entry i is well-formed in itself, in both precisions, and beside those before it: else a
 * TRI_USAGE error, "mine.c: .params[2] (width): its default is out of its range". */
bool tri_entry_check(const struct tri_entry *, size_t i, struct tri_error *e);

#endif
