/*
 * A sweep: whatever takes several values in one run of bench.
 *
 *     bench julia --sweep variant=v0,v1,v2 size=1000,5000
 *     bench mandelbrot --sweep resolution=500,1000 threads=1,2 path=simd,avx2
 *
 * Each NAME=VALUE,VALUE,… is an axis: a parameter, or NAME:NAME for several that have the same value;
 * `threads`, `schedule`, `teams`, `threads-per-team` or `devices` of a launch; or `path`, `variant` and `precision`, of
 * which every table has several anyway, so that such an axis says which.  Every combination is a setup of
 * its own, measured and checked by itself; the last axis changes fastest.  A hotspot takes those parameters
 * that are its own.
 */
#ifndef TRI_SWEEP_H
#define TRI_SWEEP_H

#include <stdbool.h>
#include <stddef.h>

#include "measure.h"
#include "request.h"
#include "values.h"

enum { MAX_AXES = 8, MAX_COMBINATIONS = 1000 };

struct sweep {
    const char *axis[MAX_AXES]; /* each a "name=value[,value…]", but path, variant and precision */
    size_t axes;
    bool path[TRI_PATHS], path_given;
    bool path_of_study; /* not the user's: a hotspot may lack some of them */
    bool precision[TRI_PRECISIONS], precision_given;
    struct variant_names variants;
    bool variants_given;
    bool host_memory[TRI_HOST_MEMORIES]; /* of what is on a device; none: pageable */
    char devices[40]; /* the axis that --devices comes to: one of them, and all */
};

/* What a combination asks for; 0 where it leaves the launch alone. */
struct setup {
    struct tri_case c; /* not allocated */
    int threads, schedule, teams, threads_per_team, devices;
};

/* Adds an axis; what is wrong with it fills the request's error, as usage_error() does. */
error_t parse_axis(struct sweep *, struct request *, const char *text);

/* Whether that kind of host memory is asked for. */
bool sweeps_host_memory(const struct sweep *, enum tri_host_memory);

/* The names that axes of a run have, NULL after the last: hotspots have no parameters that are called so. */
const char *sweep_run_axis(size_t i);

/* Whether it is one of a launch. */
bool is_launch_axis(const char *axis);

/* Whether a parameter, the first one named in "name=value,...", is swept. */
bool sweeps_over(const struct sweep *, const char *settings);

bool sweep_given(const struct sweep *);

/* Whether nothing is said twice, and every axis is one of a launch or a parameter of one of the hotspots
 * that were asked for. */
bool sweep_check(const struct sweep *, const struct request *, struct tri_error *e);

/* Makes an axis of --devices. */
bool sweep_devices(struct sweep *, const struct request *, struct tri_error *e);

/* Tells the request which paths, variants and precisions are swept. */
void sweep_tell(const struct sweep *, struct request *);

/* How many combinations there are for a hotspot: one, if it has no part in the sweep. */
size_t sweep_count(const struct sweep *, const struct tri_hotspot *);

/* Combination k: the case, with what is swept set, and the launch. */
bool sweep_setup(const struct sweep *, const struct tri_case *, size_t k, struct setup *,
                 struct tri_error *e);

/* Whether two cases have the same parameters; the same value of parameter number i. */
bool same_case(const struct tri_case *, const struct tri_case *);
bool same_param(const struct tri_case *, const struct tri_case *, int i);

/* What is swept ("size,threads"), and to what in combination k ("1000,2"); "" if nothing is.  To be
 * freed; NULL when out of memory. */
char *sweep_names(const struct sweep *, const struct tri_hotspot *);
char *sweep_values(const struct sweep *, const struct tri_hotspot *, size_t k);

#endif
