/*
 * Molecular dynamics on several GPUs: what `tuned` does on each of them, in its slab of cells.
 *
 * Rows of cells are sorted in the slab and in the ghost layers next to it; forces are computed in the slab only.  A particle
 * that has moved is listed for the next step, as on one GPU, and packed if another GPU needs it.  The next step begins by
 * listing those that have come from other GPUs: moldyn_slabs.c says which these are.
 */
#include "moldyn_gpu.h"

#include "moldyn_slabs.h"

#pragma omp declare target

/* For the next sort: all places of the sorted arrays are free, and no particle has left. */
INLINE void free_places(struct fluid f, const struct state *s, struct tri_packed *packed)
{
    s->lists[padded_cells(f)] = (struct list){ 0, 0 };
    *packed = (struct tri_packed){ 0, false };
}

INLINE void push_if_near(struct fluid f, const struct state *s, int32_t i, struct vector x)
{
    if (near_slab(f, cell_along(f, x.z)))
        push_particle(f, s, i, x);
}

/* Of others only the position is needed: they are not in the slab. */
INLINE void enter_if_near(struct fluid f, const struct state *s, int32_t i)
{
    struct vector x = wrap_all(f, vector_at(s->start_position, i));
    if (near_slab(f, cell_along(f, x.z)))
        push_particle(f, s, i, begin_of(f, s, i));
    else
        set(s->position, i, x);
}

INLINE void arrive(struct fluid f, const struct state *s, const struct packed *r)
{
    set(s->position, r->particle, r->position);
    set(s->velocity, r->particle, r->velocity);
    s->pairs[r->particle] = r->pairs;
    push_if_near(f, s, r->particle, r->position);
}

/* Sorted particle k has moved to x. */
INLINE void list_and_pack(struct fluid f, const struct state *s, int32_t k, struct vector x,
                          struct packed *records, struct tri_packed *packed)
{
    int32_t i = s->order[k];
    int32_t before = cell_along(f, AT(((const quad *)s->sorted)[k], 2));
    int32_t now = cell_along(f, x.z);
    push_if_near(f, s, i, x);
    if (is_needed(f, before, now))
        append(f, now, (struct packed){ x, vector_at(s->velocity, i), i, s->pairs[i] }, records,
               packed);
}

#pragma omp end declare target

/* Before the first step: all particles of the cube that are in the slab or next to it. */
static void enter_slab(struct fluid f, struct state s, struct tri_packed *packed)
{
    int32_t particles = f.particles, edge_cells = f.edge_cells;
    int32_t low = f.slab.low, layers = f.slab.layers, *pairs = s.pairs, *next = s.next;
    struct list *lists = s.lists;
    const real *start_position = s.start_position, *start_velocity = s.start_velocity;
    real edge = f.edge, cells_per_length = f.cells_per_length;
    real *position = s.position, *velocity = s.velocity;
    #pragma omp target teams distribute parallel for \
        num_teams(tri_teams((particles + TEAM - 1) / TEAM)) thread_limit(tri_team_threads(TEAM)) \
        is_device_ptr(start_position, start_velocity, position, velocity, pairs, next, lists, packed)
    for (int32_t i = 0; i < particles; i++) {
        struct fluid fluid = { .edge_cells = edge_cells,
                               .edge = edge,
                               .cells_per_length = cells_per_length,
                               .slab = { .low = low, .layers = layers } };
        struct state state = { .start_position = start_position,
                               .start_velocity = start_velocity,
                               .position = position,
                               .velocity = velocity,
                               .pairs = pairs,
                               .next = next,
                               .lists = lists };
        if (i == 0)
            free_places(fluid, &state, packed);
        enter_if_near(fluid, &state, i);
    }
}

/* Before a later step: particles that other devices have moved.  One more thread frees the places. */
static void take_arrivals(struct fluid f, struct state s, const struct tri_traffic *t)
{
    int32_t edge_cells = f.edge_cells, low = f.slab.low, layers = f.slab.layers, n = t->arrivals;
    int32_t *pairs = s.pairs, *next = s.next;
    struct list *lists = s.lists;
    real cells_per_length = f.cells_per_length, *position = s.position, *velocity = s.velocity;
    const struct packed *arrived = t->arrived;
    struct tri_packed *packed = t->packed;
    #pragma omp target teams distribute parallel for num_teams(tri_teams(n / TEAM + 1)) \
        thread_limit(tri_team_threads(TEAM)) \
        is_device_ptr(position, velocity, pairs, next, lists, arrived, packed)
    for (int32_t k = 0; k <= n; k++) {
        struct fluid fluid = { .edge_cells = edge_cells,
                               .cells_per_length = cells_per_length,
                               .slab = { .low = low, .layers = layers } };
        struct state state = {
            .position = position, .velocity = velocity, .pairs = pairs, .next = next, .lists = lists
        };
        if (k == n)
            free_places(fluid, &state, packed);
        else
            arrive(fluid, &state, &arrived[k]);
    }
}

/* The particles of the slab come first in the sorted arrays; how many they are is known on the device only.  So there is a
 * thread for each particle of the cube, and those that have none end at once. */
static void move_slab(struct fluid f, struct state s, const struct tri_traffic *t, int32_t step,
                      int *place)
{
    int32_t particles = f.particles, steps = f.steps, edge_cells = f.edge_cells;
    int32_t low = f.slab.low, layers = f.slab.layers;
    real edge = f.edge, cells_per_length = f.cells_per_length, cutoff2 = f.cutoff2, dt = f.dt;
    real force_shift = f.force_shift, energy_shift = f.energy_shift, *sorted = s.sorted;
    real *position = s.position, *velocity = s.velocity, *force = s.force, *potential = s.potential;
    int32_t *pairs = s.pairs, *order = s.order, *cell_offset = s.cell_offset, *next = s.next;
    struct list *lists = s.lists;
    float half_reach2 = f.half_reach2;
    const struct list *own = s.lists + padded_cells(f); /* how many */
    struct packed *leaving = t->leaving;
    struct tri_packed *packed = t->packed;
    #pragma omp target teams distribute parallel for \
        num_teams(tri_teams((particles + TEAM - 1) / TEAM)) thread_limit(tri_team_threads(TEAM)) \
        is_device_ptr(position, velocity, force, potential, pairs, sorted, order, cell_offset, next, \
            lists, own, leaving, packed, place)
    for (int32_t k = 0; k < particles; k++) {
        struct fluid fluid = {
            particles,    steps, edge_cells,  edge, cells_per_length,     cutoff2, force_shift,
            energy_shift, dt,    half_reach2, 0,    { low, layers, 0, 0 }
        };
        struct state state = { NULL,  NULL,   position, velocity,    force, potential,
                               pairs, sorted, order,    cell_offset, next,  lists };
        if (k == 0)
            *place = ran_on();
        if (k >= own->count)
            continue;
        struct vector x = step_of(BY_SLABS, 1, 1, fluid, &state, step, k);
        if (step < steps)
            list_and_pack(fluid, &state, k, x, leaving, packed);
    }
}

/* Sorts the rows of the slab and of its ghost layers; if these meet around the cube, all rows. */
static void sort_slab(struct fluid f, struct state s)
{
    int32_t layers = f.slab.layers + 2;
    bool all = layers >= f.edge_cells;
    int32_t first = all ? 0 : layer_below(f, f.slab.low);
    moldyn_sort_on_device(f, s, first * f.edge_cells, (all ? f.edge_cells : layers) * f.edge_cells);
}

static void take_step_in_slab(struct fluid f, struct state s, const struct tri_traffic *t,
                              int32_t step, int *place)
{
    if (step == 0)
        enter_slab(f, s, t->packed);
    else
        take_arrivals(f, s, t);
    sort_slab(f, s);
    move_slab(f, s, t, step, place);
}

/* All arrays are on the device already, so their addresses there suffice: this is called in each step, and map clauses take
 * their time. */
void moldyn_step_slab(struct fluid f, struct state s, const struct tri_traffic *t, int *place)
{
    const real *start_position = s.start_position, *start_velocity = s.start_velocity;
    real *position = s.position, *velocity = s.velocity, *force = s.force, *potential = s.potential;
    real *sorted = s.sorted;
    int32_t *pairs = s.pairs, *order = s.order, *cell_offset = s.cell_offset, *next = s.next;
    struct list *lists = s.lists;
    #pragma omp target data use_device_ptr(start_position, start_velocity, position, velocity, force, \
            potential, pairs, sorted, order, cell_offset, next, lists, place)
    {
        struct state there = { start_position, start_velocity, position, velocity,
                               force,          potential,      pairs,    sorted,
                               order,          cell_offset,    next,     lists };
        for (int32_t step = f.slab.first_step; step < f.slab.after_last; step++)
            take_step_in_slab(f, there, t, step, place);
    }
}
