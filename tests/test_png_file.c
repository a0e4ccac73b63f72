/* PNG files: all kinds are read as they were written; damaged ones are refused. */
#include "check.h"
#include "picture.h"
#include "png_file.h"

#include <png.h>

enum { WIDTH = 13, HEIGHT = 9, MOST = WIDTH * HEIGHT * 4 };

/* ---- Files, by libpng itself ---- */

struct kind {
    int colour, bits, interlace;
    bool transparent; /* a tRNS chunk */
};

static const struct kind kinds[] = {
    { PNG_COLOR_TYPE_GRAY, 8, PNG_INTERLACE_NONE, false },
    { PNG_COLOR_TYPE_GRAY, 16, PNG_INTERLACE_NONE, false },
    { PNG_COLOR_TYPE_GRAY_ALPHA, 8, PNG_INTERLACE_NONE, false },
    { PNG_COLOR_TYPE_GRAY_ALPHA, 16, PNG_INTERLACE_ADAM7, false },
    { PNG_COLOR_TYPE_RGB, 8, PNG_INTERLACE_NONE, false },
    { PNG_COLOR_TYPE_RGB, 16, PNG_INTERLACE_NONE, false },
    { PNG_COLOR_TYPE_RGB, 8, PNG_INTERLACE_ADAM7, false },
    { PNG_COLOR_TYPE_RGB_ALPHA, 8, PNG_INTERLACE_ADAM7, false },
    { PNG_COLOR_TYPE_RGB_ALPHA, 16, PNG_INTERLACE_NONE, false },
    { PNG_COLOR_TYPE_GRAY, 1, PNG_INTERLACE_NONE, false },
    { PNG_COLOR_TYPE_GRAY, 2, PNG_INTERLACE_ADAM7, false },
    { PNG_COLOR_TYPE_GRAY, 4, PNG_INTERLACE_NONE, false },
    { PNG_COLOR_TYPE_GRAY, 8, PNG_INTERLACE_NONE, true },
    { PNG_COLOR_TYPE_GRAY, 16, PNG_INTERLACE_NONE, true },
    { PNG_COLOR_TYPE_RGB, 8, PNG_INTERLACE_NONE, true },
    { PNG_COLOR_TYPE_PALETTE, 8, PNG_INTERLACE_NONE, false },
    { PNG_COLOR_TYPE_PALETTE, 4, PNG_INTERLACE_ADAM7, false },
    { PNG_COLOR_TYPE_PALETTE, 1, PNG_INTERLACE_NONE, false },
    { PNG_COLOR_TYPE_PALETTE, 2, PNG_INTERLACE_NONE, true },
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static int stored_channels(struct kind k)
{
    return k.colour == PNG_COLOR_TYPE_RGB         ? 3
           : k.colour == PNG_COLOR_TYPE_RGB_ALPHA ? 4
           : k.colour & PNG_COLOR_MASK_ALPHA      ? 2
                                                  : 1;
}

/* Sample i as it is stored. */
static int stored(struct kind k, int i)
{
    return (int)((unsigned)i * 40503u >> 3 & ((1u << k.bits) - 1));
}

static png_color palette_colour(int i)
{
    return (png_color){ (png_byte)(3 * i + 1), (png_byte)(255 - i), (png_byte)(i * i) };
}

static void set_extras(png_structp png, png_infop info, struct kind k)
{
    png_color colour[256];
    png_byte alpha[2] = { 7, 200 };
    png_color_16 hidden = { .gray = (png_uint_16)stored(k, 5),
                            .red = (png_uint_16)stored(k, 15),
                            .green = (png_uint_16)stored(k, 16),
                            .blue = (png_uint_16)stored(k, 17) };
    for (int i = 0; i < 256; i++)
        colour[i] = palette_colour(i);
    if (k.colour == PNG_COLOR_TYPE_PALETTE)
        png_set_PLTE(png, info, colour, 1 << k.bits);
    if (k.transparent)
        png_set_tRNS(png, info, alpha, k.colour == PNG_COLOR_TYPE_PALETTE ? 2 : 0, &hidden);
    png_set_gAMA(png, info, 0.7); /* not to be applied */
}

/* The bytes of a row: samples of less than 8 bits are packed, the first in the highest bits. */
static void fill(struct kind k, int row, png_byte *bytes)
{
    int n = WIDTH * stored_channels(k);
    memset(bytes, 0, MOST * 2);
    for (int i = 0; i < n; i++) {
        int sample = stored(k, row * n + i);
        if (k.bits == 16) {
            bytes[2 * i] = (png_byte)(sample >> 8);
            bytes[2 * i + 1] = (png_byte)sample;
        } else {
            bytes[i * k.bits / 8] |= (png_byte)(sample << (8 - k.bits - i * k.bits % 8));
        }
    }
}

static void write_kind(const char *path, struct kind k)
{
    FILE *out = fopen(path, "wb");
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    cr_assert(out && !setjmp(png_jmpbuf(png)));
    png_byte bytes[MOST * 2];
    png_init_io(png, out);
    png_set_IHDR(png, info, WIDTH, HEIGHT, k.bits, k.colour, k.interlace, 0, 0);
    set_extras(png, info, k);
    png_write_info(png, info);
    for (int time = png_set_interlace_handling(png); time > 0; time--)
        for (int row = 0; row < HEIGHT; row++) {
            fill(k, row, bytes);
            png_write_row(png, bytes);
        }
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    fclose(out);
}

/* ---- Reading ---- */

/* Channel `channel` of pixel i as it should come: pale bits spread over all 8 of them. */
static int expected(struct kind k, int i, int channel)
{
    int n = stored_channels(k), most = (1 << k.bits) - 1;
    if (k.colour == PNG_COLOR_TYPE_PALETTE) {
        int index = stored(k, i);
        png_color c = palette_colour(index);
        int alpha[] = { 7, 200, 255, 255 };
        return channel == 0 ? c.red : channel == 1 ? c.green : channel == 2 ? c.blue : alpha[index];
    }
    if (channel == n) { /* of a transparent colour */
        bool hidden = true;
        for (int j = 0; j < n; j++)
            hidden = hidden && stored(k, i * n + j) == stored(k, n == 1 ? 5 : 15 + j);
        return hidden ? 0 : k.bits == 16 ? 65535 : 255;
    }
    int sample = stored(k, i * n + channel);
    return k.bits < 8 ? sample * 255 / most : sample;
}

Test(png_file, every_kind_is_read)
{
    for (int kind = 0; kind < KINDS; kind++) {
        struct kind k = kinds[kind];
        struct tri_samples s;
        const char *path = in_scratch("x.png");
        int channels =
            (k.colour == PNG_COLOR_TYPE_PALETTE ? 3 : stored_channels(k)) + k.transparent;
        write_kind(path, k);
        cr_assert(tri_samples_read(&s, path, &failure), "kind %d: %s", kind, failure.text);
        cr_assert(s.width == WIDTH && s.height == HEIGHT && s.channels == channels);
        cr_assert(s.depth == (k.bits == 16 ? 16 : 8));
        for (int i = 0; i < WIDTH * HEIGHT; i++)
            for (int channel = 0; channel < channels; channel++)
                cr_assert(s.sample[i * channels + channel] == expected(k, i, channel),
                          "kind %d, pixel %d, channel %d: %d, not %d", kind, i, channel,
                          s.sample[i * channels + channel], expected(k, i, channel));
        tri_samples_free(&s);
    }
}

/* ---- Round trips: a file in, no passes, a file out ---- */

static void pass_through_as(const struct tri_samples *s, const char *path, const char *description)
{
    struct tri_image image;
    case_auto_t c = prepared(tri_hotspot_named("blur", TRI_FLOAT), "passes=0");
    must(tri_case_take(&c, s, &failure) && tri_case_allocate(&c, &failure));
    run_path(&c, TRI_SIMD);
    must(tri_image_open_case(&image, path, &c, &failure));
    must(tri_image_paint_case(&image, NULL, &c, description, &failure));
}

static void pass_through(const struct tri_samples *s, const char *path)
{
    pass_through_as(s, path, "as it was");
}

Test(png_file, round_trip)
{
    for (int kind = 0; kind < KINDS; kind++) {
        struct tri_samples before, after;
        write_kind(in_scratch("before.png"), kinds[kind]);
        must(tri_samples_read(&before, in_scratch("before.png"), &failure));
        pass_through(&before, in_scratch("after.png"));
        must(tri_samples_read(&after, in_scratch("after.png"), &failure));
        cr_assert(after.width == before.width && after.height == before.height);
        cr_assert(after.channels == before.channels && after.depth == before.depth);
        size_t n = (size_t)WIDTH * HEIGHT * (size_t)before.channels;
        cr_expect(memcmp(before.sample, after.sample, n * sizeof *before.sample) == 0, "kind %d",
                  kind);
        tri_samples_free(&before);
        tri_samples_free(&after);
    }
}

/* ---- What a file says of itself: tEXt is Latin-1, iTXt is UTF-8 ---- */

/* Of a small file with this description, what libpng reads; *chunk is the compression that it has there. */
static void describe(const char *text, const char *path, int *chunk, char *said, size_t size)
{
    struct kind grey = { PNG_COLOR_TYPE_GRAY, 8, PNG_INTERLACE_NONE, false };
    struct tri_samples s;
    png_textp texts = NULL;
    write_kind(in_scratch("grey.png"), grey);
    must(tri_samples_read(&s, in_scratch("grey.png"), &failure));
    pass_through_as(&s, path, text);
    tri_samples_free(&s);
    FILE *in = fopen(path, "rb");
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    cr_assert(in && !setjmp(png_jmpbuf(png)));
    png_init_io(png, in);
    png_read_info(png, info);
    cr_assert(png_get_text(png, info, &texts, NULL) == 1);
    cr_expect_str_eq(texts[0].key, "Description");
    *chunk = texts[0].compression;
    snprintf(said, size, "%s", texts[0].text);
    png_destroy_read_struct(&png, &info, NULL);
    fclose(in);
}

Test(png_file, descriptions)
{
    static const struct {
        const char *text;
        int chunk;
    } rows[] = {
        { "made by hand", PNG_TEXT_COMPRESSION_NONE },
        { "input=Hütte.png", PNG_ITXT_COMPRESSION_NONE },
        { "input=写真.png", PNG_ITXT_COMPRESSION_NONE },
    };
    FOR_EACH (r, rows) {
        char said[80];
        int chunk = 0;
        describe(r->text, in_scratch("described.png"), &chunk, said, sizeof said);
        cr_expect_str_eq(said, r->text);
        cr_expect(chunk == r->chunk, "%s: chunk of kind %d", r->text, chunk);
    }
}

/* The first row is the uppermost, also in a PPM, which holds just this one kind. */
Test(png_file, as_ppm)
{
    struct kind rgb = { PNG_COLOR_TYPE_RGB, 8, PNG_INTERLACE_NONE, false };
    struct tri_samples s;
    write_kind(in_scratch("x.png"), rgb);
    must(tri_samples_read(&s, in_scratch("x.png"), &failure));
    pass_through(&s, in_scratch("x.ppm"));
    text_auto_t *bytes = contents(in_scratch("x.ppm"), NULL);
    cr_assert(strncmp(bytes, "P6\n13 9\n255\n", 12) == 0);
    for (int i = 0; i < WIDTH * HEIGHT * 3; i++)
        cr_assert((unsigned char)bytes[12 + i] == stored(rgb, i), "byte %d", i);
    tri_samples_free(&s);
}

Test(png_file, not_as_ppm)
{
    for (int kind = 0; kind < KINDS; kind++) {
        struct tri_case c;
        struct tri_image image;
        struct tri_samples s;
        struct tri_error e = { 0 };
        write_kind(in_scratch("x.png"), kinds[kind]);
        cr_assert(tri_samples_read(&s, in_scratch("x.png"), &e), "%s", e.text);
        tri_case_init(&c, tri_hotspot_named("blur", TRI_FLOAT));
        cr_assert(tri_case_take(&c, &s, &e), "%s", e.text);
        bool can = tri_image_open_case(&image, in_scratch("x.ppm"), &c, &e);
        cr_expect(can == (s.channels == 3 && s.depth == 8), "kind %d", kind);
        cr_expect(can || (e.status == TRI_USAGE && strstr(e.text, "PPM")), "%s", e.text);
        if (can)
            tri_image_abandon(&image);
        tri_samples_free(&s);
    }
}

/* ---- Damage ---- */

/* Reads what may be anything.  If it is refused, then with a line about it. */
static bool read_anything(const char *path)
{
    struct tri_samples s;
    struct tri_error e = { 0 };
    if (tri_samples_read(&s, path, &e)) {
        cr_expect(s.width > 0 && s.height > 0 && s.channels >= 1 && s.channels <= 4);
        tri_samples_free(&s);
        return true;
    }
    cr_expect(!s.sample && e.status == TRI_USAGE, "%s", e.text);
    cr_expect(strncmp(e.text, path, strlen(path)) == 0 && !strchr(e.text, '\n'), "%s", e.text);
    return false;
}

Test(png_file, cut_off_anywhere)
{
    for (int kind = 0; kind < KINDS; kind++) {
        size_t size;
        const char *path = in_scratch("x.png");
        write_kind(path, kinds[kind]);
        text_auto_t *bytes = contents(path, &size);
        for (size_t n = 0; n < size; n++) {
            make_bytes(path, bytes, n);
            cr_expect(!read_anything(path), "kind %d: read from %zu of %zu bytes", kind, n, size);
        }
    }
}

Test(png_file, wrong_anywhere)
{
    static const char wrong[] = { '\x01', '\x80', '\xff' };
    FOR_EACH (r, kinds) {
        size_t size;
        const char *path = in_scratch("x.png");
        write_kind(path, *r);
        text_auto_t *bytes = contents(path, &size);
        for (size_t n = 0; n < size; n++) {
            bytes[n] ^= wrong[n % sizeof wrong];
            make_bytes(path, bytes, size);
            read_anything(path);
            bytes[n] ^= wrong[n % sizeof wrong];
        }
    }
}

/* ---- Lies: headers whose checksum is right ---- */

static uint32_t checksum(const unsigned char *bytes, size_t n)
{
    uint32_t crc = ~0u;
    for (size_t i = 0; i < n; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
    }
    return ~crc;
}

static void put32(unsigned char *bytes, uint32_t x)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(x >> (24 - 8 * i));
}

static void expect_refused(const char *path, const char *why)
{
    struct tri_samples s;
    struct tri_error e = { 0 };
    cr_assert(!tri_samples_read(&s, path, &e), "%s was read", path);
    cr_expect(e.status == TRI_USAGE && strstr(e.text, why), "%s", e.text);
    cr_expect(strncmp(e.text, path, strlen(path)) == 0, "%s", e.text);
}

Test(png_file, sizes_that_are_lies)
{
    static const struct {
        uint32_t width, height;
        const char *why;
    } lies[] = {
        { 0x80000000, 0x80000000, "damaged" },
        { 0x7fffffff, 0x7fffffff, "GB" },
        { 0xffffffff, 1, "damaged" },
        { 0, 9, "damaged" },
        { 13, 0, "damaged" },
        { 0x7fffffff, 1, "damaged" },
        { 20000, 20000, "damaged" },
        { 1, 0x7fffffff, "damaged" },
        { 0x40000000, 0x40000000, "GB" },
    };
    size_t size;
    write_kind(in_scratch("x.png"), kinds[4]);
    text_auto_t *bytes = contents(in_scratch("x.png"), &size);
    unsigned char *header = (unsigned char *)bytes + 12; /* "IHDR", width, height, … */
    FOR_EACH (r, lies) {
        put32(header + 4, r->width);
        put32(header + 8, r->height);
        put32(header + 17, checksum(header, 17));
        make_bytes(in_scratch("lie.png"), bytes, size);
        expect_refused(in_scratch("lie.png"), r->why);
    }
}

Test(png_file, not_even_a_png)
{
    make_bytes(in_scratch("empty.png"), "", 0);
    make_bytes(in_scratch("text.png"), "This is no image at all.\n", 25);
    make_bytes(in_scratch("short.png"), "\x89PNG", 4);
    make_bytes(in_scratch("image.ppm"), "P6\n1 1\n255\nabc", 14);
    expect_refused(in_scratch("empty.png"), "is empty");
    expect_refused(in_scratch("text.png"), "is not a PNG");
    expect_refused(in_scratch("short.png"), "is not a PNG");
    expect_refused(in_scratch("image.ppm"), "is not a PNG");
    expect_refused(in_scratch("missing.png"), "No such file");
    expect_refused(scratch(), "directory");
}
