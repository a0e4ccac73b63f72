/* A path is audited before it is measured: a time of a wrong path is worth nothing. */
#pragma once

#include "batch.h"
#include "table.h"

/* Fills r->audit, in a process of its own.  Where that cannot be (too little memory for it, say), r->audit.runs is 0 and a
 * note says why. */
void audit_first(const struct batch *, const struct tri_case *, const struct tri_contender *,
                 const struct tri_effort *, struct result *r);

/* Whether the path is right only by its own map clauses, so that its data cannot be resident. */
bool audit_wants_by_itself(const struct result *);

/* Why there is nothing to measure: it starts no region on the device, and needs none; NULL: there is. */
const char *audit_needs_no_run(const struct result *);

/* Why it cannot be measured: its audit has ended the process; NULL: it can. */
const char *audit_forbids(const struct result *);

/* The members of its row, to be released. */
json_t *audit_of_row(const struct batch *, const struct tri_case *, const struct result *);

/* The same of a row that an earlier run has measured: as that row has them. */
json_t *audit_of_before(const struct tri_case *, const struct result *);
