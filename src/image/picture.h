/*
 * Images of a case's output: palettes, PNG and PPM files.
 *
 * An image is opened before the computation, so that a bad path or size is found first, and written
 * after it:
 *
 *     struct tri_image image;
 *     if (!tri_image_open(&image, "x.png", width, height, &e))
 *         return false;
 *     …
 *     return tri_image_paint(&image, tri_palette_named("ember"), times, "how it was made", &e);
 *
 * Escape times are arrays of height × width, row-major, 0 where the orbit did not escape.  Row 0
 * is drawn at the bottom: the imaginary axis points up.  Samples (TRI_SAMPLES) have it at the top.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "file.h"
#include "triptych.h"

/* Every palette is black where the orbit did not escape. */
struct tri_palette;

const struct tri_palette *tri_palette_at(size_t i); /* NULL after the last; 0 is the default */
const struct tri_palette *tri_palette_named(const char *name);
const char *tri_palette_name(const struct tri_palette *);
const char *tri_palette_meaning(const struct tri_palette *);

/* The name of palette i, for tri_nearest(); `data` is not used. */
const char *tri_palette_name_at(size_t i, const void *data);

struct tri_image {
    struct tri_file file; /* .standard_output: nothing else should be printed there */
    bool png;             /* else PPM (P6) */
    ptrdiff_t width, height;
};

/* Opens a file in the format of the path's extension, .png or .ppm; a device or pipe without one gets
 * PPM.  Another extension, a size that the format cannot have, or a path that cannot be written to is a
 * TRI_USAGE error.  After success, one of the three functions that paint has to be called. */
bool tri_image_open(struct tri_image *, const char *path, ptrdiff_t width, ptrdiff_t height,
                    struct tri_error *e);

/* The same for a PNG in memory; see tri_file_in_memory(). */
bool tri_image_in_memory(struct tri_image *, ptrdiff_t width, ptrdiff_t height, char **bytes,
                         size_t *n, struct tri_error *e);

/* The same for tri_image_paint_case(): samples that a PPM cannot hold are a TRI_USAGE error. */
bool tri_image_open_case(struct tri_image *, const char *path, const struct tri_case *,
                         struct tri_error *e);

/* Writes and closes the image; a failure closes it, too.  `description` (may be NULL) is stored in a
 * PNG; it is the command that makes the image again. */
bool tri_image_paint(struct tri_image *, const struct tri_palette *, const int32_t *times,
                     const char *description, struct tri_error *e);

/* The same for a case's output, painted as its hotspot's description says.  Colours and samples need no
 * palette. */
bool tri_image_paint_case(struct tri_image *, const struct tri_palette *, const struct tri_case *,
                          const char *description, struct tri_error *e);

/* The same for the points at which a and b differ: marks over a dim image of a.  In a large image a
 * mark has several pixels, so that it is still visible when the image is scaled down. */
bool tri_image_paint_difference(struct tri_image *, const int32_t *a, const int32_t *b,
                                const char *description, struct tri_error *e);

void tri_image_abandon(struct tri_image *);
