/*
 * What blur.c blurs when no file is given: a gradient to the right in the first channel, downwards in
 * the second, towards the corner in the third; on it discs with sharp edges and, in a quarter of the
 * picture, grain.  The fourth channel is a chequerboard.  And what is done with no passes.
 */
#pragma once

#include "real.h"

#include <stdint.h>

static inline uint32_t grain(uint64_t i)
{
    i = (i + 1) * 0x9e3779b97f4a7c15u;
    i = (i ^ i >> 29) * 0xbf58476d1ce4e5b9u;
    return (uint32_t)(i >> 40);
}

/* Sample i, from 0 to `most`. */
static inline int64_t photo_sample(int64_t i, int64_t width, int64_t height, int64_t channels,
                                   int64_t most)
{
    int64_t channel = i % channels, col = i / channels % width, row = i / channels / width;
    int64_t x = col % 128 - 64, y = row % 128 - 64;
    int64_t ramp[] = { col * most / width, row * most / height,
                       (col + row) * most / (width + height), (col / 16 + row / 16) % 2 * most };
    if (col * 2 >= width && row * 2 >= height)
        return grain((uint64_t)i) % (uint32_t)(most + 1);
    if (channel < 3 && x * x + y * y < 40 * 40)
        return most - ramp[channel];
    return ramp[channel];
}

/* The result of no passes is the photo; on the device, by a region (climb.c). */
void copy_offload(ptrdiff_t n, const uint16_t *photo, uint16_t *result, int *place);
