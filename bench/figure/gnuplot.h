/*
 * gnuplot as a function: data go in as variables, a picture comes out in a frame.
 *
 * A figure says how large it is, and draws (common.gp comes before it).  The frame puts its title above, and
 * its caption with the machine that it is of below.
 */
#ifndef TRI_GNUPLOT_H
#define TRI_GNUPLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "file.h"
#include "store.h"

/* A figure: gnuplot's commands (frame.gp says what they set, and takes the place of their line "# FRAME"),
 * and what they read. */
struct drawing {
    const char *commands;
    bool (*write)(const void *data, FILE *script, struct tri_error *e); /* as variables */
    const void *data;
};

/* Sets a variable, or (i > 0) element i of an array.  A text is taken literally, on one line; a number is
 * never an integer, which gnuplot would divide as such, and what is not finite is NaN. */
void set_text(FILE *script, const char *name, size_t i, const char *text);
void set_number(FILE *script, const char *name, size_t i, double number);

/* Makes an array of n elements; gnuplot knows none without any, so that it is one then. */
void set_array(FILE *script, const char *name, size_t n);

/* Sets an array for each column of a table or view, by the column's name, and a variable of the table's
 * name to how many rows it has. */
bool set_table(FILE *script, const char *table, struct store *, struct tri_error *e);

/* Whether there is a gnuplot to be run; that there is none is a TRI_FAILED error. */
bool gnuplot_there(struct tri_error *e);

/* "svg" or "png" (of 288 dpi), in which a file's name ends; NULL: it does not. */
const char *format_of(const char *file);

/* What is drawn; a byte 0 follows. */
struct picture {
    char *bytes;
    size_t n;
};

/* A gnuplot that is not there, or that fails, is a TRI_FAILED error in one line. */
bool gnuplot_draw(const struct drawing *, const char *machine, const char *format, struct picture *,
                  struct tri_error *e);
void picture_free(struct picture *);

#endif
