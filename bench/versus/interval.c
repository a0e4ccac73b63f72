/* The sign test's interval.  A value is below the median with probability 1/2, so the number of values below it is
 * binomial: fewer than k of n are below with probability sum C(n, i) / 2^n, i < k.  An outlier counts as one
 * value, however large it is.  k / n approaches 1/2 as n grows.  See Le Boudec,
 * Performance Evaluation of Computer and Communication Systems (2010), chapter 2; for times of programs,
 * Hoefler and Belli, Scientific Benchmarking of Parallel Computing Systems (SC 2015). */
#define _GNU_SOURCE /* lgamma_r */
#include "versus.h"

#include <math.h>

/* C(n, i) / 2^n by logarithms, since 2^n overflows a double. */
static double chance_of(size_t n, size_t i)
{
    int sign;
    double all = lgamma_r((double)n + 1, &sign);
    double orders = lgamma_r((double)i + 1, &sign) + lgamma_r((double)(n - i) + 1, &sign);
    return exp(all - orders - (double)n * log(2));
}

size_t interval_rank(size_t n)
{
    static const double tail = 0.025;
    double below = chance_of(n, 0);
    size_t k = 0;
    while (below <= tail)
        below += chance_of(n, ++k);
    return k;
}
