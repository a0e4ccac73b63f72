/*
 * Charts: a study's sheet as curves, bars or a heat map.
 *
 * chart.sql says as gnuplot's arrays what it shows of the sheet, and chart.gp draws it in a frame.
 */
#ifndef TRI_CHART_H
#define TRI_CHART_H

#include "gnuplot.h"
#include "study.h"

struct plot {
    const struct chart *chart;
    struct store *store; /* that has the sheet */
    const char *hotspot; /* whose lines alone it shows; NULL: of all */
    const char *command; /* that gives it again */
};

/* Makes it what the store's sheet is drawn as.  False if there is nothing to draw: *e says why. */
bool plot_sheet(const struct plot *, const struct study *, struct tri_error *e);

/* Draws a struct plot. */
bool write_chart(const void *plot, FILE *script, struct tri_error *e);
extern const char chart_gp[];

#endif
