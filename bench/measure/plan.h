/*
 * The plan of a run: every setup of every requested hotspot and precision, in the order of
 * measurement.  It is made from the request once; the checks, the progress line and the measurement
 * all use the same plan.
 */
#pragma once

#include "sweep.h"

/* The setups of one hotspot in one precision: one table of bench. */
struct plan_table {
    const struct tri_hotspot *hotspot;
    struct tri_case base; /* set by --set and --input */
    size_t n;
    struct setup *setup;
    char **values; /* the swept values of each setup: "1000,2" */
    char *swept;   /* their names: "size,threads"; "" if nothing is swept */
    char *common;  /* the parameters that have one value in all setups, as "name=value,…" */
};

struct plan {
    size_t n;
    struct plan_table *table;
};

/* Makes the plan, and enters into the request which paths and precisions are swept.  A TRI_USAGE error if
 * something requested gives no setup.  plan_free() may be called after a failure, too. */
bool plan_make(struct plan *, const struct sweep *, struct request *, struct tri_error *e);
void plan_free(struct plan *);

/* Whether there is memory for each case and its reference, one after the other. */
bool plan_fits(const struct plan *, const struct sweep *, struct tri_error *e);
