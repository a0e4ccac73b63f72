/*
 * All passes of blur in one region, whose teams wait for each other, which OpenMP does not promise to work.
 *
 * A round is up to eight passes on all tiles.  See tickets.h for how teams wait and why that is safe.
 */
#pragma once

#include "blur_tile.h"
#include "tickets.h"

#if HAS_TILES && HAS_FLUSH
#pragma omp declare target

INLINE void take_tile(const struct plan *p, struct team *team)
{
    int32_t all = tiles_of(p), across = pieces_of(p->columns);
    #pragma omp barrier
    if (omp_get_thread_num() == 0) {
        int32_t ticket = take_ticket(&p->progress[all]);
        int32_t y = ticket % all / across, x = ticket % all % across;
        team->ticket = ticket;
        place_tile(p, y, x, team);
    }
    #pragma omp barrier
}

/* Waits until the tiles around this one have done `rounds` rounds; a thread for each.  Two tiles in each
 * direction, since the last tile ends at the picture's edge and may overlap the last but two. */
INLINE void wait_for_neighbours(const struct plan *p, int32_t tile, int32_t rounds)
{
    int me = omp_get_thread_num();
    int32_t across = pieces_of(p->columns), down = pieces_of(p->rows);
    int32_t y = tile / across + me / 5 - 2, x = tile % across + me % 5 - 2;
    if (me < 25 && y >= 0 && y < down && x >= 0 && x < across)
        wait_for_tile(&p->progress[y * across + x], rounds);
    #pragma omp flush
    #pragma omp barrier
}

INLINE void end_round(const struct plan *p, int32_t tile, int32_t round)
{
    #pragma omp barrier
    if (omp_get_thread_num() == 0)
        publish_progress(&p->progress[tile], round);
}

/* What each thread of a team does: works on tiles as long as there are tickets.  With no passes a partial
 * tile still has one round, which copies it. */
INLINE void work_at_depth(int depth, bool partial, const struct plan *p, struct team *team)
{
    int32_t all = tiles_of(p), rounds = sweeps_for(p->passes, p->at_once);
    if (partial && rounds == 0)
        rounds = 1;
    for (;;) {
        take_tile(p, team);
        int32_t round = team->ticket / all, tile = team->ticket % all;
        if (round >= rounds)
            break;
        wait_for_neighbours(p, tile, round);
        int32_t left = p->passes - round * p->at_once;
        bool odd = (rounds - round) % 2;
        const uint16_t *from = round == 0 ? p->photo : odd ? p->other : p->result;
        if (partial)
            blur_partial(depth, p, left < p->at_once ? left : p->at_once, from,
                         odd ? p->result : p->other, team);
        else
            blur_tile(depth, p, left < p->at_once ? left : p->at_once, from,
                      odd ? p->result : p->other, team);
        end_round(p, team->ticket % all, team->ticket / all);
    }
}

/* The same with the depth as a constant: it decides how many samples a word holds. */
INLINE void work_on_tickets(int32_t depth, bool partial, const struct plan *p, struct team *team)
{
    if (depth == 8)
        work_at_depth(8, partial, p, team);
    else
        work_at_depth(16, partial, p, team);
}

#pragma omp end declare target
#endif
