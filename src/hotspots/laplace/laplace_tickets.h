/*
 * All steps of laplace in one region, whose teams wait for each other, which OpenMP does not promise to work.
 *
 * A round is up to eight steps of all tiles.  See tickets.h for how teams wait and why that is safe.  Here a
 * team takes its next ticket early, but does not wait for another tile before it has stored its own.
 */
#pragma once

#include "laplace_patch.h"
#include "tickets.h"

/* `progress` holds for each tile how many rounds it has finished, followed by three counters.  All are 0
 * when a pass begins, and again when it has ended. */
enum {
    TICKETS, /* taken so far */
    LEFT,    /* teams that have found no more tiles */
    MOVED,   /* a bit for each step that has moved something */
    COUNTERS,
};

enum { LINE_CHUNKS = 8 /* chunks of sixteen bytes in a line of a GPU's caches */ };

#pragma omp declare target

/* Between rounds only these teams read the potential, so it need not be stored row by row.  Memory is
 * accessed in sectors of 32 bytes.  Row by row, the chunks that neighbouring threads store at the same time
 * in double would be half a sector each, 64 bytes apart, and the other halves would follow later.
 * So patches are stored differently: for a row of patches, first the first chunks of all its patches side by
 * side, then all second chunks, and so on.  What a row of threads stores or loads at once is then
 * contiguous. */
struct patches {
    int32_t across, down;
    int32_t pitch; /* from a row of patches to the next: a whole number of lines */
};

INLINE struct patches patches_of(int32_t width, int32_t height)
{
    int32_t across = (width + SIDE - 1) / SIDE, down = (height + SIDE - 1) / SIDE;
    return (struct patches){ across, down, (across + LINE_CHUNKS - 1) / LINE_CHUNKS * LINE_CHUNKS };
}

#if HAS_TEAM_KERNELS && HAS_FLUSH

/* Where the first chunk of a patch is stored; `scratch` is aligned to sixteen bytes.  There are two sets of
 * patches, which take turns at being read and written. */
INLINE chunk_of *patch_address(struct patches all, real *scratch, int32_t turn, int32_t row,
                               int32_t col)
{
    ptrdiff_t rows = (ptrdiff_t)(turn % 2) * all.down + clamp(row / SIDE, all.down);
    return (chunk_of *)scratch + rows * CHUNKS * all.pitch + clamp(col / SIDE, all.across);
}

/* Which points of a patch are fixed never changes.  The first round finds it out, from eight words of the
 * mask and the place of the border, and stores it for the others, behind both
 * sets. */
INLINE uint64_t *fixed_address(struct patches all, real *scratch, int32_t row, int32_t col)
{
    uint64_t *words = (uint64_t *)(scratch + 2 * (ptrdiff_t)all.down * all.pitch * SIDE * SIDE);
    ptrdiff_t rows = clamp(row / SIDE, all.down);
    return words + rows * all.pitch + clamp(col / SIDE, all.across);
}

/* Outside of the box no patch is ever stored: the nearest one is loaded.  What is computed from it does not
 * reach the inside of the box, since the border is fixed. */
INLINE void load_patch(struct patch *p, struct box b, real *scratch, int32_t turn, int32_t row,
                       int32_t col)
{
    struct patches all = patches_of(b.width, b.height);
    const chunk_of *at = patch_address(all, scratch, turn, row, col);
    p->fixed = *fixed_address(all, scratch, row, col);
    UNROLLED(32)
    for (int k = 0; k < CHUNKS; k++)
        unpack(p, k * CHUNK / SIDE, k * CHUNK % SIDE, at[(ptrdiff_t)k * all.pitch]);
}

INLINE void store_patch(const struct patch *p, struct box b, real *scratch, int32_t turn,
                        int32_t row, int32_t col)
{
    struct patches all = patches_of(b.width, b.height);
    chunk_of *at = patch_address(all, scratch, turn, row, col);
    if (row >= b.height || col >= b.width)
        return;
    UNROLLED(32)
    for (int k = 0; k < CHUNKS; k++)
        at[(ptrdiff_t)k * all.pitch] = pack(p, k * CHUNK / SIDE, k * CHUNK % SIDE);
}

INLINE void store_fixed(uint64_t fixed, struct box b, real *scratch, int32_t row, int32_t col)
{
    if (row < b.height && col < b.width)
        *fixed_address(patches_of(b.width, b.height), scratch, row, col) = fixed;
}

/* Waits until the tiles around have done as many rounds as this one; each of the last nine threads checks
 * one tile.  (The first thread may still have to publish the progress of the previous tile.) */
INLINE void wait_for_neighbours(struct tiles tiles, int32_t tile, int32_t round, int32_t *progress,
                                int thread)
{
    int which = THREADS - 1 - thread;
    ptrdiff_t across = tile % tiles.across + which % 3 - 1;
    ptrdiff_t down = tile / tiles.across + which / 3 - 1;
    bool there = across >= 0 && across < tiles.across && down >= 0 && down < tiles.down;
    if (which < 9 && there && round > 0) {
        wait_for_tile(&progress[down * tiles.across + across], round);
        #pragma omp flush
    }
    #pragma omp barrier
}

/* For one thread, when its team finds no more tiles.  The flushes order what teams have published
 * before the count of those that have left. */
INLINE void leave(const struct pass *p, struct shared *s, int32_t all)
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

/* For the team that leaves last, when no other reads the counters.  (Sending zeros from the host before
 * each pass takes longer.) */
INLINE void clear_progress(int32_t *progress, int32_t counters)
{
    #pragma omp for
    for (int32_t i = 0; i < counters; i++)
        progress[i] = 0;
}

/* How many rounds a pass has.  From an array to itself there are at least two: the first round only reads
 * it, and the last one only writes it. */
INLINE int32_t rounds_of(const struct pass *p)
{
    int32_t least = p->from == p->to ? 2 : 1, rounds = (p->steps + DEPTH - 1) / DEPTH;
    return rounds > least ? rounds : least;
}

/* Takes the team's tile through one round.  A pass that watches for changes has one round. */
INLINE void compute_tile(const struct pass *p, int32_t round, struct shared *s, int thread,
                         bool watch)
{
    struct tiles tiles = tiles_of(p->box.width, p->box.height);
    struct point at = corner(tiles, s->tile, thread);
    int32_t steps = p->steps - round * DEPTH;
    struct patch patch;
    if (watch || round == 0) {
        patch.fixed = fixed_points(p->box, p->mask, at.row, at.col);
        load(&patch, p->box, p->from, at.row, at.col);
    } else
        load_patch(&patch, p->box, p->scratch, round - 1, at.row, at.col);
    s->fixed[thread] = patch.fixed;
    if (patch.fixed != 0) {
        #pragma omp atomic write
        s->any_fixed = 1;
    }
    uint32_t moved =
        step_tile(&patch, s, thread, steps < DEPTH ? steps : DEPTH, p->box.tolerance, watch);
    /* Here it overlaps with other threads' stores, since the patch of thread 0 is halo; it takes as long as a step. */
    if (thread == 0)
        s->next = take_ticket(&p->progress[tiles.all + TICKETS]);
    if (!is_inner(thread))
        return;
    /* Computed again: to keep it would take so many registers that one team less fits. */
    at = corner(tiles, s->tile, thread);
    if (watch || round == rounds_of(p) - 1)
        store(&patch, p->box, p->to, at.row, at.col);
    else {
        store_patch(&patch, p->box, p->scratch, round, at.row, at.col);
        if (round == 0) /* from team memory: patch.fixed would occupy registers until here */
            store_fixed(s->fixed[thread], p->box, p->scratch, at.row, at.col);
    }
    if (moved) {
        #pragma omp atomic update
        p->progress[tiles.all + MOVED] |= (int32_t)moved;
    }
}

/* What each thread of a team does: works on tiles as long as there are any. */
INLINE void compute_tiles(const struct pass *p, struct shared *s, bool watch)
{
    struct tiles tiles = tiles_of(p->box.width, p->box.height);
    int32_t rounds = rounds_of(p);
    int thread = omp_get_thread_num();
    if (thread == 0)
        s->next = take_ticket(&p->progress[tiles.all + TICKETS]);
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
        wait_for_neighbours(tiles, tile, round, p->progress, thread);
        compute_tile(p, round, s, thread, watch);
        #pragma omp barrier
        if (thread == 0)
            publish_progress(&p->progress[tile], round);
    }
    if (thread == 0)
        leave(p, s, tiles.all);
    #pragma omp barrier
    if (s->last)
        clear_progress(p->progress, tiles.all + COUNTERS);
}

#endif

#pragma omp end declare target
