/*
 * Laplace on several devices: each has a band of rows, and all have to stop after the same step.
 *
 * That is the first step that moves no point of the whole box by more than the tolerance.
 */
#include "laplace.h"

#include <float.h>

/* The largest magnitude in rows above, …, above + part->rows - 1. */
static double largest_size(const struct tri_part *part, ptrdiff_t above, const void *array)
{
    ptrdiff_t width = width_of(&part->c), points = width * height_of(&part->c);
    ptrdiff_t first = above * width, end = first + part->rows * width;
    const real *u = array;
    real size = 0;
    #pragma omp target teams distribute parallel for reduction(max: size) map(to: u[:points]) \
        map(tofrom: size)
    for (ptrdiff_t i = first; i < end; i++)
        size = ABS(u[i]) > size ? ABS(u[i]) : size;
    return (double)size;
}

static double largest_change(const struct tri_part *part, ptrdiff_t above, const void *before,
                             const void *after)
{
    ptrdiff_t width = width_of(&part->c), points = width * height_of(&part->c);
    ptrdiff_t first = above * width, end = first + part->rows * width;
    const real *old = before, *next = after;
    real change = 0;
    #pragma omp target teams distribute parallel for reduction(max: change) \
        map(to: old[:points], next[:points]) map(tofrom: change)
    for (ptrdiff_t i = first; i < end; i++)
        change = ABS(next[i] - old[i]) > change ? ABS(next[i] - old[i]) : change;
    return (double)change;
}

static double stop_tolerance(const struct tri_case *c)
{
    return (double)tolerance_of(c);
}

/* By how much a computed change can differ from the exact one.  No point is larger than s, the largest of the start.
 * With u half of epsilon, a sum of four is off by at most 8 s u, the average by 2 s u, and a change, which is a rounded
 * difference of two points, by 6 s u.  Returns 8 s u, and FLT_MIN more for numbers that are subnormal. */
static double rounding(double size)
{
    return PRECISION == TRI_FLOAT ? 4 * (double)FLT_EPSILON * size + (double)FLT_MIN
                                  : 4 * DBL_EPSILON * size + DBL_MIN;
}

static const struct tri_stop stop = {
    .param = TOLERANCE,
    .tolerance = stop_tolerance,
    .size = largest_size,
    .change = largest_change,
    .rounding = rounding,
};

/* A part without others has counted its steps itself. */
static void note_steps(const struct tri_case *c, const struct tri_part *part, size_t n)
{
    int32_t *taken = c->operand[TAKEN];
    if (tolerance_of(c) == 0)
        *taken = steps_of(c);
    else
        *taken = n == 1 ? *(const int32_t *)part->c.operand[TAKEN] : (int32_t)part->steps;
}

const struct tri_division laplace_division = {
    .rows = HEIGHT,
    .divided = { [POTENTIAL] = true, [START] = true, [MASK] = true, [OTHER] = true },
    .stencil = true,
    .steps = STEPS,
    .from = START,
    .to = POTENTIAL,
    .stop = &stop,
    .joined = { [TAKEN] = TRI_ON_DEVICE },
    .join = note_steps,
};
