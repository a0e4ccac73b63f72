/* unsolved: a race */
#include "lesson.h"

#include "judge.h"

#include <stdio.h>
#include <string.h>

const ptrdiff_t judge_sizes[JUDGE_SIZES] = { 1009, 2000003 };

enum { TURNS = 20 }; /* a race may go right once */

static double answer(ptrdiff_t n, const double *a, const double *b)
{
    double sum = 0;
    for (ptrdiff_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* The region's sum begins with nothing. */
static bool is_only_mapped_from(void)
{
    char reduced[LONGEST_CLAUSE], mapped[LONGEST_CLAUSE], from[LONGEST_CLAUSE + 5];
    const char *name = clause("reduction", 0, reduced) ? strchr(reduced, ':') : NULL;
    snprintf(from, sizeof from, "from%s", name ? name : "");
    for (int k = 0; name && clause("map", k, mapped); k++)
        if (strcmp(mapped, from) == 0)
            return true;
    return false;
}

static void judge_sum(double got, double right, double host, int *agreed)
{
    if (got == 0)
        wrong(
            "the sum is still 0: a scalar that is not mapped is firstprivate, or nothing was added.");
    if (is_only_mapped_from())
        wrong(
            "%.17g: the threads' sums are added to what the device has, and nothing was copied there: map(tofrom:).",
            got);
    if (got != host && got != right && *agreed > 0)
        wrong(
            "the result was right %d times, then it was not: a race. Threads add to one sum, and lose "
            "each other's additions.",
            *agreed);
    *agreed += got == right;
}

void judge(ptrdiff_t n)
{
    double *a = given("a", n), *b = given("b", n);
    double right = answer(n, true_values(a), true_values(b)),
           host = answer(n, decoys(a), decoys(b));
    double first = dot(n, a, b);
    int agreed = 0;
    expect_kernels(1);
    expect_bounds();
    judge_sum(first, right, host, &agreed);
    for (int i = 1; i < TURNS; i++) {
        double got = dot(n, a, b);
        if (got != first && agreed == 0)
            wrong(
                "%.17g, then %.17g: each time another result is a race. Threads add to one sum, and lose "
                "each other's additions.",
                first, got);
        judge_sum(got, right, host, &agreed);
    }
    expect_number(first, right, host);
    if (copies().bytes_from >= (size_t)n * sizeof *a)
        wrong(
            "%zu bytes came back from the device, and a sum has 8: the host has added what the device "
            "sent. reduction(+: sum).",
            copies().bytes_from / TURNS);
    expect_shared(n);
    if (judge_has_ledger() && teams_asked() == 1 && directives("reduction") > 0)
        wrong(
            "one team did all: a reduction is over the threads of all teams as well (target teams distribute parallel for).");
    expect_reduction();
}
