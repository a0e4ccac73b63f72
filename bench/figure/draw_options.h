/* The command line of draw. */
#ifndef TRI_DRAW_OPTIONS_H
#define TRI_DRAW_OPTIONS_H

#include "figure.h"

struct draw {
    struct request request;
    const struct figure *figure;
    const char *rows; /* "file,file" */
};

/* Reads it, and whether its options and files go together; nothing is opened. */
bool draw_options(struct draw *, int argc, char **argv, struct tri_error *);

#endif
