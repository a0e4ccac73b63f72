/* The command line of render: which image of which case, by which path. */
#pragma once

#include "palette.h"
#include "request.h"

struct render {
    struct request request;
    const struct tri_palette *palette;
    const char *coursework[2]; /* width and height as written, or NULL */
    char output[300];
};

bool render_options(struct render *, int argc, char **argv, struct tri_error *);

/* Chooses the requested case, not yet allocated, and the path.  Fills in the palette and the file's name
 * if they were not given. */
bool render_choose(struct render *, struct tri_case *, enum tri_path *, struct tri_error *);

/* The command that makes the image of the case again, to be freed; NULL: out of memory.  It names no path, since the image does
 * not depend on it.  `input` is the name of the image that the case takes. */
char *render_command(const struct tri_case *, const struct tri_palette *, const char *input);
