/*
 * Laws of Julia sets: the disc at c = 0, symmetries, limits that are reached at once or never, known
 * orbits; and that the colour is that of the number of steps.
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

/* ---- z and -z go to the same place ---- */

static const char *const constants[] = {
    "cre=0,cim=0",        "cre=-0.8,cim=0.156", "cre=0.285,cim=0.01", "cre=-0.75,cim=0",
    "cre=-0.4,cim=-0.59", "cre=2,cim=-2",       "cre=-0.1,cim=0.65",  "cre=0.25,cim=0",
};
enum { CONSTANTS = sizeof constants / sizeof *constants };

static void opposite(const struct row *r)
{
    char settings[200];
    for (size_t k = 0; k < CONSTANTS; k++) {
        snprintf(settings, sizeof settings, SQUARE ",iterations=300,%s", constants[k]);
        case_auto_t c = ran(r, settings);
        for (int row = 0; row < EDGE; row++)
            for (int col = 0; col < EDGE; col++)
                cr_assert(at(&c, row, col) == at(&c, 64 - row, 64 - col),
                          "%s, %s: row %d, column %d", r->variant->name, constants[k], row, col);
    }
}
LAW(julia, opposite)

/* ---- For a real c also z and its conjugate; else the conjugate of c has the mirror image ---- */

static void conjugate(const struct row *r)
{
    static const double parts[][2] = { { -0.75, 0 }, { 0.26, 0 }, { -1.2, 0 }, { -0.8, 0.156 } };
    char settings[200];
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        struct tri_case c[2];
        for (int sign = 0; sign < 2; sign++) {
            snprintf(settings, sizeof settings, SQUARE ",iterations=200,cre=%g,cim=%g", parts[k][0],
                     sign ? -parts[k][1] : parts[k][1]);
            c[sign] = ran(r, settings);
        }
        for (int row = 0; row < EDGE; row++)
            for (int col = 0; col < EDGE; col++)
                cr_assert(at(&c[0], row, col) == at(&c[1], 64 - row, col),
                          "%s, c = %g %+g i: row %d, column %d", r->variant->name, parts[k][0],
                          parts[k][1], row, col);
        tri_case_free(&c[0]);
        tri_case_free(&c[1]);
    }
}
LAW(julia, conjugate)

/* ---- With one iteration, only z(0) is looked at ---- */

static void one_iteration(const struct row *r)
{
    case_auto_t c = ran(r, "width=65,height=65,xmin=-64,xmax=66,ymin=-64,ymax=66,iterations=1,"
                           "bound=1000,cre=2,cim=2");
    for (int row = 0; row < EDGE; row++)
        for (int col = 0; col < EDGE; col++) {
            int x = 2 * col - 64, y = 2 * row - 64;
            cr_assert(at(&c, row, col) == (x * x + y * y <= 1000), "%s: %d %+d i", r->variant->name,
                      x, y);
        }
}
LAW(julia, one_iteration)

/* ---- A bound that nothing reaches, and one that everything is beyond ---- */

static void bounds(const struct row *r)
{
    case_auto_t c = ran(r, SQUARE ",iterations=5,bound=1e30,cre=0.3,cim=0.4");
    for (size_t i = 0; i < c.length[COLOUR]; i++)
        cr_assert(steps_of(&c, ((int32_t *)c.operand[COLOUR])[i]) == 5, "%s: point %zu",
                  r->variant->name, i);
    tri_case_free(&c);
    c = ran(r, "width=65,height=65,xmin=3,xmax=1e6,ymin=-1e6,ymax=1e6,bound=8");
    for (size_t i = 0; i < c.length[COLOUR]; i++)
        cr_assert(steps_of(&c, ((int32_t *)c.operand[COLOUR])[i]) == 0, "%s: point %zu",
                  r->variant->name, i);
}
LAW(julia, bounds)

/* ---- A larger limit only goes on with those that were cut off; a larger bound ends nothing sooner ---- */

static void limits(const struct row *r)
{
    enum { LOW = 23 };
    case_auto_t low = ran(r, SQUARE ",iterations=23,cre=-0.8,cim=0.156");
    case_auto_t high = ran(r, SQUARE ",iterations=203,cre=-0.8,cim=0.156");
    case_auto_t wide = ran(r, SQUARE ",iterations=203,cre=-0.8,cim=0.156,bound=1e6");
    for (int row = 0; row < EDGE; row++)
        for (int col = 0; col < EDGE; col++) {
            int few = at(&low, row, col), more = at(&high, row, col), most = at(&wide, row, col);
            cr_assert(few == (more < LOW ? more : LOW), "%s: row %d, column %d: %d, then %d",
                      r->variant->name, row, col, few, more);
            /* |z|^2 from 1000 to 10^6 takes one step or two */
            cr_assert(most >= more && most <= more + 2, "%s: row %d, column %d: %d and %d",
                      r->variant->name, row, col, more, most);
        }
}
LAW(julia, limits)

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

/* ---- Colours ---- */

Test(julia, colours_are_different)
{
    static const char *const limits[] = { "iterations=1",   "iterations=7",   "iterations=8",
                                          "iterations=50",  "iterations=511", "iterations=512",
                                          "iterations=4095" };
    const size_t colours = 1 << 24;
    char *seen = malloc(colours);
    cr_assert(seen);
    for (size_t k = 0; k < sizeof limits / sizeof *limits; k++) {
        char settings[80];
        snprintf(settings, sizeof settings, "width=1,height=1,%s", limits[k]);
        case_auto_t c = case_of(tri_hotspot_named("julia", TRI_FLOAT), settings);
        const int32_t *table = c.operand[TABLE];
        memset(seen, 0, colours);
        for (size_t i = 0; i < c.length[TABLE]; i++) {
            cr_assert(table[i] >= 0 && table[i] < 1 << 24, "%s: %d", limits[k], table[i]);
            cr_assert(!seen[table[i]]++, "%s: %06x twice", limits[k], (unsigned)table[i]);
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
        for (size_t k = 0; k < sizeof limits / sizeof *limits; k++) {
            char settings[200];
            snprintf(settings, sizeof settings, SQUARE ",cre=-0.8,cim=0.156,%s", limits[k]);
            case_auto_t c = case_of(tri_hotspot_named("julia", (enum tri_precision)p), settings);
            run_path(&c, TRI_REFERENCE);
            double steps = 0;
            for (int row = 0; row < EDGE; row++)
                for (int col = 0; col < EDGE; col++)
                    steps += at(&c, row, col);
            struct tri_work work = c.hotspot->work(&c);
            cr_expect(work.units == steps && work.instructions == 4 * steps &&
                          work.additions == steps,
                      "%s: %g steps, not %g", limits[k], work.units, steps);
        }
}

/* ---- An oracle: the textbook's recurrence in long double, which near the edge may differ ---- */

static int in_long_double(long double x, long double y, long double a, long double b, int limit)
{
    int steps = 0;
    while (steps < limit && x * x + y * y <= 1000) {
        long double next = x * x - y * y + a;
        y = 2 * x * y + b;
        x = next;
        steps++;
    }
    return steps;
}

Test(julia, reference_is_the_textbook)
{
    case_auto_t c =
        case_of(tri_hotspot_named("julia", TRI_DOUBLE), SQUARE ",iterations=60,cre=-0.8,cim=0.156");
    run_path(&c, TRI_REFERENCE);
    int differ = 0;
    for (int row = 0; row < EDGE; row++)
        for (int col = 0; col < EDGE; col++)
            differ += at(&c, row, col) != in_long_double((col - 32) / 16.0L, (row - 32) / 16.0L,
                                                         (long double)-0.8, (long double)0.156, 60);
    cr_expect(differ == 0, "%d pixels differ", differ);
}
