/* unsolved: a race */
#include "lesson.h"

#include "judge.h"

const ptrdiff_t judge_sizes[JUDGE_SIZES] = { 1009, 1000003 };

enum { TURNS = 3 }; /* a race may go right once, and most often in a short loop */

static double *bins_of(ptrdiff_t n, const double *a)
{
    double *bin = numbers(n);
    for (ptrdiff_t i = 0; i < n; i++)
        bin[i] = bin_of(a[i]);
    return bin;
}

static double *counts_of(ptrdiff_t n, const double *bin, const double *before)
{
    double *count = numbers(BINS);
    for (int k = 0; k < BINS; k++)
        count[k] = before[k];
    for (ptrdiff_t i = 0; i < n; i++)
        count[(int)bin[i]]++;
    return count;
}

static double counted(const double *count, const double *before)
{
    double sum = 0;
    for (int k = 0; k < BINS; k++)
        sum += count[k] - before[k];
    return sum;
}

static bool same(const double *a, const double *b)
{
    for (int k = 0; k < BINS; k++)
        if (a[k] != b[k])
            return false;
    return true;
}

static void judge_travel(const double *count, const double *before, const double *shown, int turns)
{
    if (same(count, shown) || same(count, before))
        wrong(
            "count holds what was there before: nothing was added, or it did not come back from the device.");
    if (judge_has_ledger() && copies_of(count).to < turns)
        wrong(
            "count was not copied to the device, and there are numbers in it already, to which is to be added.");
}

static void judge_sum(ptrdiff_t n, double sum)
{
    if (sum >= 0 && sum < (double)n)
        wrong(
            "%td values, and %.0f were counted: a race. Threads that add to the same number lose each "
            "other's additions.",
            n, sum);
}

/* The element of bin is each iteration's own. */
static void expect_one_atomic(void)
{
    if (directives("atomic") > 1 && directives("write") > directives("read"))
        wrong(
            "%d updates are atomic, and one of the lines races: an element of its own needs no atomic.",
            directives("atomic"));
}

void judge(ptrdiff_t n)
{
    double *a = given("a", n), *bin = wanted("bin", n), *count = given("count", BINS);
    const double *right = bins_of(n, true_values(a)), *host = bins_of(n, decoys(a));
    for (int turn = 0; turn < TURNS; turn++) {
        double *before = numbers(BINS), *shown = numbers(BINS);
        renew(count);
        for (int k = 0; k < BINS; k++) {
            before[k] = true_values(count)[k];
            shown[k] = count[k];
        }
        double *counts = counts_of(n, right, before);
        histogram(n, a, bin, count);
        expect_kernels(turn + 1);
        expect_bounds();
        expect_values("bin", n, bin, right, host);
        expect_from_device(count);
        judge_travel(count, before, shown, turn + 1);
        judge_sum(n, counted(count, before));
        expect_values("count", BINS, count, counts, NULL);
        expect_no_critical();
    }
    expect_shared(teams_asked() > 1 ? n / teams_asked()
                                    : n); /* each team has its part of a loop that is distributed */
    expect_one_atomic();
    expect_copies(a, TURNS, 0);
    expect_copies(bin, 0, TURNS);
    expect_copies(count, TURNS, TURNS);
}
