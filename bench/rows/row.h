/* Result rows: one measurement each.  They are added to a store one by one. */
#pragma once

#include <jansson.h>

#include "store.h"
#include "ceilings.h"

enum { ROW_SCHEMA = 1 }; /* docs/rows.md */

/* The contents of a row: the times of a path's runs, or other results if it has a "kind". */
enum tri_row_kind {
    TRI_ROW_TIMES,      /* has no "kind" */
    TRI_ROW_DIFFERENCE, /* "difference": between float and double; its "precision" is "both" */
    TRI_ROW_BREAKDOWN,  /* "breakdown": of a whole program's time */
    TRI_ROW_REMARKS,    /* "remarks": the compiler's, for each loop */
    TRI_ROW_ENERGY,     /* "energy": of a run */
    TRI_ROW_CARD,       /* "card": what its kernels take of a GPU */
    TRI_ROW_BREAK_EVEN, /* "break-even": the sizes from which on offload is faster than the CPU */
    TRI_ROW_KINDS
};

const char *tri_row_kind_name(enum tri_row_kind); /* NULL: TRI_ROW_TIMES */

/* Adds a row; an interrupt is deferred until it is written.  `ceiling` may be NULL, and so may `audit`, members that are
 * added. */
bool tri_row_append(struct store *, const struct tri_case *, const struct tri_measurement *,
                    const struct tri_ceiling *ceiling, json_t *audit, struct tri_error *e);

/* The same for a row of any kind: the identity and these results, which are released. */
bool tri_row_append_results(struct store *, enum tri_row_kind, const struct tri_case *,
                            const struct tri_measurement *, json_t *results, struct tri_error *e);

/* Adds an absent row: `absent` says why it could not be measured, in place of results. */
bool tri_row_append_absent(struct store *, enum tri_row_kind, const struct tri_case *,
                           const struct tri_measurement *, const char *absent, struct tri_error *e);

/* Times in the form of rows: minimum, median, maximum and all; null if there are none. */
json_t *tri_row_times(const struct tri_times *);

/* The parameters of a case, an object. */
json_t *tri_row_params(const struct tri_case *);

/* A number that is different for every build of the program or of the libraries beside it, but for the module for MPI:
 * "build" in rows. */
const char *tri_build(void);

/* The compiler's flags that rows quote; the text has to outlive them.  Until then: those of Triptych's hotspots. */
void tri_row_flags_use(const char *flags);

/* The identity (store.h) of this measurement's row.  To be freed; NULL: out of memory. */
char *tri_row_identity(enum tri_row_kind, const struct tri_case *, const struct tri_measurement *);
