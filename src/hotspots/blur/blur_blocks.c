/*
 * Several passes on a block of the picture, on a CPU.
 *
 * A thread processes a block that is narrow enough for the rows of all passes to fit in the core's L2
 * cache.  It goes down the block, two rows at a time.  When two rows have been loaded, pass 1 can do two
 * rows, ending one row above; then pass 2 can do two, ending another row above; and so on.  So only four
 * rows of each pass are kept, in a window that moves down.  (One row at a time, three would be enough.
 * But then two of the three rows that a pass reads come from the L2 cache for each row that it writes,
 * instead of two for two.)  What the passes need beyond the block's sides is computed twice.
 *
 * Samples of 8 bits can be kept as bytes, so that a vector and the cache hold twice as many; they stay
 * bytes in memory between sweeps.
 */
#include "blur_blocks.h"

#include <omp.h>
#include <stdbool.h>
#include <string.h>

enum {
    STEP = 2, /* rows */
    WINDOW = STEP + 2,
    ROW_BYTES =
        2240, /* of a row in the window, with space for a vector before it; with 2048, stores
                         and the next loads would have the same offset in two pages (4K aliasing) */
};

struct sweep {
    struct picture picture;
    int passes, bytes, from_bytes, to_bytes; /* of a sample in the window, read and written */
    const unsigned char *from;
    unsigned char *to;
    row_fn *mean;
};

/* The windows of pass 0, which holds what is loaded, and of each pass after it.  When the last row is
 * read, the vector of right neighbours may extend into `end`. */
struct windows {
    _Alignas(64) unsigned char row[BLOCK_PASSES + 1][WINDOW][ROW_BYTES], end[VECTOR];
};

/* The part of the picture that a block writes; `base` is the sample at the start of each window row. */
struct block {
    ptrdiff_t row, row_end, col, col_end, base;
};

INLINE ptrdiff_t at_least(ptrdiff_t i, ptrdiff_t least)
{
    return i > least ? i : least;
}

INLINE ptrdiff_t at_most(ptrdiff_t i, ptrdiff_t most)
{
    return i < most ? i : most;
}

/* ---- Samples of 8 and of 16 bits ---- */

INLINE uint32_t get(int bytes, const void *row, ptrdiff_t i)
{
    return bytes == 1 ? ((const uint8_t *)row)[i] : ((const uint16_t *)row)[i];
}

INLINE void put(int bytes, void *row, ptrdiff_t i, uint32_t sample)
{
    if (bytes == 1)
        ((uint8_t *)row)[i] = (uint8_t)sample;
    else
        ((uint16_t *)row)[i] = (uint16_t)sample;
}

/* Copies samples between rows of bytes and of 16 bits. */
static void copy(ptrdiff_t n, int from_bytes, const void *from, int to_bytes, void *to)
{
    const uint16_t *wide = from;
    const uint8_t *narrow = from;
    if (from_bytes == to_bytes)
        memcpy(to, from, (size_t)(n * to_bytes));
    else
        for (ptrdiff_t i = 0; i < n; i++)
            if (to_bytes == 1)
                ((uint8_t *)to)[i] = (uint8_t)wide[i];
            else
                ((uint16_t *)to)[i] = narrow[i];
}

static void load_row(const struct sweep *w, struct block b, ptrdiff_t row, unsigned char *window)
{
    const struct picture *s = &w->picture;
    ptrdiff_t margin = w->passes * s->channels, from = at_least(b.col - margin, 0);
    ptrdiff_t n = at_most(b.col_end + margin, s->samples) - from;
    copy(n, w->from_bytes, w->from + (row * s->samples + from) * w->from_bytes, w->bytes,
         window + (from - b.base) * w->bytes);
}

static void store_row(const struct sweep *w, struct block b, ptrdiff_t row,
                      const unsigned char *window)
{
    copy(b.col_end - b.col, w->bytes, window + (b.col - b.base) * w->bytes, w->to_bytes,
         w->to + (row * w->picture.samples + b.col) * w->to_bytes);
}

/* ---- A row of a pass ---- */

/* Samples from…end-1 of a row, some of whose neighbours are missing.  There are few, but this loop is not
 * vectorised, so there is one copy of it for each size of a sample. */
INLINE void edge(int bytes, struct picture s, ptrdiff_t base, ptrdiff_t from, ptrdiff_t end,
                 const void *above, const void *here, const void *below, void *out)
{
    for (ptrdiff_t i = from; i < end; i++) {
        uint32_t sum = 0;
        int n = 0;
        if (i >= s.channels)
            sum += get(bytes, here, i - s.channels - base), n++;
        if (i < s.samples - s.channels)
            sum += get(bytes, here, i + s.channels - base), n++;
        if (above)
            sum += get(bytes, above, i - base), n++;
        if (below)
            sum += get(bytes, below, i - base), n++;
        put(bytes, out, i - base, n ? mean_of(sum, n) : get(bytes, here, i - base));
    }
}

static void edge_of_row(int bytes, struct picture s, ptrdiff_t base, ptrdiff_t from, ptrdiff_t end,
                        const void *above, const void *here, const void *below, void *out)
{
    if (bytes == 1)
        edge(1, s, base, from, end, above, here, below, out);
    else
        edge(2, s, base, from, end, above, here, below, out);
}

/* One row of one pass, as wide as the later passes need it. */
static void blur_row(const struct sweep *w, struct block b, int pass, ptrdiff_t row,
                     struct windows *kept)
{
    struct picture s = w->picture;
    ptrdiff_t margin = (w->passes - pass) * s.channels;
    ptrdiff_t from = at_least(b.col - margin, 0);
    ptrdiff_t end = at_most(b.col_end + margin, s.samples);
    ptrdiff_t inner = at_least(from, s.channels);
    ptrdiff_t inner_end = at_most(end, s.samples - s.channels);
    unsigned char(*before)[ROW_BYTES] = kept->row[pass - 1], *out = kept->row[pass][row % WINDOW];
    const unsigned char *above = row > 0 ? before[(row - 1) % WINDOW] : NULL,
                        *here = before[row % WINDOW];
    const unsigned char *below = row < s.height - 1 ? before[(row + 1) % WINDOW] : NULL;
    if (!above || !below || inner >= inner_end)
        inner = inner_end = end;
    ptrdiff_t first = (inner - b.base) * w->bytes / VECTOR, at = first * VECTOR;
    ptrdiff_t last = ((inner_end - b.base) * w->bytes + VECTOR - 1) / VECTOR;
    if (inner < inner_end)
        w->mean(last - first, s.channels, above + at, here + at, below + at, out + at);
    edge_of_row(w->bytes, s, b.base, from, inner, above, here, below, out);
    edge_of_row(w->bytes, s, b.base, inner_end, end, above, here, below, out);
}

/* ---- Blocks ---- */

static void blur_block(const struct sweep *w, struct block b)
{
    struct windows kept;
    ptrdiff_t height = w->picture.height;
    b.base = at_least(b.col - w->passes * w->picture.channels, 0) - VECTOR / w->bytes;
    ptrdiff_t end = b.row_end + w->passes;
    for (ptrdiff_t step = at_least(b.row - w->passes, 0); step < end; step += STEP) {
        for (ptrdiff_t row = step; row < step + STEP && row < height; row++)
            load_row(w, b, row, kept.row[0][row % WINDOW]);
        for (int pass = 1; pass <= w->passes; pass++) {
            ptrdiff_t margin = w->passes - pass, first = at_least(b.row - margin, 0);
            ptrdiff_t last = at_most(b.row_end + margin, height);
            for (ptrdiff_t row = step - pass; row < step - pass + STEP; row++)
                if (row >= first && row < last)
                    blur_row(w, b, pass, row, &kept);
        }
        for (ptrdiff_t row = step - w->passes; row < step - w->passes + STEP; row++)
            if (row >= b.row && row < b.row_end)
                store_row(w, b, row, kept.row[w->passes][row % WINDOW]);
    }
}

static void sweep_once(const struct sweep *w)
{
    struct picture s = w->picture;
    ptrdiff_t width = s.samples / s.channels; /* in pixels: a block holds whole pixels */
    ptrdiff_t most = (ROW_BYTES - VECTOR) / w->bytes / s.channels - 2 * w->passes;
    ptrdiff_t blocks = (width + most - 1) / most; /* in a band; about two bands a thread */
    ptrdiff_t bands = (2 * omp_get_max_threads() + blocks - 1) / blocks;
    bands = at_most(bands, s.height / (4 * BLOCK_PASSES) + 1);
    #pragma omp parallel for collapse(2) schedule(dynamic)
    for (ptrdiff_t y = 0; y < bands; y++)
        for (ptrdiff_t x = 0; x < blocks; x++) {
            struct block b = { s.height * y / bands, s.height * (y + 1) / bands,
                               width * x / blocks * s.channels,
                               width * (x + 1) / blocks * s.channels, 0 };
            blur_block(w, b);
        }
}

void blur_in_blocks(struct picture s, row_fn *mean, int bytes, const uint16_t *photo,
                    uint16_t *other, uint16_t *result)
{
    int sweeps = sweeps_for(s.passes, BLOCK_PASSES);
    struct sweep w = { .picture = s, .mean = mean, .bytes = bytes, .from_bytes = 2 };
    w.from = (const unsigned char *)photo;
    for (int sweep = 0; sweep < sweeps; sweep++) {
        int left = s.passes - sweep * BLOCK_PASSES;
        w.passes = left < BLOCK_PASSES ? left : BLOCK_PASSES;
        w.to = (unsigned char *)destination(sweep, sweeps, other, result);
        w.to_bytes = sweep == sweeps - 1 ? 2 : bytes;
        sweep_once(&w);
        w.from = w.to;
        w.from_bytes = w.to_bytes;
    }
    if (sweeps == 0)
        memcpy(result, photo, (size_t)(s.height * s.samples) * sizeof *result);
}
