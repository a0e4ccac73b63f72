/*
 * Comparison of runs: `versus A.jsonl B.jsonl …` compares the rows of other compilers, machines or
 * versions with those of the first file, and reports regressions.  Each may be several runs, with commas between.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "in_turns.h"
#include "request.h"
#include "rows.h"
#include "values.h"

enum {
    MAX_VERSUS = 8,
    VERSUS_CANNOT_TELL = 3 /* exit status */
};

struct versus {
    struct request request;
    const char *file[MAX_VERSUS]; /* of each side: a file, or several with commas between */
    size_t files;
    double tolerance; /* how much slower a row may be, as a fraction */
    int cannot_tell;  /* the exit status if nothing is worse, and it cannot be told of a row */
    bool measures;    /* the files are programs, which are to be measured first, as */
    struct in_turns in_turns;
    FILE *out;

    /* The results: in another file, a row of the first is slower by more than the tolerance, missing, not measured,
     * or differs from the reference by more than it may; noise hides whether a row is slower. */
    bool regressed, undecided;
};

/* Parses a command line, and checks whether its options and files go together; opens nothing. */
bool versus_options(struct versus *, int argc, char **argv, struct tri_error *);

/* Reads a tolerance in percent. */
error_t parse_tolerance(struct versus *, const char *text);

/* Measures first, if that is asked for; then prints the comparison of the requested rows. */
bool versus(struct versus *, struct tri_error *e);

/* The exit status for the results. */
int versus_status(const struct versus *);

/* Whether a row, which is not a peer's, must have the reference's bits: the reference, and variants without a bound. */
bool owes_bits(const char *hotspot, const char *path, const char *variant);
