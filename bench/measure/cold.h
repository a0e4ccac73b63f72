/* Cold starts of peers.  The first use of a GPU is cold once a process, and bench has made it before
 * it comes to its peers: so it calls itself, with the hidden option --cold, to do nothing else. */
#ifndef TRI_COLD_H
#define TRI_COLD_H

#include "bench.h"

/* Seconds of a peer's first run; NaN if that failed. */
double cold_in_new_process(const struct tri_case *, const char *peer);

/* Does that run, and prints the seconds. */
bool answer_cold(const struct bench *, struct tri_error *e);

#endif
