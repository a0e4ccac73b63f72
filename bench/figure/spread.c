/* Labels side by side.
 *
 * Take i gaps off position i: then "apart by a gap" becomes "in ascending order", and the nearest
 * ascending sequence is found by pooling neighbours that are out of order (isotonic regression). */
#include "spread.h"

#include <math.h>

/* Gives `count` positions from `at` on their common mean. */
static void pool(double *at, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += at[i];
    for (size_t i = 0; i < count; i++)
        at[i] = sum / (double)count;
}

/* The ascending sequence that is nearest to `at`. */
static void ascend(double *at, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        size_t end = i + 1, start = i;
        while (start > 0 && at[start - 1] > at[start]) {
            /* The whole pool before it joins: its members are equal. */
            double value = at[--start];
            while (start > 0 && at[start - 1] == value)
                start--;
            pool(at + start, end - start);
        }
    }
}

void spread(double *at, size_t n, double gap, double low, double high)
{
    if (n < 1)
        return;
    gap = fmin(gap, n > 1 ? (high - low) / (double)(n - 1) : gap);
    for (size_t i = 0; i < n; i++)
        at[i] -= gap * (double)i;
    ascend(at, n);
    double top = fmax(low, high - gap * (double)(n - 1));
    for (size_t i = 0; i < n; i++)
        at[i] = fmin(fmax(at[i], low), top) + gap * (double)i;
}
