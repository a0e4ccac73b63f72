/*
 * Images of a case's output: palettes, PNG and PPM files.
 *
 * An image is opened before the computation that it will show, so that a bad path or size costs
 * nothing, and written afterwards:
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
#ifndef TRI_PICTURE_H
#define TRI_PICTURE_H

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

/* Names for tri_nearest(); `data` is not used. */
const char *tri_palette_name_at(size_t i, const void *data);

struct tri_image {
    struct tri_file file; /* .standard_output: nothing else should be printed there */
    bool png;             /* else PPM (P6) */
    ptrdiff_t width, height;
};

/* Opens a file of the format that the path ends in, .png or .ppm; a device or pipe without such an
 * ending gets PPM.  Another ending, a size that the format does not have, a path that cannot be
 * written to: TRI_USAGE.  To be ended by one of the three below. */
bool tri_image_open(struct tri_image *, const char *path, ptrdiff_t width, ptrdiff_t height,
                    struct tri_error *e);

/* A PNG in memory; see tri_file_in_memory(). */
bool tri_image_in_memory(struct tri_image *, ptrdiff_t width, ptrdiff_t height, char **bytes,
                         size_t *n, struct tri_error *e);

/* The same for what paint_case shows of a case; samples that a PPM cannot hold are TRI_USAGE. */
bool tri_image_open_case(struct tri_image *, const char *path, const struct tri_case *,
                         struct tri_error *e);

/* Writes the image and ends it, also when it fails.  `description` (may be NULL) is kept in a PNG,
 * for whoever wants to make the image again. */
bool tri_image_paint(struct tri_image *, const struct tri_palette *, const int32_t *times,
                     const char *description, struct tri_error *e);

/* The same for a case's output, shown as its description says.  Colours and samples need no palette. */
bool tri_image_paint_case(struct tri_image *, const struct tri_palette *, const struct tri_case *,
                          const char *description, struct tri_error *e);

/* The same for the points at which a and b differ: a strong colour over a dim image of a.  In a
 * large image each is a blot of several pixels, or it would be lost in shrinking. */
bool tri_image_paint_difference(struct tri_image *, const int32_t *a, const int32_t *b,
                                const char *description, struct tri_error *e);

void tri_image_abandon(struct tri_image *);

#endif
