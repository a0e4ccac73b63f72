/* The command line of explore. */
#pragma once

#include "explorer.h"
#include "request.h"

struct explore {
    struct request request;
    const struct tri_palette *palette; /* NULL: the first */
    const char *script;                /* a file; NULL: a window */
};

/* Parses the command line. */
bool explore_options(struct explore *, int argc, char **argv, struct tri_error *);

/* Sets up the initial picture. */
bool explore_begin(const struct explore *, struct explorer *, struct tri_error *);
