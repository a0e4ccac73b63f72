/* gnuplot as a function: a script goes in, a picture comes out. */
#ifndef TRI_GNUPLOT_H
#define TRI_GNUPLOT_H

#include <stdbool.h>
#include <stdio.h>

#include "file.h"

/* Whether there is a gnuplot to be run; that there is none is a TRI_FAILED error. */
bool gnuplot_there(struct tri_error *e);

/* Runs a script and writes what gnuplot prints to the file.  A gnuplot that is not there, or that
 * fails, is a TRI_FAILED error in one line. */
bool gnuplot(const char *script, size_t length, struct tri_file *, struct tri_error *e);

/* Writes a text as gnuplot takes it literally: in quotes, and on one line. */
void quoted(FILE *script, const char *text);

#endif
