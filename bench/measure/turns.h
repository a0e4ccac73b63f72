/* The contenders of a plan: for each setup, the requested paths and variants of its hotspot, and the
 * peers. */
#pragma once

#include "batch.h"

struct turn {
    const struct batch *batch;
    const struct setup *setup;
    struct tri_contender who;
    const struct tri_peer *peer; /* NULL: a path of the hotspot */
};

typedef bool take_turn(const struct turn *, void *data, struct tri_error *e);

/* Calls the function for each, the reference first, until it returns false.  A path that the hotspot lacks
 * takes one turn, as plain; one that exists only in another requested precision has its turn there. */
bool each_turn(const struct batch *, const struct setup *, take_turn *, void *data,
               struct tri_error *e);

/* The same for all setups. */
bool each_turn_of_plan(const struct batch *, take_turn *, void *data, struct tri_error *e);

/* The contender to be measured, with its number of threads. */
struct tri_effort turn_effort(const struct turn *);
int turn_threads(const struct turn *);

/* "cuda", "reference" or "offload tuned"; until the next call. */
const char *contender_of(const struct tri_contender *);
