/* unsolved: a loop of 7 iterations is divided among threads, and one of 7063 could be */
#include "lesson.h"

#include "judge.h"

const ptrdiff_t judge_sizes[2] = { 1009, 2531 };

enum { ROWS = 7 };

static double *answer(ptrdiff_t cols, const double *a)
{
    double *b = numbers(ROWS * cols);
    for (ptrdiff_t i = 0; i < ROWS * cols; i++)
        b[i % cols * ROWS + i / cols] = a[i];
    return b;
}

void judge(ptrdiff_t n)
{
    double *a = given("a", ROWS * n), *b = wanted("b", ROWS * n);
    transpose(ROWS, n, a, b);
    expect_kernels(1);
    expect_bounds();
    expect_values("b", ROWS * n, b, answer(n, true_values(a)), answer(n, decoys(a)));
    expect_shared(ROWS * n);
    expect_copies(a, 1, 0);
    expect_copies(b, 0, 1);
}
