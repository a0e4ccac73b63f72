/*
 * Laplace's equation: the potential around a conductor in a box.
 *
 *     u(t+1) = ((up + down) + (left + right)) / 4     of u(t), at every point that is free
 *
 * Jacobi's iteration: each point becomes the average of its four neighbours, all at once, again and
 * again.  The box's walls and the conductors in it keep their values; a mask says so.  A step does
 * four instructions for each point and moves two numbers, one in and one out: a machine that could
 * compute ten times as much waits for its memory.  Unless it takes several steps while it has the
 * numbers at hand; everything here is about that.
 *
 * Read on: 1. the arithmetic, 2. the mask, 3. the reference, 4. several steps in one pass, 5. GPU,
 * 6. what both CPU paths share, 7. CPU by directives, 8. CPU by intrinsics, 9. the description that
 * the tools read.
 */
#include "real.h"

#include "ran_on.h"
#include "triptych.h"

#include <string.h>

/* ---- 1. The arithmetic ------------------------------------------------------------------------
 *
 * Four numbers can be added up in many ways, which differ in the last bit: this order is the
 * contract.  It is symmetric, so that mirrored boxes have mirrored potentials to the last bit.
 */
struct box {
    int32_t width, height;
    int32_t words; /* of the mask, in a row */
    int32_t steps; /* at most */
    real residual; /* stop after the first step that moves no point by more; 0: never stop */
};

#pragma omp declare target

INLINE real X(average)(real up, real down, real left, real right)
{
    return ((up + down) + (left + right)) * (real)0.25;
}

/* ---- 2. The mask -------------------------------------------------------------------------------
 *
 * Which points may change: a bit for each, since a 32-bit integer for each would be as much to read
 * as the potential in float.  A row begins with a new word.  What lies on the border never changes,
 * whatever its bit: it has no four neighbours.
 */
enum { WORD = 32 };

INLINE bool X(is_free)(struct box b, const uint32_t *mask, ptrdiff_t row, ptrdiff_t col)
{
    bool inside = row > 0 && row < b.height - 1 && col > 0 && col < b.width - 1;
    return inside && mask[row * b.words + col / WORD] >> col % WORD & 1;
}

#pragma omp end declare target

/* ---- 3. The reference -------------------------------------------------------------------------
 *
 * The definition: a step after the other, from one array to another and back.  The largest change
 * of a step is found on the way.
 */
static real X(update)(struct box b, const uint32_t *mask, const real *from, real *to)
{
    real largest = 0;
    #pragma omp parallel for reduction(max: largest)
    for (ptrdiff_t row = 0; row < b.height; row++)
        for (ptrdiff_t col = 0; col < b.width; col++) {
            const real *at = from + row * b.width + col;
            real next = *at;
            if (X(is_free)(b, mask, row, col))
                next = X(average)(at[-b.width], at[b.width], at[-1], at[1]);
            largest = ABS(next - *at) > largest ? ABS(next - *at) : largest;
            to[row * b.width + col] = next;
        }
    return largest;
}

static void X(laplace_reference)(struct box b, const real *start, const uint32_t *mask,
                                 real *potential, real *room, int32_t *taken)
{
    size_t bytes = (size_t)b.height * (size_t)b.width * sizeof(real);
    real *from = potential, *to = room;
    bool moving = true;
    memcpy(from, start, bytes);
    for (*taken = 0; moving && *taken < b.steps; ++*taken) {
        moving = X(update)(b, mask, from, to) > b.residual || b.residual == 0;
        real *last = from;
        from = to;
        to = last;
    }
    if (from != potential)
        memcpy(potential, from, bytes);
}

/* ---- 4. Several steps in one pass --------------------------------------------------------------
 *
 * After t steps a point depends on what lies up to t points around it, and on nothing else.  So a
 * piece of the box can be taken into a cache or into registers together with a halo, t points wide,
 * and t steps further at once.  The halo spoils from outside, a point for each step, and is thrown
 * away; its share is the price.  Memory is read and written once in t steps.  Every point is computed
 * from the same numbers in the same order as ever: not a bit changes.
 *
 * How paths take such a pass differs; what is around it hardly does.  Passes read one array and write
 * another (all steps as a single pass, on a GPU, are the exception: section 5).  They start with
 * `start`, which stays as it is, and alternate between the other two such that the last one writes
 * `potential`.
 *
 * With a residual, a pass also tells which of its steps moved any point by more than that, as bits.
 * If one did not, the run should have ended there: what the pass has read is still there, and it is
 * taken again with fewer steps.
 */
struct pass {
    struct box box;
    const uint32_t *mask;
    const real *from;
    real *to;
    int32_t done, steps;
    /* For a pass on a device: where patches are kept, and what to note there. */
    real *kept;
    int32_t *taken, *board;
    int *place;
    uint32_t *moved; /* NULL: nobody asks */
};

typedef uint32_t pass_fn(const struct pass *);

/* Takes passes of up to `depth` steps; returns how many steps it took.  A pass of none copies. */
static int32_t X(take_passes)(pass_fn *pass, int32_t depth, struct pass p, real *potential,
                              real *room)
{
    bool moving = true;
    while (moving && p.done < p.box.steps) {
        int32_t left = p.box.steps - p.done;
        p.steps = left < depth ? left : depth;
        int32_t after = left - p.steps, passes = after / depth + (after % depth > 0);
        p.to = passes % 2 == 0 ? potential : room;
        uint32_t still = ~pass(&p);
        if (p.box.residual > 0 && __builtin_ctz(still) < p.steps) {
            moving = false;
            p.steps = 1 + __builtin_ctz(still);
            pass(&p);
        }
        p.done += p.steps;
        p.from = p.to;
    }
    p.steps = 0;
    p.to = potential;
    if (p.from != potential)
        pass(&p);
    return p.done;
}

/* ---- 5. GPU: omp target -----------------------------------------------------------------------
 *
 * The textbook's way is a region for each step: each waits for the one before, takes 13 us on an H100
 * before anything is computed, and moves all numbers through memory.  It is what runs where the tiles
 * below cannot: on a CPU, from GCC, or where the environment limits teams.
 *
 * Regions run on pointers of the device, so that the runtime has nothing to look up for them.  On an
 * H100 that takes 3 us off each: 7 % of a run with a residual at n=1000, which starts one for every
 * eight steps.
 */
static uint32_t X(step_offload)(const struct pass *p)
{
    const uint32_t *mask = p->mask;
    const real *from = p->from;
    real *to = p->to, residual = p->box.residual;
    ptrdiff_t width = p->box.width, height = p->box.height, words = p->box.words;
    int32_t done = p->done, steps = p->steps, *taken = p->taken, moved = 0;
    int *place = p->place;
    #pragma omp target teams distribute parallel for collapse(2) reduction(|: moved) \
        is_device_ptr(mask, from, to, taken, place) map(tofrom: moved)
    for (ptrdiff_t row = 0; row < height; row++)
        for (ptrdiff_t col = 0; col < width; col++) {
            struct box b = { width, height, words, steps, residual };
            const real *at = from + row * width + col;
            real next = *at;
            if (steps > 0 && X(is_free)(b, mask, row, col))
                next = X(average)(at[-width], at[width], at[-1], at[1]);
            to[row * width + col] = next;
            moved |= (next > *at ? next - *at : *at - next) > residual;
            if (row == 0 && col == 0) {
                *taken = done + steps;
                *place = ran_on();
            }
        }
    return (uint32_t)moved;
}

/* A team takes a tile into its registers: each thread a patch of it, of which only the edges have to
 * be seen by other threads.  Those go through an array that the team shares, which compilers for GPUs
 * keep in the fast memory of a multiprocessor.  Eight steps later the inner part is stored.
 *
 * Steps, patches and tiles fit together: the halo is a whole patch wide, and no patch begins in the
 * middle of a byte of the mask.
 *
 * Larger tiles have less of a halo; smaller ones more teams on a multiprocessor, and while one waits,
 * for its loads, at a barrier or for its neighbours, the others can compute.  Its registers hold four of
 * these teams in float, two in double.  On an H100, double with tiles half as wide took 6 % more time at
 * n=6000 and 2 % less at n=1000; float with tiles twice as wide 3 % less and 18 % more. */
enum {
    DEPTH = 8,                         /* steps, and the width of the halo */
    SIDE = 8,                          /* of a patch */
    ACROSS = REAL_BITS == 32 ? 8 : 16, /* patches of a tile */
    DOWN = REAL_BITS == 32 ? 16 : 8,
    TEAM = ACROSS * DOWN,
    INNER_COLS = ACROSS * SIDE - 2 * DEPTH,
    INNER_ROWS = DOWN * SIDE - 2 * DEPTH,
    CHUNK = 128 / REAL_BITS,             /* numbers in sixteen bytes */
    CHUNKS = SIDE * SIDE / CHUNK,        /* of a patch */
    LINE = 8,                            /* chunks in a line of a GPU's caches */
    STRIP = REAL_BITS == 32 ? 1 : CHUNK, /* numbers of an edge that go at once */
    TEAMS = 1024,                        /* at most: more than run at a time on any GPU of today */
};
_Static_assert((int)TEAM <= (int)TRI_WHOLE_TEAM, "what is asked of a device");

#pragma omp declare target

/* Sixteen bytes: as much as a thread of a GPU loads or stores at once. */
typedef real X(chunk) __attribute__((vector_size(16), may_alias));

/* In float a number: whole chunks would take the registers of the fourth team. */
typedef real X(strip) __attribute__((vector_size(STRIP * sizeof(real))));

struct patch {
    real u[SIDE][SIDE];
    uint64_t fixed; /* a bit for each point, by rows */
};

/* What the threads of a team share: the edges of their patches.  An array of each kind by threads:
 * neighbouring threads write to neighbouring places. */
struct shared {
    X(strip) west[SIDE / STRIP][TEAM], east[SIDE / STRIP][TEAM];
    X(strip) north[SIDE / STRIP][TEAM], south[SIDE / STRIP][TEAM];
    uint64_t fixed[TEAM];
    int32_t next;      /* the number that this team has drawn last */
    int32_t tile;      /* the tile that it is at */
    int32_t any_fixed; /* whether any point of that tile is */
    int32_t last;      /* whether no other team has tiles left */
};

INLINE int32_t X(clamp)(int32_t i, int32_t extent)
{
    return i < 0 ? 0 : i < extent ? i : extent - 1;
}

/* Whether all rows begin and end with whole chunks. */
INLINE bool X(in_chunks)(struct box b, const real *u)
{
    return b.width % CHUNK == 0 && (uintptr_t)u % sizeof(X(chunk)) == 0;
}

INLINE void X(put_chunk)(struct patch *p, int r, int c, X(chunk) chunk)
{
#pragma GCC unroll 4
    for (int i = 0; i < CHUNK; i++)
        p->u[r][c + i] = chunk[i];
}

INLINE X(chunk) X(chunk_of)(const struct patch *p, int r, int c)
{
    X(chunk) chunk;
#pragma GCC unroll 4
    for (int i = 0; i < CHUNK; i++)
        chunk[i] = p->u[r][c + i];
    return chunk;
}

/* The patch whose upper left point this is.  All loads are under way before the first number is
 * needed.  What lies outside of the box is some number from its border, so that nothing has to be
 * decided. */
INLINE void X(load_chunks)(struct patch *p, struct box b, const real *from, int32_t row,
                           int32_t col)
{
#pragma GCC unroll 8
    for (int r = 0; r < SIDE; r++) {
        const real *at = from + (ptrdiff_t)X(clamp)(row + r, b.height) * b.width;
#pragma GCC unroll 8
        for (int c = 0; c < SIDE; c += CHUNK)
            X(put_chunk)(p, r, c, *(const X(chunk) *)(at + X(clamp)(col + c, b.width - CHUNK + 1)));
    }
}

/* The barriers are for the registers: without them the compiler works out all 64 addresses first. */
INLINE void X(load)(struct patch *p, struct box b, const real *from, int32_t row, int32_t col)
{
    if (X(in_chunks)(b, from)) {
        X(load_chunks)(p, b, from, row, col);
        return;
    }
#pragma GCC unroll 8
    for (int r = 0; r < SIDE; r++) {
        const real *at = from + (ptrdiff_t)X(clamp)(row + r, b.height) * b.width;
#pragma GCC unroll 8
        for (int c = 0; c < SIDE; c++)
            p->u[r][c] = at[X(clamp)(col + c, b.width)];
        #pragma omp barrier
    }
}

INLINE void X(store_chunks)(const struct patch *p, struct box b, real *to, int32_t row, int32_t col)
{
#pragma GCC unroll 8
    for (int r = 0; r < SIDE; r++)
#pragma GCC unroll 8
        for (int c = 0; c < SIDE; c += CHUNK)
            if (row + r < b.height && col + c < b.width)
                *(X(chunk) *)(to + (ptrdiff_t)(row + r) * b.width + col + c) = X(chunk_of)(p, r, c);
}

INLINE void X(store)(const struct patch *p, struct box b, real *to, int32_t row, int32_t col)
{
    if (X(in_chunks)(b, to)) {
        X(store_chunks)(p, b, to, row, col);
        return;
    }
#pragma GCC unroll 8
    for (int r = 0; r < SIDE; r++)
#pragma GCC unroll 8
        for (int c = 0; c < SIDE; c++)
            if (row + r < b.height && col + c < b.width)
                to[(ptrdiff_t)(row + r) * b.width + col + c] = p->u[r][c];
}

/* How many of the points of a patch from `at` on lie below `end`. */
INLINE int X(below)(int32_t end, int32_t at)
{
    return end - at < 0 ? 0 : end - at < SIDE ? end - at : SIDE;
}

/* What is fixed in the patch whose upper left point this is: also what lies outside of the box.  Words
 * are read whether they are needed or not, so that no load waits for a decision. */
INLINE uint64_t X(fixed)(struct box b, const uint32_t *mask, int32_t row, int32_t col)
{
    int left = X(below)(1, col), right = X(below)(b.width - 1, col);
    int top = X(below)(1, row), bottom = X(below)(b.height - 1, row);
    uint32_t columns = (((uint32_t)1 << right) - 1) >> left << left;
    const uint32_t *word = mask + X(clamp)(col, b.width) / WORD;
    uint64_t free = 0;
#pragma GCC unroll 8
    for (int r = 0; r < SIDE; r++) {
        uint32_t bits = word[(ptrdiff_t)X(clamp)(row + r, b.height) * b.words];
        bits = r >= top && r < bottom ? bits >> (col & (WORD - 1)) & columns : 0;
        free |= (uint64_t)bits << (SIDE * r);
    }
    return ~free;
}

/* Whether a thread's patch is no halo. */
INLINE bool X(is_inner)(int thread)
{
    int across = thread % ACROSS, down = thread / ACROSS;
    return across > 0 && across < ACROSS - 1 && down > 0 && down < DOWN - 1;
}

/* A thread's edges, for the others to see. */
INLINE void X(show)(const struct patch *p, struct shared *s, int thread)
{
#pragma GCC unroll 8
    for (int k = 0; k < SIDE; k += STRIP) {
        X(strip) west, east, north, south;
#pragma GCC unroll 2
        for (int i = 0; i < STRIP; i++) {
            west[i] = p->u[k + i][0];
            east[i] = p->u[k + i][SIDE - 1];
            north[i] = p->u[0][k + i];
            south[i] = p->u[SIDE - 1][k + i];
        }
        s->west[k / STRIP][thread] = west;
        s->east[k / STRIP][thread] = east;
        s->north[k / STRIP][thread] = north;
        s->south[k / STRIP][thread] = south;
    }
}

/* A step of a patch, in place: a row of old values above is all that has to be kept.  At the ends of
 * a tile the neighbour is some other thread; that spoils the halo, which is what it is for.  `fixed`
 * is a constant 0 where this is inlined for tiles that have nothing fixed: nearly all.
 *
 * Why a change is not just asked whether it is greater than the residual: clang would look for the
 * greatest of all changes, for which GPUs have no instruction in double, and a run with a residual
 * would take a tenth longer.  (The two differ for NaN, which is in no box.) */
INLINE bool X(advance)(struct patch *p, const struct shared *s, int thread, uint64_t fixed,
                       real residual, bool watch)
{
    int left = (thread + TEAM - 1) % TEAM, right = (thread + 1) % TEAM;
    int up = (thread + TEAM - ACROSS) % TEAM, down = (thread + ACROSS) % TEAM;
    X(strip) wests = { 0 }, easts = { 0 }, belows = { 0 };
    real above[SIDE];
    bool moved = false;
#pragma GCC unroll 8
    for (int c = 0; c < SIDE; c++)
        above[c] = s->south[c / STRIP][up][c % STRIP];
#pragma GCC unroll 8
    for (int r = 0; r < SIDE; r++) {
        if (r % STRIP == 0) {
            wests = s->east[r / STRIP][left];
            easts = s->west[r / STRIP][right];
        }
        real west = wests[r % STRIP];
#pragma GCC unroll 8
        for (int c = 0; c < SIDE; c++) {
            real centre = p->u[r][c];
            if (r + 1 == SIDE && c % STRIP == 0)
                belows = s->north[c / STRIP][down];
            real east = c + 1 < SIDE ? p->u[r][c + 1] : easts[r % STRIP];
            real below = r + 1 < SIDE ? p->u[r + 1][c] : belows[c % STRIP];
            real next = X(average)(above[c], below, west, east);
            next = fixed >> (SIDE * r + c) & 1 ? centre : next;
            p->u[r][c] = next;
            above[c] = west = centre;
            if (watch)
                moved |= !(ABS(next - centre) <= residual);
        }
    }
    return moved;
}

/* Takes a patch some steps further, together with the other threads of the team.  Returns, as bits,
 * the steps that have moved a point of it by more than the residual, if that is asked for.  What is
 * spoilt, or outside, does not count.
 *
 * Which kind of step it is to be is decided for the whole tile: decided for each patch, most warps at
 * the border would do both, one after the other, and all tiles wait for those. */
INLINE uint32_t X(take_steps)(struct patch *p, struct shared *s, int thread, int32_t steps,
                              real residual, bool watch)
{
    uint32_t moved = 0;
    bool idle = p->fixed == ~(uint64_t)0;
    #pragma omp barrier
    bool any_fixed = s->any_fixed; /* once: each step would wait for the answer again */
    for (int32_t t = 0; t < steps; t++) {
        bool some = false;
        X(show)(p, s, thread);
        #pragma omp barrier
        if (!any_fixed)
            some = X(advance)(p, s, thread, 0, residual, watch);
        else if (!idle)
            some = X(advance)(p, s, thread, s->fixed[thread], residual, watch);
        if (watch)
            moved |= (uint32_t)some << t;
        #pragma omp barrier
    }
    return moved;
}

#pragma omp end declare target

/* All steps in one region, by rounds: a round is up to eight steps of all tiles.  That of a tile needs
 * the one before of the tiles around it, and nothing else; so a team that has taken a tile waits for its
 * neighbours to be done.  OpenMP has no barrier for teams, nor does it promise that two teams ever run
 * at the same time.  What makes waiting safe is the order: teams draw numbers, and every number waits
 * for lower ones only.  The lowest that is not done was drawn by a team that is running, and has nothing
 * to wait for.  (A team draws its next number early, but waits for no tile while it stores one.)
 *
 * The board: for each tile how many times eight steps it is done with, and then three more numbers.  All
 * are 0 when a pass begins, and when it has ended. */
enum {
    DRAWN, /* numbers so far */
    LEFT,  /* teams that found no more tiles */
    MOVED, /* a bit for each step that has moved something */
    NUMBERS,
};

struct tiles {
    int32_t across, down, all;
};

struct point {
    int32_t row, col;
};

#pragma omp declare target

INLINE struct tiles X(tiles)(int32_t width, int32_t height)
{
    int32_t across = (width + INNER_COLS - 1) / INNER_COLS;
    int32_t down = (height + INNER_ROWS - 1) / INNER_ROWS;
    return (struct tiles){ across, down, across * down };
}

/* From one round to the next nobody but these teams looks at the potential, so it need not lie by rows
 * of points.  A sector, 32 bytes, is what memory takes at once; by rows of points, chunks that
 * neighbouring threads store at the same time are half a sector each in double, 64 bytes apart, and the
 * other halves come later.  So patches are kept apart: of a row of patches, the first chunks of all
 * lie side by side, then all second ones, and so on.  What a row of threads stores or loads at once is
 * one piece of memory.
 *
 * On an H100, n=6000, keeping patches apart took 7 % off the time in double and 3 % in float, and 13 and
 * 15 % off that of the CUDA peer, which does the same. */
struct patches {
    int32_t across, down;
    int32_t pitch; /* from a row of them to the next: a whole number of lines */
};

INLINE struct patches X(patches)(int32_t width, int32_t height)
{
    int32_t across = (width + SIDE - 1) / SIDE, down = (height + SIDE - 1) / SIDE;
    return (struct patches){ across, down, (across + LINE - 1) / LINE * LINE };
}

/* Where the first chunk of a patch is kept; `kept` begins on sixteen bytes.  There are two sets, to be
 * read and written by turns. */
INLINE X(chunk) *X(place_of)(struct patches all, real *kept, int32_t turn, int32_t row, int32_t col)
{
    ptrdiff_t rows = (ptrdiff_t)(turn % 2) * all.down + X(clamp)(row / SIDE, all.down);
    return (X(chunk) *)kept + rows * CHUNKS * all.pitch + X(clamp)(col / SIDE, all.across);
}

/* What is fixed in a patch never changes: the first round works it out, from eight words of the mask and
 * from where the border is, and it is kept for the others, after both sets.  On an H100 that took 2 % off
 * the time, and 4 % in float at n=1000. */
INLINE uint64_t *X(fixed_of)(struct patches all, real *kept, int32_t row, int32_t col)
{
    uint64_t *words = (uint64_t *)(kept + 2 * (ptrdiff_t)all.down * all.pitch * SIDE * SIDE);
    ptrdiff_t rows = X(clamp)(row / SIDE, all.down);
    return words + rows * all.pitch + X(clamp)(col / SIDE, all.across);
}

/* Outside of the box nobody ever kept a patch: the nearest one is fetched.  What is computed from it does
 * not come into the box, whose border is fixed. */
INLINE void X(fetch)(struct patch *p, struct box b, real *kept, int32_t turn, int32_t row,
                     int32_t col)
{
    struct patches all = X(patches)(b.width, b.height);
    const X(chunk) *at = X(place_of)(all, kept, turn, row, col);
    p->fixed = *X(fixed_of)(all, kept, row, col);
#pragma GCC unroll 32
    for (int k = 0; k < CHUNKS; k++)
        X(put_chunk)(p, k * CHUNK / SIDE, k * CHUNK % SIDE, at[(ptrdiff_t)k * all.pitch]);
}

INLINE void X(keep)(const struct patch *p, struct box b, real *kept, int32_t turn, int32_t row,
                    int32_t col)
{
    struct patches all = X(patches)(b.width, b.height);
    X(chunk) *at = X(place_of)(all, kept, turn, row, col);
    if (row >= b.height || col >= b.width)
        return;
#pragma GCC unroll 32
    for (int k = 0; k < CHUNKS; k++)
        at[(ptrdiff_t)k * all.pitch] = X(chunk_of)(p, k * CHUNK / SIDE, k * CHUNK % SIDE);
}

INLINE void X(keep_fixed)(uint64_t fixed, struct box b, real *kept, int32_t row, int32_t col)
{
    if (row < b.height && col < b.width)
        *X(fixed_of)(X(patches)(b.width, b.height), kept, row, col) = fixed;
}

/* Waits until the tiles around have come as far as this one; one of the last nine threads looks at
 * each.  (The first one may still have to tell how far the previous tile has come.) */
INLINE void X(wait_for_neighbours)(struct tiles tiles, int32_t tile, int32_t round, int32_t *board,
                                   int thread)
{
    int which = TEAM - 1 - thread;
    ptrdiff_t across = tile % tiles.across + which % 3 - 1;
    ptrdiff_t down = tile / tiles.across + which / 3 - 1;
    bool there = across >= 0 && across < tiles.across && down >= 0 && down < tiles.down;
    if (which < 9 && there && round > 0) {
        int32_t done;
        do {
            #pragma omp atomic read
            done = board[down * tiles.across + across];
        } while (done < round);
        #pragma omp flush
    }
    #pragma omp barrier
}

INLINE void X(tell_done)(int32_t tile, int32_t round, int32_t *board, int thread)
{
    #pragma omp barrier
    if (thread == 0) {
        #pragma omp flush
        #pragma omp atomic write
        board[tile] = round + 1;
    }
}

/* By one thread; the next barrier makes it known. */
INLINE void X(draw)(int32_t *numbers, struct shared *s)
{
    int32_t number;
    #pragma omp atomic capture
    number = (*numbers)++;
    s->next = number;
}

/* By one thread, when its team has no more tiles.  What the team has told comes before the count; what
 * others have told is known after it. */
INLINE void X(leave)(const struct pass *p, struct shared *s, int32_t all)
{
    int32_t *board = p->board, left;
    #pragma omp flush
    #pragma omp atomic capture
    left = board[all + LEFT]++;
    #pragma omp flush
    s->last = left == omp_get_num_teams() - 1;
    if (s->last && p->moved)
        *p->moved = (uint32_t)board[all + MOVED];
}

/* By the team that leaves last: nobody looks at the board any more.  (With zeros that the host sends
 * before each pass, double at n=1000 took 3 % more time.) */
INLINE void X(clear)(int32_t *board, int32_t numbers)
{
    #pragma omp for
    for (int32_t i = 0; i < numbers; i++)
        board[i] = 0;
}

/* Where the patch of a thread begins. */
INLINE struct point X(corner)(struct tiles tiles, int32_t tile, int thread)
{
    return (struct point){ tile / tiles.across * INNER_ROWS - DEPTH + thread / ACROSS * SIDE,
                           tile % tiles.across * INNER_COLS - DEPTH + thread % ACROSS * SIDE };
}

/* A pass from an array to itself has two rounds at least: the first only reads it, the last only
 * writes it. */
INLINE int32_t X(rounds)(const struct pass *p)
{
    int32_t least = p->from == p->to ? 2 : 1, rounds = (p->steps + DEPTH - 1) / DEPTH;
    return rounds > least ? rounds : least;
}

/* Takes the tile of the team as far as a round goes.  A pass that is watched has one round. */
INLINE void X(take_tile)(const struct pass *p, int32_t round, struct shared *s, int thread,
                         bool watch)
{
    struct tiles tiles = X(tiles)(p->box.width, p->box.height);
    struct point at = X(corner)(tiles, s->tile, thread);
    int32_t steps = p->steps - round * DEPTH;
    struct patch patch;
    if (watch || round == 0) {
        patch.fixed = X(fixed)(p->box, p->mask, at.row, at.col);
        X(load)(&patch, p->box, p->from, at.row, at.col);
    } else
        X(fetch)(&patch, p->box, p->kept, round - 1, at.row, at.col);
    s->fixed[thread] = patch.fixed;
    if (patch.fixed != 0) {
        #pragma omp atomic write
        s->any_fixed = 1;
    }
    uint32_t moved =
        X(take_steps)(&patch, s, thread, steps < DEPTH ? steps : DEPTH, p->box.residual, watch);
    /* Now, while others store; this thread's patch is halo.  The answer takes as long as a step. */
    if (thread == 0)
        X(draw)(&p->board[tiles.all + DRAWN], s);
    if (!X(is_inner)(thread))
        return;
    /* Worked out again: to remember it would take the registers of another team. */
    at = X(corner)(tiles, s->tile, thread);
    if (watch || round == X(rounds)(p) - 1)
        X(store)(&patch, p->box, p->to, at.row, at.col);
    else {
        X(keep)(&patch, p->box, p->kept, round, at.row, at.col);
        if (round == 0) /* from team memory: patch.fixed would be held in registers until here */
            X(keep_fixed)(s->fixed[thread], p->box, p->kept, at.row, at.col);
    }
    if (moved) {
        #pragma omp atomic update
        p->board[tiles.all + MOVED] |= (int32_t)moved;
    }
}

/* What each thread of a team does: takes tiles for as long as there are any. */
INLINE void X(take_tiles)(const struct pass *p, struct shared *s, bool watch)
{
    struct tiles tiles = X(tiles)(p->box.width, p->box.height);
    int32_t rounds = X(rounds)(p);
    int thread = omp_get_thread_num();
    if (thread == 0)
        X(draw)(&p->board[tiles.all + DRAWN], s);
    #pragma omp barrier
    for (;;) {
        int32_t round = s->next / tiles.all, tile = s->next % tiles.all;
        if (round >= rounds)
            break;
        if (thread == 0) {
            s->tile = tile;
            s->any_fixed = 0;
        }
        if (thread == 0 && round == 0 && tile == 0) {
            *p->taken = p->done + p->steps;
            *p->place = ran_on();
        }
        X(wait_for_neighbours)(tiles, tile, round, p->board, thread);
        X(take_tile)(p, round, s, thread, watch);
        X(tell_done)(tile, round, p->board, thread);
    }
    if (thread == 0)
        X(leave)(p, s, tiles.all);
    #pragma omp barrier
    if (s->last)
        X(clear)(p->board, tiles.all + NUMBERS);
}

#pragma omp end declare target

/* Numbers in both sets of patches, and in the room of what is fixed in them. */
static ptrdiff_t X(kept_length)(ptrdiff_t width, ptrdiff_t height)
{
    struct patches all = X(patches)((int32_t)width, (int32_t)height);
    return (ptrdiff_t)all.down * all.pitch * (2 * SIDE * SIDE + 64 / REAL_BITS);
}

/* With a residual in a region of its own, because looking at each change takes registers: in float only
 * three teams find room on a multiprocessor.  (The limit of threads is a variable, because a constant
 * would make the compiler spend the registers of two teams on one.) */
static uint32_t X(tiles_offload)(const struct pass *p)
{
    const uint32_t *mask = p->mask;
    const real *from = p->from;
    real *to = p->to, *kept = p->kept, residual = p->box.residual;
    ptrdiff_t width = p->box.width, height = p->box.height, words = p->box.words;
    ptrdiff_t all = X(tiles)(width, height).all;
    int32_t done = p->done, steps = p->steps, *taken = p->taken, *board = p->board;
    uint32_t moved = 0, *told = &moved;
    int *place = p->place, threads = TEAM, teams = tri_teams(all < TEAMS ? all : TEAMS);
    if (residual == 0) {
        #pragma omp target teams num_teams(teams) thread_limit(threads) \
            is_device_ptr(mask, from, to, kept, taken, board, place)
        {
            struct shared shared;
            #pragma omp parallel num_threads(TEAM)
            {
                struct box b = { width, height, words, steps, 0 };
                struct pass here = {
                    b, mask, from, to, done, steps, kept, taken, board, place, NULL
                };
                X(take_tiles)(&here, &shared, false);
            }
        }
    } else {
        #pragma omp target teams num_teams(teams) thread_limit(threads) \
            is_device_ptr(mask, from, to, taken, board, place) map(from: told[:1])
        {
            struct shared shared;
            #pragma omp parallel num_threads(TEAM)
            {
                struct box b = { width, height, words, steps, residual };
                struct pass here = {
                    b, mask, from, to, done, steps, NULL, taken, board, place, told
                };
                X(take_tiles)(&here, &shared, true);
            }
        }
    }
    return moved;
}

/* So many that the numbers which teams draw stay in their range. */
static int32_t X(most_steps)(ptrdiff_t tiles)
{
    ptrdiff_t rounds = (1 << 30) / tiles;
    return rounds > (1 << 30) / DEPTH ? 1 << 30 : (int32_t)(rounds > 1 ? rounds : 1) * DEPTH;
}

/* Nothing can end it before its time: one pass, from `start` to `potential`, if the numbers that teams
 * draw suffice; else more of them, from `potential` to itself. */
static void X(take_all)(struct pass p, int32_t most)
{
    do {
        int32_t left = p.box.steps - p.done;
        p.steps = left < most ? left : most;
        X(tiles_offload)(&p);
        p.done += p.steps;
        p.from = p.to;
    } while (p.done < p.box.steps);
}

static void X(laplace_offload)(struct box b, const real *start, const uint32_t *mask,
                               real *potential, int32_t *taken, real *room, int32_t *board,
                               int *place)
{
    ptrdiff_t points = (ptrdiff_t)b.height * b.width, all = X(tiles)(b.width, b.height).all;
    ptrdiff_t length = X(kept_length)(b.width, b.height);
    #pragma omp target data map(to: start[:points], mask[:(ptrdiff_t)b.height * b.words]) \
        map(from: potential[:points], taken[:1], place[:1]) map(alloc: room[:length]) \
        map(to: board[:all + NUMBERS]) \
        use_device_ptr(start, mask, potential, taken, room, board, place)
    {
        struct pass p = { .box = b,
                          .mask = mask,
                          .from = start,
                          .to = potential,
                          .kept = room,
                          .taken = taken,
                          .board = board,
                          .place = place };
        if (tri_device_place() != TRI_GPU || !tri_whole_teams())
            X(take_passes)(X(step_offload), 1, p, potential, room);
        else if (b.residual > 0)
            X(take_passes)(X(tiles_offload), DEPTH, p, potential, room);
        else
            X(take_all)(p, X(most_steps)(all));
    }
}

/* ---- 6. CPU: bands of rows, one step behind the other ------------------------------------------
 *
 * A core's cache holds some rows of a piece of the box at every stage: as they were, one step later,
 * two steps later, up to `steps`.  A front goes down the piece; each stage follows one row behind the
 * stage before, just when the three rows that it needs are there.  The first stage reads the box, the
 * last one writes it, the others keep no more than four rows each.
 */
enum {
    STAGES = 16,              /* steps of a pass */
    WIDE = 32768 / REAL_BITS, /* columns of a piece */
    HIGH = 256,               /* rows, at most */
    KEPT = 4,                 /* rows of a stage */
    STRIDE = WIDE + 2 * STAGES + 32,
};

/* The averages of n points of a row, whose first one `row` points at. */
typedef void average_fn(real *to, const real *up, const real *row, const real *down, ptrdiff_t n);

/* Rows or columns, without the last. */
struct span {
    ptrdiff_t from, to;
};

struct piece {
    const struct pass *pass;
    struct span rows, cols;        /* its inner part */
    bool fixed[HIGH + 2 * STAGES]; /* by rows: whether anything is */
    real kept[STAGES][KEPT][STRIDE];
};

/* What is computed at a stage: the inner part with a halo, less from stage to stage, but not the
 * border. */
INLINE struct span X(with_halo)(const struct pass *p, int32_t stage, struct span inner,
                                ptrdiff_t extent)
{
    ptrdiff_t halo = p->steps - stage;
    return (struct span){ inner.from - halo > 1 ? inner.from - halo : 1,
                          inner.to + halo < extent - 1 ? inner.to + halo : extent - 1 };
}

INLINE const real *X(before)(const struct piece *p, ptrdiff_t row, ptrdiff_t col)
{
    return p->pass->from + row * p->pass->box.width + col;
}

INLINE real *X(kept)(struct piece *p, int32_t stage, ptrdiff_t row, ptrdiff_t col)
{
    return p->kept[stage][row % KEPT] + (col - p->cols.from + STAGES + 1);
}

/* A point after so many steps, to be read: the border is what it always was. */
INLINE const real *X(after)(struct piece *p, int32_t stage, ptrdiff_t row, ptrdiff_t col)
{
    bool border = row == 0 || row == p->pass->box.height - 1;
    return stage == 0 || border ? X(before)(p, row, col) : X(kept)(p, stage, row, col);
}

/* Averages are taken of all points of a row; what is fixed then gets its value back. */
static void X(put_back)(const struct piece *p, real *to, const real *from, ptrdiff_t row,
                        struct span cols)
{
    const uint32_t *mask = p->pass->mask + row * p->pass->box.words;
    for (ptrdiff_t word = cols.from / WORD; word * WORD < cols.to; word++)
        for (uint32_t fixed = ~mask[word]; fixed; fixed &= fixed - 1) {
            ptrdiff_t col = word * WORD + __builtin_ctz(fixed);
            if (col >= cols.from && col < cols.to)
                to[col - cols.from] = from[col - cols.from];
        }
}

static bool X(has_moved)(const real *to, const real *from, ptrdiff_t n, real residual)
{
    int moved = 0;
    #pragma omp simd reduction(|: moved)
    for (ptrdiff_t i = 0; i < n; i++)
        moved |= ABS(to[i] - from[i]) > residual;
    return moved;
}

/* Takes one row to a stage; returns whether that has moved a point by more than the residual. */
static bool X(take_row)(average_fn *average, struct piece *p, int32_t stage, ptrdiff_t row)
{
    const struct box *b = &p->pass->box;
    struct span cols = X(with_halo)(p->pass, stage, p->cols, b->width);
    ptrdiff_t n = cols.to - cols.from;
    bool last = stage == p->pass->steps;
    real *to = last ? p->pass->to + row * b->width + cols.from : X(kept)(p, stage, row, cols.from);
    const real *from = X(after)(p, stage - 1, row, cols.from);
    average(to, X(after)(p, stage - 1, row - 1, cols.from), from,
            X(after)(p, stage - 1, row + 1, cols.from), n);
    if (p->fixed[row - p->rows.from + STAGES])
        X(put_back)(p, to, from, row, cols);
    if (cols.from == 1)
        to[-1] = *X(before)(p, row, 0);
    if (cols.to == b->width - 1)
        to[n] = *X(before)(p, row, cols.to);
    return b->residual > 0 && X(has_moved)(to, from, n, b->residual);
}

static void X(find_fixed)(struct piece *p)
{
    const struct box *b = &p->pass->box;
    struct span rows = X(with_halo)(p->pass, 1, p->rows, b->height);
    struct span cols = X(with_halo)(p->pass, 1, p->cols, b->width);
    for (ptrdiff_t row = rows.from; row < rows.to; row++) {
        uint32_t free = ~(uint32_t)0;
        for (ptrdiff_t word = cols.from / WORD; word * WORD < cols.to; word++)
            free &= p->pass->mask[row * b->words + word];
        p->fixed[row - p->rows.from + STAGES] = ~free;
    }
}

static uint32_t X(take_piece)(average_fn *average, const struct pass *pass, struct span rows,
                              struct span cols)
{
    struct piece p;
    uint32_t moved = 0;
    p.pass = pass;
    p.rows = rows;
    p.cols = cols;
    X(find_fixed)(&p);
    ptrdiff_t front = X(with_halo)(pass, 1, rows, pass->box.height).from;
    for (; front < rows.to + pass->steps - 1; front++)
        for (int32_t stage = 1; stage <= pass->steps; stage++) {
            struct span at = X(with_halo)(pass, stage, rows, pass->box.height);
            ptrdiff_t row = front - (stage - 1);
            if (row >= at.from && row < at.to)
                moved |= (uint32_t)X(take_row)(average, &p, stage, row) << (stage - 1);
        }
    return moved;
}

/* Piece number i of those that what lies within the border is cut into. */
static struct span X(cut)(ptrdiff_t extent, ptrdiff_t pieces, ptrdiff_t i)
{
    return (struct span){ 1 + (extent - 2) * i / pieces, 1 + (extent - 2) * (i + 1) / pieces };
}

static void X(copy_row)(const struct pass *p, ptrdiff_t row)
{
    ptrdiff_t width = p->box.width;
    memcpy(p->to + row * width, p->from + row * width, (size_t)width * sizeof(real));
}

static uint32_t X(take_pieces)(average_fn *average, const struct pass *p)
{
    ptrdiff_t width = p->box.width, height = p->box.height, threads = omp_get_max_threads();
    int32_t across = (width - 2 + WIDE - 1) / WIDE, down = (height - 2 + HIGH - 1) / HIGH;
    uint32_t moved = 0;
    if (p->steps == 0 || width < 3 || height < 3) {
        #pragma omp parallel for
        for (ptrdiff_t row = 0; row < height; row++)
            X(copy_row)(p, row);
        return 0;
    }
    if (across * down < threads)
        down = (threads + across - 1) / across;
    X(copy_row)(p, 0);
    X(copy_row)(p, height - 1);
    #pragma omp parallel for collapse(2) schedule(dynamic) reduction(|: moved)
    for (ptrdiff_t i = 0; i < down; i++)
        for (ptrdiff_t k = 0; k < across; k++)
            moved |= X(take_piece)(average, p, X(cut)(height, down, i), X(cut)(width, across, k));
    return moved;
}

/* ---- 7. CPU: omp simd -------------------------------------------------------------------------
 *
 * One row is all that the directive has to see.  Compilers do here what the hand does below: four
 * loads, of which two lie across the vectors of a row, three sums, a product.
 */
static void X(average_simd)(real *to, const real *up, const real *row, const real *down,
                            ptrdiff_t n)
{
    #pragma omp simd
    for (ptrdiff_t i = 0; i < n; i++)
        to[i] = X(average)(up[i], down[i], row[i - 1], row[i + 1]);
}

static uint32_t X(pass_simd)(const struct pass *p)
{
    return X(take_pieces)(X(average_simd), p);
}

static void X(laplace_simd)(struct box b, const real *start, const uint32_t *mask, real *potential,
                            real *room, int32_t *taken)
{
    struct pass first = { .box = b, .mask = mask, .from = start };
    *taken = X(take_passes)(X(pass_simd), STAGES, first, potential, room);
}

/* ---- 8. CPU: AVX2 intrinsics ------------------------------------------------------------------
 *
 * The same by hand.  On a row in the second-level cache it gains 3 % in float and nothing in double (Zen 3):
 * what limits both is how fast the caches hand out four vectors for each one that is stored.  Two
 * vectors a round take 5 % less time than one; clang takes four.
 */
#if defined(__x86_64__)

AVX2 INLINE void X(average_at)(real *to, const real *up, const real *row, const real *down,
                               ptrdiff_t i)
{
    vec sum = V(add)(V(add)(V(loadu)(up + i), V(loadu)(down + i)),
                     V(add)(V(loadu)(row + i - 1), V(loadu)(row + i + 1)));
    V(storeu)(to + i, V(mul)(sum, V(set1)((real)0.25)));
}

/* What is left at a row's end is done as a whole vector that ends there: some points twice. */
AVX2 static void X(average_avx2)(real *to, const real *up, const real *row, const real *down,
                                 ptrdiff_t n)
{
    ptrdiff_t i = 0;
    for (; n < LANES && i < n; i++)
        to[i] = X(average)(up[i], down[i], row[i - 1], row[i + 1]);
    if (n < LANES)
        return;
    for (; i + 2 * LANES <= n; i += 2 * LANES) {
        X(average_at)(to, up, row, down, i);
        X(average_at)(to, up, row, down, i + LANES);
    }
    if (i + LANES <= n)
        X(average_at)(to, up, row, down, i);
    X(average_at)(to, up, row, down, n - LANES);
}

static uint32_t X(pass_avx2)(const struct pass *p)
{
    return X(take_pieces)(X(average_avx2), p);
}

static void X(laplace_avx2)(struct box b, const real *start, const uint32_t *mask, real *potential,
                            real *room, int32_t *taken)
{
    struct pass first = { .box = b, .mask = mask, .from = start };
    *taken = X(take_passes)(X(pass_avx2), STAGES, first, potential, room);
}

#endif

/* ---- 9. The description -----------------------------------------------------------------------
 *
 * The defaults are the box of report E (README.md, Studies), one of its sizes and a fifth of its steps.
 */
enum { N, STEPS, RESIDUAL, CONDUCTOR, WIDTH, HEIGHT };
enum { POTENTIAL, START, MASK, TAKEN, ROOM, BOARD };

enum conductor { POINT, PLATES, RING };

/* What float would round to 0, which means something else, is the least number that it has. */
static real X(residual)(double asked)
{
    real rounded = (real)asked;
    return asked > 0 && rounded == 0 ? (real)0x1p-149 : rounded;
}

static struct box X(box)(const struct tri_case *c)
{
    ptrdiff_t width = (ptrdiff_t)c->value[WIDTH].integer;
    return (struct box){
        .width = width,
        .height = (ptrdiff_t)c->value[HEIGHT].integer,
        .words = (width + WORD - 1) / WORD,
        .steps = (int32_t)c->value[STEPS].integer,
        .residual = X(residual)(c->value[RESIDUAL].real),
    };
}

/* The voltage of the conductor at a point of a box, 0 where there is none.  Two by two points in the
 * middle, as in report E; two plates; an open ring with something in its centre. */
static double X(voltage)(enum conductor conductor, struct box b, ptrdiff_t row, ptrdiff_t col)
{
    ptrdiff_t least = b.width < b.height ? b.width : b.height;
    ptrdiff_t left = b.width / 3, right = b.width - 1 - left, top = b.height / 4;
    double up = (double)row - (double)(b.height - 1) / 2;
    double across = (double)col - (double)(b.width - 1) / 2, radius = hypot(up, across);
    if (row == 0 || row == b.height - 1 || col == 0 || col == b.width - 1)
        return 0;
    switch (conductor) {
    case POINT:
        return (row == b.height / 2 - 1 || row == b.height / 2) &&
               (col == b.width / 2 - 1 || col == b.width / 2);
    case PLATES:
        if (row < top || row > b.height - 1 - top)
            return 0;
        return (col == left) - (col == right);
    case RING: break;
    }
    if (radius <= 0.0625 * (double)least)
        return -1;
    bool open = across > 0 && fabs(up) < 0.125 * (double)least;
    return !open && fabs(radius - 0.375 * (double)least) <= 1;
}

static double X(value_of_start)(const struct tri_case *c, size_t i)
{
    struct box b = X(box)(c);
    enum conductor conductor = (enum conductor)c->value[CONDUCTOR].integer;
    return X(voltage)(conductor, b, (ptrdiff_t)i / b.width, (ptrdiff_t)i % b.width);
}

static double X(value_of_mask)(const struct tri_case *c, size_t i)
{
    struct box b = X(box)(c);
    ptrdiff_t row = (ptrdiff_t)i / b.words, first = (ptrdiff_t)i % b.words * WORD;
    enum conductor conductor = (enum conductor)c->value[CONDUCTOR].integer;
    uint32_t free = ~(uint32_t)0;
    for (ptrdiff_t col = first; col < first + WORD && col < b.width; col++)
        if (X(voltage)(conductor, b, row, col) != 0)
            free &= ~((uint32_t)1 << (col - first));
    return (int32_t)free;
}

static bool X(length_of_mask)(const struct tri_case *c, size_t *length)
{
    struct box b = X(box)(c);
    return !__builtin_mul_overflow((size_t)b.words, (size_t)b.height, length);
}

static bool X(length_of_board)(const struct tri_case *c, size_t *length)
{
    struct box b = X(box)(c);
    *length = (size_t)X(tiles)(b.width, b.height).all + NUMBERS;
    return true;
}

/* For most paths a second array of points; for the GPU two sets of patches, which are more: room is for
 * those.  In the largest box that is 2^41 numbers. */
static bool X(length_of_room)(const struct tri_case *c, size_t *length)
{
    struct box b = X(box)(c);
    *length = (size_t)X(kept_length)(b.width, b.height);
    return true;
}

static void X(run_reference)(const struct tri_case *c)
{
    X(laplace_reference)(X(box)(c), c->operand[START], c->operand[MASK], c->operand[POTENTIAL],
                         c->operand[ROOM], c->operand[TAKEN]);
}

static void X(run_offload)(const struct tri_case *c)
{
    X(laplace_offload)(X(box)(c), c->operand[START], c->operand[MASK], c->operand[POTENTIAL],
                       c->operand[TAKEN], c->operand[ROOM], c->operand[BOARD], c->ran_on);
}

static void X(run_simd)(const struct tri_case *c)
{
    X(laplace_simd)(X(box)(c), c->operand[START], c->operand[MASK], c->operand[POTENTIAL],
                    c->operand[ROOM], c->operand[TAKEN]);
}

#if defined(__x86_64__)
static void X(run_avx2)(const struct tri_case *c)
{
    X(laplace_avx2)(X(box)(c), c->operand[START], c->operand[MASK], c->operand[POTENTIAL],
                    c->operand[ROOM], c->operand[TAKEN]);
}
#endif

/* Bytes are those of a step that reads each point once and writes it once, times the steps: what the
 * report's way needs at least.  A share of the ceiling above 100 % is traffic that several steps in
 * one pass have saved.  No steps are a copy. */
static struct tri_work X(work)(const struct tri_case *c)
{
    struct box b = X(box)(c);
    int32_t taken = *(const int32_t *)c->operand[TAKEN];
    double points = (double)b.width * (double)b.height, steps = taken > 0 ? taken : 1;
    return (struct tri_work){
        .units = points * steps,
        .instructions = taken > 0 ? 4 * points * steps : 0,
        .bytes = 2 * sizeof(real) * points * steps,
    };
}

const struct tri_hotspot X(laplace) = {
    .name = "laplace",
    .formula = "u(t+1) = ((up + down) + (left + right)) / 4 of u(t), where the mask lets it",
    .unit = "updates",
    .precision = PRECISION,
    .params = {
        [N] = {"n", "points along an edge of the box", TRI_INTEGER, 1000, .min = 1,
               .max = 1 << 20},
        [STEPS] = {"steps", "of Jacobi's iteration, at most", TRI_INTEGER, 100, .min = 0,
                   .max = 1000000000},
        [RESIDUAL] = {"residual", "stop after a step that moves no point by more; 0: never stop",
                      TRI_REAL, 0, .min = 0, .max = 1e6},
        [CONDUCTOR] = {"conductor", "what is in the box", TRI_CHOICE, POINT,
                       .choices = {"point", "plates", "ring"}},
        [WIDTH] = {"width", "points in a row", TRI_INTEGER, 1, .min = 1, .max = 1 << 20,
                   .times = "n"},
        [HEIGHT] = {"height", "rows", TRI_INTEGER, 1, .min = 1, .max = 1 << 20, .times = "n"},
    },
    .operands = {
        [POTENTIAL] = {"potential", TRI_FLOATING, TRI_OUT, .rank = 2, .shape = {HEIGHT, WIDTH}},
        [START] = {"start", TRI_FLOATING, TRI_IN, .rank = 2, .shape = {HEIGHT, WIDTH},
                   .value = X(value_of_start)},
        [MASK] = {"mask", TRI_INT32, TRI_IN, .length_of = X(length_of_mask), .value = X(value_of_mask)},
        [TAKEN] = {"taken", TRI_INT32, TRI_OUT, .rank = 0},
        [ROOM] = {"room", TRI_FLOATING, TRI_SCRATCH, .length_of = X(length_of_room)},
        [BOARD] = {"board", TRI_INT32, TRI_SCRATCH, .length_of = X(length_of_board),
                   .value = tri_zero},
    },
    .picture = {.show = TRI_SHADES, .operand = POTENTIAL, .width = WIDTH, .height = HEIGHT},
    .work = X(work),
    .reference = X(run_reference),
    .plain = {
        "plain", "today's",
        .path = {
            [TRI_SIMD] = X(run_simd),
            [TRI_AVX2] = X(run_avx2),
            [TRI_OFFLOAD] = X(run_offload),
        },
    },
};
