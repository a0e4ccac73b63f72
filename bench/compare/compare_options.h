/* The command line of compare. */
#ifndef TRI_COMPARE_OPTIONS_H
#define TRI_COMPARE_OPTIONS_H

#include <stdio.h>

#include "measure.h"
#include "request.h"

struct compare {
    struct request request;
    const char *picture;      /* NULL: none is wanted */
    struct tri_launch launch; /* of offload paths: --devices */
    FILE *out;
    bool disagreed;
    FILE *wrong; /* the names of what differs and should not */
    bool any_ran, offload_ran;
};

/* Reads it, and whether its files are apart; nothing is opened. */
bool compare_options(struct compare *, int argc, char **argv, struct tri_error *);

/* Whether what it asks for can be computed: there are such paths, and the cases fit into memory. */
bool compare_check(const struct compare *, struct tri_error *);

#endif
