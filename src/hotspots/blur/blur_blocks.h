/* Several passes on a block of a picture that stays in a core's cache: src/hotspots/blur/blur_blocks.c. */
#pragma once

#include "blur_picture.h"

enum {
    VECTOR = VECTOR_BITS / 8, /* bytes */
    BLOCK_PASSES = 16,        /* on a block at a time */
};

/* Computes so many vectors of means of four neighbours; left and right neighbours are `channels` away.
 * Whole, aligned vectors, because pass 4 soon reads what pass 3 has written as its row below: a load that
 * spans two earlier stores has to wait until both are in the cache (store-to-load forwarding
 * fails). */
typedef void row_fn(ptrdiff_t vectors, int channels, const void *above, const void *here,
                    const void *below, void *out);

/* All passes; `mean` computes a row, whose samples have 1 byte (only for samples of 8 bits) or 2. */
void blur_in_blocks(struct picture s, row_fn *mean, int bytes, const uint16_t *photo,
                    uint16_t *other, uint16_t *result);
