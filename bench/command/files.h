/*
 * The files that a command line names.  What one option writes no other may read or write: the user
 * would lose something, and be told that all went well.
 */
#ifndef TRI_FILES_H
#define TRI_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "triptych.h"

struct named_file {
    const char *option, *name; /* NULL: the option was not given */
    /* FILES_READ: "name,name"; FIGURES_WRITTEN: a folder for files that end in .svg and .png. */
    enum { FILE_READ, FILES_READ, FILE_WRITTEN, FIGURES_WRITTEN } use;
};

/* Whether no file that is written is another option's as well: under whatever name if there is such a
 * file, else under the same name.  Devices and pipes hold nothing that could be lost.  To be asked before
 * anything is opened. */
bool files_apart(const struct named_file *, size_t n, struct tri_error *e);

#endif
