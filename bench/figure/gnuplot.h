/*
 * gnuplot as a function from data, given as variables, to a picture in a frame.
 *
 * A figure sets its size, and draws (after common.gp).  The frame adds its title above, and
 * its caption with the machine below.
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

/* Writes the data that the commands read. */
bool figure_write(const struct figure *, struct store *, FILE *script, struct tri_error *e);

/* Whether gnuplot is installed; if not, a TRI_FAILED error. */
bool gnuplot_there(struct tri_error *e);

/* "svg" or "png" (of 288 dpi), in which a file's name ends; NULL: it does not. */
const char *format_of(const char *file);

/* The picture, followed by a byte 0. */
struct picture {
    char *bytes;
    size_t n;
};

/* If gnuplot is missing or fails, a TRI_FAILED error in one line. */
bool gnuplot_draw(const struct figure *, struct store *, const char *machine, const char *format,
                  struct picture *, struct tri_error *e);
void picture_free(struct picture *);

#endif
