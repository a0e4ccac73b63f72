/*
 * Molecular dynamics on several GPUs: what `tuned` does on each of them, in its slab of cells.
 *
 * Other devices have moved particles, too, so a step begins by listing all particles in the slab or next to it.  Rows
 * of cells are sorted in both; forces are computed in the slab only.  moldyn_slabs.c exchanges particles between steps.
 */
#include "moldyn_gpu.h"

#include "moldyn_slabs.h"

static void X(list_slab)(struct fluid f, struct state s, int32_t step)
{
    int32_t particles = f.particles, edge_cells = f.edge_cells;
    int32_t low = f.slab.low, layers = f.slab.layers, *pairs = s.pairs, *next = s.next;
    struct list *lists = s.lists;
    const real *start_position = s.start_position, *start_velocity = s.start_velocity;
    real edge = f.edge, cells_per_length = f.cells_per_length;
    real *position = s.position, *velocity = s.velocity;
    #pragma omp target teams distribute parallel for \
        num_teams(tri_teams((particles + TEAM - 1) / TEAM)) thread_limit(tri_team_threads(TEAM)) \
        is_device_ptr(start_position, start_velocity, position, velocity, pairs, next, lists)
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
        struct vector x = step == 0 ? X(begin)(fluid, &state, i) : X(at)(position, i);
        if (i == 0) /* all places are free again */
            lists[X(padded_cells)(fluid)].count = 0;
        if (X(near_slab)(fluid, X(cell_along)(fluid, x.z)))
            X(push)(fluid, &state, i, x);
    }
}

/* A team takes a row of cells, and its threads the particles of that row. */
static void X(move_slab)(struct fluid f, struct state s, int32_t step, int *place)
{
    int32_t particles = f.particles, steps = f.steps, edge_cells = f.edge_cells;
    int32_t first = f.slab.low * edge_cells, rows = f.slab.layers * edge_cells;
    real edge = f.edge, cells_per_length = f.cells_per_length, cutoff2 = f.cutoff2, dt = f.dt;
    real force_shift = f.force_shift, energy_shift = f.energy_shift, *sorted = s.sorted;
    real *position = s.position, *velocity = s.velocity, *force = s.force, *potential = s.potential;
    int32_t *pairs = s.pairs, *order = s.order, *cell_offset = s.cell_offset;
    float half_reach2 = f.half_reach2;
    #pragma omp target teams num_teams(tri_teams(rows)) thread_limit(tri_team_threads(TEAM)) \
        is_device_ptr(position, velocity, force, potential, pairs, sorted, order, cell_offset, place)
    #pragma omp parallel
    {
        struct fluid fluid = { particles, steps,       edge_cells,   edge, cells_per_length,
                               cutoff2,   force_shift, energy_shift, dt,   half_reach2,
                               0,         { 0 } };
        struct state state = { NULL,  NULL,   position, velocity,    force, potential,
                               pairs, sorted, order,    cell_offset, NULL,  NULL };
        for (int32_t i = omp_get_team_num(); i < rows; i += omp_get_num_teams()) {
            const int32_t *row = cell_offset + (first + i) * (edge_cells + 1);
            if (i == 0 && omp_get_thread_num() == 0)
                *place = ran_on();
            for (int32_t k = row[0] + omp_get_thread_num(); k < row[edge_cells];
                 k += omp_get_num_threads())
                X(step_of)(BY_SLABS, 1, 1, fluid, &state, step, k);
        }
    }
}

/* Sorts the rows of the slab and of its ghost layers; if these meet around the cube, all rows. */
static void X(sort_slab)(struct fluid f, struct state s)
{
    int32_t layers = f.slab.layers + 2;
    bool all = layers >= f.edge_cells;
    int32_t first = all ? 0 : X(layer_below)(f, f.slab.low);
    X(moldyn_sort_on_device)(f, s, first * f.edge_cells,
                             (all ? f.edge_cells : layers) * f.edge_cells);
}

void X(moldyn_step_slab)(struct fluid f, struct state s, int *place)
{
    for (int32_t step = f.slab.first_step; step < f.slab.after_last; step++) {
        X(list_slab)(f, s, step);
        X(sort_slab)(f, s);
        X(move_slab)(f, s, step, place);
    }
}
