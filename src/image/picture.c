/* Images of a case's output: how it is painted, row by row, and written to a PNG or PPM file. */
#include "hotspot.h"
#include "picture.h"

#include "palette.h"
#include "png_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The palette behind marked differences: dim, so that they stand out. */
static const struct tri_palette backdrop = {
    .scale = RANGE,
    .stops = 2,
    .stop = { 0x202020, 0x909090 },
};
enum { PIXELS_SEEN = 1500 }; /* a marked difference is at least 1/1500 of the image wide */

/* ---- From escape times to colours ------------------------------------------------------------ */

static void prepare(struct tri_painter *p, const struct tri_palette *palette, const int32_t *times,
                    size_t n)
{
    tri_painter_begin(p, palette);
    for (size_t i = 0; palette->scale == RANGE && i < n; i++)
        tri_painter_count(p, times[i], 1);
    tri_painter_end(p);
}

static void paint(const struct tri_painter *p, const int32_t *times, ptrdiff_t n, uint8_t *rgb)
{
    for (ptrdiff_t i = 0; i < n; i++)
        if (i > 0 && times[i] == times[i - 1]) /* often so, and logarithms are slow */
            memcpy(rgb + i * CHANNELS, rgb + (i - 1) * CHANNELS, CHANNELS);
        else
            tri_painter_colour(p, times[i], rgb + i * CHANNELS);
}

/* ---- From shades to colours: linearly, from the least to the greatest -------------------------- */

static double shade(const struct tri_case *c, size_t i)
{
    const void *shades = c->operand[c->hotspot->picture.operand];
    return c->hotspot->precision == TRI_FLOAT ? (double)((const float *)shades)[i]
                                              : ((const double *)shades)[i];
}

static void prepare_shades(struct tri_painter *p, const struct tri_palette *palette,
                           const struct tri_case *c)
{
    *p = (struct tri_painter){ .palette = palette, .least = INFINITY, .most = -INFINITY };
    for (int i = 0; i < BINS; i++)
        tri_palette_colour(palette, (palette->stops - 1) * (double)i / (BINS - 1), p->colour[i]);
    for (size_t i = 0; i < c->length[c->hotspot->picture.operand]; i++) {
        p->least = fmin(p->least, shade(c, i)); /* which leaves NaN out */
        p->most = fmax(p->most, shade(c, i));
    }
}

/* Between 0 and 1.  NaN where the shade is NaN, where all shades are equal, and where one is infinite. */
static double place_of(const struct tri_painter *p, const struct tri_case *c, ptrdiff_t i)
{
    return (shade(c, (size_t)i) - p->least) / (p->most - p->least);
}

/* Whether a contour line lies between this point and the one to its right or above it. */
static bool is_on_line(const struct tri_painter *p, const struct tri_case *c, ptrdiff_t i,
                       ptrdiff_t width)
{
    double levels = p->palette->levels, level = floor(place_of(p, c, i) * levels);
    ptrdiff_t above = i + width, next = i + 1;
    bool inside = above < (ptrdiff_t)c->length[c->hotspot->picture.operand];
    return (next % width && floor(place_of(p, c, next) * levels) != level) ||
           (inside && floor(place_of(p, c, above) * levels) != level);
}

static void paint_shades(const struct tri_painter *p, const struct tri_case *c, ptrdiff_t first,
                         ptrdiff_t n, uint8_t *rgb)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        double place = place_of(p, c, first + i);
        if (!(place >= 0 && place <= 1)) {
            tri_colour(0, rgb + i * CHANNELS);
            continue;
        }
        memcpy(rgb + i * CHANNELS, p->colour[lround(place * (BINS - 1))], CHANNELS);
        if (p->palette->levels && is_on_line(p, c, first + i, n))
            for (int channel = 0; channel < CHANNELS; channel++)
                rgb[i * CHANNELS + channel] = rgb[i * CHANNELS + channel] / 2;
    }
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* The data that the rows of an image are painted from. */
struct rows {
    ptrdiff_t width, height;
    const int32_t *times;
    const int32_t *other;     /* NULL, or the times whose differences from `times` are marked */
    ptrdiff_t reach;          /* of a mark: pixels to each side of a differing point */
    const struct tri_case *c; /* NULL, or a case whose picture shows something else than times */
    int channels, depth;
    struct tri_painter painter;
};

static bool shows_samples(const struct rows *r)
{
    return r->c && r->c->hotspot->picture.show == TRI_SAMPLES;
}

/* Marks the pixels of this row that are within reach of a difference in row `from`. */
static void mark(const struct rows *r, ptrdiff_t from, uint8_t *rgb)
{
    const int32_t *a = r->times + from * r->width, *b = r->other + from * r->width;
    ptrdiff_t done = 0;
    for (ptrdiff_t col = 0; col < r->width; col++) {
        if (a[col] == b[col])
            continue;
        ptrdiff_t to = col + r->reach < r->width ? col + r->reach : r->width - 1;
        for (done = done > col - r->reach ? done : col - r->reach; done <= to; done++)
            tri_colour(tri_colour_of_difference, rgb + done * CHANNELS);
    }
}

static void paint_colours(const int32_t *colours, ptrdiff_t n, uint8_t *rgb)
{
    for (ptrdiff_t i = 0; i < n; i++)
        tri_colour((uint32_t)colours[i], rgb + i * CHANNELS);
}

static void paint_row_of_case(const struct rows *r, ptrdiff_t row, uint8_t *rgb)
{
    const struct tri_picture *p = &r->c->hotspot->picture;
    if (p->show == TRI_SHADES)
        paint_shades(&r->painter, r->c, row * r->width, r->width, rgb);
    else
        paint_colours((const int32_t *)r->c->operand[p->operand] + row * r->width, r->width, rgb);
}

static void paint_row(const struct rows *r, ptrdiff_t row, uint8_t *rgb)
{
    if (r->c) {
        paint_row_of_case(r, row, rgb);
        return;
    }
    paint(&r->painter, r->times + row * r->width, r->width, rgb);
    if (!r->other)
        return;
    for (ptrdiff_t from = row - r->reach; from <= row + r->reach; from++)
        if (from >= 0 && from < r->height)
            mark(r, from, rgb);
}

/* Samples are written unchanged; a PNG has the higher byte first. */
static void copy_samples(const struct rows *r, ptrdiff_t row, uint8_t *bytes)
{
    const uint16_t *all = r->c->operand[r->c->hotspot->picture.operand];
    ptrdiff_t n = r->width * r->channels;
    for (ptrdiff_t i = 0; i < n; i++)
        if (r->depth == 8)
            bytes[i] = (uint8_t)all[row * n + i];
        else {
            bytes[2 * i] = (uint8_t)(all[row * n + i] >> 8);
            bytes[2 * i + 1] = (uint8_t)all[row * n + i];
        }
}

/* Row 0 of the file is the uppermost; row 0 of a painted array is at the bottom. */
static void fill_row(const void *rows, ptrdiff_t row, uint8_t *bytes)
{
    const struct rows *r = rows;
    if (shows_samples(r))
        copy_samples(r, row, bytes);
    else
        paint_row(r, r->height - 1 - row, bytes);
}

/* ---- PPM ------------------------------------------------------------------------------------- */

static bool write_ppm(struct tri_file *file, const struct rows *r, struct tri_error *e)
{
    char header[64];
    int length = snprintf(header, sizeof header, "P6\n%td %td\n255\n", r->width, r->height);
    uint8_t *rgb = malloc((size_t)r->width * CHANNELS);
    bool good = rgb || tri_fail(e, TRI_FAILED, "out of memory for a row of the image");
    good = good && tri_file_write(file, header, (size_t)length, e);
    for (ptrdiff_t row = 0; good && row < r->height; row++) {
        fill_row(r, row, rgb);
        good = tri_file_write(file, rgb, (size_t)r->width * CHANNELS, e);
    }
    free(rgb);
    return good;
}

/* ---- Images ---------------------------------------------------------------------------------- */

enum format { PPM, PNG, UNKNOWN };

static enum format format_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    if (dot && strcasecmp(dot, ".ppm") == 0)
        return PPM;
    return dot && strcasecmp(dot, ".png") == 0 ? PNG : UNKNOWN;
}

static int channels_of(const struct tri_case *c)
{
    return (int)c->value[c->hotspot->picture.channels].integer;
}

static int depth_of(const struct tri_case *c)
{
    int p = c->hotspot->picture.depth;
    return atoi(c->hotspot->params[p].choices[c->value[p].integer]);
}

bool tri_image_open(struct tri_image *image, const char *path, ptrdiff_t width, ptrdiff_t height,
                    struct tri_error *e)
{
    enum format format = format_of(path);
    *image = (struct tri_image){ .png = format == PNG, .width = width, .height = height };
    ptrdiff_t most = format == PNG ? tri_png_most : PTRDIFF_MAX / CHANNELS;
    if (width < 1 || width > most || height < 1 || height > most)
        return tri_fail(e, TRI_USAGE, "%.200s: cannot be %td x %td: width and height are 1 to %td",
                        path, width, height, most);
    if (!tri_file_begin(&image->file, path, e))
        return false;
    if (format == UNKNOWN && image->file.unnamed) {
        tri_file_abandon(&image->file);
        return tri_fail(e, TRI_USAGE, "%.200s: has to end in .png or .ppm", path);
    }
    return true;
}

bool tri_image_in_memory(struct tri_image *image, ptrdiff_t width, ptrdiff_t height, char **bytes,
                         size_t *n, struct tri_error *e)
{
    *image = (struct tri_image){ .png = true, .width = width, .height = height };
    return tri_file_in_memory(&image->file, bytes, n, e);
}

bool tri_image_open_case(struct tri_image *image, const char *path, const struct tri_case *c,
                         struct tri_error *e)
{
    const struct tri_picture *p = &c->hotspot->picture;
    if (!tri_image_open(image, path, (ptrdiff_t)c->value[p->width].integer,
                        (ptrdiff_t)c->value[p->height].integer, e))
        return false;
    if (p->show != TRI_SAMPLES || image->png || (channels_of(c) == CHANNELS && depth_of(c) == 8))
        return true;
    tri_image_abandon(image);
    return tri_fail(e, TRI_USAGE,
                    "%.200s: a PPM holds RGB of 8 bits, and this is of %d channels and %d bits: "
                    "name a .png",
                    path, channels_of(c), depth_of(c));
}

static bool write_image(struct tri_image *image, struct rows *r, const char *description,
                        struct tri_error *e)
{
    bool samples = shows_samples(r);
    r->channels = samples ? channels_of(r->c) : CHANNELS;
    r->depth = samples ? depth_of(r->c) : 8;
    struct tri_png png = { r->width, r->height,   r->channels, r->depth,
                           !samples, description, fill_row,    r };
    bool good = image->png ? tri_png_write(&image->file, &png, e) : write_ppm(&image->file, r, e);
    good = good && tri_file_commit(&image->file, e);
    tri_image_abandon(image);
    return good;
}

bool tri_image_paint(struct tri_image *image, const struct tri_palette *palette,
                     const int32_t *times, const char *description, struct tri_error *e)
{
    struct rows r = { .width = image->width, .height = image->height, .times = times };
    prepare(&r.painter, palette, times, (size_t)r.width * (size_t)r.height);
    return write_image(image, &r, description, e);
}

bool tri_image_paint_case(struct tri_image *image, const struct tri_palette *palette,
                          const struct tri_case *c, const char *description, struct tri_error *e)
{
    struct rows r = { .width = image->width, .height = image->height, .c = c };
    const struct tri_picture *p = &c->hotspot->picture;
    if (p->show == TRI_ESCAPE_TIMES)
        return tri_image_paint(image, palette, c->operand[p->operand], description, e);
    if (p->show == TRI_SHADES)
        prepare_shades(&r.painter, palette, c);
    return write_image(image, &r, description, e);
}

bool tri_image_paint_difference(struct tri_image *image, const int32_t *a, const int32_t *b,
                                const char *description, struct tri_error *e)
{
    struct rows r = { .width = image->width, .height = image->height, .times = a, .other = b };
    r.reach = (r.width > r.height ? r.width : r.height) / PIXELS_SEEN;
    prepare(&r.painter, &backdrop, a, (size_t)r.width * (size_t)r.height);
    return write_image(image, &r, description, e);
}

void tri_image_abandon(struct tri_image *image)
{
    tri_file_abandon(&image->file);
}
