/* Pictures: PPM byte for byte, PNG read back by libpng. */
#include "check.h"
#include "picture.h"

#include <math.h>
#include <png.h>
#include <unistd.h>

/* Three columns, two rows; the second row is drawn above the first. */
enum { WIDTH = 3, HEIGHT = 2 };
static const int32_t times[HEIGHT * WIDTH] = { 0, 1, 15, 16, 17, 254 };

/* Report B's colours for these, from the top. */
static const unsigned char coloured[HEIGHT * WIDTH * 3] = {
    66, 30, 15, 25, 7, 26, 153, 87, 0, /* 16, 17, 254 mod 16 = 14 */
    0,  0,  0,  25, 7, 26, 106, 52, 3, /* 0, 1, 15 */
};

static void open_image(struct tri_image *image, const char *path, ptrdiff_t width, ptrdiff_t height)
{
    must(tri_image_open(image, path, width, height, &failure));
}

static void paint(const char *path, const char *palette, const char *description)
{
    struct tri_image image;
    open_image(&image, path, WIDTH, HEIGHT);
    cr_assert(access(path, F_OK) != 0, "there before it is painted");
    must(tri_image_paint(&image, tri_palette_named(palette), times, description, &failure));
}

Test(picture, ppm_byte_for_byte)
{
    size_t size;
    const char *path = in_scratch("x.ppm");
    paint(path, "coursework", "not to be seen in a PPM");
    text_auto_t *bytes = contents(path, &size);
    cr_assert(size == 11 + sizeof coloured, "%zu bytes", size);
    cr_expect(memcmp(bytes, "P6\n3 2\n255\n", 11) == 0);
    cr_expect(memcmp(bytes + 11, coloured, sizeof coloured) == 0);
}

/* ---- PNG ---- */

struct pixels {
    png_image image;
    unsigned char *rgb;
};

static struct pixels read_png(const char *path)
{
    struct pixels p = { .image = { .version = PNG_IMAGE_VERSION } };
    cr_assert(png_image_begin_read_from_file(&p.image, path), "%s", p.image.message);
    p.image.format = PNG_FORMAT_RGB;
    p.rgb = malloc(PNG_IMAGE_SIZE(p.image));
    cr_assert(png_image_finish_read(&p.image, NULL, p.rgb, 0, NULL), "%s", p.image.message);
    return p;
}

Test(picture, png_read_back)
{
    const char *path = in_scratch("x.png");
    paint(path, "coursework", "how it was made");
    struct pixels p = read_png(path);
    cr_assert(p.image.width == WIDTH && p.image.height == HEIGHT);
    cr_expect(memcmp(p.rgb, coloured, sizeof coloured) == 0);
    free(p.rgb);
}

Test(picture, png_says_how_it_was_made)
{
    size_t size;
    const char *path = in_scratch("x.png");
    paint(path, "grey", "how it was made");
    text_auto_t *bytes = contents(path, &size);
    bool said = false;
    for (size_t i = 0; i + 15 < size; i++)
        said = said || memcmp(bytes + i, "how it was made", 15) == 0;
    cr_expect(said);
}

Test(picture, every_palette_is_black_inside)
{
    static const unsigned char black[3];
    size_t n = 0;
    for (; tri_palette_at(n); n++) {
        const char *name = tri_palette_name(tri_palette_at(n));
        char file[64];
        cr_expect(tri_palette_named(name) == tri_palette_at(n), "%s twice", name);
        cr_expect(strcmp(tri_palette_name_at(n, NULL), name) == 0);
        cr_expect(*tri_palette_meaning(tri_palette_at(n)));
        snprintf(file, sizeof file, "%s.png", name);
        paint(in_scratch(file), name, NULL);
        struct pixels p = read_png(in_scratch(file));
        cr_expect(memcmp(p.rgb + 9, black, 3) == 0, "%s: not black inside", name);
        for (int i = 0; i < WIDTH * HEIGHT; i++)
            cr_expect(i == 3 || memcmp(p.rgb + 3 * i, black, 3) != 0, "%s: black outside", name);
        free(p.rgb);
    }
    cr_expect(n >= 3 && !tri_palette_name_at(n, NULL));
    cr_expect(!tri_palette_named("none"));
}

/* One time everywhere, the largest, none at all: ranges of nothing. */
Test(picture, of_a_single_time)
{
    static const int32_t alike[][HEIGHT * WIDTH] = {
        { 0 },
        { 1, 1, 1, 1, 1, 1 },
        { 1000000000, 1000000000, 1, 0, 0, 0 },
        { 2147483647 },
    };
    FOR_EACH (r, alike)
        for (size_t i = 0; tri_palette_at(i); i++) {
            struct tri_image image;
            open_image(&image, in_scratch("x.png"), WIDTH, HEIGHT);
            must(tri_image_paint(&image, tri_palette_at(i), *r, NULL, &failure));
        }
}

/* ---- Shades: a field, from its least to its greatest value ---- */

enum { ACROSS, UP };

static const struct tri_hotspot field = {
    .name = "field",
    .precision = TRI_DOUBLE,
    .params = { [ACROSS] = { "across", "", TRI_INTEGER, WIDTH, .min = 1, .max = 100 },
                [UP] = { "up", "", TRI_INTEGER, HEIGHT, .min = 1, .max = 100 } },
    .operands = { { "field", TRI_FLOATING, TRI_OUT, .rank = 2, .shape = { UP, ACROSS } } },
    .picture = { .show = TRI_SHADES, .operand = 0, .width = ACROSS, .height = UP },
};

/* The image of these values, row 0 first, as RGB from the top. */
static char *paint_field(const double *values, const char *palette)
{
    struct tri_image image;
    case_auto_t c = case_of(&field, "");
    const char *path = in_scratch("x.ppm");
    memcpy(c.operand[0], values, WIDTH * HEIGHT * sizeof *values);
    open_image(&image, path, WIDTH, HEIGHT);
    must(tri_image_paint_case(&image, tri_palette_named(palette), &c, NULL, &failure));
    return contents(path, NULL);
}

Test(picture, shades)
{
    static const double values[] = { -3, 1, NAN, 5, -3, 1 };
    static const unsigned char black[3], least[3] = { 24, 24, 24 }, most[3] = { 255, 255, 255 };
    text_auto_t *bytes = paint_field(values, "grey");
    const unsigned char *rgb = (unsigned char *)bytes + 11;
    cr_expect(memcmp(rgb, most, 3) == 0 && memcmp(rgb + 3, least, 3) == 0);
    cr_expect(memcmp(rgb + 9, least, 3) == 0 && memcmp(rgb + 15, black, 3) == 0);
    cr_expect(memcmp(rgb + 6, rgb + 12, 3) == 0 && rgb[6] > 100 && rgb[6] < 180);
}

Test(picture, shades_all_alike)
{
    static const double values[] = { 2, 2, 2, 2, 2, 2 };
    text_auto_t *bytes = paint_field(values, "field");
    for (int i = 0; i < 3 * WIDTH * HEIGHT; i++)
        cr_expect(bytes[11 + i] == 0);
}

/* A line is where the level changes towards the right or upwards: darker than its own shade. */
Test(picture, contour_lines)
{
    static const double flat[] = { 0, 0, 1, 0, 0, 1 }, steep[] = { 0, 0, 0, 0, 1, 1 };
    text_auto_t *a = paint_field(flat, "field"), *b = paint_field(steep, "field");
    const unsigned char *left = (unsigned char *)a + 11, *low = (unsigned char *)b + 11;
    cr_expect(left[2] > left[5] && memcmp(left, left + 9, 9) == 0, "left of the edge");
    cr_expect(low[9 + 2] > low[9 + 5] && low[9 + 5] == low[9 + 8], "under the edge");
    cr_expect(low[2] == low[9 + 5] && memcmp(low + 3, low + 6, 3) == 0, "left of it, and above");
}

Test(picture, differences_stand_out)
{
    int32_t other[HEIGHT * WIDTH];
    struct tri_image image;
    const char *path = in_scratch("x.ppm");
    memcpy(other, times, sizeof other);
    other[5] = 253; /* row 1, column 2: upper right */
    open_image(&image, path, WIDTH, HEIGHT);
    must(tri_image_paint_difference(&image, times, other, NULL, &failure));
    text_auto_t *bytes = contents(path, NULL);
    const unsigned char *rgb = (unsigned char *)bytes + 11;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        bool grey = rgb[3 * i] == rgb[3 * i + 1] && rgb[3 * i] == rgb[3 * i + 2];
        cr_expect(grey == (i != 2), "pixel %d: %d %d %d", i, rgb[3 * i], rgb[3 * i + 1],
                  rgb[3 * i + 2]);
    }
}

/* ---- Refused ---- */

Test(picture, bad_requests)
{
    static const struct {
        const char *name;
        ptrdiff_t width, height;
        const char *says;
    } bad[] = {
        { "x.jpg", 3, 2, ".png or .ppm" },
        { "x", 3, 2, ".png or .ppm" },
        { "png", 3, 2, ".png or .ppm" },
        { "x.png", 0, 2, "1 to" },
        { "x.ppm", 3, -2, "1 to" },
        { "x.png", (ptrdiff_t)1 << 31, 2, "2147483647" },
        { "missing/x.png", 3, 2, "cannot be created" },
        { "missing/x.ppm", 3, 2, "cannot be created" },
    };
    FOR_EACH (r, bad) {
        struct tri_image image;
        struct tri_error e = { 0 };
        const char *path = in_scratch(r->name);
        cr_expect(!tri_image_open(&image, path, r->width, r->height, &e), "%s", path);
        cr_expect(e.status == TRI_USAGE && strstr(e.text, r->says), "%s", e.text);
        cr_expect(access(path, F_OK) != 0, "%s was written", path);
        tri_image_abandon(&image);
    }
}

Test(picture, on_a_full_device)
{
    struct tri_image image;
    if (access("/dev/full", W_OK) != 0)
        cr_skip_test("there is no /dev/full");
    open_image(&image, "/dev/full", WIDTH, HEIGHT);
    cr_expect(!tri_image_paint(&image, tri_palette_named("grey"), times, NULL, &failure));
    cr_expect(failure.status == TRI_FAILED && strstr(failure.text, "No space left"), "%s",
              failure.text);
}
