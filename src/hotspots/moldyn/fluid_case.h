/*
 * Where the particles of moldyn start, and the work of a case: what the description of the lesson and
 * those of the variants have in common.
 *
 * Particles start from the sites of a cubic lattice, a little off.  Components of velocities are drawn evenly from -sqrt(3 T) to
 * sqrt(3 T), which gives them the variance T; those of particles 2k and 2k + 1 cancel, so that the
 * momentum is zero.
 */
#pragma once

#include "fluid.h"
#include "hotspot.h"

/* The parameters and operands of the lesson, in the order of its table. */
enum { PARTICLES, STEPS, DENSITY, CUTOFF, DT, TEMPERATURE, DISTURBANCE, SEED };
enum { START_POSITION, START_VELOCITY, POSITION, VELOCITY, FORCE, POTENTIAL, PAIRS, FIRST, NEXT };

static inline double edge_in(const struct tri_case *c)
{
    return edge_of((int32_t)c->value[PARTICLES].integer, c->value[DENSITY].real,
                   c->value[CUTOFF].real);
}

static inline int32_t edge_cells_in(const struct tri_case *c)
{
    return edge_cells_of((int32_t)c->value[PARTICLES].integer, c->value[DENSITY].real,
                         c->value[CUTOFF].real);
}

/* A pseudo-random number from -1 to 1: splitmix64 (Steele, Lea and Flood, OOPSLA 2014). */
static inline double drawn(const struct tri_case *c, uint64_t i)
{
    uint64_t x = (i + 1) * 0x9e3779b97f4a7c15u + (uint64_t)c->value[SEED].integer;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return (double)((x ^ (x >> 31)) >> 11) * 0x1p-52 - 1;
}

/* The fewest along an edge that give every particle a site. */
static inline uint64_t sites_along(uint64_t particles)
{
    uint64_t row = (uint64_t)cbrt((double)particles);
    while (row * row * row < particles)
        row++;
    return row;
}

static inline double value_of_start_position(const struct tri_case *c, size_t i)
{
    uint64_t n = (uint64_t)c->value[PARTICLES].integer, row = sites_along(n);
    uint64_t site = i / 3 * (row * row * row) / n; /* those that stay empty are spread */
    uint64_t along = i % 3 == 0 ? site % row : i % 3 == 1 ? site / row % row : site / row / row;
    double off = c->value[DISTURBANCE].real * drawn(c, i);
    return ((double)along + 0.5 + off) * (edge_in(c) / (double)row);
}

static inline double value_of_start_velocity(const struct tri_case *c, size_t i)
{
    size_t n = (size_t)c->value[PARTICLES].integer, pair = i / 6;
    if (n % 2 && pair == n / 2)
        return 0; /* the odd one */
    double speed = sqrt(3 * c->value[TEMPERATURE].real);
    double part = drawn(c, 3 * n + pair * 3 + i % 3);
    return i / 3 % 2 ? -speed * part : speed * part;
}

static inline bool length_of_cells(const struct tri_case *c, size_t *length)
{
    size_t edge = (size_t)edge_cells_in(c);
    *length = edge * edge * edge;
    return true;
}

/* Candidates of all particles in all steps: a cell holds as many as another, on average. */
static inline double candidates(const struct tri_case *c)
{
    double n = (double)c->value[PARTICLES].integer, cells = pow(edge_cells_in(c), 3);
    return 27 * n * n / cells * (double)(c->value[STEPS].integer + 1);
}

/* Pairs within the cut-off, counted twice since both partners compute theirs.  A pair takes 3 differences,
 * 3 to square, a comparison, a division, 5 to the force over r, 3 to add it.  A step reads and writes
 * positions and velocities, three numbers each.  Looking for pairs is not counted here: variants differ
 * in how they do that, and add it. */
static inline struct tri_work work(const struct tri_case *c)
{
    const int32_t *pairs = c->operand[PAIRS];
    double units = 0, n = (double)c->value[PARTICLES].integer;
    for (size_t i = 0; i < c->length[PAIRS]; i++)
        units += pairs[i];
    return (struct tri_work){
        .units = units,
        .instructions = 16 * units,
        .additions = 4 * units, /* differences and comparison */
        .bytes = 12 * sizeof(real) * n * (double)(c->value[STEPS].integer + 1),
    };
}

/* Of a variant that looks at candidates with so many instructions, some of them additions: those that are
 * not near, as the pairs that are near count theirs already. */
static inline struct tri_work work_with_looks(const struct tri_case *c, double instructions,
                                              double additions)
{
    struct tri_work w = work(c);
    double in_vain = fmax(candidates(c) - w.units, 0);
    w.instructions += instructions * in_vain;
    w.additions += additions * in_vain;
    return w;
}

/* By their distance: differences, squares, a comparison.  A CPU's lanes do not branch, and compute all. */
static inline struct tri_work work_by_distance(const struct tri_case *c, enum tri_path path)
{
    return work_with_looks(c, path == TRI_OFFLOAD ? 7 : 16, 4);
}

/* The same in float, which takes half of the time where the rest is in double. */
static inline struct tri_work work_by_look(const struct tri_case *c, enum tri_path path)
{
    double part = PRECISION == TRI_FLOAT ? 1 : 0.5;
    return work_with_looks(c, 7 * part, 4 * part);
}

/* On a GPU: three fma, an addition, and an integer instruction that keeps the sign. */
static inline struct tri_work work_by_half_distance(const struct tri_case *c, enum tri_path path)
{
    double part = PRECISION == TRI_FLOAT ? 1 : 0.5;
    struct tri_work w = work_with_looks(c, 4 * part, part);
    w.instructions += fmax(candidates(c) - w.units, 0);
    w.integers += fmax(candidates(c) - w.units, 0);
    return path == TRI_OFFLOAD ? w : work_by_look(c, path);
}
