/* unsolved: has followed the host's pointer | crashed | runtime has stopped */
#include "lesson.h"

#include "judge.h"

const ptrdiff_t judge_sizes[2] = { 1009, 2531 };

enum { FACTOR = 3 };

static double *answer(ptrdiff_t n, const double *a)
{
    double *b = numbers(n);
    for (ptrdiff_t i = 0; i < n; i++)
        b[i] = FACTOR * a[i];
    return b;
}

static void expect_sections(const double *x, const double *y)
{
    if (!judge_has_ledger())
        return;
    if (copies_of(x).to == 0)
        wrong(
            "x was not copied to the device: the region has followed the host's pointer. Map what it "
            "points to: v->x[: v->n].");
    if (copies_of(y).from == 0)
        wrong(
            "y did not come back from the device: the region has followed the host's pointer, or it is "
            "mapped in the other direction.");
}

void judge(ptrdiff_t n)
{
    double *x = given("x", n), *y = wanted("y", n);
    struct vectors v = { n, FACTOR, x, y };
    scale(&v);
    expect_kernels(1);
    expect_bounds();
    expect_sections(x, y);
    expect_values("y", n, y, answer(n, true_values(x)), answer(n, decoys(x)));
    expect_copies(x, 1, 0);
    expect_copies(y, 0, 1);
    if (copies().from > 1)
        wrong(
            "%d copies came back from the device, and y is one: the struct is only read there, map(to:).",
            copies().from);
    expect_shared(n);
}
