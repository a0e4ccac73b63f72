/* What blur's variants share: a picture, the definition of a sample's mean, and where each sweep writes. */
#pragma once

#include "real.h"

#include "triptych.h"

#include <stdint.h>

/* Parameters and operands, as in the lesson. */
enum { PASSES, WIDTH, HEIGHT, CHANNELS, DEPTH };
enum { PHOTO, BLURRED, OTHER, PROGRESS = TRI_MAX_OPERANDS, ROOM };
enum { DEPTH_8, DEPTH_16 };

struct picture {
    ptrdiff_t samples, height; /* samples of a row; number of rows */
    int channels, depth, passes;
};

/* Of a path's arguments; `depth` is a choice. */
INLINE struct picture picture_of(ptrdiff_t width, ptrdiff_t height, int channels, int depth,
                                 int passes)
{
    return (struct picture){ width * channels, height, channels, depth == DEPTH_8 ? 8 : 16,
                             passes };
}

INLINE struct picture picture_in(const struct tri_case *c)
{
    return picture_of((ptrdiff_t)c->value[WIDTH].integer, (ptrdiff_t)c->value[HEIGHT].integer,
                      (int)c->value[CHANNELS].integer, (int)c->value[DEPTH].integer,
                      (int)c->value[PASSES].integer);
}

#pragma omp declare target

INLINE uint32_t mean_of(uint32_t sum, int n)
{
    return n == 4 ? sum / 4 : n == 3 ? sum / 3 : n == 2 ? sum / 2 : sum;
}

/* The definition, as in the lesson: the mean of the neighbours that sample `i` of a row has. */
INLINE uint16_t mean_at(const uint16_t *from, ptrdiff_t row, ptrdiff_t i, ptrdiff_t samples,
                        ptrdiff_t height, int channels)
{
    const uint16_t *here = from + row * samples + i;
    uint32_t sum = 0;
    int n = 0;
    if (i >= channels)
        sum += here[-channels], n++;
    if (i < samples - channels)
        sum += here[channels], n++;
    if (row > 0)
        sum += here[-samples], n++;
    if (row < height - 1)
        sum += here[samples], n++;
    return n ? (uint16_t)mean_of(sum, n) : *here;
}

/* How many sweeps over the picture `passes` passes take, `at_once` in each, and where sweep number k writes.
 * The last one writes the result, the one before it the other array, and so on. */
INLINE int sweeps_for(int passes, int at_once)
{
    return (passes + at_once - 1) / at_once;
}

INLINE uint16_t *destination(int sweep, int sweeps, uint16_t *other, uint16_t *result)
{
    return (sweeps - sweep) % 2 ? result : other;
}

#pragma omp end declare target
