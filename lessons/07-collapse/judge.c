/* unsolved: a loop of 7 iterations is divided among threads, and one of 7063 could be */
#include "lesson.h"

#include "judge.h"

const ptrdiff_t judge_sizes[JUDGE_SIZES] = { 1009, 2531 };

static double *answer(ptrdiff_t rows, ptrdiff_t cols, const double *a)
{
    double *b = numbers(rows * cols);
    for (ptrdiff_t i = 0; i < rows * cols; i++)
        b[i % cols * rows + i / cols] = a[i];
    return b;
}

void judge(ptrdiff_t n)
{
    ptrdiff_t rows = n == judge_sizes[0] ? 7 : 9;
    double *a = given("a", rows * n), *b = wanted("b", rows * n);
    transpose(rows, n, a, b);
    expect_kernels(1);
    expect_bounds();
    expect_values("b", rows * n, b, answer(rows, n, true_values(a)), answer(rows, n, decoys(a)));
    expect_shared(rows * n);
    if (!device_is_cpu() && directives("collapse") == 0)
        needs("collapse in the directive, or a device that tells of its loops (preset llvm-host)");
    expect_copies(a, 1, 0);
    expect_copies(b, 0, 1);
}
