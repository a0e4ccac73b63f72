/*
 * Runs side by side: `versus A.jsonl B.jsonl …` sets the rows of other compilers, machines or
 * versions beside those of the first file, and says which of them are regressions.
 */
#ifndef TRI_VERSUS_H
#define TRI_VERSUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "request.h"
#include "rows.h"
#include "values.h"

enum { MAX_VERSUS = 8 };

struct versus {
    struct request request;
    const char *file[MAX_VERSUS];
    size_t files;
    double tolerance; /* by how much a row may be slower, as a share */
    bool by_option;   /* the files follow --versus, as bench takes them: other words are hotspots */
    FILE *out;
    bool
        regressed; /* what comes out: a row of the first file is slower elsewhere by more than the tolerance,
                     * is missing, was not measured, or differs from the reference by more than it may */
};

/* Reads a command line, and whether its options and files go together; nothing is opened. */
bool versus_options(struct versus *, int argc, char **argv, struct tri_error *);

/* Reads a tolerance in percent. */
error_t parse_tolerance(struct versus *, const char *text);

/* Prints the table, of the rows that the request asks for. */
bool versus(struct versus *, struct tri_error *e);

/* Whether a row owes the reference's bits: that of the reference, and of a variant without a bound. */
bool row_owes_bits(const json_t *row);

/* interval.c: the k so that the median of what n values were drawn from lies between the k-th least and the k-th
 * greatest of them with 95 % confidence, whatever the distribution; 0: n is below 6, too few. */
size_t interval_rank(size_t n);

#endif
