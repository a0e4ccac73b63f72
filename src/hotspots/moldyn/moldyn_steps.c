/*
 * Molecular dynamics on the GPU: the variants between plain and the fastest ones.  In each one a thread takes
 * a particle through a step, as `tuned` does in moldyn_gpu.c, with the same two regions.  They differ only in
 * what they do with the candidates: see moldyn_gpu.h.
 */
#include "moldyn_gpu.h"

/* sorted: the candidates of a row of cells are contiguous, and adjacent threads take adjacent particles, so
 * loads coalesce, and no linked list is followed. */
void step_sorted(struct fluid f, struct state s, int32_t step, int *place)
{
    TAKE_STEP_BY_PARTICLE(BY_SORTED, 0)
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
void step_reciprocal(struct fluid f, struct state s, int32_t step, int *place)
{
    TAKE_STEP_BY_PARTICLE(BY_RECIPROCAL, 0)
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
void step_first_look(struct fluid f, struct state s, int32_t step, int *place)
{
    TAKE_STEP_BY_PARTICLE(BY_LOOK, reach2)
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
void step_half_distance(struct fluid f, struct state s, int32_t step, int *place)
{
    TAKE_STEP_BY_PARTICLE(BY_HALF_DISTANCE, 0)
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
