/*
 * The frame of a figure: what the roofline and the charts of the studies share.
 *
 * A figure says how large it is, and draws.  The frame puts its title above and its caption below, with
 * the machine that the rows are of, and has gnuplot do it.
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

/* A figure: gnuplot's commands (frame.gp says what they set), and what they read.  The frame takes the place
 * of their line "# FRAME". */
struct drawing {
    const char *commands;
    bool (*write)(const void *data, FILE *script, struct tri_error *e); /* as variables */
    const void *data;
};

/* SVG, or PNG of 288 dpi. */
struct format;

/* That in which a file's name ends; NULL: it is none. */
const struct format *format_of(const char *file);

/* Draws to a file that has been begun.  Where there is no gnuplot it fails, see gnuplot.h. */
bool frame_draw(const struct drawing *, const struct rows *, const struct format *,
                struct tri_file *, struct tri_error *e);

/* "NVIDIA H100; AMD EPYC, 16 threads, clang 19.1.7" */
void print_machine(FILE *out, const struct rows *);

/* About how wide a text is. */
double text_width(const char *text);

#endif
