/* unsolved: the result of the region is lost */
#include "lesson.h"

#include "judge.h"

const ptrdiff_t judge_sizes[JUDGE_SIZES] = { 1009, 2531 };

enum { RANGE = 125 }; /* of the values */

static ptrdiff_t answer(ptrdiff_t n, const double *a, double limit)
{
    for (ptrdiff_t i = 0; i < n; i++)
        if (a[i] > limit)
            return i;
    return -1;
}

static ptrdiff_t largest(ptrdiff_t n, const double *a)
{
    ptrdiff_t at = 0;
    for (ptrdiff_t i = 1; i < n; i++)
        if (a[i] > a[at])
            at = i;
    return at;
}

/* Only the largest is above it, and comes late: other values are taken until it does. */
static double late_limit(ptrdiff_t n, double *a)
{
    while (largest(n, true_values(a)) < n / 2)
        renew(a);
    ptrdiff_t at = largest(n, true_values(a));
    return true_values(a)[largest(at, true_values(a))];
}

static void judge_limit(ptrdiff_t n, double *a, double limit)
{
    ptrdiff_t right = answer(n, true_values(a), limit), host = answer(n, decoys(a), limit);
    ptrdiff_t got = first_above(n, a, limit);
    expect_kernels(1);
    expect_bounds();
    if (got == -1 && right != -1)
        wrong(
            "-1, the value from before: the result of the region is lost. A scalar that is not mapped is "
            "firstprivate.");
    if (got != -1 && right == -1)
        wrong(
            "where none is above the limit it returns %td: `at` has no value in the region, if it is only "
            "mapped from there.",
            got);
    expect_number((double)got, (double)right, (double)host);
}

/* Only this one is above the limit. */
static void judge_only(ptrdiff_t n, double *a, ptrdiff_t at)
{
    double before = true_values(a)[at];
    put(a, at, RANGE + 1);
    if (first_above(n, a, RANGE) != at)
        wrong(
            "a[%td] alone is above the limit, and is not found: does the loop look at all elements?",
            at);
    put(a, at, before);
}

void judge(ptrdiff_t n)
{
    double *a = given("a", n);
    judge_limit(n, a, RANGE - 1);
    judge_limit(n, a, late_limit(n, a));
    judge_limit(n, a, RANGE);
    judge_only(n, a, 0);
    judge_only(n, a, n - 1);
    expect_copies(a, 5, 0);
}
