/*
 * Laws of Julia sets: the disc at c = 0, and known orbits; the reference against the textbook; and that the colour is that
 * of the number of steps.
 */
#include "laws.h"

#include <math.h>

enum { COLOUR, TABLE }; /* operands */

static struct tri_case ran(const struct row *r, const char *settings)
{
    struct tri_case c = case_on(r, "julia", settings);
    run_path(&c, (enum tri_path)r->path);
    return c;
}

/* How many steps a colour stands for: its place in the table. */
static int steps_of(const struct tri_case *c, int32_t colour)
{
    const int32_t *table = c->operand[TABLE];
    for (size_t i = 0; i < c->length[TABLE]; i++)
        if (table[i] == colour)
            return (int)i;
    cr_assert_fail("colour %06x is not in the table", (unsigned)colour);
    return -1;
}

static int at(const struct tri_case *c, int row, int col)
{
    int width = (int)tri_case_value(c, "width").integer;
    return steps_of(c, ((const int32_t *)c->operand[COLOUR])[row * width + col]);
}

/* A square of steps of 1/16 around 0: coordinates are exact, and pixel 64 - i is minus pixel i. */
#define SQUARE "width=65,height=65,xmin=-2,xmax=2.0625,ymin=-2,ymax=2.0625"
enum { EDGE = 65 };

/* A square of steps of 2 around 0. */
#define EVEN "width=65,height=65,xmin=-64,xmax=66,ymin=-64,ymax=66"

/* ---- At c = 0 the set is the unit disc, and outside |z(i)| = |z(0)|^(2^i) ---- */

static void disc(const struct row *r)
{
    case_auto_t c = ran(r, SQUARE ",iterations=40,cre=0,cim=0,bound=1000");
    for (int row = 0; row < EDGE; row++)
        for (int col = 0; col < EDGE; col++) {
            double x = (col - 32) / 16.0, y = (row - 32) / 16.0, norm = x * x + y * y;
            int steps = 0;
            double logarithm = log(norm), limit = log(1000);
            while (steps < 40 && !(logarithm > limit)) {
                cr_assert(fabs(logarithm - limit) > 1e-3, "too close to call");
                logarithm *= 2;
                steps++;
            }
            cr_assert(at(&c, row, col) == steps, "%s: %g %+g i takes %d steps, not %d",
                      r->variant->name, x, y, at(&c, row, col), steps);
        }
}
LAW(julia, disc)

/* ---- With one iteration, only z(0) is looked at; of even integers, some lie on the bound ---- */

static void one_iteration(const struct row *r)
{
    static const int bounds[] = { 8, 1000, 1000000 };
    for (size_t k = 0; k < sizeof bounds / sizeof *bounds; k++) {
        char settings[200];
        snprintf(settings, sizeof settings, EVEN ",iterations=1,bound=%d,cre=2,cim=2", bounds[k]);
        case_auto_t c = ran(r, settings);
        for (int row = 0; row < EDGE; row++)
            for (int col = 0; col < EDGE; col++) {
                int x = 2 * col - 64, y = 2 * row - 64;
                cr_assert(at(&c, row, col) == (x * x + y * y <= bounds[k]),
                          "%s, bound=%d: %d %+d i", r->variant->name, bounds[k], x, y);
            }
    }
}
LAW(julia, one_iteration)

/* ---- Orbits that are known ---- */

static const struct {
    double c_re, c_im, re, im;
    int steps; /* within |z|^2 <= 1000, at most 60 */
} orbits[] = {
    { 0, 0, 0, 0, 60 },      { 0, 0, 1, 0, 60 },  { 0, 0, 0, -1, 60 },   { 0, 0, 2, 0, 3 },
    { 0, 0, 1, 1, 4 },       { 0, 0, 0, 32, 0 },  { 0, 0, 31, 0, 1 },    { 1, 0, 0, 0, 5 },
    { -2, 0, 0, 0, 60 },     { -2, 0, 2, 0, 60 }, { -2, 0, 1.5, 0, 60 }, { -1, 0, 0, 0, 60 },
    { 0.25, 0, 0.5, 0, 60 }, { 0, 1, 0, 0, 60 },  { -2, 0, 0, 1, 3 },    { -2, 0, 3, 0, 2 },
};

static void known(const struct row *r)
{
    for (size_t k = 0; k < sizeof orbits / sizeof *orbits; k++) {
        char view[300];
        snprintf(view, sizeof view,
                 "width=1,height=1,iterations=60,cre=%g,cim=%g,xmin=%g,xmax=%g,ymin=%g,ymax=%g",
                 orbits[k].c_re, orbits[k].c_im, orbits[k].re, orbits[k].re + 1, orbits[k].im,
                 orbits[k].im + 1);
        case_auto_t c = ran(r, view);
        cr_expect(at(&c, 0, 0) == orbits[k].steps, "%s: %s: %d steps, not %d", r->variant->name,
                  view, at(&c, 0, 0), orbits[k].steps);
    }
}
LAW(julia, known)

Test(julia, colours_are_different)
{
    static const char *const limits[] = { "iterations=1",   "iterations=7",   "iterations=8",
                                          "iterations=50",  "iterations=511", "iterations=512",
                                          "iterations=4095" };
    const size_t colours = 1 << 24;
    char *seen = malloc(colours);
    cr_assert(seen);
    FOR_EACH (r, limits) {
        char settings[80];
        snprintf(settings, sizeof settings, "width=1,height=1,%s", *r);
        case_auto_t c = case_of(tri_hotspot_named("julia", TRI_FLOAT), settings);
        const int32_t *table = c.operand[TABLE];
        memset(seen, 0, colours);
        for (size_t i = 0; i < c.length[TABLE]; i++) {
            cr_assert(table[i] >= 0 && table[i] < 1 << 24, "%s: %d", *r, table[i]);
            cr_assert(!seen[table[i]]++, "%s: %06x twice", *r, (unsigned)table[i]);
        }
        cr_expect(c.length[TABLE] == (size_t)tri_case_value(&c, "iterations").integer + 1);
    }
    free(seen);
}

/* The work is that which the colours tell of. */
Test(julia, work_is_read_off_the_colours)
{
    static const char *const limits[] = { "iterations=1", "iterations=50", "iterations=600" };
    for (int p = 0; p < TRI_PRECISIONS; p++)
        FOR_EACH (r, limits) {
            char settings[200];
            snprintf(settings, sizeof settings, SQUARE ",cre=-0.8,cim=0.156,%s", *r);
            case_auto_t c = case_of(tri_hotspot_named("julia", (enum tri_precision)p), settings);
            run_path(&c, TRI_REFERENCE);
            double steps = 0;
            for (int row = 0; row < EDGE; row++)
                for (int col = 0; col < EDGE; col++)
                    steps += at(&c, row, col);
            struct tri_work work = c.hotspot->work(&c);
            cr_expect(work.units == steps && work.instructions == 4 * steps &&
                          work.additions == steps,
                      "%s: %g steps, not %g", *r, work.units, steps);
        }
}

/* ---- An oracle: the textbook's recurrence in long double.  Near the edge it might differ; in these views it does not ---- */

/* As paths get it: rounded to the case's precision. */
static long double number(const struct tri_case *c, const char *param)
{
    double x = tri_case_value(c, param).real;
    return c->hotspot->precision == TRI_FLOAT ? (long double)(float)x : (long double)x;
}

static int in_long_double(const struct tri_case *c, long double x, long double y)
{
    long double a = number(c, "cre"), b = number(c, "cim");
    int steps = 0;
    while (steps < tri_case_value(c, "iterations").integer && x * x + y * y <= number(c, "bound")) {
        long double next = x * x - y * y + a;
        y = 2 * x * y + b;
        x = next;
        steps++;
    }
    return steps;
}

static void check_textbook(const struct tri_hotspot *h, const char *settings)
{
    case_auto_t c = reference_of(h, settings);
    long double xmin = number(&c, "xmin"), dx = (number(&c, "xmax") - xmin) / EDGE;
    long double ymin = number(&c, "ymin"), dy = (number(&c, "ymax") - ymin) / EDGE;
    int differ = 0;
    for (int row = 0; row < EDGE; row++)
        for (int col = 0; col < EDGE; col++)
            differ += at(&c, row, col) != in_long_double(&c, xmin + col * dx, ymin + row * dy);
    cr_expect(differ == 0, "%s: %d pixels differ", settings, differ);
}

Test(julia, reference_is_the_textbook)
{
    static const char *const settings[] = {
        SQUARE ",iterations=60,cre=-0.8,cim=0.156",
        SQUARE ",iterations=12,cre=0.285,cim=0.01",
        SQUARE ",iterations=300,cre=0,cim=0",
        SQUARE ",iterations=50,cre=0,cim=0",
        SQUARE ",iterations=12,cre=-0.75,cim=0",
        SQUARE ",iterations=12,cre=-0.4,cim=-0.59",
        SQUARE ",iterations=300,cre=2,cim=-2",
        SQUARE ",iterations=12,cre=-0.1,cim=0.65",
        SQUARE ",iterations=300,cre=0.25,cim=0",
        SQUARE ",iterations=23,cre=-0.8,cim=0.156,bound=1e6",
        SQUARE ",iterations=5,cre=0.3,cim=0.4,bound=1e30",
        "width=65,height=65,xmin=-2,xmax=2.0625,ymin=0.25,ymax=1.265625,iterations=30,cre=-0.4,cim=-0.59",
        EVEN ",iterations=1,cre=2,cim=2",
        "width=65,height=65,xmin=3,xmax=1e6,ymin=-1e6,ymax=1e6,bound=8",
    };
    for (int p = 0; p < TRI_PRECISIONS; p++)
        FOR_EACH (r, settings)
            check_textbook(tri_hotspot_named("julia", (enum tri_precision)p), *r);
}
