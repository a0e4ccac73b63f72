/*
 * The plan of a run: every setup of every hotspot and precision that is asked for, in the order in which
 * they are measured.  The request is read once, to make it; checks, the progress line and the measuring
 * itself go over the same plan.
 */
#ifndef TRI_PLAN_H
#define TRI_PLAN_H

#include "sweep.h"

/* The setups of one hotspot in one precision: a table of bench's. */
struct plan_table {
    const struct tri_hotspot *hotspot;
    struct tri_case base; /* what --set and --input ask for */
    size_t n;
    struct setup *setup;
    char **values; /* of what is swept, in each setup: "1000,2" */
    char *swept;   /* the names of that: "size,threads"; "" if nothing is */
    char *common;  /* the parameters that have one value in all setups, as "name=value,…" */
};

struct plan {
    size_t n;
    struct plan_table *table;
};

/* Makes the plan, and tells the request which paths and precisions are swept.  A TRI_USAGE error if
 * something that was asked for is no setup.  plan_free() may follow a failure, too. */
bool plan_make(struct plan *, const struct sweep *, struct request *, struct tri_error *e);
void plan_free(struct plan *);

/* Whether there is memory for each case and its reference, one after the other. */
bool plan_fits(const struct plan *, const struct sweep *, struct tri_error *e);

#endif
