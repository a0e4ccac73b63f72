/* Pictures read back: where an SVG of gnuplot's has its texts, marks and boxes, in pixels from the top left. */
#pragma once

#include "check.h"
#include "gnuplot.h"

/* Draws a figure, of that machine, as SVG, to be freed.  Skips the test where there is no gnuplot;
 * fails it if letters are less than 12 pixels high on a telephone. */
char *svg_of(const struct figure *, struct store *, const char *machine);

/* Whether a text stands in the picture, as such. */
bool shows(const char *svg, const char *text);
void expect_shows(const char *svg, const char *text);

struct place {
    double x, y;
};

enum { MANY = 128 };

/* Where a text begins, on its baseline.  Fails the test if it is not there. */
struct place place_of(const char *svg, const char *text);

/* The same for the last of several: in front of all else. */
struct place last_place_of(const char *svg, const char *text);

/* The marks of a colour ("rgb(213,  94,   0)"; "" for all), as they come: returns how many. */
size_t find_marks(const char *svg, const char *colour, struct place at[MANY]);

struct box {
    double left, top, right, bottom;
};

/* The same for rectangles. */
size_t find_boxes(const char *svg, const char *colour, struct box box[MANY]);
