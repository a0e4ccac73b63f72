/* Painting frames, and saving what was painted. */
#include "canvas.h"

#include "file.h"
#include "palette.h"
#include "png_file.h"

#include <stdlib.h>

/* ---- Memory ---- */

static bool grow(uint32_t **array, size_t *room, size_t n, struct tri_error *e)
{
    if (n <= *room)
        return true;
    uint32_t *more = realloc(*array, n * sizeof *more);
    if (!more)
        return tri_fail(e, TRI_FAILED, "out of memory");
    *array = more;
    *room = n;
    return true;
}

void canvas_free(struct canvas *c)
{
    free(c->pixel);
    free(c->colour);
    *c = (struct canvas){ 0 };
}

/* ---- Colours ---- */

/* Counts the points of each escape time, for palettes that are scaled to the times that occur. */
static void count_times(struct tri_painter *p, const struct frame *f, uint32_t *points)
{
    size_t n = (size_t)f->width * (size_t)f->height;
    for (int time = 0; time <= f->iterations; time++)
        points[time] = 0;
    for (size_t i = 0; i < n; i++)
        points[f->times[i]]++;
    for (int time = 0; time <= f->iterations; time++)
        if (points[time])
            tri_painter_count(p, time, points[time]);
}

/* A table of the colours of all times, so that a logarithm is computed once for each time, not for each pixel. */
static void choose_colours(struct canvas *c, const struct frame *f,
                           const struct tri_palette *palette)
{
    struct tri_painter painter;
    tri_painter_begin(&painter, palette);
    if (palette->scale == RANGE)
        count_times(&painter, f, c->colour);
    tri_painter_end(&painter);
    for (int time = 0; time <= f->iterations; time++) {
        uint8_t rgb[CHANNELS];
        tri_painter_colour(&painter, time, rgb);
        c->colour[time] = (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
    }
}

static uint32_t dim(uint32_t colour)
{
    return colour >> 1 & 0x7f7f7f;
}

bool canvas_paint(struct canvas *c, const struct frame *f, const struct tri_palette *palette,
                  bool differences, struct tri_error *e)
{
    size_t width = (size_t)f->width, height = (size_t)f->height;
    if (!grow(&c->pixel, &c->pixels, width * height, e) ||
        !grow(&c->colour, &c->colours, (size_t)f->iterations + 1, e))
        return false;
    c->width = f->width;
    c->height = f->height;
    choose_colours(c, f, palette);
    #pragma omp parallel for
    for (size_t row = 0; row < height; row++) {
        uint32_t *to = c->pixel + (height - 1 - row) * width;
        for (size_t i = row * width; i < (row + 1) * width; i++, to++) {
            *to = c->colour[f->times[i]];
            if (differences)
                *to = f->times[i] != f->other[i] ? tri_colour_of_difference : dim(*to);
        }
    }
    return true;
}

/* ---- Files ---- */

static void fill_row(const void *canvas, ptrdiff_t row, uint8_t *bytes)
{
    const struct canvas *c = canvas;
    for (int column = 0; column < c->width; column++)
        tri_colour(c->pixel[row * c->width + column], bytes + (ptrdiff_t)column * CHANNELS);
}

bool canvas_save(const struct canvas *c, const char *file, const char *description,
                 struct tri_error *e)
{
    struct tri_file out;
    const struct tri_png png = { .width = c->width,
                                 .height = c->height,
                                 .channels = CHANNELS,
                                 .depth = 8,
                                 .drawn = true,
                                 .description = description,
                                 .row = fill_row,
                                 .data = c };
    if (!tri_file_begin(&out, file, e))
        return false;
    bool good = tri_png_write(&out, &png, e) && tri_file_commit(&out, e);
    tri_file_abandon(&out);
    return good;
}
