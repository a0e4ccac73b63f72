/* The region of the plane that the picture shows, and how the mouse moves it. */
#ifndef TRI_VIEW_H
#define TRI_VIEW_H

#include <stdbool.h>

#include "triptych.h"

/* Bounds as the hotspots have them: pixel (x, y), from the upper left, is the point
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

/* The smallest view of square pixels that has all of this one in it, of another size. */
struct view view_fitted(const struct view *, int width, int height);

/* The view of another size, with the same middle and the same pixels. */
struct view view_resized(const struct view *, int width, int height);

/* What lies at the first of these pixels comes to the second. */
struct view view_dragged(const struct view *, double x, double y, double to_x, double to_y);

/* So many times as large; what lies at the pixel stays there. */
struct view view_zoomed(const struct view *, double factor, double x, double y);

/* Whether numbers of the precision can tell a pixel from the next. */
bool view_is_fine(const struct view *, enum tri_precision);

/* Whether a view can be shown: within what hotspots take, and not so small that double ends.  Else a TRI_USAGE
 * error. */
bool view_is_good(const struct view *, struct tri_error *e);

#endif
