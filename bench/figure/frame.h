/*
 * The frame of a figure: what the roofline and the charts of the studies share.
 *
 * A figure sizes its canvas and writes what is to be drawn as gnuplot's commands.  The frame puts its
 * title above and its caption below, with the machine that the rows are of, and has gnuplot draw it.
 */
#ifndef TRI_FRAME_H
#define TRI_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "file.h"
#include "rows.h"

/* Lengths are in pixels of 1/96 inch: FONT is 10.5 pt in print. */
enum { FONT = 14, LINE = 18 };

struct canvas {
    int width, height;            /* of the plot with its margins; the caption comes below */
    int left, right, top, bottom; /* margins around the plot, where its axes are labelled */
    char *title;                  /* one line; to be freed */
    char *caption;                /* what is shown and how to read it; the machine is added */
};

/* Fills in the canvas and writes the commands, in which H is the height of the whole picture. */
typedef bool drawing_fn(const void *data, struct canvas *, FILE *script, struct tri_error *e);

/* SVG, or PNG of 288 dpi. */
struct format;

/* That in which a file's name ends; NULL: it is none. */
const struct format *format_of(const char *file);

/* Draws to a file that has been begun.  Where there is no gnuplot it fails, see gnuplot.h. */
bool frame_draw(drawing_fn *, const void *data, const struct rows *, const struct format *,
                struct tri_file *, struct tri_error *e);

/* "NVIDIA H100; AMD EPYC, 16 threads, clang 19.1.7" */
void print_machine(FILE *out, const struct rows *);

/* About how wide a text is. */
double text_width(const char *text);

/* How many bytes of a caption are its first line: the words that fit into the width, but one at least. */
size_t caption_line(const char *text, double width);

#endif
