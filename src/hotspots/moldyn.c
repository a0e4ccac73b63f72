/*
 * Molecular dynamics: a Lennard-Jones fluid in a periodic cube.
 *
 *     m x" = sum over j of F(x - x(j)),   nothing beyond the cut-off, velocity Verlet in time
 *
 * Particles push each other away when near and attract each other when far.  Beyond the cut-off
 * there is no force, so the cube is divided into cells that are no smaller than the cut-off, and a
 * particle looks for partners in its own cell and the 26 around it.  One candidate in seven is one:
 * the work is to find partners fast, and to compute with full vectors although they lie scattered.
 *
 * Read on: 1. the arithmetic, 2. cells, 3. the reference, 4. what all other paths share, 5. GPU,
 * 6. what both CPU paths share, 7. CPU by directives, 8. CPU by intrinsics, 9. the description that
 * the tools read.
 */
#include "real.h"

#include "ran_on.h"
#include "triptych.h"

/* ---- 1. The arithmetic ------------------------------------------------------------------------
 *
 * In units of the particles' size, well depth and mass, with r the distance of a pair:
 *
 *     V(r) = 4 (r^-12 - r^-6) + 4 (6 c^-12 - 3 c^-6) (r/c)^2 - 28 c^-12 + 16 c^-6    for r < c
 *
 * The first term is Lennard-Jones'.  The others (S. D. Stoddard and J. Ford, Phys. Rev. A 8, 1504,
 * 1973) make both V and the force end at zero at the cut-off c, without which energy would drift
 * as pairs cross it; and they need r^2 only: a pair costs a division, but no square root.
 *
 * Sums are rounded, so their order is a contract.  Every particle adds up its own forces, cell
 * after cell and in a cell by ascending number; a pair is computed twice, and nobody writes where
 * somebody else does.  So all paths agree to the last bit, over any number of steps.
 */
struct vector {
    real x, y, z;
};

struct fluid {
    int32_t particles, steps, edge_cells; /* edge_cells: cells along an edge of the cube */
    real edge, cells_per_length, cutoff2;
    real force_shift, energy_shift; /* what makes both end at zero */
    real dt;
    /* Beyond reach no pair is near, whatever rounding to float does: to differences of coordinates
     * (reach2, for CPUs), or to their squares, which errs more (half of reach^2, for GPUs). */
    float half_reach2, reach2;
};

/* What a case holds, three numbers to a particle where that is a vector. */
struct state {
    const real *start_position, *start_velocity;
    real *position, *velocity, *force, *potential;
    int32_t *pairs;
    real *sorted;           /* room for positions in the order of cells */
    int32_t *order, *start; /* room for cells, section 2, */
    int32_t *next;          /* and for lists of what is in them, section 4 */
    struct list *lists;
};

/* What a particle has felt so far. */
struct sum {
    struct vector force;
    real energy;
    int32_t pairs;
};

#pragma omp declare target

/* Who is nearer than the root of this is the particle itself. */
#define SELF ((real)0x1p-100)

/* 1 / x, rounded correctly, for SELF < x < 1 / SELF.  A GPU has no division: compilers start from a
 * rough 1 / x and improve it in steps, as is done here, but add a call for x near the ends of the
 * range.  Without that call the whole run takes 13 % less in float and 8 % less in double. */
#if defined(__clang__) && defined(__NVPTX__)
INLINE real X(reciprocal)(real x)
{
    real u = PRECISION == TRI_FLOAT ? (real)__nvvm_rcp_approx_ftz_f((float)x)
                                    : (real)__nvvm_rcp_approx_ftz_d((double)x);
    real rest = FMA(-x, u, 1);
    if (PRECISION == TRI_DOUBLE) {
        u = FMA(u, FMA(rest, rest, rest), u);
        rest = FMA(-x, u, 1);
    }
    return FMA(u, rest, u);
}
#else
INLINE real X(reciprocal)(real x)
{
    return 1 / x;
}
#endif

/* The force over r, from u = 1 / r^2. */
INLINE real X(force)(struct fluid f, real u)
{
    real u3 = u * u * u;
    return FMA(u * u3, FMA(48, u3, -24), f.force_shift);
}

/* Half of the constant or half of r^2: the same bits.  A GPU keeps the former in a register, in double
 * one too many; in float that is faster by particle, and slower by cell. */
INLINE real X(energy)(struct fluid f, real u, real r2)
{
    real u3 = u * u * u;
    real shift = PRECISION == TRI_FLOAT ? FMA(-f.force_shift / 2, r2, f.energy_shift)
                                        : FMA(f.force_shift, -r2 / 2, f.energy_shift);
    return FMA(4 * u3, u3 - 1, shift);
}

INLINE struct vector X(minus)(struct vector a, struct vector b)
{
    return (struct vector){ a.x - b.x, a.y - b.y, a.z - b.z };
}

INLINE struct vector X(along)(real t, struct vector by, struct vector from)
{
    return (struct vector){ FMA(t, by.x, from.x), FMA(t, by.y, from.y), FMA(t, by.z, from.z) };
}

INLINE real X(square)(struct vector d)
{
    return FMA(d.x, d.x, FMA(d.y, d.y, d.z * d.z));
}

/* Adds what a particle at distance d does, if it is near. */
INLINE void X(add_pair)(bool last, struct fluid f, struct vector d, struct sum *s)
{
    real r2 = X(square)(d);
    if (r2 < f.cutoff2 && r2 > SELF) {
        real u = X(reciprocal)(r2), force = X(force)(f, u);
        s->force = X(along)(force, d, s->force);
        if (last) /* nobody asks for the energy of steps before */
            s->energy += X(energy)(f, u, r2);
        s->pairs++;
    }
}

INLINE struct vector X(at)(const real *a, int32_t i)
{
    return (struct vector){ a[3 * (ptrdiff_t)i], a[3 * (ptrdiff_t)i + 1], a[3 * (ptrdiff_t)i + 2] };
}

INLINE void X(put)(real *a, int32_t i, struct vector v)
{
    a[3 * (ptrdiff_t)i] = v.x;
    a[3 * (ptrdiff_t)i + 1] = v.y;
    a[3 * (ptrdiff_t)i + 2] = v.z;
}

/* Back into the cube, which is periodic.  What is beyond its next image has exploded, because steps
 * were too long; it is put somewhere, so that no path leaves its arrays. */
INLINE real X(wrap)(real edge, real x)
{
    x = x < 0 ? x + edge : x >= edge ? x - edge : x;
    return x >= 0 && x <= edge ? x : 0;
}

INLINE struct vector X(wrap_all)(struct fluid f, struct vector v)
{
    return (struct vector){ X(wrap)(f.edge, v.x), X(wrap)(f.edge, v.y), X(wrap)(f.edge, v.z) };
}

/* ---- 2. Cells ----------------------------------------------------------------------------------
 *
 * Cells are numbered with x fastest.  Particles are sorted by cell: those of cell c are
 * order[start[c]]…order[start[c + 1] - 1], in ascending order.  Behind the last cell of a row there
 * is one more number, of a cell that stays empty: start[c + 1] is where c ends even if the next row
 * begins elsewhere.
 */
struct cell {
    int32_t x, y, z;
};

INLINE int32_t X(cell_along)(struct fluid f, real x)
{
    int32_t cell = (int32_t)(x * f.cells_per_length);
    return cell < f.edge_cells ? cell : f.edge_cells - 1;
}

INLINE struct cell X(cell_of)(struct fluid f, struct vector x)
{
    return (struct cell){ X(cell_along)(f, x.x), X(cell_along)(f, x.y), X(cell_along)(f, x.z) };
}

INLINE int32_t X(cell_number)(struct fluid f, struct cell c)
{
    return (c.z * f.edge_cells + c.y) * (f.edge_cells + 1) + c.x;
}

INLINE int32_t X(cells)(struct fluid f)
{
    return f.edge_cells * f.edge_cells * (f.edge_cells + 1);
}

/* Takes a cell's coordinate back into the cube; returns the shift that makes up for it. */
INLINE real X(image)(struct fluid f, int32_t *cell)
{
    int32_t from = *cell;
    *cell = from < 0 ? from + f.edge_cells : from >= f.edge_cells ? from - f.edge_cells : from;
    return from < 0 ? -f.edge : from >= f.edge_cells ? f.edge : 0;
}

#pragma omp end declare target

/* ---- 3. The reference -------------------------------------------------------------------------
 *
 * The definition: cells, forces particle by particle, velocity Verlet.  Whether a candidate is near
 * nobody can guess, neither can a processor: it guesses wrong every few candidates, and a near one
 * costs a division with nothing else to do meanwhile.
 *
 * To fill a cell moves its start on to its end.  So there are ends here, not starts as everywhere else:
 * cell c is order[end[c - 1]]…order[end[c] - 1].
 */
static void X(fill_cells)(struct fluid f, const struct state *s)
{
    int32_t cells = X(cells)(f), *end = s->start;
    for (int32_t c = 0; c <= cells; c++)
        end[c] = 0;
    for (int32_t i = 0; i < f.particles; i++) /* counted one further: then starts become ends */
        end[X(cell_number)(f, X(cell_of)(f, X(at)(s->position, i))) + 1]++;
    for (int32_t c = 0; c < cells; c++)
        end[c + 1] += end[c];
    for (int32_t i = 0; i < f.particles; i++)
        s->order[end[X(cell_number)(f, X(cell_of)(f, X(at)(s->position, i)))]++] = i;
}

static struct sum X(force_on)(struct fluid f, const struct state *s, int32_t i)
{
    const int32_t *end = s->start, *order = s->order;
    struct sum sum = { { 0, 0, 0 }, 0, 0 };
    struct vector x = X(at)(s->position, i);
    struct cell c = X(cell_of)(f, x);
    for (int32_t dz = -1; dz <= 1; dz++)
        for (int32_t dy = -1; dy <= 1; dy++)
            for (int32_t dx = -1; dx <= 1; dx++) {
                struct cell to = { c.x + dx, c.y + dy, c.z + dz };
                struct vector shift;
                shift.x = X(image)(f, &to.x);
                shift.y = X(image)(f, &to.y);
                shift.z = X(image)(f, &to.z);
                int32_t number = X(cell_number)(f, to);
                struct vector seen = X(minus)(x, shift);
                for (int32_t k = number ? end[number - 1] : 0; k < end[number]; k++)
                    X(add_pair)(true, f, X(minus)(seen, X(at)(s->position, order[k])), &sum);
            }
    return sum;
}

static void X(forces)(struct fluid f, const struct state *s)
{
    #pragma omp parallel for schedule(dynamic, 64)
    for (int32_t i = 0; i < f.particles; i++) {
        struct sum sum = X(force_on)(f, s, i);
        X(put)(s->force, i, sum.force);
        s->potential[i] = sum.energy / 2;
        s->pairs[i] += sum.pairs;
    }
}

static void X(moldyn_reference)(struct fluid f, struct state s)
{
    for (int32_t i = 0; i < f.particles; i++) {
        X(put)(s.position, i, X(wrap_all)(f, X(at)(s.start_position, i)));
        X(put)(s.velocity, i, X(at)(s.start_velocity, i));
        s.pairs[i] = 0;
    }
    X(fill_cells)(f, &s);
    X(forces)(f, &s);
    for (int32_t step = 0; step < f.steps; step++) {
        for (int32_t i = 0; i < f.particles; i++) {
            struct vector v = X(along)(f.dt / 2, X(at)(s.force, i), X(at)(s.velocity, i));
            X(put)(s.velocity, i, v);
            X(put)(s.position, i, X(wrap_all)(f, X(along)(f.dt, v, X(at)(s.position, i))));
        }
        X(fill_cells)(f, &s);
        X(forces)(f, &s);
        for (int32_t i = 0; i < f.particles; i++)
            X(put)(s.velocity, i, X(along)(f.dt / 2, X(at)(s.force, i), X(at)(s.velocity, i)));
    }
}

/* ---- 4. What all other paths share --------------------------------------------------------------
 *
 * Sorting in parallel: a particle that has moved hangs itself into the list of its cell, in any
 * order, and counts itself in.  Counts tell where a cell starts; its few particles are put in
 * ascending order there.
 */
#pragma omp declare target

/* One for each cell: of its particles' numbers + 1, with 0 at the end.  All are empty when a run begins,
 * and again when it has ended, since who reads one empties it. */
struct list {
    int32_t first, count;
};

INLINE void X(hang_in)(struct fluid f, const struct state *s, int32_t i, struct vector x)
{
    struct list *list = &s->lists[X(cell_number)(f, X(cell_of)(f, x))];
    int32_t before;
    #pragma omp atomic capture
    {
        before = list->first;
        list->first = i + 1;
    }
    s->next[i] = before;
    #pragma omp atomic
    list->count++;
}

/* Sorts the particles of one cell, whose list is empty then; returns where it ends. */
INLINE int32_t X(sort_cell)(const struct state *s, int32_t cell, int32_t start)
{
    struct list *list = &s->lists[cell];
    int32_t end = start + list->count, *order = s->order, *next = s->next, first = end;
    for (int32_t i = list->first; i > 0; i = next[i - 1], first--) {
        int32_t k = first; /* sorted from here on */
        for (; k < end && order[k] < i - 1; k++)
            order[k - 1] = order[k];
        order[k - 1] = i - 1;
    }
    *list = (struct list){ 0, 0 };
    return end;
}

/* Neighbours in a row of cells lie one behind the other: nine runs of particles instead of 27.
 * Where the row ends, what follows is the image of its other end: a run of its own, since its
 * coordinates are shifted by an edge.  (One or two cells to an edge need no extra care: a cell is
 * visited several times then, each time as another image.) */
struct run {
    int32_t first, end;  /* particles first…end-1 of the sorted ones, */
    struct vector shift; /* seen at x + shift */
};

/* The cells next to x in the row at (y, z): those in the cube (piece 0), before it (-1), behind it
 * (1). */
INLINE struct run X(run)(struct fluid f, const int32_t *start, int32_t x, int32_t y, int32_t z,
                         int32_t piece)
{
    struct run r;
    int32_t far = f.edge_cells - 1, from = piece < 0 ? far : piece > 0 || x == 0 ? 0 : x - 1;
    int32_t to = piece < 0 ? far : piece > 0 ? 0 : x < far ? x + 1 : far;
    r.shift.x = piece < 0 ? -f.edge : piece > 0 ? f.edge : 0;
    r.shift.y = X(image)(f, &y);
    r.shift.z = X(image)(f, &z);
    int32_t row = X(cell_number)(f, (struct cell){ 0, y, z });
    r.first = start[row + from];
    r.end = start[row + to + 1];
    return r;
}

INLINE void X(enter)(struct fluid f, const struct state *s, int32_t i)
{
    struct vector x = X(wrap_all)(f, X(at)(s->start_position, i));
    X(put)(s->position, i, x);
    X(put)(s->velocity, i, X(at)(s->start_velocity, i));
    s->pairs[i] = 0;
    X(hang_in)(f, s, i, x);
}

/* What is done with sorted particle k at x once its forces are known: both halves of the velocity's
 * change at once, and the way to the next position, while everything about it is at hand. */
INLINE void X(move)(struct fluid f, const struct state *s, int32_t step, int32_t k, struct vector x,
                    struct sum sum)
{
    int32_t i = s->order[k];
    struct vector v = X(at)(s->velocity, i);
    if (step > 0)
        v = X(along)(f.dt / 2, sum.force, v);
    if (step < f.steps) {
        v = X(along)(f.dt / 2, sum.force, v);
        x = X(wrap_all)(f, X(along)(f.dt, v, x));
        X(put)(s->position, i, x);
        X(hang_in)(f, s, i, x);
    } else {
        X(put)(s->force, i, sum.force);
        s->potential[i] = sum.energy / 2;
    }
    X(put)(s->velocity, i, v);
    s->pairs[i] += sum.pairs;
}

#pragma omp end declare target

/* ---- 5. GPU: omp target -----------------------------------------------------------------------
 *
 * Two regions a step and no more, since the host waits for each: one sorts, a team to a row of cells;
 * one computes forces and moves.  They run on pointers of the device, so that the runtime has nothing to
 * look up for them, and take numbers, not structs, which would be copied to the device first.
 */
enum {
    TEAM = 128,
    SORT_TEAM = 256, /* with half of it, two steps on an H100 took up to 3 % more */
    CHUNK = 32,      /* candidates of a first look: the bits of an integer, */
    ROUND = 4,       /* in rounds of so many, a power of two */
    GROUP = 4,       /* particles that a thread takes abreast where it has a cell */
};

#pragma omp declare target

/* Three coordinates, and half the sum of their squares, which a first look starts from: four numbers
 * are loaded at once, three are not. */
typedef real quad __attribute__((vector_size(4 * sizeof(real)), aligned(16)));
typedef float quad_float __attribute__((vector_size(4 * sizeof(float)), aligned(16)));

/* The same in float, for a first look; float is float already. */
INLINE quad_float *X(rounded)(struct fluid f, const struct state *s)
{
    return (quad_float *)(s->sorted + (PRECISION == TRI_FLOAT ? 0 : 4 * (ptrdiff_t)f.particles));
}

INLINE float X(half_square)(struct vector v)
{
    float x = (float)v.x, y = (float)v.y, z = (float)v.z;
    return fmaf(x, x, fmaf(y, y, z * z)) / 2;
}

INLINE void X(store)(struct fluid f, const struct state *s, int32_t k)
{
    struct vector x = X(at)(s->position, s->order[k]);
    float half = X(half_square)(x);
    ((quad *)s->sorted)[k] = (quad){ x.x, x.y, x.z, half };
    if (PRECISION == TRI_DOUBLE)
        X(rounded)(f, s)[k] = (quad_float){ (float)x.x, (float)x.y, (float)x.z, half };
}

/* The next free places, as many as a row asks for.  They are counted behind the lists; who takes the
 * last of them frees all for the next step. */
INLINE int32_t X(take_places)(struct fluid f, const struct state *s, int32_t many)
{
    int32_t *placed = &s->lists[X(cells)(f)].count, begin;
    #pragma omp atomic capture
    {
        begin = *placed;
        *placed += many;
    }
    if (begin + many == f.particles) {
        #pragma omp atomic write
        *placed = 0;
    }
    return begin;
}

/* Sorts the particles of a row of cells, with all threads of a team: a cell to a thread, then a
 * particle to a thread.
 *
 * A row's cells must lie one behind the other, but the rows may lie in any order.  So a row takes the
 * next places that are free, and nobody asks what all rows before it hold.  (Counts of rows would tell,
 * but then each warp adds to one number 32 times.) */
INLINE void X(sort_row)(struct fluid f, const struct state *s, int32_t row, int32_t *begin)
{
    int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    int32_t edge = f.edge_cells, cell = row * (edge + 1), *start = s->start + cell;
    for (int32_t x = thread; x <= edge; x += threads) {
        int32_t before = 0;
        for (int32_t i = 0; i < x; i++)
            before += s->lists[cell + i].count;
        start[x] = before;
        if (x == edge)
            *begin = X(take_places)(f, s, before);
    }
    #pragma omp barrier
    for (int32_t x = thread; x <= edge; x += threads) {
        start[x] += *begin;
        X(sort_cell)(s, cell + x, start[x]);
    }
    #pragma omp barrier
    for (int32_t k = start[0] + thread; k < start[edge]; k += threads)
        X(store)(f, s, k);
}

/* Shifts the highest of `bits` into `near`: an instruction of a GPU, of which clang makes two. */
#if defined(__clang__) && defined(__NVPTX__)
INLINE uint32_t X(shift_in)(uint32_t near, uint32_t bits)
{
    __asm__("shf.l.wrap.b32 %0, %1, %0, 1;" : "+r"(near) : "r"(bits));
    return near;
}
#else
INLINE uint32_t X(shift_in)(uint32_t near, uint32_t bits)
{
    return near << 1 | bits >> 31;
}
#endif

/* Shifts another bit into `near`: whether r^2 < reach^2, as the sign of
 *
 *     (r^2 - reach^2) / 2 = p^2 / 2 - p seen - limit,   limit = (reach^2 - seen^2) / 2
 *
 * which takes no comparison, and four instructions where differences would take six.  Large squares
 * cancel, so reach grows with the cube. */
INLINE uint32_t X(look)(uint32_t near, struct vector seen, float limit, quad_float p)
{
    float x = (float)seen.x, y = (float)seen.y, z = (float)seen.z;
    union {
        float number;
        uint32_t bits;
    } excess = { fmaf(-x, p[0], fmaf(-y, p[1], fmaf(-z, p[2], p[3]))) - limit };
    return X(shift_in)(near, excess.bits);
}

/* Adds what `group` particles at `x`, all in one cell, feel from a run of candidates.
 *
 * Threads of a warp find near ones at different candidates.  If each stopped there to compute, all
 * would stop most of the time.  So they look first, at 32 candidates, in float, and note a bit for
 * each; then every thread goes from bit to bit of its own.  They look at fours, so that four are
 * loaded before the first is needed; bits of those behind the end are dropped. */
INLINE void X(add_run)(bool last, int group, struct fluid f, const struct state *s, struct run r,
                       const struct vector *x, struct sum *sum)
{
    const quad *sorted = (const quad *)s->sorted;
    const quad_float *rounded = X(rounded)(f, s);
    struct vector seen[GROUP];
    float limit[GROUP];
    for (int g = 0; g < group; g++) {
        seen[g] = X(minus)(x[g], r.shift);
        limit[g] = f.half_reach2 - X(half_square)(seen[g]);
    }
    for (int32_t k = r.first; k < r.end; k += CHUNK) {
        int32_t n = r.end - k < CHUNK ? r.end - k : CHUNK, all = (n + ROUND - 1) & -ROUND;
        uint32_t near[GROUP] = { 0 };
        const quad *here = sorted + k;
#pragma GCC unroll ROUND
        for (int32_t i = 0; i < all; i++)
#pragma GCC unroll GROUP
            for (int g = 0; g < group; g++)
                near[g] = X(look)(near[g], seen[g], limit[g], rounded[k + i]);
#pragma GCC unroll GROUP
        for (int g = 0; g < group; g++)
            for (uint32_t bits = near[g] >> (all - n) << (CHUNK - n); bits;) {
                int32_t i = __builtin_clz(bits);
                quad p = here[i];
                bits &= ~(0x80000000u >> i);
                X(add_pair)(last, f, X(minus)(seen[g], (struct vector){ p[0], p[1], p[2] }),
                            &sum[g]);
            }
    }
}

INLINE void X(add_all)(bool last, int group, struct fluid f, const struct state *s,
                       const struct vector *x, struct sum *sum)
{
    struct cell c = X(cell_of)(f, x[0]);
    for (int32_t row = 0; row < 9; row++)
        for (int32_t piece = -(c.x == 0); piece <= (c.x == f.edge_cells - 1); piece++) {
            int32_t y = c.y + row % 3 - 1, z = c.z + row / 3 - 1;
            X(add_run)(last, group, f, s, X(run)(f, s->start, c.x, y, z, piece), x, sum);
        }
}

/* Takes sorted particles k…k+group-1, of which n are there, through a step. */
INLINE void X(step_of)(int group, int32_t n, struct fluid f, const struct state *s, int32_t step,
                       int32_t k)
{
    struct vector x[GROUP];
    struct sum sum[GROUP] = { { { 0, 0, 0 }, 0, 0 } };
    for (int g = 0; g < group; g++) {
        quad p = ((const quad *)s->sorted)[k + (g < n ? g : 0)];
        x[g] = (struct vector){ p[0], p[1], p[2] };
    }
    if (step == f.steps)
        X(add_all)(true, group, f, s, x, sum);
    else
        X(add_all)(false, group, f, s, x, sum);
#pragma GCC unroll GROUP
    for (int g = 0; g < group; g++)
        if (g < n)
            X(move)(f, s, step, k + g, x[g], sum[g]);
}

#pragma omp end declare target

/* All of it lives on the device from here on; the pointers are the device's. */
static void X(enter_on_device)(struct fluid f, struct state s)
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
        X(enter)(fluid, &state, i);
        if (i == particles - 1) /* a round may look behind the last one */
            for (int32_t k = 1; k < ROUND; k++)
                X(rounded)(fluid, &state)[i + k] = (quad_float){ 0 };
    }
}

static void X(sort_on_device)(struct fluid f, struct state s)
{
    int32_t particles = f.particles, edge_cells = f.edge_cells, rows = edge_cells * edge_cells;
    int32_t *order = s.order, *start = s.start, *next = s.next;
    struct list *lists = s.lists;
    real *position = s.position, *sorted = s.sorted;
    #pragma omp target teams num_teams(tri_teams(rows)) thread_limit(tri_team_threads(SORT_TEAM)) \
        is_device_ptr(position, sorted, order, start, next, lists)
    {
        int32_t begin; /* of the team's row */
        #pragma omp parallel
        {
            struct fluid fluid = { .particles = particles, .edge_cells = edge_cells };
            struct state state = { .position = position,
                                   .sorted = sorted,
                                   .order = order,
                                   .start = start,
                                   .next = next,
                                   .lists = lists };
            for (int32_t row = omp_get_team_num(); row < rows; row += omp_get_num_teams())
                X(sort_row)(fluid, &state, row, &begin);
        }
    }
}

/* mapping=particle: a thread takes one.  Particles are sorted, so a warp's are neighbours, and what
 * its threads load is for the most part the same.
 *
 * The limit of threads is a function's value on purpose: a kernel that may be started with any number
 * makes do with 64 registers in double, and more of them run at once.  With the constant, 1,000,003
 * particles, two steps on an H100 took 0.10 ms more in float and 0.49 in double, and with mapping=cell
 * 1.0 and 1.3 ms more. */
static void X(step_by_particle)(struct fluid f, struct state s, int32_t step, int *place)
{
    int32_t particles = f.particles, steps = f.steps, edge_cells = f.edge_cells;
    real edge = f.edge, cells_per_length = f.cells_per_length, cutoff2 = f.cutoff2, dt = f.dt;
    real force_shift = f.force_shift, energy_shift = f.energy_shift, *sorted = s.sorted;
    real *position = s.position, *velocity = s.velocity, *force = s.force, *potential = s.potential;
    int32_t *pairs = s.pairs, *order = s.order, *start = s.start, *next = s.next;
    struct list *lists = s.lists;
    float half_reach2 = f.half_reach2;
    #pragma omp target teams distribute parallel for \
        num_teams(tri_teams((particles + TEAM - 1) / TEAM)) thread_limit(tri_team_threads(TEAM)) \
        is_device_ptr(position, velocity, force, potential, pairs, sorted, order, start, next, \
            lists, place)
    for (int32_t k = 0; k < particles; k++) {
        struct fluid fluid = { particles, steps,       edge_cells,   edge, cells_per_length,
                               cutoff2,   force_shift, energy_shift, dt,   half_reach2,
                               0 };
        struct state state = { NULL,  NULL,   position, velocity, force, potential,
                               pairs, sorted, order,    start,    next,  lists };
        if (k == 0)
            *place = ran_on();
        X(step_of)(1, 1, fluid, &state, step, k);
    }
}

/* mapping=cell: a thread takes a cell, and its particles four at a time. */
static void X(step_by_cell)(struct fluid f, struct state s, int32_t step, int *place)
{
    int32_t particles = f.particles, steps = f.steps, edge_cells = f.edge_cells;
    int32_t all = edge_cells * edge_cells * edge_cells;
    real edge = f.edge, cells_per_length = f.cells_per_length, cutoff2 = f.cutoff2, dt = f.dt;
    real force_shift = f.force_shift, energy_shift = f.energy_shift, *sorted = s.sorted;
    real *position = s.position, *velocity = s.velocity, *force = s.force, *potential = s.potential;
    int32_t *pairs = s.pairs, *order = s.order, *start = s.start, *next = s.next;
    struct list *lists = s.lists;
    float half_reach2 = f.half_reach2;
    #pragma omp target teams distribute parallel for num_teams(tri_teams((all + TEAM - 1) / TEAM)) \
        thread_limit(tri_team_threads(TEAM)) \
        is_device_ptr(position, velocity, force, potential, pairs, sorted, order, start, next, \
            lists, place)
    for (int32_t c = 0; c < all; c++) {
        struct fluid fluid = { particles, steps,       edge_cells,   edge, cells_per_length,
                               cutoff2,   force_shift, energy_shift, dt,   half_reach2,
                               0 };
        struct state state = { NULL,  NULL,   position, velocity, force, potential,
                               pairs, sorted, order,    start,    next,  lists };
        const int32_t *here = start + c + c / edge_cells;
        if (c == 0)
            *place = ran_on();
        for (int32_t k = here[0]; k < here[1]; k += GROUP)
            X(step_of)(GROUP, here[1] - k, fluid, &state, step, k);
    }
}

static void X(moldyn_offload)(bool by_cell, struct fluid f, struct state s, ptrdiff_t sorted_room,
                              int *place)
{
    ptrdiff_t n = f.particles, cells = X(cells)(f);
    const real *start_position = s.start_position, *start_velocity = s.start_velocity;
    real *position = s.position, *velocity = s.velocity, *force = s.force, *potential = s.potential;
    real *sorted = s.sorted;
    int32_t *pairs = s.pairs, *order = s.order, *start = s.start, *next = s.next;
    struct list *lists = s.lists;
    #pragma omp target data map(to: start_position[:3 * n], start_velocity[:3 * n]) \
        map(from: position[:3 * n], velocity[:3 * n], force[:3 * n], potential[:n], pairs[:n]) \
        map(alloc: sorted[:sorted_room], order[:n], start[:cells + 1], next[:n]) \
        map(to: lists[:cells + 1]) map(from: place[:1]) \
        use_device_ptr(start_position, start_velocity, position, velocity, force, potential, \
            pairs, sorted, order, start, next, lists, place)
    {
        struct state there = { start_position, start_velocity, position, velocity, force, potential,
                               pairs,          sorted,         order,    start,    next,  lists };
        X(enter_on_device)(f, there);
        for (int32_t step = 0; step <= f.steps; step++) {
            X(sort_on_device)(f, there);
            if (by_cell)
                X(step_by_cell)(f, there, step, place);
            else
                X(step_by_particle)(f, there, step, place);
        }
    }
}

/* ---- 6. CPU: clusters and lists -----------------------------------------------------------------
 *
 * On the CPU a thread takes cells, whatever the mapping, and the lanes of a vector take particles of
 * one cell: a cluster.  As on the GPU there are two parts: find lists the candidates that any of the
 * cluster may feel; add goes through the list, all lanes at once, near or not.  There is nothing left
 * to guess for the processor, and the expensive part has every third lane busy instead of every seventh.
 *
 * A cluster is as small as one vector, so that few lanes are in a candidate's way for nothing; find can
 * make a list for each, since it looks at eight candidates at once.  It does so in float, rounded
 * generously, in double precision too.
 */
enum {
    WIDEST = VECTOR_BITS / REAL_BITS, /* lanes */
    BLOCK = 16,                       /* candidates looked at together, at most */
    PART = 512,                       /* of a run that is listed at once */
    LISTED = 2048,                    /* candidates that a list has room for */
};

struct lanes {
    real x[WIDEST], y[WIDEST], z[WIDEST];
};

/* Up to as many particles of one cell as a vector has lanes; further lanes repeat the first. */
struct cluster {
    int size;
    struct lanes at, seen, force; /* seen: at, from the image that is looked at */
    struct {
        float x[WIDEST], y[WIDEST], z[WIDEST];
    } near; /* seen, rounded */
    real energy[WIDEST];
    real pairs[WIDEST]; /* so that a counter is as wide as its lane; it is small, so exact */
};

/* Coordinates of all sorted particles, each in an array of its own. */
struct sorted {
    real *x, *y, *z;
    float *near_x, *near_y, *near_z; /* rounded; in float the same arrays */
};

/* Lists those of candidates first…end-1 that may be near one of the cluster; returns how many. */
typedef int32_t find_fn(float reach2, const struct cluster *, const struct sorted *, int32_t first,
                        int32_t end, int32_t *list);

/* Adds what n candidates do to the cluster; energy only in the last step. */
typedef void add_fn(bool last, const struct fluid *, struct cluster *, const struct sorted *,
                    const int32_t *list, int32_t n);

struct kernels {
    int lanes; /* of a cluster */
    find_fn *find;
    add_fn *add;
};

/* The last block may reach beyond the end: what is there is looked at, but never listed. */
static struct sorted X(sorted)(struct fluid f, const struct state *s)
{
    ptrdiff_t n = f.particles + BLOCK;
    real *x = s->sorted;
    float *near = (float *)(PRECISION == TRI_FLOAT ? x : x + 3 * n);
    return (struct sorted){ x, x + n, x + 2 * n, near, near + n, near + 2 * n };
}

static void X(enter_all)(struct fluid f, const struct state *s)
{
    struct sorted at = X(sorted)(f, s);
    #pragma omp parallel for
    for (int32_t i = 0; i < f.particles; i++)
        X(enter)(f, s, i);
    for (int32_t k = f.particles; k < f.particles + BLOCK; k++)
        at.near_x[k] = at.near_y[k] = at.near_z[k] = 0;
}

static void X(sort)(struct fluid f, const struct state *s, struct sorted at)
{
    int32_t cells = X(cells)(f), *start = s->start;
    start[0] = 0;
    for (int32_t c = 0; c < cells; c++)
        start[c + 1] = start[c] + s->lists[c].count;
    #pragma omp parallel for
    for (int32_t c = 0; c < cells; c++)
        for (int32_t k = start[c], end = X(sort_cell)(s, c, k); k < end; k++) {
            struct vector x = X(at)(s->position, s->order[k]);
            at.near_x[k] = (float)(at.x[k] = x.x);
            at.near_y[k] = (float)(at.y[k] = x.y);
            at.near_z[k] = (float)(at.z[k] = x.z);
        }
}

static void X(gather)(int lanes, struct sorted at, int32_t k, int32_t n, struct cluster *g)
{
    *g = (struct cluster){ .size = n < lanes ? n : lanes };
    for (int i = 0; i < lanes; i++) {
        int32_t from = k + (i < n ? i : 0);
        g->at.x[i] = at.x[from];
        g->at.y[i] = at.y[from];
        g->at.z[i] = at.z[from];
    }
}

static void X(see_from)(int lanes, struct cluster *g, struct vector shift)
{
    for (int i = 0; i < lanes; i++) {
        g->near.x[i] = (float)(g->seen.x[i] = g->at.x[i] - shift.x);
        g->near.y[i] = (float)(g->seen.y[i] = g->at.y[i] - shift.y);
        g->near.z[i] = (float)(g->seen.z[i] = g->at.z[i] - shift.z);
    }
}

/* A list goes on from run to run for as long as these are of one image, for a cell inside of the cube
 * through all nine.  With a list for each run it takes 3 to 7 % longer in float, 11 to 13 in double. */
static void X(add_around)(const struct kernels *by, bool last, const struct fluid *f,
                          const int32_t *start, const struct sorted *at, struct cell c,
                          struct cluster *g)
{
    int32_t list[LISTED], n = 0;
    struct vector shift = { 0, 0, 0 };
    X(see_from)(by->lanes, g, shift);
    for (int32_t z = c.z - 1; z <= c.z + 1; z++)
        for (int32_t y = c.y - 1; y <= c.y + 1; y++)
            for (int32_t piece = -(c.x == 0); piece <= (c.x == f->edge_cells - 1); piece++) {
                struct run r = X(run)(*f, start, c.x, y, z, piece);
                bool moved = X(square)(X(minus)(r.shift, shift)) > 0;
                for (int32_t k = r.first; k < r.end; k += PART, moved = false) {
                    if (moved || n + PART + BLOCK > LISTED) {
                        by->add(last, f, g, at, list, n);
                        n = 0;
                    }
                    if (moved)
                        X(see_from)(by->lanes, g, shift = r.shift);
                    n += by->find(f->reach2, g, at, k, r.end - k < PART ? r.end : k + PART,
                                  list + n);
                }
            }
    by->add(last, f, g, at, list, n);
}

static void X(step_cell)(const struct kernels *by, struct fluid f, const struct state *s,
                         int32_t step, struct cell c)
{
    struct sorted at = X(sorted)(f, s);
    const int32_t *start = s->start, *here = start + X(cell_number)(f, c);
    for (int32_t k = here[0]; k < here[1]; k += by->lanes) {
        struct cluster g;
        X(gather)(by->lanes, at, k, here[1] - k, &g);
        X(add_around)(by, step == f.steps, &f, start, &at, c, &g);
        for (int i = 0; i < g.size; i++) {
            struct vector x = { g.at.x[i], g.at.y[i], g.at.z[i] };
            struct vector force = { g.force.x[i], g.force.y[i], g.force.z[i] };
            X(move)(f, s, step, k + i, x, (struct sum){ force, g.energy[i], (int32_t)g.pairs[i] });
        }
    }
}

static void X(take_steps)(const struct kernels *by, struct fluid f, const struct state *s)
{
    int32_t edge = f.edge_cells;
    X(enter_all)(f, s);
    for (int32_t step = 0; step <= f.steps; step++) {
        X(sort)(f, s, X(sorted)(f, s));
        #pragma omp parallel for collapse(2) schedule(dynamic)
        for (int32_t z = 0; z < edge; z++)
            for (int32_t y = 0; y < edge; y++)
                for (int32_t x = 0; x < edge; x++)
                    X(step_cell)(by, f, s, step, (struct cell){ x, y, z });
    }
}

/* ---- 7. CPU: omp simd -------------------------------------------------------------------------
 *
 * find has candidates in its lanes, add the cluster.  What directives cannot say is to pack the
 * candidates that are near, since where one is stored depends on those before it.  (clang 19: "loop not
 * vectorized: value that could not be identified as reduction is used outside the loop".)  That loop
 * stays scalar, but without a branch.
 */
INLINE int32_t X(find_for)(int lanes, float reach2, const struct cluster *g,
                           const struct sorted *at, int32_t first, int32_t end, int32_t *list)
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

/* A cell's last cluster is seldom full: often half the lanes will do. */
static int32_t X(find_simd)(float reach2, const struct cluster *g, const struct sorted *at,
                            int32_t first, int32_t end, int32_t *list)
{
    return g->size > WIDEST / 2 ? X(find_for)(WIDEST, reach2, g, at, first, end, list)
                                : X(find_for)(WIDEST / 2, reach2, g, at, first, end, list);
}

static void X(add_simd)(bool last, const struct fluid *f, struct cluster *g,
                        const struct sorted *at, const int32_t *list, int32_t n)
{
    struct fluid fluid = *f; /* nothing else points at them, then */
    struct cluster sum = *g;
    for (int32_t k = 0; k < n; k++) {
        real x = at->x[list[k]], y = at->y[list[k]], z = at->z[list[k]];
        #pragma omp simd
        for (int i = 0; i < WIDEST; i++) {
            struct vector d = { sum.seen.x[i] - x, sum.seen.y[i] - y, sum.seen.z[i] - z };
            real r2 = X(square)(d), u = 1 / r2, force = X(force)(fluid, u);
            bool near = (r2 < fluid.cutoff2) & (r2 > SELF);
            force = near ? force : 0;
            sum.force.x[i] = FMA(force, d.x, sum.force.x[i]);
            sum.force.y[i] = FMA(force, d.y, sum.force.y[i]);
            sum.force.z[i] = FMA(force, d.z, sum.force.z[i]);
            if (last)
                sum.energy[i] += near ? X(energy)(fluid, u, r2) : 0;
            sum.pairs[i] += near ? 1 : 0;
        }
    }
    *g = sum;
}

static void X(moldyn_simd)(struct fluid f, struct state s)
{
    static const struct kernels by_simd = { WIDEST, X(find_simd), X(add_simd) };
    X(take_steps)(&by_simd, f, &s);
}

/* ---- 8. CPU: AVX2 and FMA intrinsics ----------------------------------------------------------
 *
 * The same two, and the packing, which is what the hand adds here: a mask of four lanes is the number
 * of a row of offsets to those that are near.  Four are stored whatever their number, and the next
 * ones over the rest: that costs less than to ask.
 */
#if defined(__x86_64__)

AVX2 INLINE int32_t X(pack)(int32_t first, int32_t mask, int32_t *list)
{
    static const int8_t offset[16][4] = {
        { 0, 0, 0, 0 }, { 0, 0, 0, 0 }, { 1, 0, 0, 0 }, { 0, 1, 0, 0 },
        { 2, 0, 0, 0 }, { 0, 2, 0, 0 }, { 1, 2, 0, 0 }, { 0, 1, 2, 0 },
        { 3, 0, 0, 0 }, { 0, 3, 0, 0 }, { 1, 3, 0, 0 }, { 0, 1, 3, 0 },
        { 2, 3, 0, 0 }, { 0, 2, 3, 0 }, { 1, 2, 3, 0 }, { 0, 1, 2, 3 },
    };
    __m128i offsets = _mm_cvtepi8_epi32(_mm_loadu_si32(offset[mask]));
    _mm_storeu_si128((__m128i *)list, _mm_add_epi32(_mm_set1_epi32(first), offsets));
    return __builtin_popcount((unsigned)mask);
}

AVX2 INLINE int32_t X(find_for_avx2)(int lanes, float reach2, const struct cluster *g,
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
        n += X(pack)(k, mask & 15, list + n);
        n += X(pack)(k + 4, mask >> 4, list + n);
    }
    return n;
}

AVX2 static int32_t X(find_avx2)(float reach2, const struct cluster *g, const struct sorted *at,
                                 int32_t first, int32_t end, int32_t *list)
{
    return g->size > LANES / 2 ? X(find_for_avx2)(LANES, reach2, g, at, first, end, list)
                               : X(find_for_avx2)(LANES / 2, reach2, g, at, first, end, list);
}

AVX2 static void X(add_avx2)(bool last, const struct fluid *f, struct cluster *g,
                             const struct sorted *at, const int32_t *list, int32_t n)
{
    vec see_x = V(loadu)(g->seen.x), see_y = V(loadu)(g->seen.y), see_z = V(loadu)(g->seen.z);
    vec force_x = V(loadu)(g->force.x), force_y = V(loadu)(g->force.y);
    vec force_z = V(loadu)(g->force.z), energy = V(loadu)(g->energy), pairs = V(loadu)(g->pairs);
    vec one = V(set1)(1);
    for (int32_t k = 0; k < n; k++) {
        vec x = V(sub)(see_x, V(set1)(at->x[list[k]]));
        vec y = V(sub)(see_y, V(set1)(at->y[list[k]]));
        vec z = V(sub)(see_z, V(set1)(at->z[list[k]]));
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

static void X(moldyn_avx2)(struct fluid f, struct state s)
{
    static const struct kernels by_avx2 = { LANES, X(find_avx2), X(add_avx2) };
    X(take_steps)(&by_avx2, f, &s);
}

#endif

/* ---- 9. The description -----------------------------------------------------------------------
 *
 * A cube as large as particles and density make it, but one cut-off at least.  They start from the
 * sites of a cubic lattice, a little off.  Components of velocities are drawn evenly from -sqrt(3 T) to
 * sqrt(3 T), which gives them the variance T; those of particles 2k and 2k + 1 cancel, so that the
 * momentum is zero.
 */
enum { PARTICLES, STEPS, MAPPING, DENSITY, CUTOFF, DT, TEMPERATURE, DISTURBANCE, SEED };
enum {
    START_POSITION,
    START_VELOCITY,
    POSITION,
    VELOCITY,
    FORCE,
    POTENTIAL,
    PAIRS,
    SORTED,
    ORDER,
    START,
    NEXT,
    LISTS
};
enum mapping { BY_PARTICLE, BY_CELL };

/* Of a cell, in cut-offs: a little more, so that wherever rounding puts a particle, no partner is two
 * cells off. */
static const double LEAST_EDGE = 1 + 0x1p-10;

static double X(edge)(const struct tri_case *c)
{
    double volume = (double)c->value[PARTICLES].integer / c->value[DENSITY].real;
    return fmax(cbrt(volume), LEAST_EDGE * c->value[CUTOFF].real);
}

/* No more cells than particles, or those that are empty would take longer. */
static int32_t X(edge_cells)(const struct tri_case *c)
{
    double most = ceil(cbrt((double)c->value[PARTICLES].integer));
    return (int32_t)fmin(floor(X(edge)(c) / (LEAST_EDGE * c->value[CUTOFF].real)), most);
}

/* Where cells start, and where the last one ends. */
static bool X(length_of_start)(const struct tri_case *c, size_t *length)
{
    size_t edge = (size_t)X(edge_cells)(c);
    *length = edge * edge * (edge + 1) + 1;
    return true;
}

/* Two numbers to a list, and what is counted behind them. */
static bool X(length_of_lists)(const struct tri_case *c, size_t *length)
{
    size_t edge = (size_t)X(edge_cells)(c);
    *length = 2 * (edge * edge * (edge + 1) + 1);
    return true;
}

/* Four numbers to a particle, in double four in float behind them, and room for the rest of a round;
 * or three arrays and some room behind each, which is no more. */
static bool X(length_of_sorted)(const struct tri_case *c, size_t *length)
{
    size_t n = (size_t)c->value[PARTICLES].integer;
    *length = (PRECISION == TRI_FLOAT ? 4 : 6) * n + 5 * BLOCK;
    return true;
}

/* A number from -1 to 1 that looks like chance: splitmix64 (Steele, Lea and Flood, OOPSLA 2014). */
static double X(drawn)(const struct tri_case *c, uint64_t i)
{
    uint64_t x = (i + 1) * 0x9e3779b97f4a7c15u + (uint64_t)c->value[SEED].integer;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return (double)((x ^ (x >> 31)) >> 11) * 0x1p-52 - 1;
}

/* The fewest along an edge that give every particle a site. */
static uint64_t X(sites_along)(uint64_t particles)
{
    uint64_t row = (uint64_t)cbrt((double)particles);
    while (row * row * row < particles)
        row++;
    return row;
}

static double X(value_of_start_position)(const struct tri_case *c, size_t i)
{
    uint64_t n = (uint64_t)c->value[PARTICLES].integer, row = X(sites_along)(n);
    uint64_t site = i / 3 * (row * row * row) / n; /* those that stay empty are spread */
    uint64_t along = i % 3 == 0 ? site % row : i % 3 == 1 ? site / row % row : site / row / row;
    double off = c->value[DISTURBANCE].real * X(drawn)(c, i);
    return ((double)along + 0.5 + off) * (X(edge)(c) / (double)row);
}

static double X(value_of_start_velocity)(const struct tri_case *c, size_t i)
{
    size_t n = (size_t)c->value[PARTICLES].integer, pair = i / 6;
    if (n % 2 && pair == n / 2)
        return 0; /* the odd one */
    double speed = sqrt(3 * c->value[TEMPERATURE].real);
    double drawn = X(drawn)(c, 3 * n + pair * 3 + i % 3);
    return i / 3 % 2 ? -speed * drawn : speed * drawn;
}

static struct fluid X(fluid)(const struct tri_case *c)
{
    double cutoff = c->value[CUTOFF].real, edge = X(edge)(c), c6 = pow(cutoff, -6);
    double reach = (cutoff + 0x1p-20 * edge) * (1 + 0x1p-18);
    /* No coordinate is larger, seen from any image.  Rounding puts half of r^2 off by less than
     * 22 x 2^-24 far^2; 32 are allowed. */
    double far = edge * (1 + 1. / X(edge_cells)(c));
    struct fluid f = {
        .particles = (int32_t)c->value[PARTICLES].integer,
        .steps = (int32_t)c->value[STEPS].integer,
        .edge_cells = X(edge_cells)(c),
        .edge = (real)edge,
        .cutoff2 = (real)(cutoff * cutoff),
        .force_shift = (real)(-8 * (6 * c6 * c6 - 3 * c6) / (cutoff * cutoff)),
        .energy_shift = (real)(16 * c6 - 28 * c6 * c6),
        .dt = (real)c->value[DT].real,
        .reach2 = (float)(reach * reach),
        .half_reach2 = (float)((cutoff * cutoff + 0x1p-18 * far * far) / 2 * (1 + 0x1p-18)),
    };
    f.cells_per_length = (real)f.edge_cells / f.edge;
    return f;
}

static struct state X(state)(const struct tri_case *c)
{
    void *const *o = c->operand;
    return (struct state){ o[START_POSITION], o[START_VELOCITY], o[POSITION], o[VELOCITY],
                           o[FORCE],          o[POTENTIAL],      o[PAIRS],    o[SORTED],
                           o[ORDER],          o[START],          o[NEXT],     o[LISTS] };
}

static void X(run_reference)(const struct tri_case *c)
{
    X(moldyn_reference)(X(fluid)(c), X(state)(c));
}

static void X(run_offload)(const struct tri_case *c)
{
    X(moldyn_offload)(c->value[MAPPING].integer == BY_CELL, X(fluid)(c), X(state)(c),
                      (ptrdiff_t)c->length[SORTED], c->ran_on);
}

static void X(run_simd)(const struct tri_case *c)
{
    X(moldyn_simd)(X(fluid)(c), X(state)(c));
}

#if defined(__x86_64__)
static void X(run_avx2)(const struct tri_case *c)
{
    X(moldyn_avx2)(X(fluid)(c), X(state)(c));
}
#endif

/* Pairs within the cut-off, counted twice since both partners compute theirs; looking for them is
 * not counted, as the fewer are looked at in vain the better.  A pair takes 3 differences, 3 to
 * square, a comparison, a division, 5 to the force over r, 3 to add it.  A step reads and writes
 * positions and velocities. */
static struct tri_work X(work)(const struct tri_case *c)
{
    const int32_t *pairs = c->operand[PAIRS];
    double units = 0, n = (double)c->value[PARTICLES].integer;
    for (size_t i = 0; i < c->length[PAIRS]; i++)
        units += pairs[i];
    return (struct tri_work){
        .units = units,
        .instructions = 16 * units,
        .bytes = 12 * sizeof(real) * n * (double)(c->value[STEPS].integer + 1),
    };
}

const struct tri_hotspot X(moldyn) = {
    .name = "moldyn",
    .formula = "x\" = sum of the Lennard-Jones forces within a cut-off, in a periodic cube",
    .unit = "interactions",
    .precision = PRECISION,
    .params = {
        [PARTICLES] = {"particles", "how many there are", TRI_INTEGER, 32000, .min = 1,
                       .max = 1 << 26},
        /* At the largest density and cut-off a particle has 4189 partners in each: pairs can count twice
         * as many in so many steps. */
        [STEPS] = {"steps", "steps in time", TRI_INTEGER, 2, .min = 0, .max = 250000},
        [MAPPING] = {"mapping", "what a thread of a GPU takes", TRI_CHOICE, BY_PARTICLE,
                     .choices = {"particle", "cell"}, .of_offload = true},
        [DENSITY] = {"density", "particles to the unit of volume", TRI_REAL, 0.8, .min = 1e-4,
                     .max = 1},
        [CUTOFF] = {"cutoff", "distance beyond which there is no force", TRI_REAL, 2.5, .min = 1,
                    .max = 10},
        [DT] = {"dt", "length of a step", TRI_REAL, 0.004, .min = 1e-6, .max = 0.01},
        [TEMPERATURE] = {"temperature", "of the first velocities", TRI_REAL, 1, .min = 0,
                         .max = 4},
        [DISTURBANCE] = {"disturbance", "how far off the lattice, in sites", TRI_REAL, 0.05,
                         .min = 0, .max = 0.1},
        [SEED] = {"seed", "of what is drawn", TRI_INTEGER, 1, .min = 0, .max = 1000000000},
    },
    .operands = {
        [START_POSITION] = {"start_position", TRI_FLOATING, TRI_IN, .rank = 1,
                            .shape = {PARTICLES}, .each = 3, .value = X(value_of_start_position)},
        [START_VELOCITY] = {"start_velocity", TRI_FLOATING, TRI_IN, .rank = 1,
                            .shape = {PARTICLES}, .each = 3, .value = X(value_of_start_velocity)},
        [POSITION] = {"position", TRI_FLOATING, TRI_OUT, .rank = 1, .shape = {PARTICLES},
                      .each = 3},
        [VELOCITY] = {"velocity", TRI_FLOATING, TRI_OUT, .rank = 1, .shape = {PARTICLES},
                      .each = 3},
        [FORCE] = {"force", TRI_FLOATING, TRI_OUT, .rank = 1, .shape = {PARTICLES}, .each = 3},
        [POTENTIAL] = {"potential", TRI_FLOATING, TRI_OUT, .rank = 1, .shape = {PARTICLES}},
        [PAIRS] = {"pairs", TRI_INT32, TRI_OUT, .rank = 1, .shape = {PARTICLES}},
        [SORTED] = {"sorted", TRI_FLOATING, TRI_SCRATCH, .length_of = X(length_of_sorted)},
        [ORDER] = {"order", TRI_INT32, TRI_SCRATCH, .rank = 1, .shape = {PARTICLES}},
        [START] = {"start", TRI_INT32, TRI_SCRATCH, .length_of = X(length_of_start)},
        [NEXT] = {"next", TRI_INT32, TRI_SCRATCH, .rank = 1, .shape = {PARTICLES}},
        [LISTS] = {"lists", TRI_INT32, TRI_SCRATCH, .length_of = X(length_of_lists),
                   .value = tri_zero},
    },
    .work = X(work),
    .reference = X(run_reference),
    .plain = {
        "plain", "today's",
        .follows = { .threads_per_team = true },
        .path = {
            [TRI_SIMD] = X(run_simd),
            [TRI_AVX2] = X(run_avx2),
            [TRI_OFFLOAD] = X(run_offload),
        },
    },
};
