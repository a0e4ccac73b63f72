/* PNG files, by libpng.  It reports an error by longjmp(), so the functions that call setjmp(), and
 * those that they call, own no memory and no file. */
#include "measure.h"
#include "png_file.h"
#include "checked.h"

#include <errno.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const ptrdiff_t tri_png_most = PNG_UINT_31_MAX;

static void ignore(png_structp png, png_const_charp warning)
{
}

/* ---- Writing ---------------------------------------------------------------------------------- */

struct sink {
    struct tri_file *file;
    struct tri_error *error;
};

static void put(png_structp png, png_bytep bytes, size_t n)
{
    struct sink *sink = png_get_io_ptr(png);
    if (!tri_file_write(sink->file, bytes, n, sink->error))
        png_longjmp(png, 1);
}

static void flush(png_structp png)
{
    (void)png; /* left to the commit */
}

static void fail_write(png_structp png, png_const_charp why)
{
    struct sink *sink = png_get_error_ptr(png);
    tri_fail(sink->error, TRI_FAILED, "%.200s: cannot be written: libpng says: %s",
             sink->file->path, why);
    png_longjmp(png, 1);
}

static bool is_ascii(const char *text)
{
    while (*text && (unsigned char)*text < 0x80)
        text++;
    return !*text;
}

/* A tEXt chunk is Latin-1.  Text with bytes beyond ASCII, as file names may have, goes as UTF-8 into an iTXt
 * chunk. */
static void describe(png_structp png, png_infop info, const char *description)
{
    static char key[] = "Description", none[] = "";
    png_text text = { .key = key, .text = (png_charp)description, .lang = none, .lang_key = none };
    if (!description)
        return;
    text.compression =
        is_ascii(description) ? PNG_TEXT_COMPRESSION_NONE : PNG_ITXT_COMPRESSION_NONE;
    png_set_text(png, info, &text, 1);
}

static bool write_rows(png_structp png, png_infop info, const struct tri_png *image, uint8_t *bytes)
{
    static const int colour[] = { 0, PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA,
                                  PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA };
    if (setjmp(png_jmpbuf(png)))
        return false;
    png_set_write_fn(png, png_get_error_ptr(png), put, flush);
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_IHDR(png, info, (png_uint_32)image->width, (png_uint_32)image->height, image->depth,
                 colour[image->channels], PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    if (image->drawn) {
        png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
        png_set_filter(png, 0, PNG_FILTER_NONE); /* equal neighbours compress best as they are */
    }
    describe(png, info, image->description);
    png_write_info(png, info);
    for (ptrdiff_t row = 0; row < image->height; row++) {
        image->row(image->data, row, bytes);
        png_write_row(png, bytes);
    }
    png_write_end(png, NULL);
    return true;
}

bool tri_png_write(struct tri_file *file, const struct tri_png *image, struct tri_error *e)
{
    struct sink sink = { file, e };
    uint8_t *bytes =
        malloc((size_t)image->width * (size_t)image->channels * (size_t)(image->depth / 8));
    if (!bytes)
        return tri_fail(e, TRI_FAILED, "out of memory for a row of the image");
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &sink, fail_write, ignore);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    bool good = info ? write_rows(png, info, image, bytes)
                     : tri_fail(e, TRI_FAILED, "%.200s: libpng cannot be started", file->path);
    png_destroy_write_struct(&png, &info);
    free(bytes);
    return good;
}

/* ---- Reading ---------------------------------------------------------------------------------- */

enum { SIGNATURE = 8 }; /* bytes that every PNG begins with */

struct source {
    FILE *stream;
    const char *path;
    struct tri_error *error;
};

static void fail_read(png_structp png, png_const_charp why)
{
    struct source *source = png_get_error_ptr(png);
    tri_fail(source->error, TRI_USAGE, "%.200s: is damaged: libpng says: %.100s", source->path,
             why);
    png_longjmp(png, 1);
}

static void get(png_structp png, png_bytep bytes, size_t n)
{
    struct source *source = png_get_io_ptr(png);
    if (fread(bytes, 1, n, source->stream) == n)
        return;
    if (ferror(source->stream))
        tri_fail(source->error, TRI_USAGE, "%.200s: cannot be read: %s", source->path,
                 strerror(errno));
    else
        tri_fail(source->error, TRI_USAGE, "%.200s: is damaged: it ends too soon", source->path);
    png_longjmp(png, 1);
}

/* Reads the header.  libpng is told to expand samples to 8 or 16 bits, in 1 to 4 channels. */
static bool read_header(png_structp png, png_infop info, struct tri_samples *s)
{
    if (setjmp(png_jmpbuf(png)))
        return false;
    png_set_read_fn(png, png_get_error_ptr(png), get);
    png_set_sig_bytes(png, SIGNATURE); /* is_png() has read them */
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_read_info(png, info);
    int colour = png_get_color_type(png, info);
    bool transparent = png_get_valid(png, info, PNG_INFO_tRNS);
    s->width = png_get_image_width(png, info);
    s->height = png_get_image_height(png, info);
    s->depth = png_get_bit_depth(png, info) == 16 ? 16 : 8;
    s->channels = colour & PNG_COLOR_MASK_COLOR ? 3 : 1;
    s->channels += colour & PNG_COLOR_MASK_ALPHA || transparent;
    png_set_expand(png); /* palettes, few bits, a transparent colour */
    return true;
}

/* zlib compresses by a factor of 1032 at most, so a file that is too short for the size in its header is
 * damaged.  The length of a pipe is not known. */
enum { PACKED_AT_BEST = 1032 };

static bool plausible(const struct source *from, const struct tri_samples *s, struct tri_error *e)
{
    struct stat file;
    size_t n, bytes, available = tri_memory_bytes();
    bool fits = tri_multiply_sizes((size_t)s->width, (size_t)s->height, &n) &&
                tri_multiply_sizes(n, (size_t)s->channels * sizeof *s->sample, &bytes);
    if (!fits || bytes > available)
        return tri_fail(e, TRI_USAGE,
                        "%.200s: says that it is %td x %td: that needs %.3g GB, but no more than "
                        "%.3g GB are free",
                        from->path, s->width, s->height,
                        (double)s->width * (double)s->height * s->channels * 2e-9,
                        (double)available * 1e-9);
    /* At least a bit for each pixel, and for each row a byte, which names its filter. */
    if (fstat(fileno(from->stream), &file) == 0 && S_ISREG(file.st_mode) &&
        (double)file.st_size * PACKED_AT_BEST < (double)n / 8 + (double)s->height)
        return tri_fail(e, TRI_USAGE,
                        "%.200s: is damaged: says that it is %td x %td, in %lld bytes", from->path,
                        s->width, s->height, (long long)file.st_size);
    return true;
}

/* PNG is big-endian: on a little-endian machine, libpng has to swap the bytes of 16-bit samples. */
static bool swaps(void)
{
    const uint16_t one = 1;
    return *(const uint8_t *)&one == 1;
}

/* 8-bit samples are read into the front of the array of 16-bit samples and widened in place, the last
 * one first. */
static void spread(struct tri_samples *s)
{
    const uint8_t *bytes = (const uint8_t *)s->sample;
    size_t n = (size_t)s->width * (size_t)s->height * (size_t)s->channels;
    for (size_t i = n; s->depth == 8 && i-- > 0;)
        s->sample[i] = bytes[i];
}

static bool read_rows(png_structp png, png_infop info, struct tri_samples *s)
{
    if (setjmp(png_jmpbuf(png)))
        return false;
    if (s->depth == 16 && swaps())
        png_set_swap(png);
    int times = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    size_t bytes = (size_t)s->width * (size_t)s->channels * (size_t)(s->depth / 8);
    if (png_get_rowbytes(png, info) != bytes)
        png_error(png, "rows of another length than it says");
    for (int time = 0; time < times; time++)
        for (ptrdiff_t row = 0; row < s->height; row++)
            png_read_row(png, (png_bytep)s->sample + (size_t)row * bytes, NULL);
    png_read_end(png, NULL);
    return true;
}

static bool read_image(struct source *from, struct tri_samples *s, struct tri_error *e)
{
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, from, fail_read, ignore);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    bool good = info || tri_fail(e, TRI_FAILED, "%.200s: libpng cannot be started", from->path);
    good = good && read_header(png, info, s) && plausible(from, s, e);
    if (good) {
        s->sample =
            calloc((size_t)s->width * (size_t)s->height * (size_t)s->channels, sizeof *s->sample);
        good = s->sample ? read_rows(png, info, s)
                         : tri_fail(e, TRI_FAILED, "%.200s: out of memory", from->path);
    }
    png_destroy_read_struct(&png, &info, NULL);
    if (good)
        spread(s);
    return good;
}

static bool is_png(const struct source *from, struct tri_error *e)
{
    uint8_t start[SIGNATURE];
    size_t n = fread(start, 1, sizeof start, from->stream);
    if (n == 0 && ferror(from->stream))
        return tri_fail(e, TRI_USAGE, "%.200s: cannot be read: %s", from->path, strerror(errno));
    if (n == 0)
        return tri_fail(e, TRI_USAGE, "%.200s: is empty", from->path);
    if (n < sizeof start || png_sig_cmp(start, 0, sizeof start) != 0)
        return tri_fail(e, TRI_USAGE, "%.200s: is not a PNG file", from->path);
    return true;
}

bool tri_samples_read(struct tri_samples *s, const char *path, struct tri_error *e)
{
    struct source from = { fopen(path, "rbe"), path, e };
    *s = (struct tri_samples){ .file = path };
    if (!from.stream)
        return tri_fail(e, TRI_USAGE, "%.200s: cannot be read: %s", path, strerror(errno));
    bool good = is_png(&from, e) && read_image(&from, s, e);
    fclose(from.stream);
    if (!good)
        tri_samples_free(s);
    return good;
}

void tri_samples_free(struct tri_samples *s)
{
    free(s->sample);
    *s = (struct tri_samples){ 0 };
}
