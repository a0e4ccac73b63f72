/* Sizes that suit any hotspot, from its description. */
#ifndef TRI_SIZES_H
#define TRI_SIZES_H

#include "check.h"

/* Numbers of sizes: those below SMALL_SIZES take no time, LARGE is what a sanitizer still bears. */
enum { SMALL_SIZES = 4, MIDDLE = 4, LARGE = INSTRUMENTED ? 4 : 5 };

/* The parameters that are extents, in the order in which the operands' shapes name them; how many
 * there are. */
int extents(const struct tri_hotspot *, int param[TRI_MAX_PARAMS]);

/* Settings that give the extents the values in `extent`, over and over again. */
const char *extent_settings(const struct tri_hotspot *, const int *extent, char *text, size_t size);

/* Settings of size number k. */
const char *size_settings(const struct tri_hotspot *, size_t k, char *text, size_t size);

/* Settings of choice number k (check.h) in size number s. */
const char *case_settings(const struct tri_hotspot *, size_t k, size_t s, char *text, size_t size);

/* Two lists of settings as one; either may be empty. */
const char *join(const char *a, const char *b, char *text, size_t size);

#endif
