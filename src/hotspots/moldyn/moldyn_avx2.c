/*
 * Molecular dynamics on the CPU with AVX2 and FMA intrinsics: `find` has candidates in its lanes, `add` the
 * particles of the cluster.  What intrinsics add to the directives is packing the candidates that are near.
 */
#include "moldyn_clusters.h"
#include "compiler.h"

#if defined(AVX2)

/* The mask of four lanes selects a row of offsets to the candidates that are near.  Four are always stored,
 * and the next ones overwrite those that do not count: that costs less than a branch. */
AVX2 INLINE int32_t pack(int32_t first, int32_t mask, int32_t *list)
{
    static const int8_t offset[16][4] = {
        { 0, 0, 0, 0 }, { 0, 0, 0, 0 }, { 1, 0, 0, 0 }, { 0, 1, 0, 0 },
        { 2, 0, 0, 0 }, { 0, 2, 0, 0 }, { 1, 2, 0, 0 }, { 0, 1, 2, 0 },
        { 3, 0, 0, 0 }, { 0, 3, 0, 0 }, { 1, 3, 0, 0 }, { 0, 1, 3, 0 },
        { 2, 3, 0, 0 }, { 0, 2, 3, 0 }, { 1, 2, 3, 0 }, { 0, 1, 2, 3 },
    };
    __m128i offsets = _mm_cvtepi8_epi32(_mm_loadu_si32(offset[mask]));
    _mm_storeu_si128((__m128i *)list, _mm_add_epi32(_mm_set1_epi32(first), offsets));
    return bits_set((uint32_t)mask);
}

/* The same, one candidate at a time and without a branch. */
AVX2 INLINE int32_t pack_singly(int32_t first, int32_t mask, int32_t *list)
{
    int32_t n = 0;
    for (int32_t i = 0; i < 8; i++) {
        list[n] = first + i;
        n += mask >> i & 1;
    }
    return n;
}

AVX2 INLINE int32_t find_for_avx2(bool packs, int lanes, float reach2, const struct cluster *g,
                                  const struct sorted *at, int32_t first, int32_t end,
                                  int32_t *list)
{
    enum { EIGHT = 8 };
    __m256 see_x[LANES], see_y[LANES], see_z[LANES], limit = _mm256_set1_ps(reach2);
    for (int lane = 0; lane < lanes; lane++) {
        see_x[lane] = _mm256_set1_ps(g->near.x[lane]);
        see_y[lane] = _mm256_set1_ps(g->near.y[lane]);
        see_z[lane] = _mm256_set1_ps(g->near.z[lane]);
    }
    int32_t n = 0;
    for (int32_t k = first; k < end; k += EIGHT) {
        __m256 any = _mm256_setzero_ps(), at_x = _mm256_loadu_ps(at->near_x + k);
        __m256 at_y = _mm256_loadu_ps(at->near_y + k), at_z = _mm256_loadu_ps(at->near_z + k);
        for (int lane = 0; lane < lanes; lane++) {
            __m256 x = _mm256_sub_ps(at_x, see_x[lane]), y = _mm256_sub_ps(at_y, see_y[lane]);
            __m256 z = _mm256_sub_ps(at_z, see_z[lane]);
            __m256 r2 = _mm256_fmadd_ps(x, x, _mm256_fmadd_ps(y, y, _mm256_mul_ps(z, z)));
            any = _mm256_or_ps(any, _mm256_cmp_ps(r2, limit, _CMP_LT_OQ));
        }
        int32_t mask = _mm256_movemask_ps(any);
        mask &= end - k < EIGHT ? (1 << (end - k)) - 1 : (1 << EIGHT) - 1;
        if (packs) {
            n += pack(k, mask & 15, list + n);
            n += pack(k + 4, mask >> 4, list + n);
        } else {
            n += pack_singly(k, mask, list + n);
        }
    }
    return n;
}

AVX2 static int32_t find_avx2(float reach2, const struct cluster *g, const struct sorted *at,
                              int32_t first, int32_t end, int32_t *list)
{
    return g->size > LANES / 2 ? find_for_avx2(true, LANES, reach2, g, at, first, end, list)
                               : find_for_avx2(true, LANES / 2, reach2, g, at, first, end, list);
}

AVX2 static int32_t find_singly(float reach2, const struct cluster *g, const struct sorted *at,
                                int32_t first, int32_t end, int32_t *list)
{
    return g->size > LANES / 2 ? find_for_avx2(false, LANES, reach2, g, at, first, end, list)
                               : find_for_avx2(false, LANES / 2, reach2, g, at, first, end, list);
}

/* Adds candidates list[0]…list[n - 1], or, if not `listed`, first…first+n-1. */
AVX2 INLINE void add_candidates(bool listed, bool last, const struct fluid *f, struct cluster *g,
                                const struct sorted *at, const int32_t *list, int32_t first,
                                int32_t n)
{
    vec see_x = V(loadu)(g->seen.x), see_y = V(loadu)(g->seen.y), see_z = V(loadu)(g->seen.z);
    vec force_x = V(loadu)(g->force.x), force_y = V(loadu)(g->force.y);
    vec force_z = V(loadu)(g->force.z), energy = V(loadu)(g->energy), pairs = V(loadu)(g->pairs);
    vec one = V(set1)(1);
    for (int32_t k = 0; k < n; k++) {
        int32_t j = listed ? list[k] : first + k;
        vec x = V(sub)(see_x, V(set1)(at->x[j]));
        vec y = V(sub)(see_y, V(set1)(at->y[j]));
        vec z = V(sub)(see_z, V(set1)(at->z[j]));
        vec r2 = V(fmadd)(x, x, V(fmadd)(y, y, V(mul)(z, z))), u = V(div)(one, r2);
        vec near = V(and)(V(cmp)(r2, V(set1)(f->cutoff2), _CMP_LT_OQ),
                          V(cmp)(r2, V(set1)(SELF), _CMP_GT_OQ));
        vec u3 = V(mul)(V(mul)(u, u), u);
        vec steep = V(fmadd)(V(set1)(48), u3, V(set1)(-24));
        vec force = V(and)(near, V(fmadd)(V(mul)(u, u3), steep, V(set1)(f->force_shift)));
        force_x = V(fmadd)(force, x, force_x);
        force_y = V(fmadd)(force, y, force_y);
        force_z = V(fmadd)(force, z, force_z);
        pairs = V(add)(pairs, V(and)(near, one));
        if (last) {
            vec bond = V(fmadd)(V(set1)(-f->force_shift / 2), r2, V(set1)(f->energy_shift));
            bond = V(fmadd)(V(mul)(V(set1)(4), u3), V(sub)(u3, one), bond);
            energy = V(add)(energy, V(and)(near, bond));
        }
    }
    V(storeu)(g->force.x, force_x);
    V(storeu)(g->force.y, force_y);
    V(storeu)(g->force.z, force_z);
    V(storeu)(g->energy, energy);
    V(storeu)(g->pairs, pairs);
}

AVX2 static void add_avx2(bool last, const struct fluid *f, struct cluster *g,
                          const struct sorted *at, const int32_t *list, int32_t n)
{
    add_candidates(true, last, f, g, at, list, 0, n);
}

AVX2 static void add_all_avx2(bool last, const struct fluid *f, struct cluster *g,
                              const struct sorted *at, int32_t first, int32_t end)
{
    add_candidates(false, last, f, g, at, NULL, first, end - first);
}

static const struct kernels by_intrinsics = { LANES, find_avx2, add_avx2, add_all_avx2 };
static const struct kernels singly = { LANES, find_singly, add_avx2, add_all_avx2 };

void moldyn_sorted_avx2(int32_t particles, int32_t steps, double density, double cutoff, double dt,
                        double temperature, double disturbance, int32_t seed,
                        const real start_position[particles * 3],
                        const real start_velocity[particles * 3], real position[particles * 3],
                        real velocity[particles * 3], real force[particles * 3],
                        real potential[particles], int32_t pairs[particles], int32_t first[],
                        int32_t next[particles], const struct tri_case *c)
{
    moldyn_by_clusters(around_directly, &by_intrinsics, c);
}

void moldyn_first_look_avx2(int32_t particles, int32_t steps, double density, double cutoff,
                            double dt, double temperature, double disturbance, int32_t seed,
                            const real start_position[particles * 3],
                            const real start_velocity[particles * 3], real position[particles * 3],
                            real velocity[particles * 3], real force[particles * 3],
                            real potential[particles], int32_t pairs[particles], int32_t first[],
                            int32_t next[particles], const struct tri_case *c)
{
    moldyn_by_clusters(around_by_lists, &singly, c);
}

void moldyn_tuned_avx2(int32_t particles, int32_t steps, double density, double cutoff, double dt,
                       double temperature, double disturbance, int32_t seed,
                       const real start_position[particles * 3],
                       const real start_velocity[particles * 3], real position[particles * 3],
                       real velocity[particles * 3], real force[particles * 3],
                       real potential[particles], int32_t pairs[particles], int32_t first[],
                       int32_t next[particles], const struct tri_case *c)
{
    moldyn_by_clusters(around_by_one_list, &by_intrinsics, c);
}

#endif
