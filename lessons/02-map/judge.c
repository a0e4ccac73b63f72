/* unsolved: before still holds what was there before */
#include "lesson.h"

#include "judge.h"

const ptrdiff_t judge_sizes[JUDGE_SIZES] = { 1009, 2531 };

static double *sums(ptrdiff_t n, const double *a, const double *b)
{
    double *sum = numbers(n);
    for (ptrdiff_t i = 0; i < n; i++)
        sum[i] = a[i] + b[i];
    return sum;
}

void judge(ptrdiff_t n)
{
    double *change = given("change", n), *total = given("total", n), *before = wanted("before", n);
    double *was = copied_numbers(n, true_values(total)), *seen = copied_numbers(n, decoys(total));
    double *right = sums(n, true_values(change), was), *host = sums(n, decoys(change), seen);
    add(n, change, total, before);
    expect_kernels(1);
    expect_bounds();
    expect_values("before", n, before, was, seen);
    if (judge_has_ledger() && copies_of(total).from == 0)
        wrong("total never came back from the device: it is read and written, map(tofrom:).");
    expect_values("total", n, total, right, host);
    expect_copies(change, 1, 0);
    expect_copies(before, 0, 1);
}
