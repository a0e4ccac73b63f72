/* The roofline figure: rates under ceilings.  (Williams, Waterman, Patterson, CACM 52(4), 2009.) */
#ifndef TRI_ROOFLINE_H
#define TRI_ROOFLINE_H

#include <stdbool.h>
#include <stdio.h>

#include "rows.h"

/* What roofline.gp draws of a struct rows.  Rows without ceilings are a TRI_USAGE error. */
bool write_roofline(const void *rows, FILE *script, struct tri_error *e);
extern const char roofline_gp[];

#endif
