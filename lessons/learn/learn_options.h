/* The command line of learn. */
#ifndef LEARN_OPTIONS_H
#define LEARN_OPTIONS_H

#include "triptych.h"

enum verb { LIST, NEXT, RUN, WATCH, HINT, RESET, SOLUTION, CHECK, EXPORT, VERBS };

struct request {
    const char *lessons, *work; /* folders */
    enum verb verb;
    const char *name;   /* NULL: none */
    bool all;           /* --all, of reset */
    int jobs;           /* of check; 0: as many as there are processors */
    const char *folder; /* of --export */
};

/* --help and --version are answered, and end the program. */
bool learn_options(struct request *, int argc, char **argv, struct tri_error *e);

#endif
