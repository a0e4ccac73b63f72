/*
 * Teams that wait for each other, by tickets.
 *
 * All passes go into one region, because to start one takes as long as many passes.  A tile's next passes
 * need what the tiles around it have come to, and nothing else; so a team that has drawn it waits for
 * those.  OpenMP has no barrier for teams, nor does it promise that two of them ever run at the same time.
 * What makes waiting safe is the order: teams take tickets from an atomic counter, and a ticket waits for
 * lower ones only.  The lowest that is not done was taken by a team that is running, with nothing to wait
 * for.
 *
 * `progress`: how many rounds each tile is done with, and behind those the ticket that is taken next.
 */
#ifndef TRI_BLUR_TICKETS_H
#define TRI_BLUR_TICKETS_H

#include "blur_tile.h"

enum { MAX_TICKETS = 1 << 30 }; /* of a region */

#pragma omp declare target

INLINE void X(take_ticket)(const struct plan *p, struct team *team)
{
    int32_t all = X(tiles)(p), across = X(pieces)(p->columns), ticket;
    #pragma omp barrier
    if (omp_get_thread_num() == 0) {
        #pragma omp atomic capture
        ticket = p->progress[all]++;
        int32_t y = ticket % all / across, x = ticket % all % across;
        team->ticket = ticket;
        X(place_tile)(p, y, x, team);
    }
    #pragma omp barrier
}

/* Until the tiles around have done `rounds` rounds; a thread looks at each.  Two in each direction,
 * since the last tile, which ends where the picture does, begins somewhere in the last but two. */
INLINE void X(wait_for_neighbours)(const struct plan *p, int32_t tile, int32_t rounds)
{
    int me = omp_get_thread_num();
    int32_t across = X(pieces)(p->columns), down = X(pieces)(p->rows);
    int32_t y = tile / across + me / 5 - 2, x = tile % across + me % 5 - 2;
    if (me < 25 && y >= 0 && y < down && x >= 0 && x < across) {
        int32_t done;
        do {
            #pragma omp atomic read
            done = p->progress[y * across + x];
        } while (done < rounds);
    }
    #pragma omp flush
    #pragma omp barrier
}

INLINE void X(report_progress)(const struct plan *p, int32_t tile, int32_t round)
{
    #pragma omp barrier
    if (omp_get_thread_num() == 0) {
        #pragma omp flush
        #pragma omp atomic write
        p->progress[tile] = round + 1;
    }
}

/* What a thread of a team does: works on tiles for as long as there are tickets.  Without a pass, a
 * partial tile has a round all the same, which copies it. */
INLINE void X(work_at_depth)(int depth, bool partial, const struct plan *p, struct team *team)
{
    int32_t all = X(tiles)(p), rounds = X(sweeps)(p->passes, p->at_once);
    if (partial && rounds == 0)
        rounds = 1;
    for (;;) {
        X(take_ticket)(p, team);
        int32_t round = team->ticket / all, tile = team->ticket % all;
        if (round >= rounds)
            break;
        X(wait_for_neighbours)(p, tile, round);
        int32_t left = p->passes - round * p->at_once;
        bool odd = (rounds - round) % 2;
        const uint16_t *from = round == 0 ? p->photo : odd ? p->other : p->result;
        if (partial)
            X(blur_partial)(depth, p, left < p->at_once ? left : p->at_once, from,
                            odd ? p->result : p->other, team);
        else
            X(blur_tile)(depth, p, left < p->at_once ? left : p->at_once, from,
                         odd ? p->result : p->other, team);
        X(report_progress)(p, team->ticket % all, team->ticket / all);
    }
}

/* The same with the depth as a constant, which decides how many samples a word holds. */
INLINE void X(work_on_tickets)(int32_t depth, bool partial, const struct plan *p, struct team *team)
{
    if (depth == 8)
        X(work_at_depth)(8, partial, p, team);
    else
        X(work_at_depth)(16, partial, p, team);
}

#pragma omp end declare target

#endif
