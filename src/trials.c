/* How long something takes at its best. */
#include "ceiling.h"

#include <math.h>

static const double LONG_ENOUGH = 4e-3; /* seconds: a region starts in less than a hundredth of that */
static const double PATIENCE = 0.2;     /* seconds that all trials may take, but for the first few */

enum { FEWEST = 4 };

static double best_of(tri_trial_fn *trial, const void *what, ptrdiff_t rounds, int trials)
{
    double best = INFINITY, begin = tri_now();
    for (int n = 0; n < trials && (n < FEWEST || tri_now() - begin < PATIENCE); n++)
        best = fmin(best, trial(what, rounds));
    return best;
}

/* As many rounds as take long enough even at their best: a single trial may have been interrupted, and
 * the first one may have had to start threads. */
double tri_rounds_per_second(tri_trial_fn *trial, const void *what)
{
    ptrdiff_t rounds = 1;
    double best = best_of(trial, what, rounds, 2);
    while (best < LONG_ENOUGH) {
        double more = ceil(1.25 * LONG_ENOUGH / fmax(best, 1e-9));
        rounds *= (ptrdiff_t)fmin(fmax(more, 2), 256);
        best = best_of(trial, what, rounds, 2);
    }
    return (double)rounds / fmin(best, best_of(trial, what, rounds, TRI_TRIALS));
}
