/* The command line of doctor. */
#ifndef TRI_DOCTOR_OPTIONS_H
#define TRI_DOCTOR_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

#include "feature.h"
#include "request.h"

struct doctoring {
    struct request request;
    bool features; /* --features: which OpenMP features work, instead of why offload fails: */
    bool marked[MAX_FEATURES];
    bool form_given;
    int form; /* of feature.h */
    FILE *out;
    bool holes; /* something does not */
};

/* Parses it; opens nothing. */
bool doctor_options(struct doctoring *, int argc, char **argv, struct tri_error *);

#endif
