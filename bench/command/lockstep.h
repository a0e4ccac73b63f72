/*
 * Two builds of bench in the same rounds: `versus --in-turns` starts both, and lets one go on when the other has had its round.
 *
 * A process that has had its round says so by a byte on the socket of --lockstep, and waits for one.  Meanwhile versus has stopped
 * it (SIGSTOP): so its threads that wait for work take no time from the other.
 */
#pragma once

#include <stdbool.h>

#include "measure.h"

/* What a process says before it waits. */
enum {
    LOCKSTEP_ROUND = 'r',
    LOCKSTEP_DONE = 'd' /* with all rounds of a table; or it is about to begin */
};

/* Reads "DESCRIPTOR,NUMBER", the option's value; the number is that of the first rounds.  The process ends with the one that has
 * started it. */
bool lockstep_begin(const char *value, struct tri_error *e);

/* For the efforts of this process; NULL: it has its rounds alone. */
const struct tri_beside *lockstep(void);
