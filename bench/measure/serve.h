/* What of a setup concerns a contender, and whether this machine can serve it. */
#ifndef TRI_SERVE_H
#define TRI_SERVE_H

#include "sweep.h"
#include "measure.h"

/* What is to be measured: of the setup, what makes a difference to the contender. */
struct tri_effort effort_of(const struct setup *, const struct request *,
                            const struct tri_contender *);

/* Whether contender and machine can do it; if not, *why says which of them cannot, in one line. */
bool can_serve(const struct tri_contender *, const struct tri_hotspot *, const struct tri_effort *,
               const struct request *, struct tri_error *why);

#endif
