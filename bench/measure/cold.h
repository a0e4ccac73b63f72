/* Cold starts of peers.  The first use of a GPU is cold once per process, and bench has used it before
 * it runs its peers: so a new process measures that and nothing else. */
#pragma once

#include "again.h"
#include "measure.h"

/* Seconds of a peer's first run; NaN if that failed. */
double cold_in_new_process(const struct tri_case *, const struct tri_contender *peer);

/* In that process: prints the seconds.  The case is the job's. */
bool answer_cold(const struct job *, struct tri_case *, struct tri_error *e);
