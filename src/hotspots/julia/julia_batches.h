/* What julia's last GPU variants share: which thread computes which pixels, and batches of steps. */
#ifndef TRI_TUNED_JULIA_BATCHES_H
#define TRI_TUNED_JULIA_BATCHES_H

#include "julia.h"

enum { WARP_WIDTH = 8, WARP_HEIGHT = 4, WARP = WARP_WIDTH * WARP_HEIGHT };
enum { TEAM = 4 * WARP, TEAM_WIDTH = 4 * WARP_WIDTH }; /* four warps side by side */
enum { TEAM_HEIGHT = 16 * WARP_HEIGHT };
enum { UNTESTED = 2, TESTED = 8, BATCH = 24 };

#pragma omp declare target

INLINE struct point take_steps(struct view v, int32_t n, struct point z)
{
    for (int32_t i = 0; i < n; i++)
        z = next_point(v.c, z);
    return z;
}

/* How many steps the pixel takes.  If it may stay bounded, it begins with batches, without early tests. */
INLINE int32_t steps_in_batches(struct view v, bool may_stay, struct point start)
{
    struct point z = start;
    int32_t done = 0;
    if (!may_stay) {
        z = take_steps(v, UNTESTED, z);
        if (!is_bounded(v.bound, z))
            return test_every_step(v, 0, v.iterations, start);
        done = UNTESTED;
        while (done < TESTED) {
            z = next_point(v.c, z);
            done++;
            if (!is_bounded(v.bound, z))
                return done < v.iterations ? done : v.iterations;
        }
        if (done >= v.iterations)
            return v.iterations;
    }
    for (; v.iterations - 1 - done >= BATCH; done += BATCH) {
        struct point ahead = take_steps(v, BATCH, z);
        if (!is_bounded(v.bound, ahead))
            break;
        z = ahead;
    }
    return test_every_step(v, done, v.iterations, z);
}

#pragma omp end declare target

#endif
