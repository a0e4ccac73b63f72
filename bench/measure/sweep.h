/*
 * A sweep: settings that take several values in one run of bench.
 *
 *     bench julia --sweep variant=v0,v1,v2 size=1000,5000
 *     bench mandelbrot --sweep resolution=500,1000 threads=1,2 path=simd,avx2
 *
 * Each NAME=VALUE,VALUE,… is an axis: a parameter, or NAME:NAME for several that have the same value; a setting of a
 * launch (settings.def); or `path`, `variant` and `precision`, of which every table has several, so that such an axis
 * selects them.  Every combination is a separate
 * setup, measured and checked by itself; the last axis changes fastest.  A hotspot takes only the parameters
 * that it has.
 */
#pragma once

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
    bool path_of_study; /* of a study, not of the user: a hotspot may lack some of them */
    bool wins;          /* what is swept and set, too, is not refused */
    bool weak;          /* the case grows with the devices or ranks: weak scaling */
    bool precision[TRI_PRECISIONS], precision_given;
    struct variant_names variants;
    bool variants_given;
    bool host_memory[TRI_HOST_MEMORIES]; /* of rows on a device; none: pageable */
    char devices[40];                    /* the axis made from --devices: one of them, and all */
    char ranks[40];                      /* the same where MPI has started several processes */
};

/* The settings of a combination; 0: the default. */
struct setup {
    struct tri_case c; /* not allocated */
    struct tri_launch launch;
};

/* Adds an axis; fills the request's error if it is wrong, as usage_error() does. */
error_t parse_axis(struct sweep *, struct request *, const char *text);

/* Prints the settings of a launch that may be an axis, with their ranges. */
void sweep_help(FILE *out);

/* Whether that kind of host memory is requested. */
bool sweeps_host_memory(const struct sweep *, enum tri_host_memory);

/* Whether it is a launch setting. */
bool is_launch_axis(const char *axis);

/* Whether a parameter, the first one named in "name=value,...", is swept. */
bool sweeps_over(const struct sweep *, const char *settings);

bool sweep_given(const struct sweep *);

/* Whether nothing is set twice, and every axis is a launch setting or a parameter of a requested
 * hotspot. */
bool sweep_check(const struct sweep *, const struct request *, struct tri_error *e);

/* Makes an axis of --devices, or of ranks, where there are several. */
bool sweep_devices(struct sweep *, const struct request *, struct tri_error *e);

/* Enters into the request which paths, variants and precisions are swept. */
void sweep_tell(const struct sweep *, struct request *);

/* The number of combinations for a hotspot: one, if nothing of it is swept. */
size_t sweep_count(const struct sweep *, const struct tri_hotspot *);

/* Combination k: the case with its swept values, and the launch. */
bool sweep_setup(const struct sweep *, const struct tri_case *, size_t k, struct setup *,
                 struct tri_error *e);

/* The parameter that grows with devices and ranks: the one that counts what they share.  NULL: they share nothing. */
const struct tri_param *grown_param(const struct tri_hotspot *);

/* Makes the case so many times as large; the case that was made so many times as large. */
bool grow_case(struct tri_case *, int times, struct tri_error *e);
struct tri_case ungrown_case(const struct tri_case *, int times);

/* Whether two cases have the same parameters; the same value of parameter number i. */
bool same_case(const struct tri_case *, const struct tri_case *);
bool same_param(const struct tri_case *, const struct tri_case *, int i);

/* The swept names ("size,threads"), and their values in combination k ("1000,2"); "" if nothing is swept.  To be
 * freed; NULL: out of memory. */
char *sweep_names(const struct sweep *, const struct tri_hotspot *);
char *sweep_values(const struct sweep *, const struct tri_hotspot *, size_t k);
