/* unsolved: one thread did all | on a GPU: one team did all */
#include "lesson.h"

#include "judge.h"

#include <stdlib.h>

const ptrdiff_t judge_sizes[JUDGE_SIZES] = { 1009, 2535 }; /* the second has divisors */

enum {
    TURNS = 20, /* a race may go right once */
    BELOW_ZERO = -1,
};

static double *answer(ptrdiff_t n, ptrdiff_t first, ptrdiff_t step, const double *a)
{
    double *b = numbers(n);
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = a[(first + step * i) % n];
    return b;
}

static double largest(ptrdiff_t n, const double *a)
{
    double most = a[0];
    for (ptrdiff_t i = 1; i < n; i++)
        most = a[i] > most ? a[i] : most;
    return most;
}

/* Each thread went on from its own start: shares begin with the same elements. */
static void judge_carried(ptrdiff_t n, const double *b, const double *right)
{
    for (ptrdiff_t i = 1; i + 1 < n && b[0] == right[0]; i++)
        if (b[i] == right[0] && b[i + 1] == right[1] && b[i + 1] != right[i + 1])
            wrong(
                "from b[%td] on the elements of b[0], b[1], ... come again: an index is carried from one iteration to "
                "the next. Compute it from i.",
                i);
}

static void judge_largest(ptrdiff_t n, double got, const double *right, double host)
{
    double most = largest(n, right);
    if (got > most && got != host)
        wrong(
            "the largest is %.17g, and it has to be %.17g: what it begins with is none of b's elements.",
            got, most);
    if (got != most && got != host && shared_iterations() > 0)
        wrong(
            "the largest is %.17g, and it has to be %.17g: a race, if threads share one variable without "
            "reduction(max:).",
            got, most);
    expect_number(got, most, host);
}

/* From where on all that is picked is below zero, if there is such a place. */
static ptrdiff_t below_zero(ptrdiff_t n, ptrdiff_t step, const double *a)
{
    for (ptrdiff_t first = 0; first < n; first++)
        if (largest(n, answer(n, first, step, a)) < 0)
            return first;
    return 0;
}

static void judge_pick(ptrdiff_t n, ptrdiff_t first, ptrdiff_t step)
{
    double *a = given("a", n), *b = wanted("b", n);
    if (first == BELOW_ZERO)
        first = below_zero(n, step, true_values(a));
    const double *right = answer(n, first, step, true_values(a)),
                 *host = answer(n, first, step, decoys(a));
    for (int turn = 0; turn < TURNS; turn++) {
        double got = pick(n, first, step, a, b);
        expect_kernels(1);
        expect_bounds();
        judge_carried(n, b, right);
        expect_values("b", n, b, right, host);
        judge_largest(n, got, right, largest(n, host));
    }
    expect_shared(n);
    if (judge_has_ledger() && teams_asked() == 1)
        wrong("one team did all, and a GPU has hundreds: teams is missing (target teams loop).");
    if (device_is_cpu() && reductions() == 0)
        wrong(
            "the result is right, and nothing was reduced: it is a race that went right, or each waits for the others, or "
            "the host has searched all of b itself. reduction(max:).");
    expect_copies(a, TURNS, 0);
    expect_copies(b, 0, TURNS);
}

void judge(ptrdiff_t n)
{
    judge_pick(n, 0, 1);
    judge_pick(n, n / 3, n / 2);
    judge_pick(n, n - 1, n - 1);
    judge_pick(n, BELOW_ZERO, n / 5);
}
