/* The picture of a frame in pixels: what the window shows, and what is saved. */
#ifndef TRI_CANVAS_H
#define TRI_CANVAS_H

#include "frames.h"

struct canvas {
    int width, height;
    uint32_t *pixel;        /* 0xRRGGBB; row 0 is the uppermost */
    uint32_t *colour;       /* of each escape time */
    size_t pixels, colours; /* that there is memory for */
};

/* Paints a frame in a palette's colours; with `differences`, the points that differ in a colour of their own
 * over a dim picture. */
bool canvas_paint(struct canvas *, const struct frame *, const struct tri_palette *,
                  bool differences, struct tri_error *e);

/* Writes the picture to a PNG, with `description` in it. */
bool canvas_save(const struct canvas *, const char *file, const char *description,
                 struct tri_error *e);

void canvas_free(struct canvas *);

#endif
