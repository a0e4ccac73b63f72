/*
 * Molecular dynamics: a Lennard-Jones fluid in a periodic cube.
 *
 *     m d²x/dt² = sum over j of F(x - x(j)),   F = 0 beyond a distance, the cut-off
 *
 * The last lesson; blur.c comes before it.  In a stencil, neighbours are at known places.  Here they move, and have to be
 * found again in every step.  So the cube is divided into cells whose edge is no shorter than the cut-off: what acts on a
 * particle is in its own cell or the 26 around it.  All particles there are its candidates.  Those of a cell form a linked list.
 *
 * fluid.h has a pair's force and a particle's move, fluid_case.h the initial state, climb.c the optimised variants.
 */
#include "fluid.h"
#include "fluid_case.h"
#include "lanes.h"
#include "ran_on.h"

/* ---- 1. The arithmetic ------------------------------------------------------------------------
 *
 * V is the energy of a pair at distance r, and c the cut-off.  The units are a particle's size, its mass, and the depth of V:
 *
 *     V(r) = 4 (r^-12 - r^-6) + 4 (6 c^-12 - 3 c^-6) (r/c)^2 - 28 c^-12 + 16 c^-6
 *
 * The first term is Lennard-Jones': near particles repel each other, those farther away attract.  The others
 * (S. D. Stoddard and J. Ford, Phys. Rev. A 8, 1504, 1973) make V and the force end at zero at c.
 *
 * A pair is computed twice, once for each of the two: no thread writes where another does, and there is no race.  Sums
 * are rounded, so all paths add in one order: cell after cell, and within a cell by ascending number.  A cell's list
 * begins with particle first[c], where c is the cell's number; after i comes next[i]; the last one is followed by NONE.
 */
#pragma omp declare target

/* The sum of all forces at x.  around() finds the k-th of the 27 cells, and by how much its particles are shifted if it
 * is beyond a wall; add_pair() skips candidates beyond the cut-off, six in seven: an unpredictable branch (fluid.h). */
INLINE struct sum force_on(const struct fluid *f, const struct vector *position,
                           const int32_t *first, const int32_t *next, struct vector x)
{
    struct sum sum = { { 0, 0, 0 }, 0, 0 };
    struct cell c = cell_of(*f, x);
    struct vector shift;
    for (int k = 0; k < 27; k++)
        for (int32_t j = first[around(f, c, k, &shift)]; j != NONE; j = next[j])
            add_pair(f, minus(minus(x, shift), position[j]), &sum);
    return sum;
}

#pragma omp end declare target

/* ---- 2. The reference -------------------------------------------------------------------------
 *
 * The CPU's paths differ in the forces only.  One thread makes the lists (list_cells, in fluid.h).  Forces are computed
 * steps + 1 times: first to begin a step, last to end one, in between for both (move, in fluid.h).
 */
static void forces_reference(const struct fluid *f, const struct particles *p)
{
    #pragma omp parallel for
    for (int32_t i = 0; i < f->particles; i++) {
        struct sum sum = force_on(f, p->position, p->first, p->next, p->position[i]);
        p->force[i] = sum.force;
        p->potential[i] = sum.energy / 2;
        p->pairs[i] += sum.pairs;
    }
}

static void take_steps(void (*forces)(const struct fluid *, const struct particles *),
                       struct fluid f, struct particles p)
{
    #pragma omp parallel for
    for (int32_t i = 0; i < f.particles; i++) {
        p.position[i] = wrap_all(f, p.start_position[i]);
        p.velocity[i] = p.start_velocity[i];
        p.pairs[i] = 0;
    }
    for (int32_t step = 0; step <= f.steps; step++) {
        list_cells(&f, &p);
        forces(&f, &p);
        #pragma omp parallel for
        for (int32_t i = 0; i < f.particles; i++)
            move(f, step, p.force[i], &p.position[i], &p.velocity[i]);
    }
}

void moldyn_reference(int32_t particles, int32_t steps, double density, double cutoff, double dt,
                      double temperature, double disturbance, int32_t seed,
                      const real start_position[particles * 3],
                      const real start_velocity[particles * 3], real position[particles * 3],
                      real velocity[particles * 3], real force[particles * 3],
                      real potential[particles], int32_t pairs[particles], int32_t first[],
                      int32_t next[particles])
{
    take_steps(forces_reference, fluid_of(particles, steps, density, cutoff, dt),
               particles_in(start_position, start_velocity, position, velocity, force, potential,
                            pairs, first, next));
}

/* ---- 3. GPU: omp target teams distribute parallel for -------------------------------------------
 *
 * The same loops, with a thread for each particle.  A loop is a region of its own if the next one needs all that it
 * computes: no force can be computed before all lists are complete.  `target data`, in moldyn_offload, maps each array once,
 * around all steps.  Regions inside it need no `map`: a pointer to a mapped array becomes the device's address of it.
 *
 * Making a list has a race: of two threads that put their particles in front of the same one, one is lost.  So `atomic
 * capture` reads the old head of the list and writes the new one in one step.  But which of two comes first is left
 * to chance, and sums need one order: so a thread for each cell sorts its list (sort_list, in fluid.h).
 */
static void list_offload(const struct fluid *f, const struct vector *position, int32_t *first,
                         int32_t *next)
{
    #pragma omp target teams distribute parallel for
    for (int32_t c = 0; c < cell_count(f); c++)
        first[c] = NONE;
    #pragma omp target teams distribute parallel for
    for (int32_t i = 0; i < f->particles; i++) {
        int32_t *head = &first[number_at(f, position[i])], before;
        #pragma omp atomic capture
        {
            before = *head;
            *head = i;
        }
        next[i] = before;
    }
    #pragma omp target teams distribute parallel for
    for (int32_t c = 0; c < cell_count(f); c++)
        sort_list(&first[c], next);
}

/* The threads of a warp go through their lists together.  If one finds a candidate within the cut-off and others do not,
 * the warp diverges, and the others wait.  What they load is scattered: nothing coalesces. */
static void forces_offload(const struct fluid *f, const struct vector *position,
                           const int32_t *first, const int32_t *next, struct vector *force,
                           real *potential, int32_t *pairs, int *place)
{
    #pragma omp target teams distribute parallel for
    for (int32_t i = 0; i < f->particles; i++) {
        struct sum sum = force_on(f, position, first, next, position[i]);
        force[i] = sum.force;
        potential[i] = sum.energy / 2;
        pairs[i] += sum.pairs;
        if (i == 0)
            *place = ran_on();
    }
}

void moldyn_offload(int32_t particles, int32_t steps, double density, double cutoff, double dt,
                    double temperature, double disturbance, int32_t seed,
                    const real start_position[particles * 3],
                    const real start_velocity[particles * 3], real position[particles * 3],
                    real velocity[particles * 3], real force[particles * 3],
                    real potential[particles], int32_t pairs[particles], int32_t first[],
                    int32_t next[particles], int *place)
{
    struct fluid fluid = fluid_of(particles, steps, density, cutoff, dt), *f = &fluid;
    struct particles p = particles_in(start_position, start_velocity, position, velocity, force,
                                      potential, pairs, first, next);
    const struct vector *start_x = p.start_position, *start_v = p.start_velocity;
    struct vector *x = p.position, *v = p.velocity, *last_force = p.force;
    int32_t n = particles, cells = cell_count(f);
    #pragma omp target data map(to: f[:1], start_x[:n], start_v[:n]) \
        map(from: x[:n], v[:n], last_force[:n], potential[:n], pairs[:n], place[:1]) \
        map(alloc: first[:cells], next[:n])
    {
        #pragma omp target teams distribute parallel for
        for (int32_t i = 0; i < n; i++) {
            x[i] = wrap_all(*f, start_x[i]);
            v[i] = start_v[i];
            pairs[i] = 0;
        }
        for (int32_t step = 0; step <= steps; step++) {
            list_offload(f, x, first, next);
            forces_offload(f, x, first, next, last_force, potential, pairs, place);
            #pragma omp target teams distribute parallel for
            for (int32_t i = 0; i < n; i++)
                move(*f, step, last_force[i], &x[i], &v[i]);
        }
    }
}

/* ---- 4. CPU: omp parallel for, omp simd ---------------------------------------------------------
 *
 * With a candidate in each lane, a sum would be added in another order.  So lanes are particles of one cell, which have the
 * same candidates (lanes.h).  There is no branch: what is not near adds 0.  The loop over lanes has to be the inner one: so
 * `parallel for` divides the cells, and `simd` is over lanes.  f and s are copies, to which no pointer points: so the
 * compiler may vectorise, and clang 19 and gcc 12 do.
 */
static struct lanes forces_simd_at(struct fluid f, const struct particles *p, struct cell c,
                                   struct lanes s)
{
    for (int k = 0; k < 27; k++) {
        struct vector shift;
        for (int32_t j = p->first[around(&f, c, k, &shift)]; j != NONE; j = p->next[j]) {
            struct vector at = p->position[j];
            #pragma omp simd
            for (int i = 0; i < WIDEST; i++) {
                real x = s.x[i] - shift.x - at.x, y = s.y[i] - shift.y - at.y;
                real z = s.z[i] - shift.z - at.z, r2 = FMA(x, x, FMA(y, y, z * z));
                real u = 1 / r2, u3 = u * u * u;
                bool near = (r2 < f.cutoff2) & (r2 > SELF);
                real force = near ? FMA(u * u3, FMA(48, u3, -24), f.force_shift) : 0;
                real energy = FMA(4 * u3, u3 - 1, FMA(-f.force_shift / 2, r2, f.energy_shift));
                s.force_x[i] = FMA(force, x, s.force_x[i]);
                s.force_y[i] = FMA(force, y, s.force_y[i]);
                s.force_z[i] = FMA(force, z, s.force_z[i]);
                s.energy[i] += near ? energy : 0;
                s.pairs[i] += near ? 1 : 0;
            }
        }
    }
    return s;
}

static void forces_simd(const struct fluid *f, const struct particles *p)
{
    #pragma omp parallel for
    for (int32_t c = 0; c < cell_count(f); c++)
        forces_in_cell(forces_simd_at, WIDEST, f, p, c);
}

void moldyn_simd(int32_t particles, int32_t steps, double density, double cutoff, double dt,
                 double temperature, double disturbance, int32_t seed,
                 const real start_position[particles * 3], const real start_velocity[particles * 3],
                 real position[particles * 3], real velocity[particles * 3],
                 real force[particles * 3], real potential[particles], int32_t pairs[particles],
                 int32_t first[], int32_t next[particles])
{
    take_steps(forces_simd, fluid_of(particles, steps, density, cutoff, dt),
               particles_in(start_position, start_velocity, position, velocity, force, potential,
                            pairs, first, next));
}

/* ---- 5. CPU: AVX2 intrinsics ----------------------------------------------------------------------
 *
 * The same by hand.  A comparison gives each lane ones or zeros: `and` keeps a number or makes it 0.
 */
#if defined(AVX2)

AVX2 static struct lanes forces_avx2_at(struct fluid f, const struct particles *p, struct cell c,
                                        struct lanes s)
{
    vec force_x = V(setzero)(), force_y = force_x, force_z = force_x, energy = force_x;
    vec pairs = force_x, one = V(set1)(1);
    for (int k = 0; k < 27; k++) {
        struct vector shift;
        for (int32_t j = p->first[around(&f, c, k, &shift)]; j != NONE; j = p->next[j]) {
            struct vector at = p->position[j];
            vec x = V(sub)(V(sub)(V(loadu)(s.x), V(set1)(shift.x)), V(set1)(at.x));
            vec y = V(sub)(V(sub)(V(loadu)(s.y), V(set1)(shift.y)), V(set1)(at.y));
            vec z = V(sub)(V(sub)(V(loadu)(s.z), V(set1)(shift.z)), V(set1)(at.z));
            vec r2 = V(fmadd)(x, x, V(fmadd)(y, y, V(mul)(z, z)));
            vec near = V(and)(V(cmp)(r2, V(set1)(f.cutoff2), _CMP_LT_OQ),
                              V(cmp)(r2, V(set1)(SELF), _CMP_GT_OQ));
            vec u = V(div)(one, r2), u3 = V(mul)(V(mul)(u, u), u);
            vec force = V(fmadd)(V(set1)(48), u3, V(set1)(-24));
            force = V(and)(near, V(fmadd)(V(mul)(u, u3), force, V(set1)(f.force_shift)));
            vec pair_energy = V(fmadd)(V(set1)(-f.force_shift / 2), r2, V(set1)(f.energy_shift));
            pair_energy = V(fmadd)(V(mul)(V(set1)(4), u3), V(sub)(u3, one), pair_energy);
            force_x = V(fmadd)(force, x, force_x);
            force_y = V(fmadd)(force, y, force_y);
            force_z = V(fmadd)(force, z, force_z);
            energy = V(add)(energy, V(and)(near, pair_energy));
            pairs = V(add)(pairs, V(and)(near, one));
        }
    }
    V(storeu)(s.force_x, force_x);
    V(storeu)(s.force_y, force_y);
    V(storeu)(s.force_z, force_z);
    V(storeu)(s.energy, energy);
    V(storeu)(s.pairs, pairs);
    return s;
}

static void forces_avx2(const struct fluid *f, const struct particles *p)
{
    #pragma omp parallel for
    for (int32_t c = 0; c < cell_count(f); c++)
        forces_in_cell(forces_avx2_at, LANES, f, p, c);
}

void moldyn_avx2(int32_t particles, int32_t steps, double density, double cutoff, double dt,
                 double temperature, double disturbance, int32_t seed,
                 const real start_position[particles * 3], const real start_velocity[particles * 3],
                 real position[particles * 3], real velocity[particles * 3],
                 real force[particles * 3], real potential[particles], int32_t pairs[particles],
                 int32_t first[], int32_t next[particles])
{
    take_steps(forces_avx2, fluid_of(particles, steps, density, cutoff, dt),
               particles_in(start_position, start_velocity, position, velocity, force, potential,
                            pairs, first, next));
}

#endif

/* ---- 6. What the prototypes do not say ------------------------------------------------------------
 *
 * vecadd.c says what the fields are; the functions are in fluid_case.h.  The number of cells is no product of parameters, so
 * `first` has a .length_of.
 */
const struct tri_hotspot moldyn = {
    .name = "moldyn",
    .formula = "x\" = sum of the Lennard-Jones forces within a cut-off, in a periodic cube",
    .unit = "interactions",
    .precision = PRECISION,
    .params = {
        [PARTICLES] = {"particles", "number of particles", TRI_INTEGER, 32000, .min = 1, .max = 1 << 26},
        [STEPS] = {"steps", "time steps", TRI_INTEGER, 2, .min = 0, .max = 250000},
        [DENSITY] = {"density", "particles per unit of volume", TRI_REAL, 0.8, .min = 1e-4, .max = 1},
        [CUTOFF] = {"cutoff", "no force beyond this distance", TRI_REAL, 2.5, .min = 1, .max = 10},
        [DT] = {"dt", "length of a time step", TRI_REAL, 0.004, .min = 1e-6, .max = 0.01},
        [TEMPERATURE] = {"temperature", "that of the initial velocities", TRI_REAL, 1, .min = 0, .max = 4},
        [DISTURBANCE] = {"disturbance", "largest offset from a lattice site at first, along each axis, in lattice constants", TRI_REAL, 0.05, .max = 0.1},
        [SEED] = {"seed", "selects the random numbers", TRI_INTEGER, 1, .min = 0, .max = 1000000000},
    },
    .operands = {
        [START_POSITION] = {"start_position", .value = value_of_start_position},
        [START_VELOCITY] = {"start_velocity", .value = value_of_start_velocity},
        {.name = "position"}, {.name = "velocity"}, {.name = "force"}, {.name = "potential"}, {.name = "pairs"},
        [FIRST] = {"first", .role = TRI_SCRATCH, .length_of = length_of_cells},
        [NEXT] = {"next", .role = TRI_SCRATCH},
    },
    .work = work,
    .plain = {.idea = "a cell list; GPU: a thread, CPU: a lane for each particle", .work = work_by_distance},
};
