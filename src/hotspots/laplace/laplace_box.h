/*
 * The box of laplace: its parameters and arrays by number, and what they begin with.  For the
 * description in src/hotspots/laplace/laplace.c and the climb; no path needs it.
 */
#pragma once

#include "laplace_point.h"
#include "hotspot.h"
#include "checked.h"

enum { N, STEPS, TOLERANCE, CONDUCTOR, WIDTH, HEIGHT };
enum { POTENTIAL, START, MASK, TAKEN, OTHER };
enum conductor { POINT, PLATES, RING };

static inline ptrdiff_t width_of(const struct tri_case *c)
{
    return (ptrdiff_t)c->value[WIDTH].integer;
}

static inline ptrdiff_t height_of(const struct tri_case *c)
{
    return (ptrdiff_t)c->value[HEIGHT].integer;
}

/* Of a row of the mask, which has a bit for each point. */
static inline ptrdiff_t words_of(const struct tri_case *c)
{
    return (width_of(c) + WORD - 1) / WORD;
}

static inline int32_t steps_of(const struct tri_case *c)
{
    return (int32_t)c->value[STEPS].integer;
}

static inline real tolerance_of(const struct tri_case *c)
{
    return in_real(c->value[TOLERANCE].real);
}

/* Two by two points in the middle, as in report E. */
static inline double point_at(ptrdiff_t width, ptrdiff_t height, ptrdiff_t row, ptrdiff_t col)
{
    return (row == height / 2 - 1 || row == height / 2) &&
           (col == width / 2 - 1 || col == width / 2);
}

static inline double plates(ptrdiff_t width, ptrdiff_t height, ptrdiff_t row, ptrdiff_t col)
{
    ptrdiff_t left = width / 3, right = width - 1 - left, top = height / 4;
    bool beside = row < top || row > height - 1 - top;
    return beside ? 0 : (col == left) - (col == right);
}

/* Open to the right, with something in its centre. */
static inline double ring(ptrdiff_t width, ptrdiff_t height, ptrdiff_t row, ptrdiff_t col)
{
    double least = (double)(width < height ? width : height);
    double up = (double)row - (double)(height - 1) / 2;
    double across = (double)col - (double)(width - 1) / 2, radius = hypot(up, across);
    bool open = across > 0 && fabs(up) < 0.125 * least;
    return radius <= 0.0625 * least ? -1 : !open && fabs(radius - 0.375 * least) <= 1;
}

/* The voltage of the conductor at a point; 0 where there is none. */
static inline double voltage(const struct tri_case *c, ptrdiff_t row, ptrdiff_t col)
{
    ptrdiff_t width = width_of(c), height = height_of(c);
    if (row == 0 || row == height - 1 || col == 0 || col == width - 1)
        return 0;
    switch ((enum conductor)c->value[CONDUCTOR].integer) {
    case POINT: return point_at(width, height, row, col);
    case PLATES: return plates(width, height, row, col);
    case RING: break;
    }
    return ring(width, height, row, col);
}

static inline double value_of_start(const struct tri_case *c, size_t i)
{
    return voltage(c, (ptrdiff_t)i / width_of(c), (ptrdiff_t)i % width_of(c));
}

static inline double value_of_mask(const struct tri_case *c, size_t i)
{
    ptrdiff_t row = (ptrdiff_t)i / words_of(c), first = (ptrdiff_t)i % words_of(c) * WORD;
    uint32_t free = ~(uint32_t)0;
    for (ptrdiff_t col = first; col < first + WORD && col < width_of(c); col++)
        if (voltage(c, row, col) != 0)
            free &= ~((uint32_t)1 << (col - first));
    return (int32_t)free;
}

static inline bool length_of_mask(const struct tri_case *c, size_t *length)
{
    return tri_multiply_sizes((size_t)words_of(c), (size_t)height_of(c), length);
}

/* What memory has to move, or the cache that holds both arrays, where a pass takes so many steps: each
 * pass reads and writes each point once, and reads the mask.  No steps are a copy. */
static inline double bytes_of(const struct tri_case *c, double steps_a_pass)
{
    int32_t taken = *(const int32_t *)c->operand[TAKEN];
    double a_pass = (2 * sizeof(real) + 0.125) * (double)c->length[POTENTIAL];
    return a_pass * (taken > 0 ? ceil(taken / steps_a_pass) : 1);
}

/* Of steps that are passes.  Three additions and a multiplication; four neighbours, a bit and the
 * result.  (A copy adds nothing, and a point is loaded and stored.) */
static inline struct tri_work work(const struct tri_case *c)
{
    double taken = *(const int32_t *)c->operand[TAKEN], points = (double)c->length[POTENTIAL];
    return (struct tri_work){
        .units = points * (taken > 0 ? taken : 1),
        .instructions = 4 * points * taken,
        .additions = 3 * points * taken,
        .bytes = bytes_of(c, 1),
        .near_bytes = points * (taken > 0 ? (5 * sizeof(real) + 0.125) * taken : 2 * sizeof(real)),
    };
}
