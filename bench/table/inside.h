/* What the rows of a table and the lines below them share. */
#pragma once

#include "table.h"

/* Whether the rows are of several cases. */
bool is_sweep(const struct table *);

const char *precision_of(const struct table *);

/* From the shortest to the longest time it is more than half of the median. */
bool is_wide(const struct tri_times *);

/* Rows under the same ceilings of arithmetic: peers share those of a path. */
bool same_units(const struct result *, const struct result *);
