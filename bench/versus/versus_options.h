/* The command line of versus. */
#ifndef TRI_VERSUS_OPTIONS_H
#define TRI_VERSUS_OPTIONS_H

#include "versus.h"

struct comparison {
    struct request request;
    struct versus versus;
    bool by_option; /* the files follow --versus, as bench takes them: other words are hotspots */
    bool regressed;
    FILE *out;
};

/* Reads it, and whether its options and files go together; nothing is opened. */
bool versus_options(struct comparison *, int argc, char **argv, struct tri_error *);

#endif
