/* How long something takes at its best. */
#include "measure.h"
#include "ceiling.h"

#include <math.h>

static const double PATIENCE = 0.15; /* seconds that all trials may take, but for the first few */
static const double LONG = 0.1;      /* seconds that nobody takes for an interruption */

enum { FEWEST = 3 };

static double best_of(tri_trial_fn *trial, const void *what, ptrdiff_t rounds, int trials)
{
    double best = INFINITY, begin = tri_now();
    for (int n = 0; n < trials && (n < FEWEST || tri_now() - begin < PATIENCE); n++)
        best = fmin(best, trial(what, rounds));
    return best;
}

/* As many rounds as take long enough even at their best, since a single trial may have been interrupted;
 * and so many that twice as many take nearly twice as long: else it is something other than the rounds
 * that takes its time, such as threads that have to be woken on a machine that is busy. */
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
