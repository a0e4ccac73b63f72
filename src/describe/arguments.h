/* The arguments of a path. */
#pragma once

#include "hotspot.h"

/* Fails: "FILE:LINE: NAME: …" */
#define WRONG(d, line, format, ...) \
    wrong_at((d)->file, line, "%.*s: " format, TEXT((d)->name), __VA_ARGS__)

/* Sorts them.  False: one is none that a path has, and a line on stderr says so. */
bool read_arguments(struct path *);

/* The path has the arguments of the reference, which are read, in their order, and returns what it returns; else false, and a line. */
bool check_alike(const struct hotspot *, const struct path *);
