/*
 * PNG files: written row by row, read whole.
 *
 * A file that is read may be damaged or malicious.  Memory for its samples is allocated only if there is enough
 * of it, and if a regular file is long enough to hold so many.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "file.h"
#include "triptych.h"

/* The largest width and height that the PNG format allows. */
extern const ptrdiff_t tri_png_most;

/* The source of the rows that are written, the uppermost first. */
struct tri_png {
    ptrdiff_t width, height;
    int channels, depth;     /* grey, grey and alpha, RGB, RGBA; 8 or 16 bits */
    bool drawn;              /* not a photograph: sRGB, and equal neighbours */
    const char *description; /* kept in the file; may be NULL */
    /* Fills in a row, 16 bits with the higher byte first. */
    void (*row)(const void *data, ptrdiff_t row, uint8_t *bytes);
    const void *data;
};

bool tri_png_write(struct tri_file *, const struct tri_png *, struct tri_error *e);

/* Reads a whole image.  Palettes are replaced by their colours, and grey of 1, 2 or 4 bits is scaled to 8
 * bits; a transparent colour becomes an alpha channel.  16-bit samples keep their depth, and gamma is not applied.
 * A file that cannot be read, is no PNG or is damaged is a TRI_USAGE error that names it. */
bool tri_samples_read(struct tri_samples *, const char *path, struct tri_error *e);
void tri_samples_free(struct tri_samples *);
