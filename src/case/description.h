#pragma once

#include "triptych.h"

/* As many hotspots as a program may have. */
enum { TRI_MAX_HOTSPOTS = 64 };

/* Whether entry i of a list is valid in both precisions, and consistent with those before it.  If not, a
 * TRI_USAGE error, "mine.c: .params[2] (width): its default is out of its range". */
bool tri_entry_check(const struct tri_entry *, size_t i, struct tri_error *e);

/* What can be written on a command line as name=value,name=value; and what that takes, in words. */
bool tri_is_name(const char *);
extern const char tri_name_rule[];
