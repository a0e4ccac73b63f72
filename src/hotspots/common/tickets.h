/*
 * Teams that wait for each other, by tickets, which OpenMP does not promise to work.
 *
 * All steps are in one region, because starting a region takes as long as many steps.  A round is some steps of
 * all tiles.  A tile's round needs the round before of the tiles around it, and nothing else; so a team
 * that has taken a tile waits for those.  OpenMP has no barrier for teams, nor does it promise that two of
 * them ever run at the same time.  Waiting is safe because of the order: teams take tickets from an atomic
 * counter, and a ticket waits for lower ones only.  The lowest ticket that is not finished belongs to a
 * team that is running and has nothing to wait for.
 *
 * `progress` has, for each tile, how many rounds it has finished, and after those the next ticket.
 *
 * Each function is for one thread of a team.  The caller has the barriers: one before a round is published,
 * since all threads must have stored; one after a wait, before any thread loads.
 */
#pragma once

#include "real.h"
#include "compiler.h"

#include <stdint.h>

enum {
    MAX_TICKETS = 1 << 30, /* of a region */
    MAX_TEAMS = 1024,      /* more than run at a time on any GPU of today */
};

#if HAS_FLUSH
#pragma omp declare target

INLINE int32_t take_ticket(int32_t *next)
{
    int32_t ticket;
    #pragma omp atomic capture
    ticket = (*next)++;
    return ticket;
}

/* Waits until a tile has finished so many rounds.  A flush has to follow, otherwise a thread may load what was
 * there before the tile was stored. */
INLINE void wait_for_tile(const int32_t *progress, int32_t rounds)
{
    int32_t done;
    do {
        #pragma omp atomic read
        done = *progress;
    } while (done < rounds);
}

/* A tile has finished round number `round`; the first is 0.  Behind a flush, so that whoever reads the number
 * also sees what the team has stored. */
INLINE void publish_progress(int32_t *progress, int32_t round)
{
    #pragma omp flush
    #pragma omp atomic write
    *progress = round + 1;
}

#pragma omp end declare target
#endif
