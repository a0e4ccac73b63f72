/* The colours of one image: a palette applied to its escape times or shades. */
#ifndef TRI_PAINTER_H
#define TRI_PAINTER_H

#include "palette.h"

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

#endif
