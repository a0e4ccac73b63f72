/* The command line of bench. */
#ifndef TRI_BENCH_OPTIONS_H
#define TRI_BENCH_OPTIONS_H

#include <stdbool.h>

#include "export.h"
#include "measuring.h"

struct bench {
    struct batch batch;
    bool all;           /* a table for each hotspot and precision, though none is named */
    bool list, errand;  /* errand: what another process wants to know, see again.h */
    const char *import; /* files of rows that a database gets; NULL: none */
    const char *rows;   /* files of rows that are written; NULL: what is measured is */
    struct export as;
    bool form_given;
};

/* Reads it, and whether its options and files go together; nothing is opened. */
bool bench_options(struct bench *, int argc, char **argv, struct tri_error *);

/* Makes the plan of what is to be measured, and checks that it can be.  Ended by plan_free(), after a failure,
 * too. */
bool bench_plan(struct bench *, struct tri_error *);

#endif
