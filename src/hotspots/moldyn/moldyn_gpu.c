/*
 * Molecular dynamics on the GPU: sorting, and the two fastest variants, `cell` and `tuned`.
 *
 * There are two regions a step and no more, since the host waits for each: one sorts, with a team for each row
 * of cells; one computes forces and moves.  They use device pointers, so that the runtime skips the
 * present-table lookup, and are given numbers, not structs, which would be copied to the device first.
 */
#include "moldyn_gpu.h"

#pragma omp declare target

INLINE void copy_sorted(struct fluid f, const struct state *s, int32_t k)
{
    struct vector x = vector_at(s->position, s->order[k]);
    float half = half_square(x);
    ((quad *)s->sorted)[k] = (quad){ x.x, x.y, x.z, half };
    if (PRECISION == TRI_DOUBLE)
        rounded_of(f, s)[k] = (quad_float){ (float)x.x, (float)x.y, (float)x.z, half };
}

/* Reserves the next free places of the sorted arrays, as many as a row needs.  The counter is behind the
 * lists; the row that takes the last places resets it for the next step.  (On one of several devices not all
 * places are taken, and moldyn_slab.c resets it.) */
INLINE int32_t reserve(struct fluid f, const struct state *s, int32_t many)
{
    int32_t *placed = &s->lists[padded_cells(f)].count, begin;
    #pragma omp atomic capture
    {
        begin = *placed;
        *placed += many;
    }
    if (begin + many == f.particles && f.slab.layers == f.edge_cells) {
        #pragma omp atomic write
        *placed = 0;
    }
    return begin;
}

/* The same from the end, for a row of a ghost layer: so the particles of the slab itself are contiguous. */
INLINE int32_t reserve_at_end(struct fluid f, const struct state *s, int32_t many)
{
    int32_t *placed = &s->lists[padded_cells(f)].first, before;
    #pragma omp atomic capture
    {
        before = *placed;
        *placed += many;
    }
    return f.particles - before - many;
}

/* Sorts the particles of a row of cells with all threads of a team: a cell to a thread, then a particle to
 * a thread.  There are three parts.  The barriers between them are in the region, since it is not known
 * whether nvc accepts them in a function.
 *
 * The cells of a row must be contiguous, but rows may be in any order.  So a row takes the next free places,
 * and no prefix sum over all rows is needed.  (Particles that move could count themselves for their row, too, but then
 * 32 lanes of a warp would add to one number.) */
INLINE void count_row(struct fluid f, const struct state *s, int32_t row, int32_t *begin)
{
    int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    int32_t edge = f.edge_cells, cell = row * (edge + 1), *offset = s->cell_offset + cell;
    bool ghost = !is_mine(f, (struct cell){ 0, 0, row / edge });
    for (int32_t x = thread; x <= edge; x += threads) {
        int32_t before = 0;
        for (int32_t i = 0; i < x; i++)
            before += s->lists[cell + i].count;
        offset[x] = before;
        if (x == edge)
            *begin = ghost ? reserve_at_end(f, s, before) : reserve(f, s, before);
    }
}

INLINE void sort_cells(struct fluid f, const struct state *s, int32_t row, int32_t begin)
{
    int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    int32_t edge = f.edge_cells, cell = row * (edge + 1), *offset = s->cell_offset + cell;
    for (int32_t x = thread; x <= edge; x += threads) {
        offset[x] += begin;
        sort_cell(s, cell + x, offset[x]);
    }
}

INLINE void copy_row(struct fluid f, const struct state *s, int32_t row)
{
    int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    int32_t edge = f.edge_cells, *offset = s->cell_offset + row * (edge + 1);
    for (int32_t k = offset[0] + thread; k < offset[edge]; k += threads)
        copy_sorted(f, s, k);
}

#pragma omp end declare target

/* All arrays stay on the device from here on; the pointers are device addresses. */
static void enter_on_device(struct fluid f, struct state s)
{
    int32_t particles = f.particles, edge_cells = f.edge_cells;
    int32_t *pairs = s.pairs, *next = s.next;
    struct list *lists = s.lists;
    const real *start_position = s.start_position, *start_velocity = s.start_velocity;
    real edge = f.edge, cells_per_length = f.cells_per_length;
    real *position = s.position, *velocity = s.velocity, *sorted = s.sorted;
    #pragma omp target teams distribute parallel for \
        num_teams(tri_teams((particles + TEAM - 1) / TEAM)) thread_limit(tri_team_threads(TEAM)) \
        is_device_ptr(start_position, start_velocity, position, velocity, pairs, sorted, next, \
            lists)
    for (int32_t i = 0; i < particles; i++) {
        struct fluid fluid = { .particles = particles,
                               .edge_cells = edge_cells,
                               .edge = edge,
                               .cells_per_length = cells_per_length };
        struct state state = { .start_position = start_position,
                               .start_velocity = start_velocity,
                               .position = position,
                               .velocity = velocity,
                               .pairs = pairs,
                               .sorted = sorted,
                               .next = next,
                               .lists = lists };
        push_particle(fluid, &state, i, begin_of(fluid, &state, i));
        if (i == particles - 1) /* a round may read beyond the last one */
            for (int32_t k = 1; k < ROUND; k++)
                rounded_of(fluid, &state)[i + k] = (quad_float){ 0 };
    }
}

void moldyn_sort_on_device(struct fluid f, struct state s, int32_t first, int32_t rows)
{
    int32_t particles = f.particles, edge_cells = f.edge_cells, all = edge_cells * edge_cells;
    int32_t low = f.slab.low, layers = f.slab.layers;
    int32_t *order = s.order, *cell_offset = s.cell_offset, *next = s.next;
    struct list *lists = s.lists;
    real *position = s.position, *sorted = s.sorted;
    #pragma omp target teams num_teams(tri_teams(rows)) thread_limit(tri_team_threads(SORT_TEAM)) \
        is_device_ptr(position, sorted, order, cell_offset, next, lists)
    {
        int32_t begin; /* of the row; shared by the team */
        #pragma omp parallel
        {
            struct fluid fluid = { .particles = particles,
                                   .edge_cells = edge_cells,
                                   .slab = { .low = low, .layers = layers } };
            struct state state = { .position = position,
                                   .sorted = sorted,
                                   .order = order,
                                   .cell_offset = cell_offset,
                                   .next = next,
                                   .lists = lists };
            for (int32_t i = omp_get_team_num(); i < rows; i += omp_get_num_teams()) {
                int32_t row = first + i < all ? first + i : first + i - all;
                count_row(fluid, &state, row, &begin);
                #pragma omp barrier
                sort_cells(fluid, &state, row, begin);
                #pragma omp barrier
                copy_row(fluid, &state, row);
            }
        }
    }
}

/* tuned: a thread takes a particle.  As they are sorted, those of a warp are neighbours, and its threads mostly
 * load the same candidates.
 *
 * The thread limit is a function's value on purpose: for a kernel that may be started with any number of
 * threads, 64 registers are used in double, so that more of them run at once (occupancy). */
static void step_by_particle(int32_t particles, int32_t steps, int32_t edge_cells, real edge,
                             real cells_per_length, real cutoff2, real force_shift,
                             real energy_shift, real dt, float half_reach2, float reach2,
                             real *position, real *velocity, real *force, real *potential,
                             int32_t *pairs, real *sorted, int32_t *order, int32_t *cell_offset,
                             int32_t *next, struct list *lists, int32_t step, int *place)
{
    #pragma omp target teams distribute parallel for \
        num_teams(tri_teams((particles + TEAM - 1) / TEAM)) thread_limit(tri_team_threads(TEAM)) \
        is_device_ptr(position, velocity, force, potential, pairs, sorted, order, cell_offset, next, \
            lists, place)
    for (int32_t k = 0; k < particles; k++) {
        if (k == 0)
            *place = ran_on();
        step_from(BY_ROUNDS, 1, 1, particles, steps, edge_cells, edge, cells_per_length, cutoff2,
                  force_shift, energy_shift, dt, half_reach2, 0, position, velocity, force,
                  potential, pairs, sorted, order, cell_offset, next, lists, step, k);
    }
}

/* cell: a thread takes a cell, and four of its particles at a time. */
static void step_by_cell(int32_t particles, int32_t steps, int32_t edge_cells, real edge,
                         real cells_per_length, real cutoff2, real force_shift, real energy_shift,
                         real dt, float half_reach2, float reach2, real *position, real *velocity,
                         real *force, real *potential, int32_t *pairs, real *sorted, int32_t *order,
                         int32_t *cell_offset, int32_t *next, struct list *lists, int32_t step,
                         int *place)
{
    int32_t all = edge_cells * edge_cells * edge_cells;
    #pragma omp target teams distribute parallel for num_teams(tri_teams((all + TEAM - 1) / TEAM)) \
        thread_limit(tri_team_threads(TEAM)) \
        is_device_ptr(position, velocity, force, potential, pairs, sorted, order, cell_offset, next, \
            lists, place)
    for (int32_t c = 0; c < all; c++) {
        const int32_t *here = cell_offset + c + c / edge_cells;
        if (c == 0)
            *place = ran_on();
        for (int32_t k = here[0]; k < here[1]; k += GROUP)
            step_from(BY_ROUNDS, GROUP, here[1] - k, particles, steps, edge_cells, edge,
                      cells_per_length, cutoff2, force_shift, energy_shift, dt, half_reach2, 0,
                      position, velocity, force, potential, pairs, sorted, order, cell_offset, next,
                      lists, step, k);
    }
}

static void take_all_steps(step_fn *take_step, struct fluid f, struct state s, int *place)
{
    enter_on_device(f, s);
    for (int32_t step = 0; step <= f.steps; step++) {
        moldyn_sort_on_device(f, s, 0, f.edge_cells * f.edge_cells);
        take_step(f.particles, f.steps, f.edge_cells, f.edge, f.cells_per_length, f.cutoff2,
                  f.force_shift, f.energy_shift, f.dt, f.half_reach2, f.reach2, s.position,
                  s.velocity, s.force, s.potential, s.pairs, s.sorted, s.order, s.cell_offset,
                  s.next, s.lists, step, place);
    }
}

void moldyn_on_device(step_fn *take_step, const struct tri_case *c)
{
    struct fluid f = fluid_in(c);
    struct state s = state_of(c);
    int *place = c->ran_on;
    ptrdiff_t numbers = (ptrdiff_t)c->length[SORTED];
    ptrdiff_t n = f.particles, cells = padded_cells(f);
    const real *start_position = s.start_position, *start_velocity = s.start_velocity;
    real *position = s.position, *velocity = s.velocity, *force = s.force, *potential = s.potential;
    real *sorted = s.sorted;
    int32_t *pairs = s.pairs, *order = s.order, *cell_offset = s.cell_offset, *next = s.next;
    struct list *lists = s.lists;
    #pragma omp target data map(to: start_position[:3 * n], start_velocity[:3 * n]) \
        map(from: position[:3 * n], velocity[:3 * n], force[:3 * n], potential[:n], pairs[:n]) \
        map(alloc: sorted[:numbers], order[:n], cell_offset[:cells + 1], next[:n]) \
        map(to: lists[:cells + 1]) map(from: place[:1]) \
        use_device_ptr(start_position, start_velocity, position, velocity, force, potential, \
            pairs, sorted, order, cell_offset, next, lists, place)
    {
        struct state there = { start_position, start_velocity, position, velocity,
                               force,          potential,      pairs,    sorted,
                               order,          cell_offset,    next,     lists };
        take_all_steps(take_step, f, there, place);
    }
}

void moldyn_cell_offload(int32_t particles, int32_t steps, double density, double cutoff, double dt,
                         double temperature, double disturbance, int32_t seed,
                         const real start_position[particles * 3],
                         const real start_velocity[particles * 3], real position[particles * 3],
                         real velocity[particles * 3], real force[particles * 3],
                         real potential[particles], int32_t pairs[particles], int32_t first[],
                         int32_t next[particles], const struct tri_case *c)
{
    moldyn_on_device(step_by_cell, c);
}

void moldyn_tuned_offload(int32_t particles, int32_t steps, double density, double cutoff,
                          double dt, double temperature, double disturbance, int32_t seed,
                          const real start_position[particles * 3],
                          const real start_velocity[particles * 3], real position[particles * 3],
                          real velocity[particles * 3], real force[particles * 3],
                          real potential[particles], int32_t pairs[particles], int32_t first[],
                          int32_t next[particles], const struct tri_case *c)
{
    struct fluid f = fluid_in(c);
    if (f.slab.layers < f.edge_cells)
        moldyn_step_slab(f, state_of(c), c->traffic, c->ran_on);
    else
        moldyn_on_device(step_by_particle, c);
}
