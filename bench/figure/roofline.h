/* The roofline figure: rates under ceilings.  (Williams, Waterman, Patterson, CACM 52(4), 2009.) */
#ifndef TRI_ROOFLINE_H
#define TRI_ROOFLINE_H

#include <stdbool.h>
#include <stdio.h>

#include "rows.h"

/* Whether two rows are of one run, of which the last counts: of the same case, launched the same way. */
bool same_run(const struct row *, const struct row *);

/* What roofline.gp draws, of rows of which it drops those that do not count.  Rows without ceilings are a
 * TRI_USAGE error. */
bool write_roofline(struct rows *, FILE *script, struct tri_error *e);
extern const char roofline_gp[];

#endif
