/* unsolved: has followed the host's pointer | crashed | runtime has stopped */
#include "lesson.h"

#include "judge.h"

#include <string.h>

const ptrdiff_t judge_sizes[JUDGE_SIZES] = { 1009, 2531 };

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

/* A map of the struct comes behind one of what its pointers point to. */
static bool struct_is_last(void)
{
    char map[LONGEST_CLAUSE];
    bool pointed = false;
    for (int k = 0; clause("map", k, map); k++)
        if (strstr(map, "->"))
            pointed = true;
        else if (pointed)
            return true;
    return false;
}

void judge(ptrdiff_t n)
{
    double *x = given("x", n), *y = wanted("y", n);
    struct vectors v = { n, FACTOR, x, y };
    scale(&v);
    expect_kernels(1);
    expect_bounds();
    expect_sections(x, y);
    if (struct_is_last() && memcmp(y, answer(n, true_values(x)), (size_t)n * sizeof *y) != 0)
        wrong(
            "y is not what it has to be. The struct is mapped last, and this compiler takes the clauses in their order: the "
            "host's pointers go over those of the device. The struct first.");
    expect_values("y", n, y, answer(n, true_values(x)), answer(n, decoys(x)));
    expect_copies(x, 1, 0);
    expect_copies(y, 0, 1);
    if (copies().from > 1)
        wrong(
            "%d copies came back from the device, and y is one: the struct is only read there, map(to:).",
            copies().from);
    expect_shared(n);
}
