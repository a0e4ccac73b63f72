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

/* A figure: gnuplot's commands (frame.gp says what they set, and takes the place of their line "# FRAME"), and
 * the tables and views of a store that they read.  Each has an array for each column, by its name, and a variable
 * of the table's name for how many rows it has; FIGURE, of one row, has variables. */
struct figure {
    const char *name, *meaning; /* to be asked for by; NULL: it is part of something else */
    const char
        *sql; /* makes the tables, and `undrawn`, whose text says why they hold nothing to draw */
    const char *commands;
    const char *table[8]; /* ends at NULL */
};

/* Makes the tables.  That there is nothing to draw is a TRI_USAGE error. */
bool figure_prepare(const struct figure *, struct store *, struct tri_error *e);

/* Writes what the commands read. */
bool figure_write(const struct figure *, struct store *, FILE *script, struct tri_error *e);

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
bool gnuplot_draw(const struct figure *, struct store *, const char *machine, const char *format,
                  struct picture *, struct tri_error *e);
void picture_free(struct picture *);

#endif
