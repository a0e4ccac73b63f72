/* Result rows: one measurement each, added to a store one by one. */
#ifndef TRI_ROW_H
#define TRI_ROW_H

#include <jansson.h>

#include "store.h"
#include "measure.h"

/* What a row tells of a path: the times of its runs, or, where it has a "kind", something else. */
enum tri_row_kind {
    TRI_ROW_TIMES,      /* has no "kind" */
    TRI_ROW_DIFFERENCE, /* "difference": between float and double; its "precision" is "both" */
    TRI_ROW_BREAKDOWN,  /* "breakdown": of a whole program's time */
    TRI_ROW_REMARKS,    /* "remarks": of the compiler, loop by loop */
    TRI_ROW_KINDS
};

const char *tri_row_kind_name(enum tri_row_kind); /* NULL: TRI_ROW_TIMES */

/* Adds a row, which no Ctrl-C interrupts.  `ceiling` may be NULL. */
bool tri_row_append(struct store *, const struct tri_case *, const struct tri_measurement *,
                    const struct tri_ceiling *ceiling, struct tri_error *e);

/* The same for a row of any kind, of the identity and these results, which are released. */
bool tri_row_append_results(struct store *, enum tri_row_kind, const struct tri_case *,
                            const struct tri_measurement *, json_t *results, struct tri_error *e);

/* A row for what this machine cannot do: `absent` says why, in place of results. */
bool tri_row_append_absent(struct store *, enum tri_row_kind, const struct tri_case *,
                           const struct tri_measurement *, const char *absent, struct tri_error *e);

/* A list of times as rows have it: least, median, greatest and all; null if there is none. */
json_t *tri_row_times(const struct tri_times *);

/* A number that is another in every build, of the program or of a library that lies beside it: rows hold
 * it as "build". */
const char *tri_build(void);

/* The identity (store.h) of the row that this measurement makes.  To be freed; NULL: out of memory. */
char *tri_row_identity(enum tri_row_kind, const struct tri_case *, const struct tri_measurement *);

#endif
