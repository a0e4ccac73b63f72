/* Cold starts of peers.  The first use of a GPU is cold once a process, and bench has made it before
 * it comes to its peers: so a new process does nothing else. */
#ifndef TRI_COLD_H
#define TRI_COLD_H

#include "again.h"
#include "measure.h"

/* Seconds of a peer's first run; NaN if that failed. */
double cold_in_new_process(const struct tri_case *, const struct tri_contender *peer);

/* Is that process: answers the seconds.  The case is the errand's. */
bool answer_cold(const struct errand *, struct tri_case *, struct tri_error *e);

#endif
