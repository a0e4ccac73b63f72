/* What the build gets to compile. */
#pragma once

#include "hotspot.h"

/* names.h: a name for each precision of what a linker or a device sees, and the prototypes of paths. */
void write_names(const struct reader *, char *const *file, size_t files);

/* NAME_signature.c: a function for each path that takes its arguments out of a case; and what the prototypes say. */
void write_signature(const struct hotspot *);
