/* What julia's last GPU variants share: which thread computes which pixels, and batches of steps. */
#pragma once

#include "julia.h"

#include "ran_on.h"

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

/* What thread i of all does in teams that are a tile high: it colours a pixel. */
INLINE void colour_pixel(bool in_batches, uint64_t i, uint32_t across, struct view v, int *place,
                         int32_t rows, int32_t columns, int32_t *colour, const int32_t *table)
{
    uint32_t team = (uint32_t)(i / TEAM), warp = (uint32_t)(i % TEAM / WARP), lane = i % WARP;
    int32_t col = (int32_t)(team % across * TEAM_WIDTH + warp * WARP_WIDTH + lane % WARP_WIDTH);
    int32_t row = (int32_t)(team / across * WARP_HEIGHT + lane / WARP_WIDTH);
    if (i == 0)
        *place = ran_on();
    if (row < rows && col < columns) {
        struct point z = point_at(v, row, col);
        colour[(ptrdiff_t)row * columns + col] =
            table[in_batches ? steps_in_batches(v, false, z)
                             : test_every_step(v, 0, v.iterations, z)];
    }
}

/* What thread i of all does in teams that are a column of tiles high, beginning with row `first`.  The picture's row r is
 * row origin + r every of the view.  If it `learns`, a pixel below one that has stayed bounded begins with batches. */
INLINE void colour_column(bool learns, uint64_t i, uint32_t across, int32_t first, struct view v,
                          int *place, int32_t last, int32_t columns, int32_t origin, int32_t every,
                          int32_t *colour, const int32_t *table)
{
    uint32_t team = (uint32_t)(i / TEAM), warp = (uint32_t)(i % TEAM / WARP), lane = i % WARP;
    int32_t col = (int32_t)(team % across * TEAM_WIDTH + warp * WARP_WIDTH + lane % WARP_WIDTH);
    int32_t top = first + (int32_t)(team / across * TEAM_HEIGHT), end = top + TEAM_HEIGHT;
    bool stayed = false;
    if (i == 0 && first == 0)
        *place = ran_on();
    for (int32_t row = top + (int32_t)(lane / WARP_WIDTH); row < end && row < last && col < columns;
         row += WARP_HEIGHT) {
        int32_t steps =
            steps_in_batches(v, learns && stayed, point_at(v, origin + row * every, col));
        colour[(ptrdiff_t)row * columns + col] = table[steps];
        stayed = steps == v.iterations;
    }
}

#pragma omp end declare target
