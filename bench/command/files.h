/*
 * The files that a command line names.  A file that one option writes may not be read or written by another, since
 * that would silently lose data.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "triptych.h"

struct named_file {
    const char *option, *name; /* NULL: the option was not given */
    /* FILES_READ: "name,name"; FIGURES_WRITTEN: a folder for files that end in .svg and .png. */
    enum { FILE_READ, FILES_READ, FILE_WRITTEN, FIGURES_WRITTEN } use;
};

/* Whether no file that is written belongs to another option as well: under any name if the file exists,
 * otherwise under the same name.  Devices and pipes are exempt: they hold nothing that could be lost.  Called before
 * anything is opened. */
bool files_apart(const struct named_file *, size_t n, struct tri_error *e);
