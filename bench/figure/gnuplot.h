/* gnuplot as a function: a script goes in, a picture comes out. */
#ifndef TRI_GNUPLOT_H
#define TRI_GNUPLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "file.h"
#include "store.h"

/* Whether there is a gnuplot to be run; that there is none is a TRI_FAILED error. */
bool gnuplot_there(struct tri_error *e);

/* A new file in memory, for a script to be written to; NULL: an error. */
FILE *gnuplot_script(struct tri_error *e);

/* Runs a script and writes what gnuplot prints to the file.  A gnuplot that is not there, or that
 * fails, is a TRI_FAILED error in one line. */
bool gnuplot(FILE *script, struct tri_file *, struct tri_error *e);

/* Sets a variable, or (i > 0) element i of an array.  A text is taken literally, on one line; a number is
 * never an integer, which gnuplot would divide as such, and what is not finite is NaN. */
void set_text(FILE *script, const char *name, size_t i, const char *text);
void set_number(FILE *script, const char *name, size_t i, double number);

/* Makes an array of n elements; gnuplot knows none without any, so that it is one then. */
void set_array(FILE *script, const char *name, size_t n);

/* Sets an array for each column of a table or view, by the column's name, and a variable of the table's
 * name to how many rows it has. */
bool set_table(FILE *script, const char *table, struct store *, struct tri_error *e);

#endif
