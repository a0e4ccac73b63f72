/* The command line of compare. */
#pragma once

#include <jansson.h>
#include <stdio.h>

#include "audit.h"
#include "measure.h"
#include "request.h"

struct compare {
    struct request request;
    const char *picture; /* NULL: none is wanted */
    const char *level;   /* --audit; NULL: not given */
    const char *format;  /* --format; the same */
    long timeout;        /* seconds for each path and precision; 0: not given */
    long random, seed;   /* cases drawn at random; 0: the case that is asked for; -1: not given */
    bool special;        /* infinities, NaN and the like among real inputs */
    enum tri_audit_level audit;
    struct tri_launch launch; /* of offload paths: --devices */
    FILE *out;
    json_t *json;             /* the array of rows; NULL: a table is printed */
    struct tri_error failure; /* the first of a path, if its status says that there is one */
    bool disagreed;
    FILE *wrong; /* the names of rows that differ and should not */
    bool any_ran, offload_ran;
};

/* Parses the command line, and checks that its files are different; opens nothing. */
bool compare_options(struct compare *, int argc, char **argv, struct tri_error *);

/* Two cases of a precision have memory only if paths run in this process: what is drawn or comes from a file is here, and
 * so are devices and ranks that share the work; and single runs, which other tools look at. */
bool compare_runs_here(const struct compare *);

/* Whether the request can be computed: the paths exist, and the cases fit into memory. */
bool compare_check(const struct compare *, struct tri_error *);
