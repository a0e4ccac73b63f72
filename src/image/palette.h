/* The contents of palettes, and the colours of one image, for the code that paints.  picture.h has what others need. */
#pragma once

#include "picture.h"

enum {
    CHANNELS = 3, /* red, green, blue */
    MAX_STOPS = 16,
};

/* How an escape time k is mapped to a place between the control points. */
enum scale {
    STEPS,  /* control point k mod stops, nothing in between */
    CYCLES, /* round and round, ever slower */
    RANGE,  /* from the first to the last one, over the times that occur in the image */
};

struct tri_palette {
    const char *name, *meaning;
    enum scale scale;
    double turns; /* CYCLES: for each doubling of the time */
    int stops;
    uint32_t stop[MAX_STOPS]; /* 0xRRGGBB */
    int levels;               /* of shades, with a line between each two; 0: no lines */
};

/* 0xRRGGBB as three bytes. */
void tri_colour(uint32_t colour, uint8_t rgb[CHANNELS]);

/* The interpolated colour at `place`, where control point i has place i. */
void tri_palette_colour(const struct tri_palette *, double place, uint8_t rgb[CHANNELS]);

/* ---- A palette applied to the escape times or shades of an image ---- */

enum { BINS_A_UNIT = 128, BINS = 28 * BINS_A_UNIT };

struct tri_painter {
    const struct tri_palette *palette;
    size_t points[BINS];            /* of the image, with a time in a bin; of RANGE */
    uint8_t colour[BINS][CHANNELS]; /* of the times in a bin; STEPS has no use for it */
    double least, most;             /* of shades */
};

/* The colour of points where two results differ, 0xRRGGBB. */
extern const uint32_t tri_colour_of_difference;

/* For escape times: call begin; for a palette of scale RANGE, count the points of each time; call end.
 * After that, tri_painter_colour() gives the colour of a time.  Points that do not escape (0) are black. */
void tri_painter_begin(struct tri_painter *, const struct tri_palette *);
void tri_painter_count(struct tri_painter *, int32_t time, size_t points);
void tri_painter_end(struct tri_painter *);
void tri_painter_colour(const struct tri_painter *, int32_t time, uint8_t rgb[CHANNELS]);
