/*
 * What the variants of moldyn share on GPU and CPU: the arithmetic of a pair, and sorting particles by cell.
 */
#pragma once

#include "fluid_case.h"

/* Scratch operands of these variants. */
enum { SORTED = TRI_MAX_OPERANDS, ORDER, CELL_OFFSET, NEXT_IN_LIST, LISTS };

/* A cell's particles, as a linked list of numbers + 1 that ends with 0, and how many they are.  All lists are
 * empty when a run begins and when it has ended, since whoever reads a list empties it. */
struct list {
    int32_t first, count;
};

/* The arrays of a case; those of vectors have three numbers for each particle. */
struct state {
    const real *start_position, *start_velocity;
    real *position, *velocity, *force, *potential;
    int32_t *pairs;
    real *sorted;                 /* positions in the order of cells */
    int32_t *order, *cell_offset; /* the particles of each cell, by ascending number */
    int32_t *next;                /* of the linked lists */
    struct list *lists;           /* one for each cell, and a counter after the last */
};

extern const struct tri_division moldyn_slabs; /* moldyn_slabs.c */

/* Paths have the arguments of the lesson.  The variants have many more arrays, and take all of them from the case. */
static inline struct state state_of(const struct tri_case *c)
{
    void *const *o = c->operand;
    return (struct state){ o[START_POSITION], o[START_VELOCITY], o[POSITION],     o[VELOCITY],
                           o[FORCE],          o[POTENTIAL],      o[PAIRS],        o[SORTED],
                           o[ORDER],          o[CELL_OFFSET],    o[NEXT_IN_LIST], o[LISTS] };
}

static inline struct fluid fluid_in(const struct tri_case *c)
{
    double cutoff = c->value[CUTOFF].real, edge = edge_in(c);
    struct fluid f =
        fluid_of((int32_t)c->value[PARTICLES].integer, (int32_t)c->value[STEPS].integer,
                 c->value[DENSITY].real, cutoff, c->value[DT].real);
    struct tri_rows mine = tri_layers_of(c, f.edge_cells), now = tri_steps_of(c, f.steps + 1);
    double reach = (cutoff + 0x1p-20 * edge) * (1 + 0x1p-18);
    /* No coordinate is larger, seen from any image.  Rounding puts half of r^2 off by less than
     * 22 x 2^-24 far^2; 32 are allowed. */
    double far = edge * (1 + 1. / f.edge_cells);
    f.reach2 = (float)(reach * reach);
    f.half_reach2 = (float)((cutoff * cutoff + 0x1p-18 * far * far) / 2 * (1 + 0x1p-18));
    f.slab = (struct slab){ (int32_t)mine.first, (int32_t)mine.count, (int32_t)now.first,
                            (int32_t)(now.first + now.count) };
    return f;
}

#pragma omp declare target

/* Whether this device or process computes for the particles of a cell: of several, one does. */
INLINE bool is_mine(struct fluid f, struct cell c)
{
    return c.z >= f.slab.low && c.z < f.slab.low + f.slab.layers;
}

/* ---- A pair ------------------------------------------------------------------------------------- */

/* The force divided by r, from u = 1 / r^2. */
INLINE real force_at(struct fluid f, real u)
{
    real u3 = u * u * u;
    return FMA(u * u3, FMA(48, u3, -24), f.force_shift);
}

/* Half of the constant or half of r^2: the bits are the same.  A GPU keeps the former in a register, which in
 * double is one too many. */
INLINE real energy_at(struct fluid f, real u, real r2)
{
    real u3 = u * u * u;
    real shift = PRECISION == TRI_FLOAT ? FMA(-f.force_shift / 2, r2, f.energy_shift)
                                        : FMA(f.force_shift, -r2 / 2, f.energy_shift);
    return FMA(4 * u3, u3 - 1, shift);
}

INLINE struct vector vector_at(const real *a, int32_t i)
{
    return (struct vector){ a[3 * (ptrdiff_t)i], a[3 * (ptrdiff_t)i + 1], a[3 * (ptrdiff_t)i + 2] };
}

INLINE void set(real *a, int32_t i, struct vector v)
{
    a[3 * (ptrdiff_t)i] = v.x;
    a[3 * (ptrdiff_t)i + 1] = v.y;
    a[3 * (ptrdiff_t)i + 2] = v.z;
}

/* ---- Particles in the order of their cells --------------------------------------------------------
 *
 * Cell c has the particles order[cell_offset[c]]…order[cell_offset[c + 1] - 1], in ascending order.  After
 * the last cell of a row there is an extra one that stays empty, so that cell_offset[c + 1] is where c
 * ends even if the next row begins elsewhere.
 *
 * Sorting in parallel: a particle that has moved pushes itself onto its cell's linked list, in any order,
 * and counts itself.  From the counts follows where a cell begins; there, its few particles are sorted.
 */
INLINE int32_t padded_number(struct fluid f, struct cell c)
{
    return (c.z * f.edge_cells + c.y) * (f.edge_cells + 1) + c.x;
}

INLINE int32_t padded_cells(struct fluid f)
{
    return f.edge_cells * f.edge_cells * (f.edge_cells + 1);
}

INLINE void push_particle(struct fluid f, const struct state *s, int32_t i, struct vector x)
{
    struct list *list = &s->lists[padded_number(f, cell_of(f, x))];
    int32_t before;
    #pragma omp atomic capture
    {
        before = list->first;
        list->first = i + 1;
    }
    s->next[i] = before;
    #pragma omp atomic
    list->count++;
}

/* Sorts the particles of one cell and empties its list; returns where the cell ends. */
INLINE int32_t sort_cell(const struct state *s, int32_t cell, int32_t begin)
{
    struct list *list = &s->lists[cell];
    int32_t end = begin + list->count, *order = s->order, *next = s->next, first = end;
    for (int32_t i = list->first; i > 0; i = next[i - 1], first--) {
        int32_t k = first; /* from here on they are sorted */
        for (; k < end && order[k] < i - 1; k++)
            order[k - 1] = order[k];
        order[k - 1] = i - 1;
    }
    *list = (struct list){ 0, 0 };
    return end;
}

/* Neighbouring cells of a row are contiguous in the sorted arrays, so there are nine runs of particles instead
 * of 27 cells.  At the end of a row, the next cell is the periodic image of the row's other end: a separate
 * run, since its coordinates are shifted by the cube's edge.  (With one or two cells along the edge nothing
 * changes: a cell is then visited several times, each time as another image.) */
struct run {
    int32_t first, end;  /* particles first…end-1 in sorted order, */
    struct vector shift; /* at x + shift */
};

/* The cells next to x in the row at (y, z): those inside the cube (piece 0), images before it (-1) or
 * after it (1). */
INLINE struct run run(struct fluid f, const int32_t *cell_offset, int32_t x, int32_t y, int32_t z,
                      int32_t piece)
{
    struct run r;
    int32_t far = f.edge_cells - 1, from = piece < 0 ? far : piece > 0 || x == 0 ? 0 : x - 1;
    int32_t to = piece < 0 ? far : piece > 0 ? 0 : x < far ? x + 1 : far;
    r.shift.x = piece < 0 ? -f.edge : piece > 0 ? f.edge : 0;
    r.shift.y = image(f, &y);
    r.shift.z = image(f, &z);
    int32_t row = padded_number(f, (struct cell){ 0, y, z });
    r.first = cell_offset[row + from];
    r.end = cell_offset[row + to + 1];
    return r;
}

/* ---- Where a particle begins, and its steps ------------------------------------------------------- */

/* Sets a particle's initial state; returns its position. */
INLINE struct vector begin_of(struct fluid f, const struct state *s, int32_t i)
{
    struct vector x = wrap_all(f, vector_at(s->start_position, i));
    set(s->position, i, x);
    set(s->velocity, i, vector_at(s->start_velocity, i));
    s->pairs[i] = 0;
    return x;
}

/* Moves sorted particle k at x once its forces are known: both half steps of the velocity at once, then the
 * position, and, if `push`, adds it to its new cell's list while its data are in registers.  (With move,
 * clang would test twice whether another step follows.)  Returns where it is now. */
INLINE struct vector finish(bool push, struct fluid f, const struct state *s, int32_t step,
                            int32_t k, struct vector x, struct sum sum)
{
    int32_t i = s->order[k];
    struct vector v = vector_at(s->velocity, i);
    if (step > 0)
        v = along(f.dt / 2, sum.force, v);
    if (step < f.steps) {
        v = along(f.dt / 2, sum.force, v);
        x = wrap_all(f, along(f.dt, v, x));
        set(s->position, i, x);
        if (push)
            push_particle(f, s, i, x);
    } else {
        set(s->force, i, sum.force);
        s->potential[i] = sum.energy / 2;
    }
    set(s->velocity, i, v);
    s->pairs[i] += sum.pairs;
    return x;
}

#pragma omp end declare target
