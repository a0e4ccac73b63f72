/*
 * How many teams of a kernel a multiprocessor of an NVIDIA GPU holds at once.
 *
 * Its occupancy is the share of the warps that it could hold.  What is computed here is what is possible; with too few teams,
 * or teams that end at different times, a launch has less.
 */
#pragma once

#include <stdbool.h>

/* What limits it; where several do, the first of them is named. */
enum tri_limiter {
    TRI_BY_THREADS,
    TRI_BY_REGISTERS,
    TRI_BY_TEAM_MEMORY,
    TRI_BY_TEAMS, /* there may be only so many, however small they are */
    TRI_LIMITERS
};

const char *tri_limiter_name(enum tri_limiter); /* "threads", "registers", "team memory", "teams" */

struct tri_occupancy {
    int allowed[TRI_LIMITERS]; /* teams of a multiprocessor, by each of these alone */
    int teams;                 /* by all of them */
    int warps, most_warps;
    enum tri_limiter limiter;
};

/* Of teams of so many threads, with registers of a thread, and bytes of team memory.  False: a capability that is not
 * known here, or no such kernel can run. */
bool tri_occupancy(int major, int minor, int threads, int registers, int shared,
                   struct tri_occupancy *);
