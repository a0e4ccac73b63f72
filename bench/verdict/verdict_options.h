/* The command line of verdict. */
#ifndef TRI_VERDICT_OPTIONS_H
#define TRI_VERDICT_OPTIONS_H

#include "verdict.h"

struct verdict_request {
    struct request request;
    struct judging judging;
    bool by_option; /* the files follow --verdict, as bench takes them: other words are hotspots */
    FILE *out;
};

/* Reads it, and whether its options and files go together; nothing is opened. */
bool verdict_options(struct verdict_request *, int argc, char **argv, struct tri_error *);

#endif
