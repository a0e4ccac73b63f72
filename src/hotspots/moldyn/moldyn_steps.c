/*
 * Molecular dynamics on the GPU: the variants between plain and the fastest ones.  In each one a thread takes
 * a particle through a step, as `tuned` does in moldyn_gpu.c, with the same two regions.  They differ only in
 * what they do with the candidates: see moldyn_gpu.h.
 */
#include "moldyn_gpu.h"

/* sorted: the candidates of a row of cells are contiguous, and adjacent threads take adjacent particles, so
 * loads coalesce, and no linked list is followed. */
static void step_sorted(int32_t particles, int32_t steps, int32_t edge_cells, real edge,
                        real cells_per_length, real cutoff2, real force_shift, real energy_shift,
                        real dt, float half_reach2, float reach2, real *position, real *velocity,
                        real *force, real *potential, int32_t *pairs, real *sorted, int32_t *order,
                        int32_t *cell_offset, int32_t *next, struct list *lists, int32_t step,
                        int *place)
{
    #pragma omp target teams distribute parallel for \
        num_teams(tri_teams((particles + TEAM - 1) / TEAM)) thread_limit(tri_team_threads(TEAM)) \
        is_device_ptr(position, velocity, force, potential, pairs, sorted, order, cell_offset, next, \
            lists, place)
    for (int32_t k = 0; k < particles; k++) {
        if (k == 0)
            *place = ran_on();
        step_from(BY_SORTED, 1, 1, particles, steps, edge_cells, edge, cells_per_length, cutoff2,
                  force_shift, energy_shift, dt, half_reach2, 0, position, velocity, force,
                  potential, pairs, sorted, order, cell_offset, next, lists, step, k);
    }
}

void moldyn_sorted_offload(int32_t particles, int32_t steps, double density, double cutoff,
                           double dt, double temperature, double disturbance, int32_t seed,
                           const real start_position[particles * 3],
                           const real start_velocity[particles * 3], real position[particles * 3],
                           real velocity[particles * 3], real force[particles * 3],
                           real potential[particles], int32_t pairs[particles], int32_t first[],
                           int32_t next[particles], const struct tri_case *c)
{
    moldyn_on_device(step_sorted, c);
}

/* reciprocal: 1 / r^2 without the function call that handles very large and small numbers. */
static void step_reciprocal(int32_t particles, int32_t steps, int32_t edge_cells, real edge,
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
        step_from(BY_RECIPROCAL, 1, 1, particles, steps, edge_cells, edge, cells_per_length,
                  cutoff2, force_shift, energy_shift, dt, half_reach2, 0, position, velocity, force,
                  potential, pairs, sorted, order, cell_offset, next, lists, step, k);
    }
}

void moldyn_reciprocal_offload(int32_t particles, int32_t steps, double density, double cutoff,
                               double dt, double temperature, double disturbance, int32_t seed,
                               const real start_position[particles * 3],
                               const real start_velocity[particles * 3],
                               real position[particles * 3], real velocity[particles * 3],
                               real force[particles * 3], real potential[particles],
                               int32_t pairs[particles], int32_t first[], int32_t next[particles],
                               const struct tri_case *c)
{
    moldyn_on_device(step_reciprocal, c);
}

/* first-look: the warp diverges only after every 32 candidates, not at each one. */
static void step_first_look(int32_t particles, int32_t steps, int32_t edge_cells, real edge,
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
        step_from(BY_LOOK, 1, 1, particles, steps, edge_cells, edge, cells_per_length, cutoff2,
                  force_shift, energy_shift, dt, half_reach2, reach2, position, velocity, force,
                  potential, pairs, sorted, order, cell_offset, next, lists, step, k);
    }
}

void moldyn_first_look_offload(int32_t particles, int32_t steps, double density, double cutoff,
                               double dt, double temperature, double disturbance, int32_t seed,
                               const real start_position[particles * 3],
                               const real start_velocity[particles * 3],
                               real position[particles * 3], real velocity[particles * 3],
                               real force[particles * 3], real potential[particles],
                               int32_t pairs[particles], int32_t first[], int32_t next[particles],
                               const struct tri_case *c)
{
    moldyn_on_device(step_first_look, c);
}

/* half-distance: the first look takes four instructions and a shift. */
static void step_half_distance(int32_t particles, int32_t steps, int32_t edge_cells, real edge,
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
        step_from(BY_HALF_DISTANCE, 1, 1, particles, steps, edge_cells, edge, cells_per_length,
                  cutoff2, force_shift, energy_shift, dt, half_reach2, 0, position, velocity, force,
                  potential, pairs, sorted, order, cell_offset, next, lists, step, k);
    }
}

void moldyn_half_distance_offload(int32_t particles, int32_t steps, double density, double cutoff,
                                  double dt, double temperature, double disturbance, int32_t seed,
                                  const real start_position[particles * 3],
                                  const real start_velocity[particles * 3],
                                  real position[particles * 3], real velocity[particles * 3],
                                  real force[particles * 3], real potential[particles],
                                  int32_t pairs[particles], int32_t first[],
                                  int32_t next[particles], const struct tri_case *c)
{
    moldyn_on_device(step_half_distance, c);
}
