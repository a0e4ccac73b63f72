/*
 * Molecular dynamics on the CPU by directives: `find` has candidates in its lanes, `add` the cluster.
 *
 * What directives cannot express is packing the candidates that are near, since where one is stored depends
 * on those before it.  (clang 19: "loop not vectorized: value that could not be identified as reduction is
 * used outside the loop".)  That loop stays scalar, but has no branch.
 */
#include "moldyn_clusters.h"

INLINE int32_t find_for(int lanes, float reach2, const struct cluster *g, const struct sorted *at,
                        int32_t first, int32_t end, int32_t *list)
{
    int32_t n = 0, near[PART + BLOCK];
    for (int32_t k = first; k < end; k += BLOCK) {
        #pragma omp simd
        for (int32_t i = 0; i < BLOCK; i++) {
            int32_t any = 0;
            for (int lane = 0; lane < lanes; lane++) {
                float x = g->near.x[lane] - at->near_x[k + i];
                float y = g->near.y[lane] - at->near_y[k + i];
                float z = g->near.z[lane] - at->near_z[k + i];
                any |= fmaf(x, x, fmaf(y, y, z * z)) < reach2;
            }
            near[k - first + i] = any;
        }
    }
    for (int32_t k = first; k < end; k++) {
        list[n] = k;
        n += near[k - first];
    }
    return n;
}

/* The last cluster of a cell is seldom full: often a loop over half the lanes is enough. */
static int32_t find_simd(float reach2, const struct cluster *g, const struct sorted *at,
                         int32_t first, int32_t end, int32_t *list)
{
    return g->size > WIDEST / 2 ? find_for(WIDEST, reach2, g, at, first, end, list)
                                : find_for(WIDEST / 2, reach2, g, at, first, end, list);
}

/* Adds candidates list[0]…list[n - 1], or, if not `listed`, first…first+n-1. */
INLINE void add_candidates(bool listed, bool last, const struct fluid *f, struct cluster *g,
                           const struct sorted *at, const int32_t *list, int32_t first, int32_t n)
{
    struct fluid fluid = *f; /* local copies, to which no other pointer points */
    struct cluster sum = *g;
    for (int32_t k = 0; k < n; k++) {
        int32_t j = listed ? list[k] : first + k;
        real x = at->x[j], y = at->y[j], z = at->z[j];
        #pragma omp simd
        for (int i = 0; i < WIDEST; i++) {
            struct vector d = { sum.seen.x[i] - x, sum.seen.y[i] - y, sum.seen.z[i] - z };
            real r2 = square(d), u = 1 / r2, force = force_at(fluid, u);
            bool near = (r2 < fluid.cutoff2) & (r2 > SELF);
            force = near ? force : 0;
            sum.force.x[i] = FMA(force, d.x, sum.force.x[i]);
            sum.force.y[i] = FMA(force, d.y, sum.force.y[i]);
            sum.force.z[i] = FMA(force, d.z, sum.force.z[i]);
            if (last)
                sum.energy[i] += near ? energy_at(fluid, u, r2) : 0;
            sum.pairs[i] += near ? 1 : 0;
        }
    }
    *g = sum;
}

static void add_simd(bool last, const struct fluid *f, struct cluster *g, const struct sorted *at,
                     const int32_t *list, int32_t n)
{
    add_candidates(true, last, f, g, at, list, 0, n);
}

static void add_all_simd(bool last, const struct fluid *f, struct cluster *g,
                         const struct sorted *at, int32_t first, int32_t end)
{
    add_candidates(false, last, f, g, at, NULL, first, end - first);
}

static const struct kernels by_directives = { WIDEST, find_simd, add_simd, add_all_simd };

void moldyn_sorted_simd(int32_t particles, int32_t steps, double density, double cutoff, double dt,
                        double temperature, double disturbance, int32_t seed,
                        const real start_position[particles * 3],
                        const real start_velocity[particles * 3], real position[particles * 3],
                        real velocity[particles * 3], real force[particles * 3],
                        real potential[particles], int32_t pairs[particles], int32_t first[],
                        int32_t next[particles], const struct tri_case *c)
{
    moldyn_by_clusters(around_directly, &by_directives, c);
}

void moldyn_first_look_simd(int32_t particles, int32_t steps, double density, double cutoff,
                            double dt, double temperature, double disturbance, int32_t seed,
                            const real start_position[particles * 3],
                            const real start_velocity[particles * 3], real position[particles * 3],
                            real velocity[particles * 3], real force[particles * 3],
                            real potential[particles], int32_t pairs[particles], int32_t first[],
                            int32_t next[particles], const struct tri_case *c)
{
    moldyn_by_clusters(around_by_lists, &by_directives, c);
}

void moldyn_tuned_simd(int32_t particles, int32_t steps, double density, double cutoff, double dt,
                       double temperature, double disturbance, int32_t seed,
                       const real start_position[particles * 3],
                       const real start_velocity[particles * 3], real position[particles * 3],
                       real velocity[particles * 3], real force[particles * 3],
                       real potential[particles], int32_t pairs[particles], int32_t first[],
                       int32_t next[particles], const struct tri_case *c)
{
    moldyn_by_clusters(around_by_one_list, &by_directives, c);
}
