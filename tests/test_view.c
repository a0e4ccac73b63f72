/* The geometry of explore's view: invariants of zooming and dragging, and the limits of precision. */
#include "check.h"
#include "explorer.h"

#include <float.h>
#include <math.h>

static const struct view views[] = {
    { -2, 1, -1, 1, 960, 640 },
    { -0.7436447860 - 1e-9, -0.7436447860 + 1e-9, 0.1318252536 - 1e-9, 0.1318252536 + 1e-9, 31,
      17 },
    { 1000, 1001, -5000, -4999.5, 1, 1 },
};

/* Within some roundings of the largest number at hand. */
static void expect_place(struct place found, struct place wanted, const struct view *v)
{
    double large = fmax(fmax(fabs(v->xmin), fabs(v->xmax)), fmax(fabs(v->ymin), fabs(v->ymax)));
    double most = 8 * DBL_EPSILON * fmax(large, fmax(fabs(wanted.re), fabs(wanted.im)));
    cr_expect(fabs(found.re - wanted.re) <= most && fabs(found.im - wanted.im) <= most,
              "%.17g %.17g, not %.17g %.17g", found.re, found.im, wanted.re, wanted.im);
}

Test(view, a_pixel_is_the_point_that_hotspots_compute)
{
    const struct view *v = &views[0];
    for (int row = 0; row < v->height; row += 13) { /* row 0 is the lowest */
        struct place computed = { v->xmin + 7 * (v->xmax - v->xmin) / v->width,
                                  v->ymin + row * (v->ymax - v->ymin) / v->height };
        expect_place(view_place(v, 7, v->height - 1 - row), computed, v);
    }
}

Test(view, zooming_keeps_the_point)
{
    static const double factors[] = { 2, 0.5, 1.25, 100, 0.01 };
    FOR_EACH (r, views)
        for (int k = 0; k < 5; k++) {
            struct view z = view_zoomed(r, factors[k], 5, 11);
            expect_place(view_place(&z, 5, 11), view_place(r, 5, 11), &z);
            double width = z.xmax - z.xmin, wanted = (r->xmax - r->xmin) / factors[k];
            cr_expect(fabs(width - wanted) <= 1e-4 * wanted, "%g, not %g", width, wanted);
            cr_expect(z.width == r->width && z.height == r->height);
        }
}

Test(view, dragging_moves_by_pixels)
{
    FOR_EACH (r, views) {
        struct view d = view_dragged(r, 3, 4, 10.5, -20);
        expect_place(view_place(&d, 10.5, -20), view_place(r, 3, 4), &d);
        d = view_dragged(&d, 10.5, -20, 3, 4);
        expect_place(view_place(&d, 0, 0), view_place(r, 0, 0), &d);
    }
}

Test(view, a_drag_is_the_sum_of_its_parts)
{
    struct view parts = views[0], whole = view_dragged(&views[0], 0, 0, 100, 50);
    for (int i = 0; i < 50; i++)
        parts = view_dragged(&parts, 2 * i, i, 2 * i + 2, i + 1);
    double pixel = (whole.xmax - whole.xmin) / whole.width;
    cr_expect(fabs(parts.xmin - whole.xmin) < 1e-9 * pixel);
    cr_expect(fabs(parts.ymax - whole.ymax) < 1e-9 * pixel);
}

Test(view, fitted_shows_all_in_square_pixels)
{
    static const int sizes[][2] = { { 1920, 1080 }, { 100, 1000 }, { 1, 1 }, { 3, 2 } };
    for (int i = 0; i < 4; i++) {
        struct view f = view_fitted(&views[0], sizes[i][0], sizes[i][1]);
        double across = (f.xmax - f.xmin) / f.width, up = (f.ymax - f.ymin) / f.height;
        cr_expect(fabs(across - up) < 1e-12);
        cr_expect(f.xmin <= -2 + 1e-12 && f.xmax >= 1 - 1e-12);
        cr_expect(f.ymin <= -1 + 1e-12 && f.ymax >= 1 - 1e-12);
        cr_expect(fabs(f.xmin + f.xmax + 1) < 1e-12 && fabs(f.ymin + f.ymax) < 1e-12);
        cr_expect(fmax(across - 3.0 / f.width, up - 2.0 / f.height) < 1e-12 ||
                  fmin(across - 3.0 / f.width, up - 2.0 / f.height) < 1e-12);
    }
}

Test(view, resizing_keeps_the_middle_and_the_pixels)
{
    struct view r = view_resized(&views[0], 480, 1280);
    cr_expect(fabs((r.xmin + r.xmax) / 2 + 0.5) < 1e-12 && fabs(r.ymin + r.ymax) < 1e-12);
    cr_expect(fabs((r.xmax - r.xmin) / 480 - 3.0 / 960) < 1e-15);
    cr_expect(fabs((r.ymax - r.ymin) / 1280 - 2.0 / 640) < 1e-15);
}

/* ---- Where precisions end ---- */

/* Whether each of 64 pixels has another number than the one before it. */
static bool differ(double first, double pixel, enum tri_precision p)
{
    bool all = true;
    for (int i = 1; i < 64; i++) {
        double a = first + (i - 1) * pixel, b = first + i * pixel;
        all = all && (p == TRI_FLOAT ? (float)a != (float)b : a != b);
    }
    return all;
}

Test(view, is_fine_as_long_as_numbers_can_tell)
{
    static const double epsilon[] = { FLT_EPSILON, DBL_EPSILON };
    for (int p = 0; p < TRI_PRECISIONS; p++)
        for (double first = 1; first < 2; first += 0.0625) {
            double pixel = 2 * epsilon[p];
            struct view v = { first, first + 64 * pixel, 0, 64 * pixel, 64, 64 };
            cr_expect(view_is_fine(&v, p) && differ(first, pixel, p));
            pixel = epsilon[p] / 4;
            v = (struct view){ first, first + 64 * pixel, 0, 64 * pixel, 64, 64 };
            cr_expect(!view_is_fine(&v, p) && !differ(first, pixel, p));
        }
}

Test(view, zooming_ends_with_double)
{
    struct view v = views[0];
    int steps = 0;
    for (; view_is_good(&v, &failure) && steps < 200; steps++)
        v = view_zoomed(&v, 2, 100, 100);
    cr_expect(steps > 40 && steps < 50, "%d", steps);
    cr_expect_str_eq(failure.text, "double ends here: it cannot tell a pixel from the next");
    for (v = views[0], steps = 0; view_is_good(&v, &failure) && steps < 200; steps++)
        v = view_zoomed(&v, 0.5, 100, 100);
    cr_expect(steps > 15 && steps < 25, "%d", steps);
    cr_expect_str_eq(failure.text, "the view ends at -1e6 and 1e6 in each direction");
    v = (struct view){ NAN, 1, 0, 1, 1, 1 };
    cr_expect(!view_is_good(&v, NULL));
}
