/*
 * Charts: a study's sheet as curves, bars or a heat map.
 *
 * chart.sql says as gnuplot's arrays what it shows of the sheet, and chart.gp draws it in a frame.
 */
#ifndef TRI_CHART_H
#define TRI_CHART_H

#include "gnuplot.h"

/* Makes a chart, an object as study.h has it, what the store's sheet is drawn as: of one hotspot alone or (NULL) of
 * all, with the command that gives it again.  False if there is nothing to draw: *e says why. */
bool plot_sheet(struct store *, const json_t *chart, const char *hotspot, const char *command,
                struct tri_error *e);

struct drawing chart_drawing(struct store *);

#endif
