/*
 * All steps of laplace in one region, for teams that wait for each other, which OpenMP does not promise.
 *
 * A round is up to eight steps of all tiles.  How teams wait, and why that is safe: tickets.h.  A team
 * takes its next ticket early here, but waits for no tile while it stores one.
 */
#ifndef TRI_TUNED_LAPLACE_TICKETS_H
#define TRI_TUNED_LAPLACE_TICKETS_H

#include "laplace_patch.h"
#include "tickets.h"

/* `progress` holds for each tile how many rounds it is done with, and then three counters.  All are 0
 * when a pass begins, and when it has ended. */
enum {
    TICKETS, /* taken so far */
    LEFT,    /* teams that found no more tiles */
    MOVED,   /* a bit for each step that has moved something */
    COUNTERS,
};

enum { LINE_CHUNKS = 8 /* chunks of sixteen bytes in a line of a GPU's caches */ };

#pragma omp declare target

/* From one round to the next nobody but these teams looks at the potential, so it need not lie by rows
 * of points.  A sector, 32 bytes, is what memory takes at once; by rows of points, chunks that
 * neighbouring threads store at the same time are half a sector each in double, 64 bytes apart, and the
 * other halves come later.  So patches are stored apart: of a row of patches, the first chunks of all
 * lie side by side, then all second ones, and so on.  What a row of threads stores or loads at once is
 * one piece of memory. */
struct patches {
    int32_t across, down;
    int32_t pitch; /* from a row of them to the next: a whole number of lines */
};

INLINE struct patches X(patches)(int32_t width, int32_t height)
{
    int32_t across = (width + SIDE - 1) / SIDE, down = (height + SIDE - 1) / SIDE;
    return (struct patches){ across, down, (across + LINE_CHUNKS - 1) / LINE_CHUNKS * LINE_CHUNKS };
}

#if HAS_TEAM_KERNELS && HAS_FLUSH

/* Where the first chunk of a patch is stored; `scratch` begins on sixteen bytes.  There are two sets,
 * to be read and written by turns. */
INLINE X(chunk) *X(patch_address)(struct patches all, real *scratch, int32_t turn, int32_t row,
                                  int32_t col)
{
    ptrdiff_t rows = (ptrdiff_t)(turn % 2) * all.down + X(clamp)(row / SIDE, all.down);
    return (X(chunk) *)scratch + rows * CHUNKS * all.pitch + X(clamp)(col / SIDE, all.across);
}

/* What is fixed in a patch never changes: the first round works it out, from eight words of the mask and
 * from where the border is, and it is stored for the others, after both
 * sets. */
INLINE uint64_t *X(fixed_address)(struct patches all, real *scratch, int32_t row, int32_t col)
{
    uint64_t *words = (uint64_t *)(scratch + 2 * (ptrdiff_t)all.down * all.pitch * SIDE * SIDE);
    ptrdiff_t rows = X(clamp)(row / SIDE, all.down);
    return words + rows * all.pitch + X(clamp)(col / SIDE, all.across);
}

/* Outside of the box nobody ever stored a patch: the nearest one is loaded.  What is computed from it does
 * not come into the box, whose border is fixed. */
INLINE void X(load_patch)(struct patch *p, struct box b, real *scratch, int32_t turn, int32_t row,
                          int32_t col)
{
    struct patches all = X(patches)(b.width, b.height);
    const X(chunk) *at = X(patch_address)(all, scratch, turn, row, col);
    p->fixed = *X(fixed_address)(all, scratch, row, col);
    UNROLLED(32)
    for (int k = 0; k < CHUNKS; k++)
        X(unpack)(p, k * CHUNK / SIDE, k * CHUNK % SIDE, at[(ptrdiff_t)k * all.pitch]);
}

INLINE void X(store_patch)(const struct patch *p, struct box b, real *scratch, int32_t turn,
                           int32_t row, int32_t col)
{
    struct patches all = X(patches)(b.width, b.height);
    X(chunk) *at = X(patch_address)(all, scratch, turn, row, col);
    if (row >= b.height || col >= b.width)
        return;
    UNROLLED(32)
    for (int k = 0; k < CHUNKS; k++)
        at[(ptrdiff_t)k * all.pitch] = X(pack)(p, k * CHUNK / SIDE, k * CHUNK % SIDE);
}

INLINE void X(store_fixed)(uint64_t fixed, struct box b, real *scratch, int32_t row, int32_t col)
{
    if (row < b.height && col < b.width)
        *X(fixed_address)(X(patches)(b.width, b.height), scratch, row, col) = fixed;
}

/* Waits until the tiles around have come as far as this one; one of the last nine threads looks at
 * each.  (The first one may still have to tell how far the previous tile has come.) */
INLINE void X(wait_for_neighbours)(struct tiles tiles, int32_t tile, int32_t round,
                                   int32_t *progress, int thread)
{
    int which = THREADS - 1 - thread;
    ptrdiff_t across = tile % tiles.across + which % 3 - 1;
    ptrdiff_t down = tile / tiles.across + which / 3 - 1;
    bool there = across >= 0 && across < tiles.across && down >= 0 && down < tiles.down;
    if (which < 9 && there && round > 0) {
        X(wait_for_tile)(&progress[down * tiles.across + across], round);
        #pragma omp flush
    }
    #pragma omp barrier
}

/* By one thread, when its team has no more tiles.  What the team has published comes before the
 * count; what others have published is known after it. */
INLINE void X(leave)(const struct pass *p, struct shared *s, int32_t all)
{
    int32_t *progress = p->progress, left;
    #pragma omp flush
    #pragma omp atomic capture
    left = progress[all + LEFT]++;
    #pragma omp flush
    s->last = left == omp_get_num_teams() - 1;
    if (s->last && p->moved)
        *p->moved = (uint32_t)progress[all + MOVED];
}

/* By the team that leaves last: nobody looks at the counters any more.  (Sending zeros from the host before
 * each pass takes longer.) */
INLINE void X(clear_progress)(int32_t *progress, int32_t counters)
{
    #pragma omp for
    for (int32_t i = 0; i < counters; i++)
        progress[i] = 0;
}

/* A pass from an array to itself has two rounds at least: the first only reads it, the last only
 * writes it. */
INLINE int32_t X(rounds)(const struct pass *p)
{
    int32_t least = p->from == p->to ? 2 : 1, rounds = (p->steps + DEPTH - 1) / DEPTH;
    return rounds > least ? rounds : least;
}

/* Takes the tile of the team as far as a round goes.  A pass that is watched has one round. */
INLINE void X(compute_tile)(const struct pass *p, int32_t round, struct shared *s, int thread,
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
        X(load_patch)(&patch, p->box, p->scratch, round - 1, at.row, at.col);
    s->fixed[thread] = patch.fixed;
    if (patch.fixed != 0) {
        #pragma omp atomic write
        s->any_fixed = 1;
    }
    uint32_t moved =
        X(step_tile)(&patch, s, thread, steps < DEPTH ? steps : DEPTH, p->box.tolerance, watch);
    /* Now, while others store; this thread's patch is halo.  The answer takes as long as a step. */
    if (thread == 0)
        s->next = X(take_ticket)(&p->progress[tiles.all + TICKETS]);
    if (!X(is_inner)(thread))
        return;
    /* Worked out again: to remember it would take the registers of another team. */
    at = X(corner)(tiles, s->tile, thread);
    if (watch || round == X(rounds)(p) - 1)
        X(store)(&patch, p->box, p->to, at.row, at.col);
    else {
        X(store_patch)(&patch, p->box, p->scratch, round, at.row, at.col);
        if (round == 0) /* from team memory: patch.fixed would be held in registers until here */
            X(store_fixed)(s->fixed[thread], p->box, p->scratch, at.row, at.col);
    }
    if (moved) {
        #pragma omp atomic update
        p->progress[tiles.all + MOVED] |= (int32_t)moved;
    }
}

/* What each thread of a team does: takes tiles for as long as there are any. */
INLINE void X(compute_tiles)(const struct pass *p, struct shared *s, bool watch)
{
    struct tiles tiles = X(tiles)(p->box.width, p->box.height);
    int32_t rounds = X(rounds)(p);
    int thread = omp_get_thread_num();
    if (thread == 0)
        s->next = X(take_ticket)(&p->progress[tiles.all + TICKETS]);
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
        X(wait_for_neighbours)(tiles, tile, round, p->progress, thread);
        X(compute_tile)(p, round, s, thread, watch);
        #pragma omp barrier
        if (thread == 0)
            X(publish_progress)(&p->progress[tile], round);
    }
    if (thread == 0)
        X(leave)(p, s, tiles.all);
    #pragma omp barrier
    if (s->last)
        X(clear_progress)(p->progress, tiles.all + COUNTERS);
}

#endif

#pragma omp end declare target

#endif
