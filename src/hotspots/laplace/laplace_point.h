/*
 * A point of laplace: the average of its neighbours, whether it is free, and by how much it may change at the end.
 */
#pragma once

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

/* The tolerance as paths compare it: rounded to `real`.  0 means that there is none, so what float would round to 0 is the
 * least number that float has. */
static inline real in_real(double tolerance)
{
    return tolerance > 0 && (real)tolerance == 0 ? (real)0x1p-149 : (real)tolerance;
}
