/* The region of the plane in the picture, and how dragging and zooming change it. */
#ifndef TRI_VIEW_H
#define TRI_VIEW_H

#include <stdbool.h>

#include "triptych.h"

/* Bounds as in the hotspots' parameters: pixel (x, y), from the upper left, is the point
 * xmin + x * (xmax - xmin) / width, ymax - (y + 1) * (ymax - ymin) / height. */
struct view {
    double xmin, xmax, ymin, ymax;
    int width, height;
};

enum { MAX_EXTENT = 8192 }; /* of a picture, in pixels */

struct place {
    double re, im;
};

struct place view_place(const struct view *, double x, double y);

/* The smallest view of the given size that has square pixels and contains all of this one. */
struct view view_fitted(const struct view *, int width, int height);

/* The view with another width and height, the same centre and the same size of a pixel. */
struct view view_resized(const struct view *, int width, int height);

/* Moves the point at the first pixel to the second. */
struct view view_dragged(const struct view *, double x, double y, double to_x, double to_y);

/* Magnifies by a factor; the point at the pixel stays where it is. */
struct view view_zoomed(const struct view *, double factor, double x, double y);

/* Whether neighbouring pixels have different coordinates in this precision. */
bool view_is_fine(const struct view *, enum tri_precision);

/* Whether a view is within the hotspots' ranges, and not so small that double cannot resolve its pixels.  Else a
 * TRI_USAGE error. */
bool view_is_good(const struct view *, struct tri_error *e);

#endif
