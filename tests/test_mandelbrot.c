/*
 * Escape times that are known.  Every variant of mandelbrot has them, and every arithmetic of listings.
 *
 * The references are checked against an oracle in test_reference.c, which has the reports' numbers, too.
 */
#include "laws.h"

/* The bound is |z| >= 2, or |z| > 2 in the arithmetics "plain" and "listing4"; it matters where an
 * orbit meets the bound itself.  Above -3/4, the step at which an orbit leaves tells pi: about
 * pi / distance (D. Boll, 1991). */
static const struct {
    double re, im;
    int32_t reached, exceeded;
} known[] = {
    { 0, 0, 0, 0 },
    { -1, 0, 0, 0 },
    { 0, 1, 0, 0 },
    { 0.25, 0, 0, 0 },
    { -1.75, 0, 0, 0 },
    { -0.125, 0.75, 0, 0 },
    { -2, 0, 1, 0 },
    { 2, 0, 1, 2 },
    { 0, 2, 1, 2 },
    { 0, -2, 1, 2 },
    { 1, 0, 2, 3 },
    { -2.25, 0, 1, 1 },
    { 3, 4, 1, 1 },
    { 1, 1, 2, 2 },
    { 0.5, 0, 5, 5 },
    { 0.375, 0.5, 9, 9 },
    { 0.3125, 0, 11, 11 },
    { 0.375, 0.375, 17, 17 },
    { 0.26, 0, 30, 30 },
    { 0.25390625, 0, 48, 48 },
    { -0.75, 0.125, 26, 26 },
    { -0.75, -0.125, 26, 26 },
    { -0.75, 0.0078125, 403, 403 },
};

static void check_points(const struct row *r, const struct tri_hotspot *h,
                         const struct tri_variant *v, const char *choice)
{
    bool exceeds = strstr(choice, "=plain") || strstr(choice, "listing4");
    FOR_EACH (one, known) {
        char view[200], settings[400];
        snprintf(view, sizeof view, "width=1,height=1,xmin=%.17g,xmax=%.17g,ymin=%.17g,ymax=%.17g",
                 one->re, one->re + 1, one->im, one->im + 1);
        case_auto_t c = case_of_variant(h, v, join(choice, view, settings, sizeof settings));
        run_path(&c, (enum tri_path)r->path);
        int32_t time = *(const int32_t *)c.operand[0];
        int32_t right = exceeds ? one->exceeded : one->reached;
        cr_expect(time == right, "%s %s %s, %s: %d, not %d", h->name, v->name,
                  tri_path_name((enum tri_path)r->path), settings, time, right);
    }
}

static void of_variant(const struct row *r)
{
    check_points(r, hotspot_of(r, "mandelbrot"), r->variant, "");
}

/* The coursework's arithmetic has a view of its own, which settings do not change. */
EACH_OF(mandelbrot, known_points, struct row, all_paths())
{
    char choice[200];
    for_variants(r, "mandelbrot", of_variant);
    const struct tri_hotspot *h = hotspot_of(r, "listings");
    for (size_t k = 0; k < choices(h); k++)
        if (!strstr(choice_settings(h, k, choice, sizeof choice), "coursework"))
            check_points(r, h, &h->plain, choice);
}
