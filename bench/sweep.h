/*
 * A sweep: parameters that take several values, in one run of bench.
 *
 *     bench julia --sweep version=v0,v1,v2 size=1000,5000
 *
 * Each NAME=VALUE,VALUE,… is an axis.  Every combination is a case of its own, measured and checked by
 * itself; the last axis changes fastest.  A hotspot takes those of the axes that are parameters of it.
 */
#ifndef TRI_SWEEP_H
#define TRI_SWEEP_H

#include <stdbool.h>
#include <stddef.h>

#include "options.h"
#include "triptych.h"

enum { MAX_AXES = 8, MAX_COMBINATIONS = 1000 };

struct sweep {
    const char *axis[MAX_AXES]; /* each a "name=value[,value…]" */
    size_t axes;
};

/* Adds an axis; what is wrong with it fills the request's error, as usage_error() does. */
error_t parse_axis(struct sweep *, struct request *, const char *text);

/* Whether every axis is a parameter of one of the hotspots that were asked for, and all combinations
 * are cases of theirs. */
bool sweep_check(const struct sweep *, const struct request *, struct tri_error *e);

/* How many combinations there are for a hotspot: one, if it has no part in the sweep. */
size_t sweep_count(const struct sweep *, const struct tri_hotspot *);

/* The case of combination k, not yet allocated. */
bool sweep_case(const struct sweep *, const struct request *, const struct tri_hotspot *, size_t k,
                struct tri_case *, struct tri_error *e);

/* What is swept ("version,size"), and to what in combination k ("v0,1000"); "" if nothing is.  To be
 * freed; NULL when out of memory. */
char *sweep_names(const struct sweep *, const struct tri_hotspot *);
char *sweep_values(const struct sweep *, const struct tri_hotspot *, size_t k);

/* The parameters that have one value in all combinations, as "name=value,…".  To be freed. */
char *sweep_common(const struct sweep *, const struct request *, const struct tri_hotspot *);

#endif
