/*
 * What the CPU's paths of the lesson do with whole rows: copy them, and finish those that have been averaged.
 */
#pragma once

#include "laplace_point.h"

/* As copy_offload in the lesson; there is no `place` to write.  Where memory is the limit, one thread would take as long for
 * a copy as all of them for several steps. */
static inline void copy_on_host(ptrdiff_t n, const real *old, real *next, int *place)
{
    #pragma omp parallel for simd
    for (ptrdiff_t i = 0; i < n; i++)
        next[i] = old[i];
}

/* Gives the fixed points of a row their values back, and returns whether any has changed by more than the
 * tolerance, unless that is 0. */
static inline bool finish_row(ptrdiff_t width, real tolerance, const uint32_t *mask, const real *at,
                              real *to)
{
    int moving = 0;
    for (ptrdiff_t first = 0; first < width; first += WORD)
        if (mask[first / WORD] != UINT32_MAX) /* in most words all points are free */
            for (ptrdiff_t col = first; col < width && col < first + WORD; col++)
                if (!(mask[first / WORD] >> (col - first) & 1))
                    to[col] = at[col];
    if (tolerance > 0) {
        #pragma omp simd reduction(|: moving)
        for (ptrdiff_t col = 1; col < width - 1; col++)
            moving |= ABS(to[col] - at[col]) > tolerance;
    }
    return moving;
}
