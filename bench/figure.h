/*
 * Figures: pictures of result rows, drawn by gnuplot as SVG or PNG.
 *
 *     bench --draw FIGURE --rows FILE[,FILE...] -o picture.svg
 *
 * figures[] lists them.  A figure sees all rows, says how large it is and writes what is to be
 * drawn as gnuplot's commands; formats, margins, title and caption are the same for all.
 */
#ifndef TRI_FIGURE_H
#define TRI_FIGURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "options.h"
#include "rows.h"

/* Lengths are in pixels of 1/96 inch: FONT is 10.5 pt in print. */
enum { FONT = 14, LINE = 18 };

struct canvas {
    int width, height;            /* of the plot with its margins; the caption comes below */
    int left, right, top, bottom; /* margins around the plot, where its axes are labelled */
    char *title;                  /* one line; to be freed */
    char *caption;                /* what is shown and how to read it; the machine is added */
};

struct figure {
    const char *name, *meaning;
    /* Fills in the canvas and writes the commands.  May drop rows. */
    bool (*write)(struct rows *, struct canvas *, FILE *script, struct tri_error *e);
};

extern const struct figure figures[]; /* .name is NULL after the last */

/* The name of figure i, NULL after the last; as lists of names are looked at. */
const char *figure_at(size_t i, const void *unused);

/* Draws a figure of the rows in the files of a comma-separated list, or of those that the request
 * asks for by hotspot, path and precision, as the file of its -o.  A picture whose name does not end
 * in a format, and rows that cannot be drawn, are TRI_USAGE errors. */
bool draw(const struct figure *, const char *rows, const struct request *, struct tri_error *e);

/* Whether the request, one of them, asks for the row by hotspot, path and precision. */
bool asks_for(const struct row *, const void *request);

/* How a path looks, in every figure: a colour that the colour-blind can tell from the others, and
 * two shapes of gnuplot's, to be filled and open. */
struct style {
    const char *path, *colour;
    int filled, open;
};

const struct style *style_of(const struct rows *, const char *path);

/* About how wide a text is. */
double text_width(const char *text);

#endif
