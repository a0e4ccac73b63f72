/*
 * Compilers compared: `verdict FILE...` prints the speed of each compiler's code for a variant relative to the
 * best there is, and its performance portability.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "request.h"

enum { MAX_JUDGED = 64 };

struct judging {
    const char *file[MAX_JUDGED];
    size_t files;
    const char *svg;  /* the file of the cascade plot; NULL: none */
    const char *page; /* the HTML file; NULL: none */
    bool portability; /* is required: rows of one machine are an error */
};

/* Prints the verdict on the rows that the request selects (by default of offload, plain and tuned), draws it and
 * writes its page.  Rows that cannot be judged are TRI_USAGE errors. */
bool judge_rows(const struct judging *, const struct request *, FILE *out, struct tri_error *e);

/* ---- The command line ---------------------------------------------------------------------------- */

struct verdict_request {
    struct request request;
    struct judging judging;
    FILE *out;
};

/* Reads it, and whether its options and files go together; nothing is opened. */
bool verdict_options(struct verdict_request *, int argc, char **argv, struct tri_error *);
