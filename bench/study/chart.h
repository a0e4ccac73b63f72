/*
 * Charts: a study's sheet as curves, bars or a heat map.
 *
 * chart.c says in gnuplot's variables what the sheet has, and chart.gp draws it in a frame.
 */
#ifndef TRI_CHART_H
#define TRI_CHART_H

#include "gnuplot.h"
#include "study.h"

struct plot {
    const struct study *study;
    const struct chart *chart;
    const struct sheet *sheet;
    const char *hotspot; /* whose lines alone it shows; NULL: of all */
    const char *command; /* that gives it again */
    size_t head;         /* the sheet's column along x */
    size_t curves;
    size_t curve[STUDY_COLUMNS]; /* the study's columns that are so derived */
};

/* False if there is nothing to draw: *e says why. */
bool plot_of(const struct study *, const struct chart *, const struct sheet *, const char *hotspot,
             const char *command, struct plot *, struct tri_error *e);

/* Draws a struct plot. */
bool write_chart(const void *plot, FILE *script, struct tri_error *e);
extern const char chart_gp[];

#endif
