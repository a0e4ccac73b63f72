/*
 * The frame of a figure: what the roofline and the charts of the studies share.
 *
 * A figure says how large it is, and draws.  The frame puts its title above and its caption below, with
 * the machine that the rows are of, and has gnuplot do it.
 */
#ifndef TRI_FRAME_H
#define TRI_FRAME_H

#include <stdbool.h>
#include <stdio.h>

#include "file.h"
#include "rows.h"

/* A figure: gnuplot's commands (frame.gp says what they set), and what they read.  common.gp comes before
 * the commands, and frame.gp takes the place of their line "# FRAME". */
struct drawing {
    const char *commands;
    bool (*write)(const void *data, FILE *script, struct tri_error *e); /* as variables */
    const void *data;
};

/* "svg" or "png" (of 288 dpi), in which a file's name ends; NULL: it does not. */
const char *format_of(const char *file);

/* Draws to a file that has been begun.  Where there is no gnuplot it fails, see gnuplot.h. */
bool frame_draw(const struct drawing *, const struct rows *, const char *format, struct tri_file *,
                struct tri_error *e);

/* "NVIDIA H100; AMD EPYC, 16 threads, clang 19.1.7"; to be freed, NULL: out of memory. */
char *machine_of(const struct rows *);

#endif
