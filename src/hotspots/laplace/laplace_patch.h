/*
 * A tile of laplace in the registers of a team.
 *
 * Each thread has a patch of 8 x 8 points; other threads need to see only its edges.  Those go through an
 * array that the team shares, which compilers for GPUs put into the shared memory of a multiprocessor.
 * This needs teams with all the threads that were asked for.
 */
#pragma once

#include "laplace.h"

/* Steps, patches and tiles fit together: the halo is a patch wide, and no patch begins in the middle of a
 * byte of the mask.
 *
 * In larger tiles the halo is a smaller part; of smaller tiles more teams fit on a multiprocessor, and while
 * one waits for loads, at a barrier or for its neighbours, the others compute.  The registers of a
 * multiprocessor hold four of these teams in float, two in double. */
enum {
    DEPTH = 8,                         /* steps, and the width of the halo */
    SIDE = 8,                          /* of a patch */
    ACROSS = REAL_BITS == 32 ? 8 : 16, /* patches of a tile */
    DOWN = REAL_BITS == 32 ? 16 : 8,
    THREADS = ACROSS * DOWN,
    INNER_COLS = ACROSS * SIDE - 2 * DEPTH,
    INNER_ROWS = DOWN * SIDE - 2 * DEPTH,
    CHUNK = 128 / REAL_BITS,             /* numbers in sixteen bytes */
    CHUNKS = SIDE * SIDE / CHUNK,        /* of a patch */
    PIECE = REAL_BITS == 32 ? 1 : CHUNK, /* numbers of an edge that are stored at once */
};
_Static_assert((int)THREADS <= (int)TRI_WHOLE_TEAM, "what is asked of a device");

#pragma omp declare target

struct tiles {
    int32_t across, down, all;
};

INLINE struct tiles tiles_of(int32_t width, int32_t height)
{
    int32_t across = (width + INNER_COLS - 1) / INNER_COLS;
    int32_t down = (height + INNER_ROWS - 1) / INNER_ROWS;
    return (struct tiles){ across, down, across * down };
}

INLINE int32_t clamp(int32_t i, int32_t extent)
{
    return i < 0 ? 0 : i < extent ? i : extent - 1;
}

#if HAS_TEAM_KERNELS

/* Sixteen bytes: as much as a thread of a GPU loads or stores at once. */
typedef real chunk_of __attribute__((vector_size(16), may_alias));

/* In float one number: with whole chunks, only three teams would fit in the registers. */
typedef real piece __attribute__((vector_size(PIECE * sizeof(real))));

struct patch {
    real u[SIDE][SIDE];
    uint64_t fixed; /* a bit for each point, by rows */
};

struct point {
    int32_t row, col;
};

/* What the threads of a team share: the edges of their patches.  Arrays indexed by thread, so that
 * adjacent threads write to adjacent addresses. */
struct shared {
    piece west[SIDE / PIECE][THREADS], east[SIDE / PIECE][THREADS];
    piece north[SIDE / PIECE][THREADS], south[SIDE / PIECE][THREADS];
    uint64_t fixed[THREADS];
    int32_t next;      /* the ticket that this team has taken last */
    int32_t tile;      /* the tile that it is working on */
    int32_t any_fixed; /* whether any point of that tile is fixed */
    int32_t last;      /* whether it is the last team that works: no other has tiles left */
};

/* Whether all rows begin and end with whole chunks. */
INLINE bool in_chunks(struct box b, const real *u)
{
    return b.width % CHUNK == 0 && (uintptr_t)u % sizeof(chunk_of) == 0;
}

INLINE void unpack(struct patch *p, int r, int c, chunk_of chunk)
{
    UNROLLED(4)
    for (int i = 0; i < CHUNK; i++)
        p->u[r][c + i] = chunk[i];
}

INLINE chunk_of pack(const struct patch *p, int r, int c)
{
    chunk_of chunk;
    UNROLLED(4)
    for (int i = 0; i < CHUNK; i++)
        chunk[i] = p->u[r][c + i];
    return chunk;
}

/* Loads the patch with this upper left point.  All loads are in flight before the first number is
 * needed.  A point outside of the box gets some number of its border, so that there is no
 * branch. */
INLINE void load_chunks(struct patch *p, struct box b, const real *from, int32_t row, int32_t col)
{
    UNROLLED(8)
    for (int r = 0; r < SIDE; r++) {
        const real *at = from + (ptrdiff_t)clamp(row + r, b.height) * b.width;
        UNROLLED(8)
        for (int c = 0; c < SIDE; c += CHUNK)
            unpack(p, r, c, *(const chunk_of *)(at + clamp(col + c, b.width - CHUNK + 1)));
    }
}

/* The barriers save registers: without them the compiler computes all 64 addresses first. */
INLINE void load(struct patch *p, struct box b, const real *from, int32_t row, int32_t col)
{
    if (in_chunks(b, from)) {
        load_chunks(p, b, from, row, col);
        return;
    }
    UNROLLED(8)
    for (int r = 0; r < SIDE; r++) {
        const real *at = from + (ptrdiff_t)clamp(row + r, b.height) * b.width;
        UNROLLED(8)
        for (int c = 0; c < SIDE; c++)
            p->u[r][c] = at[clamp(col + c, b.width)];
        #pragma omp barrier
    }
}

INLINE void store_chunks(const struct patch *p, struct box b, real *to, int32_t row, int32_t col)
{
    UNROLLED(8)
    for (int r = 0; r < SIDE; r++) {
        UNROLLED(8)
        for (int c = 0; c < SIDE; c += CHUNK)
            if (row + r < b.height && col + c < b.width)
                *(chunk_of *)(to + (ptrdiff_t)(row + r) * b.width + col + c) = pack(p, r, c);
    }
}

INLINE void store(const struct patch *p, struct box b, real *to, int32_t row, int32_t col)
{
    if (in_chunks(b, to)) {
        store_chunks(p, b, to, row, col);
        return;
    }
    UNROLLED(8)
    for (int r = 0; r < SIDE; r++) {
        UNROLLED(8)
        for (int c = 0; c < SIDE; c++)
            if (row + r < b.height && col + c < b.width)
                to[(ptrdiff_t)(row + r) * b.width + col + c] = p->u[r][c];
    }
}

/* How many of SIDE points, beginning at `at`, lie before `end`. */
INLINE int count_below(int32_t end, int32_t at)
{
    return end - at < 0 ? 0 : end - at < SIDE ? end - at : SIDE;
}

/* Which points are fixed in the patch with this upper left point; those outside of the box are, too.  All
 * words are read whether needed or not, so that no load waits for a branch. */
INLINE uint64_t fixed_points(struct box b, const uint32_t *mask, int32_t row, int32_t col)
{
    int left = count_below(1, col), right = count_below(b.width - 1, col);
    int top = count_below(1, row), bottom = count_below(b.height - 1, row);
    uint32_t columns = (((uint32_t)1 << right) - 1) >> left << left;
    const uint32_t *word = mask + clamp(col, b.width) / WORD;
    uint64_t free = 0;
    UNROLLED(8)
    for (int r = 0; r < SIDE; r++) {
        uint32_t bits = word[(ptrdiff_t)clamp(row + r, b.height) * b.words];
        bits = r >= top && r < bottom ? bits >> (col & (WORD - 1)) & columns : 0;
        free |= (uint64_t)bits << (SIDE * r);
    }
    return ~free;
}

/* Whether a thread's patch is not part of the halo. */
INLINE bool is_inner(int thread)
{
    int across = thread % ACROSS, down = thread / ACROSS;
    return across > 0 && across < ACROSS - 1 && down > 0 && down < DOWN - 1;
}

/* Stores a thread's edges where the others read them. */
INLINE void share_edges(const struct patch *p, struct shared *s, int thread)
{
    UNROLLED(8)
    for (int k = 0; k < SIDE; k += PIECE) {
        piece west, east, north, south;
        UNROLLED(2)
        for (int i = 0; i < PIECE; i++) {
            west[i] = p->u[k + i][0];
            east[i] = p->u[k + i][SIDE - 1];
            north[i] = p->u[0][k + i];
            south[i] = p->u[SIDE - 1][k + i];
        }
        s->west[k / PIECE][thread] = west;
        s->east[k / PIECE][thread] = east;
        s->north[k / PIECE][thread] = north;
        s->south[k / PIECE][thread] = south;
    }
}

/* One step of a patch, in place: only the row above has to be kept as it was.  At the edges of a tile
 * a neighbour is read from the wrong thread: halo points become invalid, one ring a step.  `fixed` is
 * a constant 0 in the copy for tiles without fixed points, which are nearly all.
 *
 * Why a change is not simply compared with the tolerance: clang would turn that into a maximum of all
 * changes, for which GPUs have no instruction in double.  (The two differ for NaN, which
 * does not occur.) */
INLINE bool step_patch(struct patch *p, const struct shared *s, int thread, uint64_t fixed,
                       real tolerance, bool watch)
{
    int left = (thread + THREADS - 1) % THREADS, right = (thread + 1) % THREADS;
    int up = (thread + THREADS - ACROSS) % THREADS, down = (thread + ACROSS) % THREADS;
    piece wests = { 0 }, easts = { 0 }, belows = { 0 };
    real above[SIDE];
    bool moved = false;
    UNROLLED(8)
    for (int c = 0; c < SIDE; c++)
        above[c] = s->south[c / PIECE][up][c % PIECE];
    UNROLLED(8)
    for (int r = 0; r < SIDE; r++) {
        if (r % PIECE == 0) {
            wests = s->east[r / PIECE][left];
            easts = s->west[r / PIECE][right];
        }
        real west = wests[r % PIECE];
        UNROLLED(8)
        for (int c = 0; c < SIDE; c++) {
            real centre = p->u[r][c];
            if (r + 1 == SIDE && c % PIECE == 0)
                belows = s->north[c / PIECE][down];
            real east = c + 1 < SIDE ? p->u[r][c + 1] : easts[r % PIECE];
            real below = r + 1 < SIDE ? p->u[r + 1][c] : belows[c % PIECE];
            real next = average(above[c], below, west, east);
            next = fixed >> (SIDE * r + c) & 1 ? centre : next;
            p->u[r][c] = next;
            above[c] = west = centre;
            if (watch)
                moved |= !(ABS(next - centre) <= tolerance);
        }
    }
    return moved;
}

/* Takes a patch some steps further, together with the other threads of the team.  If `watch`, returns a bit
 * for each step: whether it has moved a point of the patch by more than the tolerance.  Points of the
 * halo or outside of the box do not count.
 *
 * The kind of step is chosen for the whole tile: if chosen for each patch, most warps at the border
 * would execute both, one after the other, and the other warps would wait for them. */
INLINE uint32_t step_tile(struct patch *p, struct shared *s, int thread, int32_t steps,
                          real tolerance, bool watch)
{
    uint32_t moved = 0;
    bool idle = p->fixed == ~(uint64_t)0;
    #pragma omp barrier
    bool any_fixed = s->any_fixed; /* read once: otherwise each step would wait for the load */
    for (int32_t t = 0; t < steps; t++) {
        bool some = false;
        share_edges(p, s, thread);
        #pragma omp barrier
        if (!any_fixed)
            some = step_patch(p, s, thread, 0, tolerance, watch);
        else if (!idle)
            some = step_patch(p, s, thread, s->fixed[thread], tolerance, watch);
        if (watch)
            moved |= (uint32_t)some << t;
        #pragma omp barrier
    }
    return moved;
}

/* Where the patch of a thread begins. */
INLINE struct point corner(struct tiles tiles, int32_t tile, int thread)
{
    return (struct point){ tile / tiles.across * INNER_ROWS - DEPTH + thread / ACROSS * SIDE,
                           tile % tiles.across * INNER_COLS - DEPTH + thread % ACROSS * SIDE };
}

#endif

#pragma omp end declare target
