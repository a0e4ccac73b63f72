/*
 * Laplace on several devices: each has a band of rows, and all have to stop after the same step.
 *
 * That is the first step that moves no point of the whole box by more than the tolerance.
 */
#include "laplace.h"

#include <float.h>

/* The largest magnitude in rows above, …, above + part->rows - 1. */
static double X(size)(const struct tri_part *part, ptrdiff_t above, const void *array)
{
    ptrdiff_t width = X(width)(&part->c), points = width * X(height)(&part->c);
    ptrdiff_t first = above * width, end = first + part->rows * width;
    const real *u = array;
    real size = 0;
    #pragma omp target teams distribute parallel for reduction(max: size) map(to: u[:points]) \
        map(tofrom: size)
    for (ptrdiff_t i = first; i < end; i++)
        size = ABS(u[i]) > size ? ABS(u[i]) : size;
    return (double)size;
}

static double X(change)(const struct tri_part *part, ptrdiff_t above, const void *before,
                        const void *after)
{
    ptrdiff_t width = X(width)(&part->c), points = width * X(height)(&part->c);
    ptrdiff_t first = above * width, end = first + part->rows * width;
    const real *old = before, *next = after;
    real change = 0;
    #pragma omp target teams distribute parallel for reduction(max: change) \
        map(to: old[:points], next[:points]) map(tofrom: change)
    for (ptrdiff_t i = first; i < end; i++)
        change = ABS(next[i] - old[i]) > change ? ABS(next[i] - old[i]) : change;
    return (double)change;
}

static double X(tolerance_of)(const struct tri_case *c)
{
    return (double)X(tolerance)(c);
}

/* By how much a computed change can differ from the exact one.  No point is larger than s, the largest of the start.
 * With u half of epsilon, a sum of four is off by at most 8 s u, the average by 2 s u, and a change, which is a rounded
 * difference of two points, by 6 s u.  Returns 8 s u, and FLT_MIN more for numbers that are subnormal. */
static double X(rounding)(double size)
{
    return PRECISION == TRI_FLOAT ? 4 * (double)FLT_EPSILON * size + (double)FLT_MIN
                                  : 4 * DBL_EPSILON * size + DBL_MIN;
}

static const struct tri_stop X(stop) = {
    .param = TOLERANCE,
    .tolerance = X(tolerance_of),
    .size = X(size),
    .change = X(change),
    .rounding = X(rounding),
};

/* A part without others has counted its steps itself. */
static void X(note_steps)(const struct tri_case *c, const struct tri_part *part, size_t n)
{
    int32_t *taken = c->operand[TAKEN];
    if (X(tolerance)(c) == 0)
        *taken = X(steps)(c);
    else
        *taken = n == 1 ? *(const int32_t *)part->c.operand[TAKEN] : (int32_t)part->steps;
}

const struct tri_division X(laplace_division) = {
    .rows = HEIGHT,
    .divided = { [POTENTIAL] = true, [START] = true, [MASK] = true, [OTHER] = true },
    .stencil = true,
    .steps = STEPS,
    .from = START,
    .to = POTENTIAL,
    .stop = &X(stop),
    .joined = { [TAKEN] = TRI_ON_DEVICE },
    .join = X(note_steps),
};
