/*
 * Laplace on a GPU, several steps a pass: in team memory, in registers, and with all passes in one region.
 */
#include "laplace_tickets.h"

/* Passes of up to `depth` steps between two arrays on the device. */
void laplace_run_passes(pass_fn *pass, int32_t depth, struct pass first, real *potential,
                        real *other, int32_t *taken, int *place)
{
    ptrdiff_t width = first.box.width, height = first.box.height;
    ptrdiff_t points = height * width, words = height * first.box.words;
    const real *start = first.from;
    const uint32_t *mask = first.mask;
    #pragma omp target data map(to: start[:points], mask[:words]) \
        map(from: potential[:points], taken[:1], place[:1]) map(alloc: other[:points]) \
        use_device_ptr(start, mask, potential, taken, other, place)
    {
        struct pass p = {
            .box = first.box, .mask = mask, .from = start, .taken = taken, .place = place
        };
        run_passes(pass, depth, p, potential, other);
    }
}

/* ---- Eight steps a pass, in team memory -------------------------------------------------------------
 *
 * A team copies a tile with a halo of eight points into an array that its threads share, which compilers for
 * GPUs put into the shared memory of a multiprocessor, and alternates between that and a second one.  Each
 * step computes one ring less; after eight steps the inner part is stored.  The points are distributed
 * to the threads of the team, however many there are.
 */
enum {
    TILE_ROWS = 32,
    TILE_COLS = REAL_BITS == 32 ? 64 : 32,
    ROWS = TILE_ROWS + 2 * DEPTH,
    COLS = TILE_COLS + 2 * DEPTH,
    TILE_THREADS = 256,
};

#if HAS_TEAM_KERNELS

struct near {
    real u[2][ROWS][COLS];
};

#pragma omp declare target

/* Whether a point of the array is at least so many points from its edge. */
INLINE bool lies_within(int32_t r, int32_t c, int32_t rings)
{
    return r >= rings && r < ROWS - rings && c >= rings && c < COLS - rings;
}

/* Loads the array; its first point is point (row, col) of the box.  A point outside of the box is fixed, and
 * gets the value of some point of the border. */
INLINE void load_near(const struct pass *p, struct near *n, int32_t row, int32_t col)
{
    for (int32_t i = omp_get_thread_num(); i < ROWS * COLS; i += omp_get_num_threads()) {
        ptrdiff_t from = clamp(row + i / COLS, p->box.height);
        n->u[0][i / COLS][i % COLS] =
            p->from[from * p->box.width + clamp(col + i % COLS, p->box.width)];
    }
    #pragma omp barrier
}

/* Step number t; returns whether it has moved a point of the inner part. */
INLINE bool step_near(const struct pass *p, struct near *n, int32_t t, int32_t row, int32_t col)
{
    bool moved = false;
    for (int32_t i = omp_get_thread_num(); i < ROWS * COLS; i += omp_get_num_threads()) {
        int32_t r = i / COLS, c = i % COLS;
        if (!lies_within(r, c, t + 1))
            continue;
        real(*u)[COLS] = n->u[t % 2], next = u[r][c];
        if (is_free_inside(p->box, p->mask, row + r, col + c))
            next = average(u[r - 1][c], u[r + 1][c], u[r][c - 1], u[r][c + 1]);
        n->u[(t + 1) % 2][r][c] = next;
        if (lies_within(r, c, DEPTH))
            moved |= ABS(next - u[r][c]) > p->box.tolerance;
    }
    #pragma omp barrier
    return moved;
}

INLINE void store_near(const struct pass *p, const struct near *n, int32_t row, int32_t col)
{
    for (int32_t i = omp_get_thread_num(); i < ROWS * COLS; i += omp_get_num_threads()) {
        int32_t r = i / COLS, c = i % COLS;
        bool inside = row + r < p->box.height && col + c < p->box.width;
        if (lies_within(r, c, DEPTH) && inside)
            p->to[(ptrdiff_t)(row + r) * p->box.width + col + c] = n->u[p->steps % 2][r][c];
    }
    #pragma omp barrier
}

/* What each thread does in the tile of its team; returns a bit for each step: whether it has moved a point. */
INLINE uint32_t compute_near(const struct pass *p, struct near *n)
{
    int32_t across = (p->box.width + TILE_COLS - 1) / TILE_COLS;
    int32_t down = (p->box.height + TILE_ROWS - 1) / TILE_ROWS;
    uint32_t moved = 0;
    for (int32_t tile = omp_get_team_num(); tile < across * down; tile += omp_get_num_teams()) {
        int32_t row = tile / across * TILE_ROWS - DEPTH, col = tile % across * TILE_COLS - DEPTH;
        load_near(p, n, row, col);
        for (int32_t t = 0; t < p->steps; t++)
            moved |= (uint32_t)step_near(p, n, t, row, col) << t;
        store_near(p, n, row, col);
    }
    return moved;
}

#pragma omp end declare target

static uint32_t pass_in_team_memory(const struct pass *p)
{
    const uint32_t *mask = p->mask;
    const real *from = p->from;
    real *to = p->to, tolerance = p->box.tolerance;
    int32_t width = p->box.width, height = p->box.height, words = p->box.words;
    int32_t done = p->done, steps = p->steps, *taken = p->taken;
    int32_t across = (width + TILE_COLS - 1) / TILE_COLS,
            down = (height + TILE_ROWS - 1) / TILE_ROWS;
    int *place = p->place, teams = tri_teams((ptrdiff_t)across * down);
    uint32_t moved = 0;
    #pragma omp target teams num_teams(teams) thread_limit(TILE_THREADS) reduction(|: moved) \
        is_device_ptr(mask, from, to, taken, place) map(tofrom: moved)
    {
        struct near near;
        #pragma omp parallel reduction(|: moved)
        {
            struct box b = { width, height, words, steps, tolerance };
            struct pass here = { .box = b, .mask = mask, .from = from, .to = to, .steps = steps };
            if (omp_get_team_num() == 0 && omp_get_thread_num() == 0) {
                *taken = done + steps;
                *place = ran_on();
            }
            moved |= compute_near(&here, &near);
        }
    }
    return moved;
}

/* ---- Registers: needs whole teams, which OpenMP does not promise -------------------------------------
 *
 * As eight-steps, with a patch of 8 x 8 points in the registers of each thread (laplace_patch.h): only the
 * 28 points at the patch's edge go through team memory, and only once a step.
 */
#pragma omp declare target

/* The tile of the team.  The patch's place is computed again for the store, since keeping it would take
 * registers. */
INLINE void compute_patch(const struct pass *p, struct shared *s, int thread, bool watch)
{
    struct tiles tiles = tiles_of(p->box.width, p->box.height);
    struct point at = corner(tiles, s->tile, thread);
    struct patch patch;
    patch.fixed = fixed_points(p->box, p->mask, at.row, at.col);
    load(&patch, p->box, p->from, at.row, at.col);
    s->fixed[thread] = patch.fixed;
    if (patch.fixed != 0) {
        #pragma omp atomic write
        s->any_fixed = 1;
    }
    uint32_t moved = step_tile(&patch, s, thread, p->steps, p->box.tolerance, watch);
    if (!is_inner(thread))
        return;
    at = corner(tiles, s->tile, thread);
    store(&patch, p->box, p->to, at.row, at.col);
    if (moved) {
        #pragma omp atomic update
        *p->moved |= moved;
    }
}

INLINE void compute_patches(const struct pass *p, struct shared *s, bool watch)
{
    int thread = omp_get_thread_num();
    if (thread == 0)
        s->next = omp_get_team_num();
    #pragma omp barrier
    while (s->next < tiles_of(p->box.width, p->box.height).all) {
        if (thread == 0) {
            s->tile = s->next;
            s->any_fixed = 0;
        }
        if (thread == 0 && s->tile == 0) {
            *p->taken = p->done + p->steps;
            *p->place = ran_on();
        }
        #pragma omp barrier
        compute_patch(p, s, thread, watch);
        if (thread == 0)
            s->next += omp_get_num_teams();
        #pragma omp barrier
    }
}

#pragma omp end declare target

/* The thread limit is a variable, because with a constant the compiler would give a team twice as many
 * registers, and only half as many teams would fit. */
static uint32_t pass_in_registers(const struct pass *p)
{
    const uint32_t *mask = p->mask;
    const real *from = p->from;
    real *to = p->to, tolerance = p->box.tolerance;
    int32_t width = p->box.width, height = p->box.height, words = p->box.words;
    int32_t done = p->done, steps = p->steps, *taken = p->taken;
    uint32_t moved = 0, *bits = &moved;
    int *place = p->place, threads = THREADS, teams = tri_teams(tiles_of(width, height).all);
    if (tolerance == 0) {
        #pragma omp target teams num_teams(teams) thread_limit(threads) \
            is_device_ptr(mask, from, to, taken, place)
        {
            struct shared shared;
            #pragma omp parallel num_threads(THREADS)
            {
                struct box b = { width, height, words, steps, 0 };
                struct pass here = {
                    b, mask, from, to, done, steps, NULL, taken, NULL, place, NULL
                };
                compute_patches(&here, &shared, false);
            }
        }
    } else {
        #pragma omp target teams num_teams(teams) thread_limit(threads) \
            is_device_ptr(mask, from, to, taken, place) map(tofrom: bits[:1])
        {
            struct shared shared;
            #pragma omp parallel num_threads(THREADS)
            {
                struct box b = { width, height, words, steps, tolerance };
                struct pass here = {
                    b, mask, from, to, done, steps, NULL, taken, NULL, place, bits
                };
                compute_patches(&here, &shared, true);
            }
        }
    }
    return moved;
}

#else /* .available refuses both paths */

static pass_fn *const pass_in_team_memory = NULL, *const pass_in_registers = NULL;

#endif

void laplace_eight_steps_offload(ptrdiff_t n, int32_t steps, double tolerance, int conductor,
                                 ptrdiff_t width, ptrdiff_t height, real potential[height * width],
                                 const real start[height * width], real other[height * width],
                                 const int32_t mask[height * ((width + 31) / 32)], int32_t taken[1],
                                 int *place)
{
    struct pass first = first_pass(n, steps, tolerance, conductor, width, height, start, mask);
    laplace_run_passes(pass_in_team_memory, DEPTH, first, potential, other, taken, place);
}

void laplace_registers_offload(ptrdiff_t n, int32_t steps, double tolerance, int conductor,
                               ptrdiff_t width, ptrdiff_t height, real potential[height * width],
                               const real start[height * width], real other[height * width],
                               const int32_t mask[height * ((width + 31) / 32)], int32_t taken[1],
                               int *place)
{
    struct pass first = first_pass(n, steps, tolerance, conductor, width, height, start, mask);
    laplace_run_passes(pass_in_registers, DEPTH, first, potential, other, taken, place);
}

/* ---- One region: teams wait for each other, which OpenMP does not promise ----------------------------
 *
 * Between two regions all teams wait for the slowest, and a launch takes some microseconds.  In one
 * region a team waits only for the tiles around its own (laplace_tickets.h).  With a tolerance, the run
 * may have to end after any step, and then needs what the last pass has read.  So in that case there is
 * a region for every eight steps, between two arrays, as above.
 */
enum { PATCHES = TRI_MAX_OPERANDS, PROGRESS };

#if HAS_TEAM_KERNELS && HAS_FLUSH

/* With a tolerance there is a separate region, since checking each change takes registers: in float only
 * three teams then fit on a multiprocessor. */
static uint32_t pass_of_rounds(const struct pass *p)
{
    const uint32_t *mask = p->mask;
    const real *from = p->from;
    real *to = p->to, *scratch = p->scratch, tolerance = p->box.tolerance;
    ptrdiff_t width = p->box.width, height = p->box.height, words = p->box.words;
    ptrdiff_t all = tiles_of(width, height).all;
    int32_t done = p->done, steps = p->steps, *taken = p->taken, *progress = p->progress;
    uint32_t moved = 0, *bits = &moved;
    int *place = p->place, threads = THREADS, teams = tri_teams(all < MAX_TEAMS ? all : MAX_TEAMS);
    if (tolerance == 0) {
        #pragma omp target teams num_teams(teams) thread_limit(threads) \
            is_device_ptr(mask, from, to, scratch, taken, progress, place)
        {
            struct shared shared;
            #pragma omp parallel num_threads(THREADS)
            {
                struct box b = { width, height, words, steps, 0 };
                struct pass here = { b,       mask,  from,     to,    done, steps,
                                     scratch, taken, progress, place, NULL };
                compute_tiles(&here, &shared, false);
            }
        }
    } else {
        #pragma omp target teams num_teams(teams) thread_limit(threads) \
            is_device_ptr(mask, from, to, taken, progress, place) map(from: bits[:1])
        {
            struct shared shared;
            #pragma omp parallel num_threads(THREADS)
            {
                struct box b = { width, height, words, steps, tolerance };
                struct pass here = { b,    mask,  from,     to,    done, steps,
                                     NULL, taken, progress, place, bits };
                compute_tiles(&here, &shared, true);
            }
        }
    }
    return moved;
}

#else /* .available refuses the path */

static pass_fn *const pass_of_rounds = NULL;

#endif

/* The most steps of a pass for which the tickets stay in their range. */
static int32_t most_steps(ptrdiff_t tiles)
{
    ptrdiff_t rounds = MAX_TICKETS / tiles;
    return rounds > (1 << 30) / DEPTH ? 1 << 30 : (int32_t)(rounds > 1 ? rounds : 1) * DEPTH;
}

/* Without a tolerance: one pass, from `start` to `potential`, if there are enough tickets; otherwise
 * more passes, from `potential` to itself. */
static void run_rounds(struct pass p, int32_t most)
{
    do {
        int32_t left = p.box.steps - p.done;
        p.steps = left < most ? left : most;
        pass_of_rounds(&p);
        p.done += p.steps;
        p.from = p.to;
    } while (p.done < p.box.steps);
}

/* With a tolerance: each pass is a region. */
static void run_watched(struct pass first, real *potential, real *other, int32_t *taken, int *place,
                        const struct tri_case *c)
{
    ptrdiff_t width = first.box.width, height = first.box.height;
    ptrdiff_t points = height * width, words = height * first.box.words;
    ptrdiff_t counters = (ptrdiff_t)c->length[PROGRESS];
    const real *start = first.from;
    const uint32_t *mask = first.mask;
    int32_t *progress = c->operand[PROGRESS];
    #pragma omp target data map(to: start[:points], mask[:words], progress[:counters]) \
        map(from: potential[:points], taken[:1], place[:1]) map(alloc: other[:points]) \
        use_device_ptr(start, mask, potential, taken, other, progress, place)
    {
        struct pass p = { .box = first.box,
                          .mask = mask,
                          .from = start,
                          .taken = taken,
                          .progress = progress,
                          .place = place };
        run_passes(pass_of_rounds, DEPTH, p, potential, other);
    }
}

static void run_at_once(struct pass first, real *potential, int32_t *taken, int *place,
                        const struct tri_case *c)
{
    ptrdiff_t width = first.box.width, height = first.box.height;
    ptrdiff_t points = height * width, words = height * first.box.words;
    ptrdiff_t length = (ptrdiff_t)c->length[PATCHES], counters = (ptrdiff_t)c->length[PROGRESS];
    const real *start = first.from;
    const uint32_t *mask = first.mask;
    real *scratch = c->operand[PATCHES];
    int32_t *progress = c->operand[PROGRESS];
    #pragma omp target data map(to: start[:points], mask[:words], progress[:counters]) \
        map(from: potential[:points], taken[:1], place[:1]) map(alloc: scratch[:length]) \
        use_device_ptr(start, mask, potential, taken, scratch, progress, place)
    {
        struct pass p = { .box = first.box,
                          .mask = mask,
                          .from = start,
                          .to = potential,
                          .scratch = scratch,
                          .taken = taken,
                          .progress = progress,
                          .place = place };
        run_rounds(p, most_steps(tiles_of(first.box.width, first.box.height).all));
    }
}

void laplace_tuned_offload(ptrdiff_t n, int32_t steps, double tolerance, int conductor,
                           ptrdiff_t width, ptrdiff_t height, real potential[height * width],
                           const real start[height * width], real other[height * width],
                           const int32_t mask[height * ((width + 31) / 32)], int32_t taken[1],
                           int *place, const struct tri_case *c)
{
    struct pass first = first_pass(n, steps, tolerance, conductor, width, height, start, mask);
    if (tolerance > 0)
        run_watched(first, potential, other, taken, place, c);
    else
        run_at_once(first, potential, taken, place, c);
}

/* Two sets of patches, and which of their points are fixed.  In the largest box these are 2^41 numbers. */
static bool length_of_patches(const struct tri_case *c, size_t *length)
{
    struct patches all = patches_of((int32_t)width_of(c), (int32_t)height_of(c));
    *length = (size_t)all.down * (size_t)all.pitch * (2 * SIDE * SIDE + 64 / REAL_BITS);
    return true;
}

static bool length_of_progress(const struct tri_case *c, size_t *length)
{
    *length = (size_t)tiles_of((int32_t)width_of(c), (int32_t)height_of(c)).all + COUNTERS;
    return true;
}

const struct tri_operand laplace_scratch[] = {
    { "patches", TRI_FLOATING, TRI_SCRATCH, .length_of = length_of_patches },
    { "progress", TRI_INT32, TRI_SCRATCH, .length_of = length_of_progress, .value = tri_zero },
    { .name = NULL },
};

/* ---- What they use ----
 *
 * Points of the halo are computed too, as far as they lie in the box. */

/* The points of a row or column that all tiles compute, with a halo of that width. */
static double covered(ptrdiff_t extent, ptrdiff_t inner, ptrdiff_t halo)
{
    double points = 0;
    for (ptrdiff_t at = 0; at < extent; at += inner) {
        ptrdiff_t first = at - halo > 0 ? at - halo : 0, last = at + inner + halo;
        points += (double)((last < extent ? last : extent) - first);
    }
    return points;
}

/* The points that all tiles compute. */
static double covered_by(const struct tri_case *c, ptrdiff_t rows, ptrdiff_t cols, ptrdiff_t halo)
{
    return covered(height_of(c), rows, halo) * covered(width_of(c), cols, halo);
}

static void count(struct tri_work *w, double computed, double near_numbers)
{
    w->instructions += 4 * computed;
    w->additions += 3 * computed;
    w->near_bytes += near_numbers * sizeof(real);
}

/* In team memory a step loads four neighbours of a point and stores it, in a halo that shrinks; a pass
 * loads each point from memory and stores it there, and as often in team memory, where halo points count too. */
struct tri_work laplace_work_near(const struct tri_case *c, struct tri_work w)
{
    int32_t steps = *(const int32_t *)c->operand[TAKEN], passes = (steps + DEPTH - 1) / DEPTH;
    double all = covered_by(c, TILE_ROWS, TILE_COLS, DEPTH), points = (double)c->length[POTENTIAL];
    w.instructions = w.additions = w.near_bytes = 0;
    for (int t = 0; t < DEPTH; t++) {
        double computed = covered_by(c, TILE_ROWS, TILE_COLS, DEPTH - 1 - t);
        double times = steps / DEPTH + (t < steps % DEPTH);
        count(&w, computed * times, 5 * computed * times);
    }
    count(&w, 0, (2 * all + 2 * points) * (passes > 0 ? passes : 1));
    return w;
}

/* In registers a step computes all points of a patch; it stores 32 numbers of 64 in team memory and loads as
 * many.  A pass loads and stores the points. */
struct tri_work laplace_work_of_patches(const struct tri_case *c, struct tri_work w)
{
    int32_t steps = *(const int32_t *)c->operand[TAKEN], passes = (steps + DEPTH - 1) / DEPTH;
    double all = covered_by(c, INNER_ROWS, INNER_COLS, DEPTH),
           points = (double)c->length[POTENTIAL];
    w.instructions = w.additions = w.near_bytes = 0;
    count(&w, all * steps, all * steps);
    count(&w, 0, (all + points) * (passes > 0 ? passes : 1));
    return w;
}
