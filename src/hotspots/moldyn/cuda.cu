/*
 * Molecular dynamics in CUDA, with either mapping of report E: a thread for each particle, or for each cell.
 *
 * There are two kernels a step, as in the hotspot, and the host waits for none: one sorts, one computes
 * forces and moves.  Whatever could be fused is written with FMA; no other product is followed by a sum,
 * except for an exact half.
 */
#include "real.h"

extern "C" {
#include "moldyn_peers.h"
}

enum { BLOCK = 128, SORT_BLOCK = 256, GROUP = 4, CHUNK = 32, ROUND = 4 };

struct vector {
    real x, y, z;
};

struct __align__(16) quad {
    real x, y, z, w;
};

/* A cell's list, empty when a run begins and when it has ended.  The one after the last cell counts places. */
struct list {
    int32_t first, count;
};

struct state {
    const real *start_position, *start_velocity;
    real *position, *velocity, *force, *potential;
    int32_t *pairs;
    quad *sorted;
    float4 *rounded;
    int32_t *order, *cell_offset, *next;
    struct list *lists;
};

struct sum {
    real x, y, z, energy;
    int32_t pairs;
};

/* ---- Cells ---- */

/* After each row of cells there is one more, which stays empty: so rows may be in any order. */
static __device__ int32_t cells(int32_t edge_cells)
{
    return edge_cells * edge_cells * (edge_cells + 1);
}

static __device__ int32_t cell_along(const fluid &f, real x)
{
    return min((int32_t)(x * f.cells_per_length), f.edge_cells - 1);
}

static __device__ real wrap(real edge, real x)
{
    x = x < 0 ? x + edge : x >= edge ? x - edge : x;
    return x >= 0 && x <= edge ? x : 0;
}

static __device__ vector wrap_all(const fluid &f, vector v)
{
    vector w = { wrap(f.edge, v.x), wrap(f.edge, v.y), wrap(f.edge, v.z) };
    return w;
}

static __device__ vector vector_at(const real *a, int32_t i)
{
    vector v = { a[3 * (ptrdiff_t)i], a[3 * (ptrdiff_t)i + 1], a[3 * (ptrdiff_t)i + 2] };
    return v;
}

static __device__ void put(real *a, int32_t i, vector v)
{
    a[3 * (ptrdiff_t)i] = v.x;
    a[3 * (ptrdiff_t)i + 1] = v.y;
    a[3 * (ptrdiff_t)i + 2] = v.z;
}

static __device__ void push_particle(const fluid &f, const state &s, int32_t i, vector x)
{
    int32_t row = cell_along(f, x.z) * f.edge_cells + cell_along(f, x.y);
    list *cell = &s.lists[row * (f.edge_cells + 1) + cell_along(f, x.x)];
    s.next[i] = atomicExch(&cell->first, i + 1);
    atomicAdd(&cell->count, 1);
}

static __global__ void enter_lists(fluid f, state s)
{
    int32_t i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= f.particles)
        return;
    vector x = wrap_all(f, vector_at(s.start_position, i));
    put(s.position, i, x);
    put(s.velocity, i, vector_at(s.start_velocity, i));
    s.pairs[i] = 0;
    push_particle(f, s, i, x);
    if (i == f.particles - 1) /* a round may read beyond the last one */
        for (int32_t k = 1; k < ROUND; k++)
            s.rounded[i + k] = make_float4(0, 0, 0, 0);
}

static __device__ void sort_cell(int32_t i, int32_t end, const state &s)
{
    for (int32_t first = end; i > 0; i = __ldg(&s.next[i - 1]), first--) {
        int32_t k = first;
        for (; k < end && s.order[k] < i - 1; k++)
            s.order[k - 1] = s.order[k];
        s.order[k - 1] = i - 1;
    }
}

static __device__ float half_square(vector v)
{
    float x = (float)v.x, y = (float)v.y, z = (float)v.z;
    return fmaf(x, x, fmaf(y, y, z * z)) / 2;
}

/* A block sorts a row of cells, which takes the next free places, and empties its lists. */
static __global__ void sort(fluid f, state s)
{
    __shared__ int32_t place;
    int32_t m = f.edge_cells, *offset = s.cell_offset + blockIdx.x * (m + 1);
    list *lists = s.lists + blockIdx.x * (m + 1), none = { 0, 0 };
    for (int32_t x = threadIdx.x; x <= m; x += SORT_BLOCK) {
        int32_t before = 0;
        for (int32_t i = 0; i < x; i++)
            before += lists[i].count;
        offset[x] = before;
        if (x == m) {
            int32_t *placed = &s.lists[cells(m)].count;
            place = atomicAdd(placed, before);
            if (place + before == f.particles)
                atomicExch(placed, 0);
        }
    }
    __syncthreads();
    for (int32_t x = threadIdx.x; x <= m; x += SORT_BLOCK) {
        offset[x] += place;
        sort_cell(lists[x].first, offset[x] + lists[x].count, s);
        lists[x] = none;
    }
    __syncthreads();
    for (int32_t k = offset[0] + threadIdx.x; k < offset[m]; k += SORT_BLOCK) {
        vector x = vector_at(s.position, s.order[k]);
        float half = half_square(x);
        quad p = { x.x, x.y, x.z, half };
        s.sorted[k] = p;
        if (sizeof(real) > sizeof(float))
            s.rounded[k] = make_float4((float)x.x, (float)x.y, (float)x.z, half);
    }
}

/* ---- Forces ---- */

static __device__ void feel(bool last, const fluid &f, vector seen, quad p, sum *s)
{
    real x = seen.x - p.x, y = seen.y - p.y, z = seen.z - p.z;
    real r2 = FMA(x, x, FMA(y, y, z * z));
    if (r2 < f.cutoff2 && r2 > (real)0x1p-100) {
        real u = 1 / r2, u3 = u * u * u;
        real push = FMA(u * u3, FMA((real)48, u3, (real)-24), f.bend);
        s->x = FMA(push, x, s->x);
        s->y = FMA(push, y, s->y);
        s->z = FMA(push, z, s->z);
        if (last)
            s->energy += FMA(4 * u3, u3 - 1, FMA(f.bend_energy, r2, f.lift));
        s->pairs++;
    }
}

/* First finds the candidates that may be near, as bits; then each thread goes through its own bits.  A bit is
 * the sign of p^2 / 2 - p seen - (reach^2 - seen^2) / 2; those beyond the end are dropped. */
template <bool last, int group>
static __device__ void feel_run(const fluid &f, int32_t first, int32_t end, const vector *seen,
                                const state &s, sum *sums)
{
    float4 near_me[group]; /* its w is the limit */
    #pragma unroll
    for (int g = 0; g < group; g++)
        near_me[g] = make_float4((float)seen[g].x, (float)seen[g].y, (float)seen[g].z,
                                 f.half_reach2 - half_square(seen[g]));
    for (int32_t k = first; k < end; k += CHUNK) {
        int32_t n = min(end - k, (int32_t)CHUNK), all = (n + ROUND - 1) & -ROUND;
        unsigned near[group] = { 0 };
        #pragma unroll ROUND
        for (int32_t i = 0; i < all; i++) {
            float4 p = s.rounded[k + i]; /* its w is half of p^2 */
            #pragma unroll
            for (int g = 0; g < group; g++) {
                float4 me = near_me[g];
                float excess = fmaf(-me.x, p.x, fmaf(-me.y, p.y, fmaf(-me.z, p.z, p.w))) - me.w;
                near[g] = __funnelshift_l(__float_as_uint(excess), near[g], 1);
            }
        }
        #pragma unroll
        for (int g = 0; g < group; g++)
            for (unsigned bits = near[g] >> (all - n) << (CHUNK - n); bits;) {
                int i = __clz(bits);
                bits &= ~(0x80000000u >> i);
                feel(last, f, seen[g], s.sorted[k + i], &sums[g]);
            }
    }
}

template <bool last, int group>
static __device__ void feel_all(const fluid &f, const vector *x, const state &s, sum *sums)
{
    const int32_t m = f.edge_cells, *offset = s.cell_offset;
    int32_t cx = cell_along(f, x[0].x), cy = cell_along(f, x[0].y);
    int32_t cz = cell_along(f, x[0].z);
    for (int i = 0; i < 9; i++) {
        int32_t dy = cy + i % 3 - 1, dz = cz + i / 3 - 1;
        int32_t z = dz < 0 ? dz + m : dz >= m ? dz - m : dz;
        int32_t y = dy < 0 ? dy + m : dy >= m ? dy - m : dy;
        const int32_t *row = offset + (z * m + y) * (m + 1);
        for (int32_t piece = -(cx == 0); piece <= (cx == m - 1); piece++) {
            int32_t from = piece < 0 ? m - 1 : piece > 0 ? 0 : max(cx - 1, 0);
            int32_t to = piece < 0 ? m - 1 : piece > 0 ? 0 : min(cx + 1, m - 1);
            vector seen[group];
            #pragma unroll
            for (int g = 0; g < group; g++) {
                seen[g].x = x[g].x - (piece < 0 ? -f.edge : piece > 0 ? f.edge : 0);
                seen[g].y = x[g].y - (dy < 0 ? -f.edge : dy >= m ? f.edge : 0);
                seen[g].z = x[g].z - (dz < 0 ? -f.edge : dz >= m ? f.edge : 0);
            }
            feel_run<last, group>(f, row[from], row[to + 1], seen, s, sums);
        }
    }
}

static __device__ void move(const fluid &f, int32_t step, int32_t k, quad p, sum sums,
                            const state &s)
{
    int32_t i = s.order[k];
    vector v = vector_at(s.velocity, i), force = { sums.x, sums.y, sums.z };
    for (int half = step == 0; half < (step == f.steps ? 1 : 2); half++) {
        v.x = FMA(f.half_dt, force.x, v.x);
        v.y = FMA(f.half_dt, force.y, v.y);
        v.z = FMA(f.half_dt, force.z, v.z);
    }
    put(s.velocity, i, v);
    s.pairs[i] += sums.pairs;
    if (step < f.steps) {
        vector x = { FMA(f.dt, v.x, p.x), FMA(f.dt, v.y, p.y), FMA(f.dt, v.z, p.z) };
        x = wrap_all(f, x);
        put(s.position, i, x);
        push_particle(f, s, i, x);
    } else {
        put(s.force, i, force);
        s.potential[i] = sums.energy / 2;
    }
}

/* Particles k…k+group-1; those from `end` on are another thread's. */
template <bool last, int group>
static __device__ void step_of(const fluid &f, const state &s, int32_t step, int32_t k, int32_t end)
{
    vector x[group];
    sum sums[group];
    quad p[group];
    #pragma unroll
    for (int g = 0; g < group; g++) {
        p[g] = s.sorted[k + g < end ? k + g : k];
        vector here = { p[g].x, p[g].y, p[g].z };
        x[g] = here;
        sums[g] = sum();
    }
    feel_all<last, group>(f, x, s, sums);
    #pragma unroll
    for (int g = 0; g < group; g++)
        if (k + g < end)
            move(f, step, k + g, p[g], sums[g], s);
}

/* The bounds with which it took the least time on an H100: they limit the registers. */
enum {
    PARTICLE_BLOCKS = REAL_BITS == 32 ? 0 : 8, /* on a multiprocessor */
    CELL_BLOCKS = REAL_BITS == 32 ? 5 : 3,
};

template <bool last>
static __global__ void __launch_bounds__(BLOCK, PARTICLE_BLOCKS)
    step_by_particle(fluid f, state s, int32_t step)
{
    int32_t k = blockIdx.x * BLOCK + threadIdx.x;
    if (k < f.particles)
        step_of<last, 1>(f, s, step, k, f.particles);
}

template <bool last>
static __global__ void __launch_bounds__(BLOCK, CELL_BLOCKS)
    step_by_cell(fluid f, state s, int32_t step)
{
    int32_t m = f.edge_cells, cell = blockIdx.x * BLOCK + threadIdx.x;
    if (cell >= m * m * m)
        return;
    const int32_t *offset = s.cell_offset + cell + cell / m;
    int32_t first = offset[0], end = offset[1];
    for (int32_t k = first; k < end; k += GROUP)
        step_of<last, GROUP>(f, s, step, k, end);
}

/* ---- A run ---- */

static unsigned blocks_for(int32_t n)
{
    return ((unsigned)n + BLOCK - 1) / BLOCK;
}

static void moldyn(const struct tri_case *there, bool by_cell)
{
    fluid f = fluid_of(there);
    int32_t m = f.edge_cells, all = m * m * m;
    void *const *o = there->operand;
    state s = { (const real *)o[START_POSITION],
                (const real *)o[START_VELOCITY],
                (real *)o[POSITION],
                (real *)o[VELOCITY],
                (real *)o[FORCE],
                (real *)o[POTENTIAL],
                (int32_t *)o[PAIRS],
                (quad *)o[SORTED],
                (float4 *)o[SORTED],
                (int32_t *)o[ORDER],
                (int32_t *)o[CELL_OFFSET],
                (int32_t *)o[NEXT],
                (list *)o[LISTS] };
    if (sizeof(real) > sizeof(float))
        s.rounded = (float4 *)(s.sorted + f.particles);
    enter_lists<<<blocks_for(f.particles), BLOCK>>>(f, s);
    unsigned blocks = blocks_for(by_cell ? all : f.particles);
    for (int32_t step = 0; step <= f.steps; step++) {
        sort<<<(unsigned)(m * m), SORT_BLOCK>>>(f, s);
        if (by_cell && step < f.steps)
            step_by_cell<false><<<blocks, BLOCK>>>(f, s, step);
        else if (by_cell)
            step_by_cell<true><<<blocks, BLOCK>>>(f, s, step);
        else if (step < f.steps)
            step_by_particle<false><<<blocks, BLOCK>>>(f, s, step);
        else
            step_by_particle<true><<<blocks, BLOCK>>>(f, s, step);
    }
    tri_cuda_finish();
}

extern "C" void tri_moldyn_cuda(const struct tri_case *there)
{
    moldyn(there, false);
}

extern "C" void tri_moldyn_cuda_cell(const struct tri_case *there)
{
    moldyn(there, true);
}
