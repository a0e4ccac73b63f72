/*
 * Charts: a study's sheet as curves, bars or a heat map.
 *
 * chart.c finds what is to be drawn where, chart_script.c writes it as gnuplot's commands in a frame.
 */
#ifndef TRI_CHART_H
#define TRI_CHART_H

#include "frame.h"
#include "study.h"

/* A column of the sheet. */
struct curve {
    const char *name;
    size_t column;
    unsigned colour; /* 0xRRGGBB */
    int mark, dash;  /* gnuplot's */
    bool measured;   /* whether it has a value */
};

/* Where a line of the sheet stands along x. */
struct tic {
    const char *text;
    double at;
};

struct plot {
    const struct study *study;
    const struct chart *chart;
    const struct sheet *sheet;
    const char *command; /* that gives it again */
    size_t curves, panels, tics;
    struct curve curve[STUDY_COLUMNS];
    size_t *panel;         /* the first line of each */
    struct tic *tic;       /* each value along x once, ascending */
    size_t head;           /* the column along x */
    bool categories;       /* x is 1, 2, ... in each panel */
    bool gaps;             /* a value is missing */
    double x0, x1, y0, y1; /* of the axes of all panels */
};

/* False if there is nothing to draw: *e says why.  plot_free() frees it also then. */
bool plot_of(const struct study *, const struct chart *, const struct sheet *, const char *command,
             struct plot *, struct tri_error *e);
void plot_free(struct plot *);

/* The curves alone, of a plot that has none yet: the columns that the chart shows, each in its own style. */
void plot_find_curves(struct plot *);

/* Whether a line of the sheet is in the panel. */
bool plot_has(const struct plot *, size_t panel, size_t line);

/* What a line has along x, where that is, and what a curve has there, as it is drawn; NaN: nothing. */
const char *plot_text(const struct plot *, size_t line);
double plot_x(const struct plot *, size_t line);
double plot_y(const struct plot *, size_t curve, size_t line);

/* Draws it: a drawing_fn of a struct plot. */
bool write_chart(const void *plot, struct canvas *, FILE *script, struct tri_error *e);

#endif
