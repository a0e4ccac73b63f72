/* From escape times to colours. */
#include "painter.h"

#include <math.h>
#include <string.h>

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
