/* What memory was too short for, and nobody was told of: a member that could not be added to an object of JSON, an answer of
 * SQLite's that did not come.  Whoever writes something made of these asks here first, and each program at its end. */
#pragma once

#include <stdbool.h>

#include "triptych.h"

/* Nothing is, so far; has jansson's failed allocations noted from now on.  What a program does first. */
void note_what_is_lost(void);

void note_lost(void);

/* False, and an error, if anything was lost since the program began. */
bool nothing_is_lost(struct tri_error *e);
