/* How a row on several devices, or ranks, compares with the one on a single one. */
#pragma once

#include <stdbool.h>

#include "table.h"

/* Fills in m->scaling, if the table has the row of the same contender on one device or rank, or if this is that row; else it
 * stays as it is.
 * `weak`: the case has grown with them. */
bool scaling_find(const struct table *, const struct tri_case *, bool weak,
                  struct tri_measurement *m, struct tri_error *e);
