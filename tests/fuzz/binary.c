/* Files that are no text: PNG, device images, arrays' first values. */
#include "fuzz.h"

#include "fill.h"
#include "kernels.h"
#include "png_file.h"

#include <stdlib.h>
#include <zlib.h>

/* ---- PNG ---- */

static uint32_t big_endian(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* Gives each chunk the checksum of what it has become: libpng looks no further than at a wrong one. */
static void set_checksums(uint8_t *png, size_t n)
{
    for (size_t at = 8; n >= 12 && at <= n - 12;) {
        size_t length = big_endian(png + at);
        if (length > n - at - 12)
            return;
        uint8_t *end = png + at + 8 + length;
        uint32_t sum = (uint32_t)crc32(0, png + at + 4, (uInt)length + 4);
        for (int i = 0; i < 4; i++)
            end[i] = (uint8_t)(sum >> (24 - 8 * i));
        at += 12 + length;
    }
}

void fuzz_png(const uint8_t *bytes, size_t n)
{
    struct tri_samples s = { 0 };
    struct tri_error e;
    char *png = fuzz_text(bytes, n);
    set_checksums((uint8_t *)png, n);
    if (tri_samples_read(&s, fuzz_file("a.png", png, n), &e))
        tri_samples_free(&s);
    free(png);
}

/* ---- Images ---- */

struct found {
    const void *bytes;
    size_t size;
};

static void ask_kernel(void *data, const char *name)
{
    const struct found *f = data;
    struct tri_kernel k;
    tri_kernel_in(f->bytes, f->size, name, 0, 0, &k);
    tri_kernel_in(f->bytes, f->size, name, 9, 0, &k);
}

void fuzz_images(const uint8_t *bytes, size_t n)
{
    struct tri_images images;
    tri_images_in(bytes, n, &images);
    for (size_t i = 0; i < images.n; i++)
        tri_image_runs_on(&images.image[i], 9, 0);
    tri_kernels_in(bytes, n, ask_kernel, &(struct found){ bytes, n });
}

/* ---- Arrays ---- */

enum { ROWS, INPUT, OUTPUT };

static void nothing(const struct tri_case *c)
{
}

static struct tri_work work(const struct tri_case *c)
{
    return (struct tri_work){ .units = 1, .instructions = 1, .bytes = 1 };
}

/* The first byte is the kind of file and the type of its numbers. */
void fuzz_inputs(const uint8_t *bytes, size_t n)
{
    static const char *const names[] = { "a.npy", "a.mtx", "a.bin" };
    if (n == 0)
        return;
    struct tri_hotspot h = {
        .name = "read",
        .formula = "nothing",
        .unit = "elements",
        .precision = TRI_DOUBLE,
        .params = { [ROWS] = { "n", "elements", TRI_INTEGER, 5, .min = 1, .max = 1e6 } },
        .operands = { [0] = { "in", (enum tri_type)(bytes[0] / 3 % TRI_TYPES), TRI_IN, .rank = 1,
                              .shape = { ROWS },
                              .file = fuzz_file(names[bytes[0] % 3], bytes + 1, n - 1),
                              .part = (enum tri_part_of_csr)(bytes[0] / 64 % 3) },
                      [1] = { "out", TRI_FLOATING, TRI_OUT, .rank = 1, .shape = { ROWS } } },
        .work = work,
        .reference = nothing,
        .plain = { "plain", "none", .path = { [TRI_SIMD] = nothing } },
    };
    struct tri_case c;
    struct tri_error e;
    tri_case_init(&c, &h);
    if (tri_case_allocate(&c, &e))
        tri_case_free(&c);
}
