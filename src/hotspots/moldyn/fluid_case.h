/*
 * The fluid of a case of moldyn, and where its particles start: what the description of the lesson and
 * those of its rungs have in common.
 *
 * A cube as large as particles and density make it, but one cut-off at least.  They start from the sites
 * of a cubic lattice, a little off.  Components of velocities are drawn evenly from -sqrt(3 T) to
 * sqrt(3 T), which gives them the variance T; those of particles 2k and 2k + 1 cancel, so that the
 * momentum is zero.
 */
#ifndef TRI_FLUID_CASE_H
#define TRI_FLUID_CASE_H

#include "fluid.h"
#include "hotspot.h"

/* The parameters, and the operands that all variants have. */
enum { PARTICLES, STEPS, DENSITY, CUTOFF, DT, TEMPERATURE, DISTURBANCE, SEED };
enum { START_POSITION, START_VELOCITY, POSITION, VELOCITY, FORCE, POTENTIAL, PAIRS };

extern const struct tri_division moldyn_division;       /* moldyn_slabs.c: several devices, */
extern const struct tri_division moldyn_tuned_division; /* and those of `tuned` */

/* Of a cell, in cut-offs: a little more, so that wherever rounding puts a particle, no partner is two
 * cells off. */
#define LEAST_EDGE (1 + 0x1p-10)

static inline double edge_of(const struct tri_case *c)
{
    double volume = (double)c->value[PARTICLES].integer / c->value[DENSITY].real;
    return fmax(cbrt(volume), LEAST_EDGE * c->value[CUTOFF].real);
}

/* No more cells than particles, or those that are empty would take longer. */
static inline int32_t edge_cells_of(const struct tri_case *c)
{
    double most = ceil(cbrt((double)c->value[PARTICLES].integer));
    return (int32_t)fmin(floor(edge_of(c) / (LEAST_EDGE * c->value[CUTOFF].real)), most);
}

static inline struct slab slab_of(const struct tri_case *c, int32_t layers, int32_t steps)
{
    struct tri_rows mine = tri_layers_of(c, layers), now = tri_steps_of(c, steps + 1);
    return (struct slab){ (int32_t)mine.first, (int32_t)mine.count, (int32_t)now.first,
                          (int32_t)(now.first + now.count) };
}

static inline struct fluid fluid_of(const struct tri_case *c)
{
    double cutoff = c->value[CUTOFF].real, edge = edge_of(c), c6 = pow(cutoff, -6);
    double reach = (cutoff + 0x1p-20 * edge) * (1 + 0x1p-18);
    /* No coordinate is larger, seen from any image.  Rounding puts half of r^2 off by less than
     * 22 x 2^-24 far^2; 32 are allowed. */
    double far = edge * (1 + 1. / edge_cells_of(c));
    struct fluid f = {
        .particles = (int32_t)c->value[PARTICLES].integer,
        .steps = (int32_t)c->value[STEPS].integer,
        .edge_cells = edge_cells_of(c),
        .edge = (real)edge,
        .cutoff2 = (real)(cutoff * cutoff),
        .force_shift = (real)(-8 * (6 * c6 * c6 - 3 * c6) / (cutoff * cutoff)),
        .energy_shift = (real)(16 * c6 - 28 * c6 * c6),
        .dt = (real)c->value[DT].real,
        .reach2 = (float)(reach * reach),
        .half_reach2 = (float)((cutoff * cutoff + 0x1p-18 * far * far) / 2 * (1 + 0x1p-18)),
    };
    f.cells_per_length = (real)f.edge_cells / f.edge;
    f.slab = slab_of(c, f.edge_cells, f.steps);
    return f;
}

/* A number from -1 to 1 that looks like chance: splitmix64 (Steele, Lea and Flood, OOPSLA 2014). */
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
    return ((double)along + 0.5 + off) * (edge_of(c) / (double)row);
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
    size_t edge = (size_t)edge_cells_of(c);
    *length = edge * edge * edge;
    return true;
}

/* Candidates of all particles in all steps: a cell holds as many as another, on average. */
static inline double candidates(const struct tri_case *c)
{
    double n = (double)c->value[PARTICLES].integer, cells = pow(edge_cells_of(c), 3);
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
    (void)path;
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

#endif
