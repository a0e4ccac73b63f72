/* The table of palettes, interpolation between their colours, and the colours of an image. */
#include "palette.h"

#include <math.h>
#include <string.h>

enum { RED, GREEN, BLUE };

/* ---- Palettes --------------------------------------------------------------------------------
 *
 * A palette has a few control points, written as on the web (0xRRGGBB).  Between them, colours are
 * interpolated in OKLab, a space in which equal distances look equal.
 */
static const struct tri_palette palettes[] = {
    {
        .name = "lagoon",
        .meaning = "cyclic: deep blue, turquoise, sand, rose and back",
        .scale = CYCLES,
        .turns = 0.5,
        .stops = 8,
        .stop = { 0x071a3d, 0x0e5a8a, 0x2fb3b5, 0xd9f0d0, 0xfff3c9, 0xf2a65e, 0xb1415b, 0x3c1650 },
    },
    {
        .name = "ember",
        .meaning = "dark to light through violet and orange, for any colour vision",
        .scale = RANGE,
        .stops = 8,
        .stop = { 0x140b33, 0x261653, 0x4b1a72, 0x8a2a6b, 0xc8454b, 0xf07f2e, 0xfcc25a, 0xfffbe0 },
    },
    {
        .name = "grey",
        .meaning = "dark to light",
        .scale = RANGE,
        .stops = 2,
        .stop = { 0x181818, 0xffffff },
    },
    {
        .name = "field",
        .meaning = "blue through white to red, with contour lines in a field",
        .scale = RANGE,
        .stops = 7,
        .stop = { 0x0b1f4b, 0x1f5fa8, 0x6bb5d6, 0xf7f3e6, 0xf2a65e, 0xc8453b, 0x5a0f2e },
        .levels = 25, /* odd: a wall at 0 between -1 and 1 lies on no line */
    },
    {
        .name = "coursework",
        .meaning = "the 16 colours of the coursework report, in turn",
        .scale = STEPS,
        .stops = 16,
        .stop = { 0x421e0f, 0x19071a, 0x09012f, 0x040449, 0x000764, 0x0c2c8a, 0x1852b1, 0x397dd1,
                  0x86b5e5, 0xd3ecf8, 0xf1e9bf, 0xf8c95f, 0xffaa00, 0xcc8000, 0x995700, 0x6a3403 },
    },
};

const struct tri_palette *tri_palette_at(size_t i)
{
    return i < sizeof palettes / sizeof *palettes ? &palettes[i] : NULL;
}

const char *tri_palette_name_at(size_t i, const void *data)
{
    return tri_palette_at(i) ? palettes[i].name : NULL;
}

const struct tri_palette *tri_palette_named(const char *name)
{
    for (size_t i = 0; tri_palette_at(i); i++)
        if (strcmp(palettes[i].name, name) == 0)
            return &palettes[i];
    return NULL;
}

const char *tri_palette_name(const struct tri_palette *palette)
{
    return palette->name;
}

const char *tri_palette_meaning(const struct tri_palette *palette)
{
    return palette->meaning;
}

/* ---- Colours ---------------------------------------------------------------------------------
 *
 * Ottosson's OKLab is a linear map of the cube roots of the responses of the eye's three kinds of
 * cones.  Interpolation that is linear in OKLab is linear in those roots too, so the last map is not
 * needed.
 */
struct cones {
    double l, m, s;
};

void tri_colour(uint32_t colour, uint8_t rgb[CHANNELS])
{
    rgb[RED] = (uint8_t)(colour >> 16);
    rgb[GREEN] = (uint8_t)(colour >> 8);
    rgb[BLUE] = (uint8_t)colour;
}

static double to_linear(uint32_t byte)
{
    double v = byte / 255.0;
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static uint8_t from_linear(double v)
{
    v = v <= 0.0031308 ? 12.92 * v : 1.055 * pow(v, 1 / 2.4) - 0.055;
    return (uint8_t)lround(255 * fmin(fmax(v, 0), 1));
}

static struct cones to_cones(uint32_t colour)
{
    double r = to_linear(colour >> 16 & 0xff);
    double g = to_linear(colour >> 8 & 0xff);
    double b = to_linear(colour & 0xff);
    return (struct cones){
        cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b),
        cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b),
        cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b),
    };
}

static void from_cones(struct cones c, uint8_t rgb[CHANNELS])
{
    double l = c.l * c.l * c.l, m = c.m * c.m * c.m, s = c.s * c.s * c.s;
    rgb[RED] = from_linear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
    rgb[GREEN] = from_linear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
    rgb[BLUE] = from_linear(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
}

/* The Catmull-Rom cubic from b (t = 0) to c (t = 1), with tangents along c - a and d - b.  Linear
 * interpolation would show bright and dark bands at the control points. */
static double blend(double a, double b, double c, double d, double t)
{
    return b + t / 2 * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

static struct cones stop(const struct tri_palette *p, int i)
{
    if (p->scale == CYCLES)
        i = (i % p->stops + p->stops) % p->stops;
    else
        i = i < 0 ? 0 : i >= p->stops ? p->stops - 1 : i;
    return to_cones(p->stop[i]);
}

void tri_palette_colour(const struct tri_palette *p, double place, uint8_t rgb[CHANNELS])
{
    int i = (int)floor(place);
    double t = place - i;
    struct cones a = stop(p, i - 1), b = stop(p, i), c = stop(p, i + 1), d = stop(p, i + 2);
    from_cones((struct cones){ blend(a.l, b.l, c.l, d.l, t), blend(a.m, b.m, c.m, d.m, t),
                               blend(a.s, b.s, c.s, d.s, t) },
               rgb);
}

/* ---- From escape times to colours ------------------------------------------------------------- */

const uint32_t tri_colour_of_difference = 0xff5a00;

/* Escape times grow ever faster towards the boundary of the set, so colours follow their logarithm.
 * It is that of 1 + time / 16, or the first few times would take half of the palette. */
static int bin(int32_t time)
{
    return (int)(log2(1 + time / 16.0) * BINS_A_UNIT);
}

void tri_painter_begin(struct tri_painter *p, const struct tri_palette *palette)
{
    *p = (struct tri_painter){ .palette = palette };
}

void tri_painter_count(struct tri_painter *p, int32_t time, size_t points)
{
    if (time > 0)
        p->points[bin(time)] += points;
}

/* Places of the bins in the palette, 0…1: the mean of even spacing and histogram equalisation.  Even
 * spacing alone leaves most of an image dark.  Equalisation alone gives almost no colours to rare escape
 * times, and the detail is in those. */
static void spread(const struct tri_painter *p, double place[BINS])
{
    size_t escaped = 0, below = 0;
    int first = BINS - 1, last = 0;
    for (int i = 0; i < BINS; i++)
        if (p->points[i]) {
            escaped += p->points[i];
            first = i < first ? i : first;
            last = i;
        }
    for (int i = first; i <= last; i++) {
        double rank = ((double)below + (double)p->points[i] / 2) / (double)escaped;
        double part = last > first ? (double)(i - first) / (last - first) : 1;
        place[i] = (rank + part) / 2;
        below += p->points[i];
    }
}

void tri_painter_end(struct tri_painter *p)
{
    const struct tri_palette *palette = p->palette;
    double place[BINS] = { 0 };
    if (palette->scale == RANGE)
        spread(p, place);
    for (int i = 0; i < BINS; i++) {
        if (palette->scale == CYCLES)
            place[i] = palette->turns * palette->stops * i / BINS_A_UNIT;
        else
            place[i] *= palette->stops - 1;
        tri_palette_colour(palette, place[i], p->colour[i]);
    }
}

void tri_painter_colour(const struct tri_painter *p, int32_t time, uint8_t rgb[CHANNELS])
{
    static const uint8_t black[CHANNELS];
    if (time <= 0)
        memcpy(rgb, black, CHANNELS);
    else if (p->palette->scale == STEPS)
        tri_colour(p->palette->stop[time % p->palette->stops], rgb);
    else
        memcpy(rgb, p->colour[bin(time)], CHANNELS);
}
