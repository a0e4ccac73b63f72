/* Statistics of times: medians, their intervals, and ratios of contenders that were measured in the same rounds. */
#define _GNU_SOURCE /* lgamma_r */
#include "measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

enum { LEAST_ROOM = 8 };

/* There is room for LEAST_ROOM, or for the power of two that is not below n. */
bool tri_times_add(struct tri_times *t, double seconds, struct tri_error *e)
{
    const bool full = t->n == 0 || (t->n >= LEAST_ROOM && (t->n & (t->n - 1)) == 0);
    if (t->n == TRI_MAX_REPS)
        return tri_fail(e, TRI_FAILED, "more than %d times", TRI_MAX_REPS);
    if (full) {
        double *all = realloc(t->all, (t->n ? 2 * t->n : LEAST_ROOM) * sizeof *all);
        if (!all)
            return tri_fail(e, TRI_FAILED, "out of memory");
        t->all = all;
    }
    t->all[t->n++] = seconds;
    return true;
}

void tri_times_free(struct tri_times *t)
{
    free(t->all);
    *t = (struct tri_times){ 0 };
}

/* The times in order, in `into`; none of more than there may be, which another program's list can be. */
static struct tri_times sorted(const struct tri_times *t, double into[TRI_MAX_REPS])
{
    const size_t n = t->n <= TRI_MAX_REPS ? t->n : 0;
    if (n)
        memcpy(into, t->all, n * sizeof *into);
    qsort(into, n, sizeof *into, ascending);
    return (struct tri_times){ n, into };
}

static double middle(const struct tri_times *in_order)
{
    size_t n = in_order->n;
    return n ? (in_order->all[n / 2] + in_order->all[(n - 1) / 2]) / 2 : (double)NAN;
}

double tri_median(const struct tri_times *t)
{
    double room[TRI_MAX_REPS];
    const struct tri_times in_order = sorted(t, room);
    return middle(&in_order);
}

double tri_min(const struct tri_times *t)
{
    double least = t->n ? t->all[0] : NAN;
    for (size_t i = 1; i < t->n; i++)
        least = fmin(least, t->all[i]);
    return least;
}

double tri_max(const struct tri_times *t)
{
    double most = t->n ? t->all[0] : NAN;
    for (size_t i = 1; i < t->n; i++)
        most = fmax(most, t->all[i]);
    return most;
}

/* ---- The interval of a median ---------------------------------------------------------------- */

/* C(n, i) / 2^n by logarithms, since 2^n overflows a double. */
static double chance_of(size_t n, size_t i)
{
    int sign;
    double all = lgamma_r((double)n + 1, &sign);
    double orders = lgamma_r((double)i + 1, &sign) + lgamma_r((double)(n - i) + 1, &sign);
    return exp(all - orders - (double)n * log(2));
}

size_t tri_interval_rank(size_t n)
{
    static const double tail = 0.025;
    double below = chance_of(n, 0);
    size_t k = 0;
    while (below <= tail)
        below += chance_of(n, ++k);
    return k;
}

static struct tri_interval interval_of(const struct tri_times *in_order)
{
    size_t rank = tri_interval_rank(in_order->n);
    if (rank == 0)
        return (struct tri_interval){ middle(in_order), NAN, NAN };
    return (struct tri_interval){ middle(in_order), in_order->all[rank - 1],
                                  in_order->all[in_order->n - rank] };
}

struct tri_interval tri_interval(const struct tri_times *t)
{
    double room[TRI_MAX_REPS];
    const struct tri_times in_order = sorted(t, room);
    return interval_of(&in_order);
}

double tri_interval_width(const struct tri_interval *i)
{
    return fmax(i->high - i->middle, i->middle - i->low) / i->middle;
}

/* ---- Ratios ---------------------------------------------------------------------------------- */

/* Of rounds in which both were measured: whatever slowed a round has slowed both. */
static struct tri_interval ratio_by_rounds(const struct tri_times *a, const struct tri_times *b)
{
    double all[TRI_MAX_REPS];
    const size_t n = a->n < b->n ? a->n : b->n;
    const struct tri_times ratio = { n <= TRI_MAX_REPS ? n : 0, all };
    for (size_t i = 0; i < ratio.n; i++)
        all[i] = a->all[i] / b->all[i];
    return tri_interval(&ratio);
}

/* Of two that were measured apart: it lies between the ratios of opposite ends. */
static struct tri_interval ratio_apart(const struct tri_times *a, const struct tri_times *b)
{
    struct tri_interval x = tri_interval(a), y = tri_interval(b);
    return (struct tri_interval){ x.middle / y.middle, x.low / y.high, x.high / y.low };
}

struct tri_interval tri_ratio(const struct tri_times *a, const struct tri_times *b,
                              bool same_rounds)
{
    return same_rounds ? ratio_by_rounds(a, b) : ratio_apart(a, b);
}

bool tri_same_rounds(const struct tri_measurement *a, const struct tri_measurement *b)
{
    return a->rounds != 0 && a->rounds == b->rounds;
}
