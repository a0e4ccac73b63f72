/* The geometry of a view. */
#include "explorer.h"

#include <float.h>
#include <math.h>

static double pixel_width(const struct view *v)
{
    return (v->xmax - v->xmin) / v->width;
}

static double pixel_height(const struct view *v)
{
    return (v->ymax - v->ymin) / v->height;
}

struct place view_place(const struct view *v, double x, double y)
{
    return (struct place){ v->xmin + x * pixel_width(v), v->ymax - (y + 1) * pixel_height(v) };
}

/* A view of the given size in pixels, with the given size of a pixel and the same centre as `v`. */
static struct view around(const struct view *v, int width, int height, double across, double up)
{
    double re = v->xmin + (v->xmax - v->xmin) / 2, im = v->ymin + (v->ymax - v->ymin) / 2;
    return (struct view){ re - across * width / 2,
                          re + across * width / 2,
                          im - up * height / 2,
                          im + up * height / 2,
                          width,
                          height };
}

struct view view_fitted(const struct view *v, int width, int height)
{
    double pixel = fmax((v->xmax - v->xmin) / width, (v->ymax - v->ymin) / height);
    return around(v, width, height, pixel, pixel);
}

struct view view_resized(const struct view *v, int width, int height)
{
    return around(v, width, height, pixel_width(v), pixel_height(v));
}

struct view view_dragged(const struct view *v, double x, double y, double to_x, double to_y)
{
    double across = (to_x - x) * pixel_width(v), up = (y - to_y) * pixel_height(v);
    return (struct view){ v->xmin - across, v->xmax - across, v->ymin - up,
                          v->ymax - up,     v->width,         v->height };
}

struct view view_zoomed(const struct view *v, double factor, double x, double y)
{
    struct place p = view_place(v, x, y);
    return (struct view){ p.re - (p.re - v->xmin) / factor,
                          p.re + (v->xmax - p.re) / factor,
                          p.im - (p.im - v->ymin) / factor,
                          p.im + (v->ymax - p.im) / factor,
                          v->width,
                          v->height };
}

static double farthest(const struct view *v)
{
    return fmax(fmax(fabs(v->xmin), fabs(v->xmax)), fmax(fabs(v->ymin), fabs(v->ymax)));
}

/* Floating-point numbers between 2^k and 2^(k+1) are spaced by 2^k epsilon. */
bool view_is_fine(const struct view *v, enum tri_precision precision)
{
    double epsilon = precision == TRI_FLOAT ? FLT_EPSILON : DBL_EPSILON;
    return fmin(pixel_width(v), pixel_height(v)) >= epsilon * farthest(v);
}

bool view_is_good(const struct view *v, struct tri_error *e)
{
    enum { FARTHEST = 1000000 }; /* as the hotspots' parameters have it */
    if (!(v->xmin <= v->xmax && v->ymin <= v->ymax && farthest(v) <= FARTHEST))
        return tri_fail(e, TRI_USAGE, "the view ends at -1e6 and 1e6 in each direction");
    return view_is_fine(v, TRI_DOUBLE) ||
           tri_fail(e, TRI_USAGE, "double ends here: it cannot tell a pixel from the next");
}
