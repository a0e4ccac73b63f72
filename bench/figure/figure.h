/*
 * Figures: pictures of result rows, drawn by gnuplot as SVG or PNG.
 *
 *     draw FIGURE --rows FILE[,FILE...] -o picture.svg
 *
 * figures[] lists them.  The roofline: rates under ceilings (Williams, Waterman, Patterson, CACM 52(4), 2009); rows
 * without ceilings are a TRI_USAGE error.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "gnuplot.h"
#include "request.h"
#include "rows.h"

/* Figures of the rows in `chosen_row` (rows_choose()); rows_prepare() has to be called first.  .name is NULL after the last. */
extern const struct figure figures[];

/* The name of figure i, NULL after the last, in the form of a list of names. */
const char *figure_at(size_t i, const void *unused);

/* The command line of draw. */
struct draw {
    struct request request;
    const struct figure *figure;
    const char *rows;     /* "file,file" */
    struct store *chosen; /* what of them is asked for, */
    FILE *out;            /* and where it is drawn to */
};

/* Parses it, and checks whether its options and files go together; opens nothing. */
bool draw_options(struct draw *, int argc, char **argv, struct tri_error *);

/* Draws the figure of the rows that the request selects by hotspot, path and precision, to the file
 * of its -o.  A file name without a known ending, and rows that cannot be drawn, are TRI_USAGE errors. */
bool draw(struct draw *, struct tri_error *e);
