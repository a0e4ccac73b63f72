/* unsolved: the initial value */
#include "lesson.h"

#include "judge.h"

const ptrdiff_t judge_sizes[JUDGE_SIZES] = { 1009, 2531 };

enum { CALLS = 3 };

static const double weights[2][3] = { { 0.25, 0.5, 0.25 }, { -1, 3, 2 } }, none[3];

static double *answer(ptrdiff_t n, const double *w, const double *a)
{
    double *b = numbers(n);
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = i == 0 || i == n - 1 ? a[i] : w[0] * a[i - 1] + w[1] * a[i] + w[2] * a[i + 1];
    return b;
}

static void judge_weights(ptrdiff_t n, const double *a, double *b, const double *before,
                          const double *w)
{
    struct copies was = copies_of(a);
    int nothing_sent = copies().to;
    set_weights(w);
    int sent = copies().to;
    for (int i = 0; i < CALLS; i++)
        smooth(n, a, b);
    expect_kernels(before ? 2 * CALLS : CALLS);
    if (equal_numbers(n, b, answer(n, none, true_values(a))))
        wrong(
            "the device has computed with weights of 0, the initial value of its own copy: who copies the "
            "host's to it?");
    if (before && equal_numbers(n, b, answer(n, before, true_values(a))))
        wrong(
            "the device has computed with the weights from before: they changed on the host a second "
            "time.");
    expect_values("b", n, b, answer(n, w, true_values(a)), answer(n, w, decoys(a)));
    int more = copies().to - sent - (copies_of(a).to - was.to);
    if (judge_has_ledger() && more > 0)
        wrong(
            "%d copies to the device in %d calls of smooth(), beside those of a: weights have to travel "
            "when they change, in set_weights().",
            more, CALLS);
    if (judge_has_ledger() && sent == nothing_sent)
        wrong(
            "the device has the weights by luck: nothing was copied to it, and this device can read the host's "
            "memory; another cannot.");
}

void judge(ptrdiff_t n)
{
    double *a = given("a", n), *b = wanted("b", n);
    judge_weights(n, a, b, NULL, weights[0]);
    judge_weights(n, a, b, weights[0], weights[1]);
    expect_bounds();
    expect_copies(a, 2 * CALLS, 0);
    expect_copies(b, 0, 2 * CALLS);
}
