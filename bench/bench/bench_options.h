/* The command line of bench. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "batch.h"
#include "export.h"

struct bench {
    struct batch batch;
    bool all; /* a table for each hotspot and precision, even if none is named */
    bool list, self_check;
    bool job;           /* what another process wants to know, see again.h */
    const char *import; /* files whose rows are added to the database; NULL: none */
    const char *rows;   /* files whose rows are printed; NULL: measure instead */
    struct export as;
    bool form_given;
};

/* Parses it, and checks whether its options and files go together; opens nothing. */
bool bench_options(struct bench *, int argc, char **argv, struct tri_error *);

/* Makes the plan of the measurements, and checks that they are possible.  To be ended by plan_free(), also after a
 * failure. */
bool bench_plan(struct bench *, struct tri_error *);

/* ---- inventory.c: bench --list ---- */

/* Writes a line for each hotspot, variant, figure, path, peer and device. */
void inventory(FILE *out);
