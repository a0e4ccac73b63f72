/*
 * gnuplot as a function from data, given as variables, to a picture with a frame.
 *
 * A figure's commands run after common.gp: they set the size, and draw.  The frame adds the title above,
 * and the caption with the machine below.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "file.h"
#include "store.h"

/* A figure: gnuplot commands (frame.gp replaces their line "# FRAME", and says what they have to set), and the
 * tables and views of a store that they read.  A column becomes an array of the same name, and the number of rows a
 * variable named after the table; the columns of FIGURE, which has one row, become variables. */
struct figure {
    const char *name, *meaning; /* to be asked for by; NULL: it is part of something else */
    const char
        *sql; /* makes the tables, and `undrawn`, whose text says why they hold nothing to draw */
    const char *commands;
    const char *table[8]; /* ends at NULL */
};

/* Makes the tables.  If there is nothing to draw: a TRI_USAGE error. */
bool figure_prepare(const struct figure *, struct store *, struct tri_error *e);

/* Writes the data as gnuplot variables and arrays. */
bool figure_write(const struct figure *, struct store *, FILE *script, struct tri_error *e);

/* Whether gnuplot is installed; if not, a TRI_FAILED error. */
bool gnuplot_there(struct tri_error *e);

/* The format of a file by its extension, "svg" or "png" (288 dpi); NULL: neither. */
const char *format_of(const char *file);

/* The bytes of the picture, followed by a byte 0. */
struct picture {
    char *bytes;
    size_t n;
};

/* If gnuplot is missing or fails, a TRI_FAILED error in one line. */
bool gnuplot_draw(const struct figure *, struct store *, const char *machine, const char *format,
                  struct picture *, struct tri_error *e);
void picture_free(struct picture *);
