/* The contents of palettes, for the code that paints.  picture.h has what others need. */
#ifndef TRI_PALETTE_H
#define TRI_PALETTE_H

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

#endif
