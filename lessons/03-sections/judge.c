/* unsolved: outside of a were copied with it: a section is [first : length] */
#include "lesson.h"

#include "judge.h"

const ptrdiff_t judge_sizes[JUDGE_SIZES] = { 1009, 2531 };

static double *answer(ptrdiff_t n, ptrdiff_t first, ptrdiff_t count, const double *a)
{
    double *b = numbers(n);
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = i >= first && i < first + count ? -a[i] : UNTOUCHED;
    return b;
}

static void expect_untouched(ptrdiff_t n, ptrdiff_t first, ptrdiff_t count, const double *b)
{
    for (ptrdiff_t i = 0; i < n; i++)
        if ((i < first || i >= first + count) && b[i] != UNTOUCHED)
            wrong(
                "b[%td] was overwritten, and is none of the %td from b[%td] on: is b's section too long?",
                i, count, first);
}

void judge(ptrdiff_t n)
{
    ptrdiff_t first = n / 3, count = n / 2;
    double *a = given("a", n), *b = wanted("b", n);
    const double *right = answer(n, first, count, true_values(a));
    const double *host = answer(n, first, count, decoys(a));
    negate(first, count, a, b);
    expect_kernels(1);
    if (beyond(a) > 0)
        wrong("%td elements outside of a were copied with it: a section is [first : length], not "
              "[first : end].",
              beyond(a));
    expect_bounds();
    if (copies_of(a).bytes_to > (size_t)count * sizeof *a)
        wrong("a was copied with elements that nobody needs: %zu bytes, and %zu are enough.",
              copies_of(a).bytes_to, (size_t)count * sizeof *a);
    expect_values("b", count, b + first, right + first, host + first);
    expect_untouched(n, first, count, b);
    expect_copies(a, 1, 0);
    expect_copies(b, 0, 1);
}
