/* The shortest time that something takes; and with how many teams a device takes it. */
#include "measure.h"
#include "ceiling.h"
#include "compiler.h"
#include "nvidia.h"

#include <math.h>

static const double PATIENCE = 0.15; /* seconds for all trials, except for the first few */
static const double LONG = 0.1;      /* seconds; longer than an interruption */

enum { FEWEST = 3 };

static double best_of(tri_trial_fn *trial, const void *what, ptrdiff_t rounds, int trials)
{
    double best = INFINITY, begin = tri_now();
    for (int n = 0; n < trials && (n < FEWEST || tri_now() - begin < PATIENCE); n++)
        best = fmin(best, trial(what, rounds));
    return best;
}

/* Finds how many rounds take long enough even in the best trial, since a single trial may have been interrupted;
 * twice as many must take nearly twice as long, otherwise the time goes to something else than the rounds, such
 * as waking threads on a busy machine. */
double tri_rounds_per_second(tri_trial_fn *trial, const void *what, double long_enough)
{
    ptrdiff_t rounds = 1;
    double best = best_of(trial, what, rounds, 2);
    while (best < LONG) {
        double twice = best_of(trial, what, 2 * rounds, 2);
        if (best >= long_enough && twice > 1.5 * best)
            break;
        rounds *= 2;
        best = twice;
    }
    return (double)rounds / fmin(best, best_of(trial, what, rounds, TRI_TRIALS));
}

/* On a GPU a team for each piece, since teams cost next to nothing.  If OpenMP threads are warps, a team has at most
 * 32 of them, with 1024 lanes, not 256; and a multiprocessor holds one or two such teams.  Further teams begin
 * when these have ended, and starting takes many times as long as a piece (docs/compilers.md, Surprises); so
 * no more are asked for than fit. */
int tri_ceiling_teams(ptrdiff_t pieces)
{
    const struct tri_nvidia *driver = tri_nvidia();
    int device = tri_device_number();
    if (!THREADS_ARE_WARPS || device < 0 || device >= driver->devices)
        return tri_teams(pieces);
    ptrdiff_t fit = 2 * (ptrdiff_t)driver->device[device].multiprocessors;
    return tri_teams(fit > 0 && fit < pieces ? fit : pieces);
}
