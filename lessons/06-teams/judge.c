/* unsolved: one team did all */
#include "lesson.h"

#include "judge.h"

const ptrdiff_t judge_sizes[JUDGE_SIZES] = { 1009, 20011 };

enum { FEW_TEAMS = 64 };

static double *answer(ptrdiff_t n, const double *a)
{
    double *b = numbers(n);
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = a[i] * a[i];
    return b;
}

void judge(ptrdiff_t n)
{
    double *a = given("a", n), *b = wanted("b", n);
    squares(n, a, b);
    expect_kernels(1);
    expect_bounds();
    expect_values("b", n, b, answer(n, true_values(a)), answer(n, decoys(a)));
    expect_copies(a, 1, 0);
    expect_copies(b, 0, 1);
    if (kernels() > 1)
        wrong("%d kernels ran, and the loop is one: a directive before it is enough.", kernels());
    expect_teams(n);
    if (teams_asked() > 1 && teams_asked() < FEW_TEAMS)
        wrong(
            "%u teams were asked for, and a GPU has room for hundreds: num_teams is better left out.",
            teams_asked());
    expect_shared(2);
}
