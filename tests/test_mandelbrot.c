/*
 * Laws of the Mandelbrot set, which need no second implementation: symmetry, the effect of a larger
 * limit, the same values in a shifted view, and known escape times.
 *
 * They hold for every variant of mandelbrot and every arithmetic of listings.
 * The reference is checked against an oracle in test_reference.c, the reports' numbers in
 * test_reference.c.
 */
#include "laws.h"

/* What a law is about: a variant of mandelbrot, or an arithmetic of listings. */
struct subject {
    const struct tri_hotspot *hotspot;
    const struct tri_variant *variant;
    enum tri_path path;
    char choice[200], name[300];
};

/* Its case with these settings, after a run. */
static struct tri_case ran(const struct subject *s, const char *settings)
{
    char text[400];
    snprintf(text, sizeof text, "%s%s%s", s->choice, *s->choice ? "," : "", settings);
    struct tri_case c = case_of_variant(s->hotspot, s->variant, text);
    run_path(&c, s->path);
    return c;
}

static int32_t at(const struct tri_case *c, int row, int col)
{
    const struct tri_operand *count = &c->hotspot->operands[0];
    return ((const int32_t *)c->operand[0])[row * c->value[count->shape[1]].integer + col];
}

typedef void law_fn(const struct subject *);

static void check(law_fn *law, struct subject *s)
{
    snprintf(s->name, sizeof s->name, "%s %s %s %s", s->hotspot->name, s->variant->name,
             tri_path_name(s->path), s->choice);
    law(s);
}

/* Calls law() for every variant and every arithmetic; the coursework's has a view of its own, which most
 * laws cannot set. */
static void for_some(const struct row *r, bool coursework, law_fn *law)
{
    const struct tri_hotspot *h = hotspot_of(r, "mandelbrot");
    struct subject s = { .hotspot = h, .path = (enum tri_path)r->path };
    for (struct row of = *r; next_variant(&of, h);) {
        s.variant = of.variant;
        check(law, &s);
    }
    h = s.hotspot = hotspot_of(r, "listings");
    s.variant = &h->plain;
    for (size_t k = 0; k < choices(h); k++) {
        choice_settings(h, k, s.choice, sizeof s.choice);
        if (coursework || !strstr(s.choice, "coursework"))
            check(law, &s);
    }
}

static void for_all(const struct row *r, law_fn *law)
{
    for_some(r, true, law);
}

static void for_views(const struct row *r, law_fn *law)
{
    for_some(r, false, law);
}

/* ---- The set is its own mirror image ----
 *
 * Steps of 1/32: coordinates are exact, and row 64 - r is the conjugate of row r. */
static void mirror(const struct subject *s)
{
    case_auto_t c = ran(s, "width=41,height=64,ymin=-1,ymax=1,iterations=500");
    for (int row = 1; row < 64; row++)
        for (int col = 0; col < 41; col++)
            cr_assert(at(&c, row, col) == at(&c, 64 - row, col),
                      "%s: row %d, column %d: %d, but %d in row %d", s->name, row, col,
                      at(&c, row, col), at(&c, 64 - row, col), 64 - row);
}

LAW_BY(mandelbrot, mirror, for_all)

/* ---- A larger limit only gives times to points that had none ---- */

static void limits(const struct subject *s)
{
    enum { LOW = 57 };
    case_auto_t low = ran(s, "width=83,height=59,iterations=57");
    case_auto_t high = ran(s, "width=83,height=59,iterations=603");
    for (int row = 0; row < 59; row++)
        for (int col = 0; col < 83; col++) {
            int32_t before = at(&low, row, col), after = at(&high, row, col);
            bool good = before ? before == after : after == 0 || after > LOW;
            cr_assert(good, "%s: row %d, column %d: %d within %d steps, then %d", s->name, row, col,
                      before, LOW, after);
        }
}

LAW_BY(mandelbrot, limits, for_all)

/* ---- A view that is shifted by whole pixels shows the same, shifted ----
 *
 * Pixels are 1/32 wide and 1/16 high, and the views five columns and three rows apart. */
static void shifts(const struct subject *s)
{
    case_auto_t c = ran(s, "width=96,height=32,xmin=-2,xmax=1,ymin=-1,ymax=1");
    case_auto_t shifted = ran(s, "width=96,height=32,xmin=-1.84375,xmax=1.15625,"
                                 "ymin=-0.8125,ymax=1.1875");
    for (int row = 0; row + 3 < 32; row++)
        for (int col = 0; col + 5 < 96; col++)
            cr_assert(at(&c, row + 3, col + 5) == at(&shifted, row, col),
                      "%s: row %d, column %d: %d, but shifted %d", s->name, row, col,
                      at(&c, row + 3, col + 5), at(&shifted, row, col));
}

LAW_BY(mandelbrot, shifts, for_views)

/* ---- Beyond |c| = 2 the first step has left already ---- */

static void outside(const struct subject *s)
{
    static const char *const views[] = {
        "width=37,height=29,xmin=2.0000005,xmax=3",
        "width=37,height=29,xmin=-1e6,xmax=-2.0000005",
        "width=37,height=29,ymin=2.0000005,ymax=7",
        "width=37,height=29,xmin=1.4143,xmax=2,ymin=1.4143,ymax=2",
    };
    for (size_t k = 0; k < sizeof views / sizeof *views; k++) {
        case_auto_t c = ran(s, views[k]);
        for (size_t i = 0; i < c.length[0]; i++)
            cr_assert(((int32_t *)c.operand[0])[i] == 1, "%s, %s: point %zu has %d", s->name,
                      views[k], i, ((int32_t *)c.operand[0])[i]);
    }
}

LAW_BY(mandelbrot, outside, for_views)

/* ---- Points that are known ----
 *
 * The bound is |z| >= 2, or |z| > 2 in the arithmetics "plain" and "listing4"; it matters where an
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

static void known_points(const struct subject *s)
{
    bool exceeds = strstr(s->choice, "=plain") || strstr(s->choice, "listing4");
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        char view[200];
        snprintf(view, sizeof view, "width=1,height=1,xmin=%.17g,xmax=%.17g,ymin=%.17g,ymax=%.17g",
                 known[k].re, known[k].re + 1, known[k].im, known[k].im + 1);
        case_auto_t c = ran(s, view);
        int32_t time = exceeds ? known[k].exceeded : known[k].reached;
        cr_expect(at(&c, 0, 0) == time, "%s: %g %+g i: %d, not %d", s->name, known[k].re,
                  known[k].im, at(&c, 0, 0), time);
    }
}

LAW_BY(mandelbrot, known_points, for_views)
