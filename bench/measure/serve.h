/* The part of a setup that concerns a contender, and whether this machine can measure it. */
#pragma once

#include "sweep.h"
#include "measure.h"

/* The settings of the setup that make a difference to the contender. */
struct tri_effort effort_of(const struct setup *, const struct request *,
                            const struct tri_contender *);

/* Whether contender and machine support it; if not, *why says which of them does not, in one line. */
bool can_serve(const struct tri_contender *, const struct tri_hotspot *, const struct tri_effort *,
               const struct request *, struct tri_error *why);
