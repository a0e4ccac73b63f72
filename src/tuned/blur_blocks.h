/* Several passes on a block of a picture that stays in a core's cache: src/tuned/blur_blocks.c. */
#ifndef TRI_BLUR_BLOCKS_H
#define TRI_BLUR_BLOCKS_H

#include "blur_picture.h"

enum {
    VECTOR = VECTOR_BITS / 8, /* bytes */
    BLOCK_PASSES = 16,        /* on a block at a time */
};

/* So many vectors of means, all of four neighbours; those to the left and right are `channels` away.
 * Whole vectors, in places that are multiples of one: what pass 3 writes is read at once by pass 4 as
 * the row below, and a load that spans two stores has to wait until both are in the cache (store-to-load
 * forwarding fails). */
typedef void row_fn(ptrdiff_t vectors, int channels, const void *above, const void *here,
                    const void *below, void *out);

/* All passes, `mean` for a row, which holds samples of so many bytes: 1, if they have 8 bits, or 2. */
void X(blur_in_blocks)(struct picture s, row_fn *mean, int bytes, const uint16_t *photo,
                       uint16_t *other, uint16_t *result);

#endif
