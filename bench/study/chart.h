/*
 * Charts: a study's sheet as curves, bars or a heat map.
 *
 * chart.c says in gnuplot's variables what the sheet has, and chart.gp draws it in a frame.
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
};

/* A line of the sheet. */
struct line {
    size_t number, panel; /* its own, and that of the first line in its panel */
    double at;            /* along x; 0: it is a category */
};

struct plot {
    const struct study *study;
    const struct chart *chart;
    const struct sheet *sheet;
    const char *hotspot; /* whose lines alone it shows; NULL: of all */
    const char *command; /* that gives it again */
    size_t curves;
    struct curve curve[STUDY_COLUMNS];
    size_t head;     /* the column along x */
    bool categories; /* which has no numbers, or is not drawn as such */
    size_t lines;
    struct line *line; /* by panel */
};

/* False if there is nothing to draw: *e says why.  plot_free() frees it also then. */
bool plot_of(const struct study *, const struct chart *, const struct sheet *, const char *hotspot,
             const char *command, struct plot *, struct tri_error *e);
void plot_free(struct plot *);

/* The curves alone, of a plot that has none yet: the columns that the chart shows, each in its own style. */
void plot_find_curves(struct plot *);

/* Draws a struct plot. */
bool write_chart(const void *plot, FILE *script, struct tri_error *e);
extern const char chart_gp[];

#endif
