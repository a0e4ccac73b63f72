/*
 * A point of laplace: the average of its neighbours, and whether it is free.
 */
#ifndef TRI_LAPLACE_POINT_H
#define TRI_LAPLACE_POINT_H

#include "real.h"

#include <stdbool.h>

enum { WORD = 32 /* bits of a word of the mask, in which each row begins with a new word */ };

#pragma omp declare target

INLINE real average(real up, real down, real left, real right)
{
    return ((up + down) + (left + right)) * (real)0.25;
}

INLINE real average_around(const real *at, ptrdiff_t width)
{
    return average(at[-width], at[width], at[-1], at[1]);
}

/* What the mask says of a point that is not on the border. */
INLINE bool is_free(const uint32_t *mask, ptrdiff_t width, ptrdiff_t row, ptrdiff_t col)
{
    ptrdiff_t words = (width + WORD - 1) / WORD;
    return mask[row * words + col / WORD] >> col % WORD & 1;
}

#pragma omp end declare target

#endif
