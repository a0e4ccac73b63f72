/* The sign test's confidence interval of a median. */
#include "versus.h"
#include "triptych.h"
#include "measure.h"

#include <criterion/criterion.h>
#include <math.h>

/* As tables of the sign test have it. */
Test(interval, ranks)
{
    static const size_t known[][2] = { { 0, 0 },   { 1, 0 },   { 5, 0 },    { 6, 1 },     { 8, 1 },
                                       { 9, 2 },   { 11, 2 },  { 12, 3 },   { 15, 4 },    { 20, 6 },
                                       { 30, 10 }, { 50, 18 }, { 100, 40 }, { 1000, 469 } };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        cr_expect(interval_rank(known[i][0]) == known[i][1], "%zu values: %zu, not %zu",
                  known[i][0], interval_rank(known[i][0]), known[i][1]);
}

/* Times as they are: near the least, and a long way to the greatest.  The median is 1 + log 2. */
static double next_time(uint64_t *state)
{
    *state = *state * 6364136223846793005 + 1442695040888963407;
    return 1 - log(((double)(*state >> 11) + 0.5) / 9007199254740992.0);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* How many of a thousand intervals of n times miss the median. */
static int misses(size_t n, uint64_t *state, double *width)
{
    static double time[TRI_MAX_REPS];
    int missed = 0;
    *width = 0;
    for (int i = 0; i < 1000; i++) {
        for (size_t k = 0; k < n; k++)
            time[k] = next_time(state);
        qsort(time, n, sizeof *time, by_size);
        double low = time[interval_rank(n) - 1], high = time[n - interval_rank(n)];
        missed += low > 1 + log(2) || high < 1 + log(2);
        *width += (high - low) / 1000;
    }
    return missed;
}

/* At most 50 of a thousand are expected; 75 would be four standard deviations more. */
Test(interval, misses_one_in_twenty_at_most)
{
    static const size_t n[] = { 6, 10, 30, 100, 1000 };
    uint64_t state = 1;
    double before = (double)INFINITY, width;
    for (size_t i = 0; i < sizeof n / sizeof *n; i++, before = width) {
        int missed = misses(n[i], &state, &width);
        cr_expect(missed <= 75, "%zu times: %d of 1000", n[i], missed);
        cr_expect(width < before, "%zu times: %g, no narrower than %g", n[i], width, before);
    }
}
