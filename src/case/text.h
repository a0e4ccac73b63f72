/* Parameters that are texts. */
#pragma once

#include "hotspot.h"

/* A copy that stays until the program ends, the same one for the same text; NULL: out of memory. */
const char *tri_text_kept(const char *);

/* Whether a parameter may have this text: its length, and that it can be written as name=value,name=value in one line. */
bool tri_text_is_allowed(const struct tri_param *, const char *);

/* The most bytes that it may have. */
size_t tri_text_most(const struct tri_param *);
