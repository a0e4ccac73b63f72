/* The table that bench prints: a head for each hotspot and precision, a row for each path, and
 * below them what a row has no room for. */
#ifndef TRI_TABLE_H
#define TRI_TABLE_H

#include <stdio.h>

#include "triptych.h"

void print_head(FILE *out, const struct tri_case *, const struct tri_work *);

/* `reference`: the reference path's seconds, that the speed-up is over. */
void print_row(FILE *out, const struct tri_case *, const struct tri_measurement *,
               const struct tri_ceiling *, double reference);

/* An offload's time, part by part: cold start, transfers, kernel. */
void print_parts(FILE *out, const struct tri_case *, const struct tri_measurement *);

void print_ceiling(FILE *out, const struct tri_case *, enum tri_path, const struct tri_ceiling *);

#endif
