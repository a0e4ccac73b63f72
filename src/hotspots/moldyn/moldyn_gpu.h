/*
 * What the variants of moldyn share on the GPU: device functions that are inlined in each kernel.
 */
#pragma once

#include "moldyn.h"
#include "compiler.h"
#include "ran_on.h"

/* The variants that have a kernel of their own, in order: a kernel does what all before it do, and one thing
 * more.  BY_SLABS is as the last one, on several devices. */
enum rung { BY_SORTED, BY_RECIPROCAL, BY_LOOK, BY_HALF_DISTANCE, BY_ROUNDS, BY_SLABS };

enum {
    TEAM = 128,
    SORT_TEAM = 256,
    CHUNK = 32, /* candidates of a first look: a bit of an integer for each */
    ROUND = 4,  /* candidates that are loaded together; a power of two */
    GROUP = 4,  /* particles that a thread takes at once if it has a cell */
};

/* One step of all sorted particles, by a kernel that takes the members of struct fluid and struct state: as numbers and
 * pointers, since a struct would be copied to the device first.  What a region does not use is no argument of its kernel. */
typedef void step_fn(int32_t particles, int32_t steps, int32_t edge_cells, real edge,
                     real cells_per_length, real cutoff2, real force_shift, real energy_shift,
                     real dt, float half_reach2, float reach2, real *position, real *velocity,
                     real *force, real *potential, int32_t *pairs, real *sorted, int32_t *order,
                     int32_t *cell_offset, int32_t *next, struct list *lists, int32_t step,
                     int *place);

/* All steps, with the data on the device (moldyn_gpu.c). */
void moldyn_on_device(step_fn *, const struct tri_case *);

/* Sorts so many rows of cells, from `first` on; after the last row follows row 0. */
void moldyn_sort_on_device(struct fluid, struct state, int32_t first, int32_t rows);

/* The steps of one of several devices (moldyn_slab.c). */
void moldyn_step_slab(struct fluid, struct state, const struct tri_traffic *, int *place);

#pragma omp declare target

/* Three coordinates, and half the sum of their squares, with which a first look begins: four numbers are
 * loaded by one instruction, three are not. */
#if defined(__NVCOMPILER) /* which has no [] for vectors, and none of them on a GPU */
typedef struct {
    _Alignas(16) real at[4];
} quad;
typedef struct {
    _Alignas(16) float at[4];
} quad_float;
# define AT(quad, i) (quad).at[i]
#else
typedef real quad __attribute__((vector_size(4 * sizeof(real)), aligned(16)));
typedef float quad_float __attribute__((vector_size(4 * sizeof(float)), aligned(16)));
# define AT(quad, i) (quad)[i]
#endif

/* The same in float, for a first look; in float it is the same array. */
INLINE quad_float *rounded_of(struct fluid f, const struct state *s)
{
    return (quad_float *)(s->sorted + (PRECISION == TRI_FLOAT ? 0 : 4 * (ptrdiff_t)f.particles));
}

INLINE float half_square(struct vector v)
{
    float x = (float)v.x, y = (float)v.y, z = (float)v.z;
    return fmaf(x, x, fmaf(y, y, z * z)) / 2;
}

/* ---- A pair --------------------------------------------------------------------------------------
 *
 * 1 / x, rounded correctly, for SELF < x < 1 / SELF.  A GPU has no division: compilers begin with an
 * approximation of 1 / x and improve it in steps, as here, but add a call for very large and small x.
 */
#if defined(__NVPTX__) && CLANG && CLANG < 15 /* which has no name for that of float */
INLINE float rough_reciprocal(float x)
{
    float u;
    __asm__("rcp.approx.ftz.f32 %0, %1;" : "=f"(u) : "f"(x));
    return u;
}
#elif defined(__clang__) && defined(__NVPTX__)
INLINE float rough_reciprocal(float x)
{
    return __nvvm_rcp_approx_ftz_f(x);
}
#endif

#if defined(__clang__) && defined(__NVPTX__)
INLINE real reciprocal(real x)
{
    real u = PRECISION == TRI_FLOAT ? (real)rough_reciprocal((float)x)
                                    : (real)__nvvm_rcp_approx_ftz_d((double)x);
    real rest = FMA(-x, u, 1);
    if (PRECISION == TRI_DOUBLE) {
        u = FMA(u, FMA(rest, rest, rest), u);
        rest = FMA(-x, u, 1);
    }
    return FMA(u, rest, u);
}
#else
INLINE real reciprocal(real x)
{
    return 1 / x;
}
#endif

/* Adds the force of a particle at distance d, if it is near. */
INLINE void add_near(enum rung rung, bool last, struct fluid f, struct vector d, struct sum *s)
{
    real r2 = square(d);
    if (r2 < f.cutoff2 && r2 > SELF) {
        real u = rung >= BY_RECIPROCAL ? reciprocal(r2) : 1 / r2, force = force_at(f, u);
        s->force = along(force, d, s->force);
        if (last) /* the energy of earlier steps is not needed */
            s->energy += energy_at(f, u, r2);
        s->pairs++;
    }
}

/* ---- A first look --------------------------------------------------------------------------------
 *
 * Shifts the highest of `bits` into `near`: one instruction of a GPU, of which clang makes two.
 */
#if defined(__clang__) && defined(__NVPTX__)
INLINE uint32_t shift_in(uint32_t near, uint32_t bits)
{
    __asm__("shf.l.wrap.b32 %0, %1, %0, 1;" : "+r"(near) : "r"(bits));
    return near;
}
#else
INLINE uint32_t shift_in(uint32_t near, uint32_t bits)
{
    return near << 1 | bits >> 31;
}
#endif

/* Shifts a bit into `near`: whether r^2 < reach^2.  It is the sign of
 *
 *     (r^2 - reach^2) / 2 = p^2 / 2 - p seen - limit,   limit = (reach^2 - seen^2) / 2
 *
 * This needs no comparison, and four instructions where differences need six.  Large squares cancel, so
 * `reach` is larger in a larger cube. */
INLINE uint32_t look(uint32_t near, struct vector seen, float limit, quad_float p)
{
    float x = (float)seen.x, y = (float)seen.y, z = (float)seen.z;
    union {
        float number;
        uint32_t bits;
    } excess = { fmaf(-x, AT(p, 0), fmaf(-y, AT(p, 1), fmaf(-z, AT(p, 2), AT(p, 3)))) - limit };
    return shift_in(near, excess.bits);
}

/* The same in the obvious way, from differences. */
INLINE uint32_t look_simply(uint32_t near, struct vector seen, float reach2, quad_float p)
{
    float x = (float)seen.x - AT(p, 0), y = (float)seen.y - AT(p, 1), z = (float)seen.z - AT(p, 2);
    return near << 1 | (fmaf(x, x, fmaf(y, y, z * z)) < reach2);
}

/* ---- All candidates ------------------------------------------------------------------------------
 *
 * Without a first look: one candidate after the other, as in the plain form.
 */
INLINE void add_run_directly(enum rung rung, bool last, struct fluid f, const struct state *s,
                             struct run r, struct vector x, struct sum *sum)
{
    struct vector seen = minus(x, r.shift);
    for (int32_t k = r.first; k < r.end; k++) {
        quad p = ((const quad *)s->sorted)[k];
        add_near(rung, last, f, minus(seen, (struct vector){ AT(p, 0), AT(p, 1), AT(p, 2) }), sum);
    }
}

/* With a first look at one candidate after the other, at their distance or half of it. */
INLINE void add_run_singly(enum rung rung, bool last, struct fluid f, const struct state *s,
                           struct run r, struct vector x, struct sum *sum)
{
    const quad *sorted = (const quad *)s->sorted;
    const quad_float *rounded = rounded_of(f, s);
    struct vector seen = minus(x, r.shift);
    float limit = f.half_reach2 - half_square(seen);
    for (int32_t k = r.first; k < r.end; k += CHUNK) {
        int32_t n = r.end - k < CHUNK ? r.end - k : CHUNK;
        uint32_t near = 0;
        for (int32_t i = 0; i < n; i++)
            near = rung == BY_LOOK ? look_simply(near, seen, f.reach2, rounded[k + i])
                                   : look(near, seen, limit, rounded[k + i]);
        for (uint32_t bits = near << (CHUNK - n); bits;) {
            int32_t i = leading_zeros(bits);
            quad p = sorted[k + i];
            bits &= ~(0x80000000u >> i);
            add_near(rung, last, f, minus(seen, (struct vector){ AT(p, 0), AT(p, 1), AT(p, 2) }),
                     sum);
        }
    }
}

/* Adds the forces of a run of candidates on `group` particles at `x`, all in one cell.
 *
 * The threads of a warp find near candidates at different times.  If each one computed at once, all would wait
 * most of the time: the warp diverges.  So they first test 32 candidates, in float, and note a bit for each;
 * then every thread goes through its own bits.  Candidates are tested in rounds of four, so that four are
 * loaded before the first is needed; bits of those beyond the end are dropped. */
INLINE void add_run(bool last, int group, struct fluid f, const struct state *s, struct run r,
                    const struct vector *x, struct sum *sum)
{
    const quad *sorted = (const quad *)s->sorted;
    const quad_float *rounded = rounded_of(f, s);
    struct vector seen[GROUP];
    float limit[GROUP];
    for (int g = 0; g < group; g++) {
        seen[g] = minus(x[g], r.shift);
        limit[g] = f.half_reach2 - half_square(seen[g]);
    }
    for (int32_t k = r.first; k < r.end; k += CHUNK) {
        int32_t n = r.end - k < CHUNK ? r.end - k : CHUNK, all = (n + ROUND - 1) & -ROUND;
        uint32_t near[GROUP] = { 0 };
        const quad *here = sorted + k;
        UNROLLED(ROUND)
        for (int32_t i = 0; i < all; i++) {
            UNROLLED(GROUP)
            for (int g = 0; g < group; g++)
                near[g] = look(near[g], seen[g], limit[g], rounded[k + i]);
        }
        UNROLLED(GROUP)
        for (int g = 0; g < group; g++)
            for (uint32_t bits = near[g] >> (all - n) << (CHUNK - n); bits;) {
                int32_t i = leading_zeros(bits);
                quad p = here[i];
                bits &= ~(0x80000000u >> i);
                add_near(BY_ROUNDS, last, f,
                         minus(seen[g], (struct vector){ AT(p, 0), AT(p, 1), AT(p, 2) }), &sum[g]);
            }
    }
}

INLINE void add_all(enum rung rung, bool last, int group, struct fluid f, const struct state *s,
                    const struct vector *x, struct sum *sum)
{
    struct cell c = cell_of(f, x[0]);
    for (int32_t row = 0; row < 9; row++)
        for (int32_t piece = -(c.x == 0); piece <= (c.x == f.edge_cells - 1); piece++) {
            int32_t y = c.y + row % 3 - 1, z = c.z + row / 3 - 1;
            struct run r = run(f, s->cell_offset, c.x, y, z, piece);
            if (rung < BY_LOOK)
                add_run_directly(rung, last, f, s, r, x[0], sum);
            else if (rung < BY_ROUNDS)
                add_run_singly(rung, last, f, s, r, x[0], sum);
            else
                add_run(last, group, f, s, r, x, sum);
        }
}

/* Takes sorted particles k…k+group-1 through a step; only the first n exist.  Returns where the first one is then. */
INLINE struct vector step_of(enum rung rung, int group, int32_t n, struct fluid f,
                             const struct state *s, int32_t step, int32_t k)
{
    struct vector x[GROUP];
    struct sum sum[GROUP] = { { { 0, 0, 0 }, 0, 0 } };
    for (int g = 0; g < group; g++) {
        quad p = ((const quad *)s->sorted)[k + (g < n ? g : 0)];
        x[g] = (struct vector){ AT(p, 0), AT(p, 1), AT(p, 2) };
    }
    if (step == f.steps)
        add_all(rung, true, group, f, s, x, sum);
    else
        add_all(rung, false, group, f, s, x, sum);
    UNROLLED(GROUP)
    for (int g = 0; g < group; g++)
        if (g < n)
            x[g] = finish(rung != BY_SLABS, f, s, step, k + g, x[g], sum[g]);
    return x[0];
}

/* The same for a kernel, which has no structs.  `reach2` is for the variant that looks at distances; for others it is 0. */
INLINE void step_from(enum rung rung, int group, int32_t n, int32_t particles, int32_t steps,
                      int32_t edge_cells, real edge, real cells_per_length, real cutoff2,
                      real force_shift, real energy_shift, real dt, float half_reach2, float reach2,
                      real *position, real *velocity, real *force, real *potential, int32_t *pairs,
                      real *sorted, int32_t *order, int32_t *cell_offset, int32_t *next,
                      struct list *lists, int32_t step, int32_t k)
{
    struct fluid f = { particles, steps,       edge_cells,   edge, cells_per_length,
                       cutoff2,   force_shift, energy_shift, dt,   half_reach2,
                       reach2,    { 0 } };
    struct state s = { NULL,  NULL,   position, velocity,    force, potential,
                       pairs, sorted, order,    cell_offset, next,  lists };
    step_of(rung, group, n, f, &s, step, k);
}

#pragma omp end declare target
