/*
 * The fluid of moldyn: vectors, the cells of a periodic cube, and how a particle moves.  Small arithmetic for the
 * lesson and the variants in climb.c, on the CPU and on the GPU: `declare target` has functions compiled for both.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "real.h"

struct vector {
    real x, y, z;
};

struct cell {
    int32_t x, y, z;
};

/* The share of one of several devices or processes: particles in some layers of cells, and the steps that it takes
 * before the next exchange.  For a single one, all. */
struct slab {
    int32_t low, layers;            /* cells with z from low to low + layers - 1 */
    int32_t first_step, after_last; /* of steps 0 to fluid.steps */
};

struct fluid {
    int32_t particles, steps, edge_cells; /* edge_cells: cells along an edge of the cube */
    real edge, cells_per_length, cutoff2; /* cutoff2: the square of the cut-off */
    real force_shift, energy_shift;       /* what makes both end at zero at the cut-off */
    real dt;
    /* Only for the variants in climb.c, which test pairs in float first.  Both are the square of the cut-off, a little larger,
     * so that no rounding loses a pair: of differences (reach2), or of squares (half_reach2, which is half of it). */
    float half_reach2, reach2;
    struct slab slab;
};

/* The arrays of a path.  The list of cell c begins with particle first[c]; after i comes next[i]; NONE ends it. */
struct particles {
    const struct vector *start_position, *start_velocity;
    struct vector *position, *velocity, *force;
    real *potential;
    int32_t *pairs, *first, *next;
};

/* Three numbers side by side, x, y and z of a particle, are a vector. */
static inline struct particles particles_in(const void *start_position, const void *start_velocity,
                                            void *position, void *velocity, void *force,
                                            real *potential, int32_t *pairs, int32_t *first,
                                            int32_t *next)
{
    return (struct particles){ start_position, start_velocity, position, velocity, force,
                               potential,      pairs,          first,    next };
}

/* The least edge of a cell is the cut-off times this.  It is a little more than 1: rounding may put a particle into the cell
 * beside its own, and still no partner is two cells away. */
#define LEAST_EDGE (1 + 0x1p-10)

/* The edge of the cube: as particles and density make it, but not shorter than a cell's least edge. */
static inline double edge_of(int32_t particles, double density, double cutoff)
{
    return fmax(cbrt(particles / density), LEAST_EDGE * cutoff);
}

/* Cells along an edge.  About as many cells as particles at most: empty ones take time, too. */
static inline int32_t edge_cells_of(int32_t particles, double density, double cutoff)
{
    double fit = floor(edge_of(particles, density, cutoff) / (LEAST_EDGE * cutoff));
    return (int32_t)fmin(fit, ceil(cbrt(particles)));
}

/* Computed in double, then rounded once. */
static inline struct fluid fluid_of(int32_t particles, int32_t steps, double density, double cutoff,
                                    double dt)
{
    double c2 = cutoff * cutoff, c6 = pow(cutoff, -6);
    struct fluid f = {
        .particles = particles,
        .steps = steps,
        .edge_cells = edge_cells_of(particles, density, cutoff),
        .edge = (real)edge_of(particles, density, cutoff),
        .cutoff2 = (real)c2,
        .force_shift = (real)(-8 * (6 * c6 * c6 - 3 * c6) / c2),
        .energy_shift = (real)(16 * c6 - 28 * c6 * c6),
        .dt = (real)dt,
    };
    f.cells_per_length = (real)f.edge_cells / f.edge;
    return f;
}

#pragma omp declare target

/* A particle is a candidate for itself, at distance 0: squares of distances have to exceed this.  It is
 * not 0, so that 1 / r2 is a normal number, and finite, for all that pass (src/hotspots/moldyn/moldyn_gpu.h counts on it). */
#define SELF ((real)0x1p-100)

INLINE struct vector minus(struct vector a, struct vector b)
{
    return (struct vector){ a.x - b.x, a.y - b.y, a.z - b.z };
}

/* from + t by */
INLINE struct vector along(real t, struct vector by, struct vector from)
{
    return (struct vector){ FMA(t, by.x, from.x), FMA(t, by.y, from.y), FMA(t, by.z, from.z) };
}

INLINE real square(struct vector d)
{
    return FMA(d.x, d.x, FMA(d.y, d.y, d.z * d.z));
}

/* The cube is periodic: what leaves it on one side comes back on the other.  If time steps are too long, velocities grow
 * without bound, and x may be far outside, or NaN.  Then it becomes 0, so that no path writes outside of its arrays. */
INLINE real wrap(real edge, real x)
{
    bool below = x < 0, beyond = x >= edge;
    x = below ? x + edge : beyond ? x - edge : x;
    return x >= 0 && x <= edge ? x : 0;
}

INLINE struct vector wrap_all(struct fluid f, struct vector v)
{
    return (struct vector){ wrap(f.edge, v.x), wrap(f.edge, v.y), wrap(f.edge, v.z) };
}

/* The cell at x, along one axis. */
INLINE int32_t cell_along(struct fluid f, real x)
{
    int32_t cell = (int32_t)(x * f.cells_per_length);
    return cell < f.edge_cells ? cell : f.edge_cells - 1;
}

INLINE struct cell cell_of(struct fluid f, struct vector x)
{
    return (struct cell){ cell_along(f, x.x), cell_along(f, x.y), cell_along(f, x.z) };
}

/* Velocity Verlet, a rule for time steps: a velocity changes by half a step, the position moves by a step, and with the new
 * force the velocity changes by the other half.  This is the second half of a step, and the beginning of the next. */
INLINE void move(struct fluid f, int32_t step, struct vector force, struct vector *x,
                 struct vector *v)
{
    if (step > 0)
        *v = along(f.dt / 2, force, *v);
    if (step < f.steps) {
        *v = along(f.dt / 2, force, *v);
        *x = wrap_all(f, along(f.dt, *v, *x));
    }
}

/* A cell beyond a wall is the one at the other end of the cube: *cell becomes that one's.  Returns how far its particles
 * have to be shifted to be seen beyond the wall. */
INLINE real image(struct fluid f, int32_t *cell)
{
    bool below = *cell < 0, beyond = *cell >= f.edge_cells;
    *cell = below ? *cell + f.edge_cells : beyond ? *cell - f.edge_cells : *cell;
    return below ? -f.edge : beyond ? f.edge : 0;
}

/* Cells are numbered with x fastest. */
INLINE int32_t cell_number(const struct fluid *f, struct cell c)
{
    return (c.z * f->edge_cells + c.y) * f->edge_cells + c.x;
}

INLINE struct cell cell_numbered(const struct fluid *f, int32_t number)
{
    int32_t m = f->edge_cells;
    return (struct cell){ number % m, number / m % m, number / m / m };
}

INLINE int32_t number_at(const struct fluid *f, struct vector x)
{
    return cell_number(f, cell_of(*f, x));
}

INLINE int32_t cell_count(const struct fluid *f)
{
    return f->edge_cells * f->edge_cells * f->edge_cells;
}

/* The number of the k-th cell around c, for k from 0 to 26; c itself is among them.  A particle in it, at p, acts on one in
 * c as if it were at p + *shift, which is 0 unless the cell is beyond a wall. */
INLINE int32_t around(const struct fluid *f, struct cell c, int k, struct vector *shift)
{
    struct cell to = { c.x + k % 3 - 1, c.y + k / 3 % 3 - 1, c.z + k / 9 - 1 };
    shift->x = image(*f, &to.x);
    shift->y = image(*f, &to.y);
    shift->z = image(*f, &to.z);
    return cell_number(f, to);
}

/* The sum of what acts on a particle, so far. */
struct sum {
    struct vector force;
    real energy;
    int32_t pairs;
};

/* Adds the force of a particle at distance d, if it is near and not the particle itself. */
INLINE void add_pair(const struct fluid *f, struct vector d, struct sum *s)
{
    real r2 = square(d);
    if (r2 < f->cutoff2 && r2 > SELF) {
        real u = 1 / r2, u3 = u * u * u;
        real force = FMA(u * u3, FMA(48, u3, -24), f->force_shift); /* divided by r */
        s->force = along(force, d, s->force);
        s->energy += FMA(4 * u3, u3 - 1, FMA(-f->force_shift / 2, r2, f->energy_shift));
        s->pairs++;
    }
}

/* Sorts a linked list of numbers, which ends with NONE. */
enum { NONE = -1 };

INLINE void sort_list(int32_t *first, int32_t *next)
{
    int32_t i = *first, after;
    for (*first = NONE; i != NONE; i = after) {
        int32_t *link = first;
        after = next[i];
        while (*link != NONE && *link < i)
            link = &next[*link];
        next[i] = *link; /* i is inserted before the first one that is greater */
        *link = i;
    }
}

#pragma omp end declare target

/* One thread makes all lists.  It begins with the last particle, so that numbers ascend. */
static inline void list_cells(const struct fluid *f, const struct particles *p)
{
    for (int32_t c = 0; c < cell_count(f); c++)
        p->first[c] = NONE;
    for (int32_t i = f->particles - 1; i >= 0; i--) {
        int32_t *head = &p->first[number_at(f, p->position[i])];
        p->next[i] = *head;
        *head = i;
    }
}
